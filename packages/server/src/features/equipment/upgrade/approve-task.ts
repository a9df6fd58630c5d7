import { DomainError, type endpoints, type InputOf, pageAddress } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { isSecondPerson } from '../../base/access/second-person.ts'
import { sendMessages } from '../../base/message/send-messages.ts'
import { emitTask } from './task.events.ts'
import { assertStep, refuse } from './task-step.ts'
import { unfreezeTargets } from './unfreeze-targets.ts'
import { announceUpgrades } from './upgrade-device.store.ts'

/**
 * A second person approves an upgrade task, or rejects it, which disables it so that it can be edited.
 * @throws precondition for one's own task; reasonRequired to reject; wrongState
 */
export const approveTask = (ctx: Ctx, input: InputOf<typeof endpoints.upgradeTask.approve>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const { id, agree, note } = input
    const task = await lockRow(write, 'upgrade_task', { id })
    const state = await assertStep(ctx, write, task, agree ? 'approve' : 'reject')
    const asked = [task.requested_by, task.requested_for]
    // The second person must be neither the requester's account nor a person who has signed in as the requester.
    if (!isSecondPerson(ctx.actor, asked)) refuse(ctx, 'upgradeSecondPerson')
    if (!agree && !note) throw new DomainError('reasonRequired', {}, 'note')
    if (!agree) await unfreezeTargets(write, id)
    await updateRow(
      write,
      'upgrade_task',
      task,
      {
        state,
        approval: agree ? 'approved' : 'rejected',
        decided_by: write.by,
        decided_at: write.at,
        decision_note: note ?? null,
      },
      { action: agree ? 'upgradeTask.approve' : 'upgradeTask.reject', changes: { decided_by: null, decided_at: null } },
    )
    const told = asked.filter((account): account is number => account !== null)
    if (agree) {
      await sendMessages(
        write,
        told,
        'upgradeApproved',
        { task: task.name, who: ctx.actor.name },
        pageAddress('upgradeTaskDetail', { id }),
      )
      await announceUpgrades(write.systemDb)
    } else
      await sendMessages(
        write,
        told,
        'upgradeRejected',
        { task: task.name, reason: note ?? '' },
        pageAddress('upgradeTaskDetail', { id }),
      )
    emitTask(write, task, agree ? 'approved' : 'rejected')
    return { id }
  })
