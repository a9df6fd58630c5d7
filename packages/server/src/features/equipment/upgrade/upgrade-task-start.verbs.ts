import { DomainError, type endpoints, type InputOf, pageAddress, upgradeTaskStates } from '@emberwatch/contract'
import { type Write, transact } from '../../../platform/transact.ts'
import { staffWith, isSecondPerson } from '../../base/access/access.rules.ts'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { damagedEdition } from '../firmware/released-editions.ts'
import { sendMessages } from '../../base/message/message.verbs.ts'
import { editionOf, emitTask, assertStep, refuse } from './upgrade-task.rules.ts'
import { freezeTargets, unfreezeTargets } from './freeze-targets.ts'
import { announceUpgrades } from './upgrade-device.store.ts'

/** Staff of the owner who can approve its tasks, except the requesters. */
const approversOf = async (
  { systemDb, at }: Pick<Write, 'systemDb' | 'at'>,
  { company_id: companyId }: { readonly company_id: number },
  without: readonly (number | null | undefined)[],
): Promise<number[]> => {
  const staff = await staffWith(systemDb, companyId, 'upgradeTask:approve', at)
  return staff.filter((id) => !without.includes(id))
}

const anyWaits = async (write: Write, id: number): Promise<boolean> =>
  (await write.db.selectFrom('upgrade_task').select('n_waiting').where('id', '=', id).executeTakeFirstOrThrow()).n_waiting > 0

/**
 * Checks the files of all editions of the model, any of which may be a step on the way. This reads every byte, so call it only for a task
 * that can otherwise be enabled.
 * @throws precondition
 */
const assertWhole = async (ctx: Ctx, id: number): Promise<void> => {
  const task = await ctx.db.selectFrom('upgrade_task').select(['edition_id', 'state']).where('id', '=', id).executeTakeFirst()
  if (!task || !upgradeTaskStates.transitions.some(({ action, from }) => action === 'enable' && from.includes(task.state))) return
  const damaged = await damagedEdition(ctx, (await editionOf(ctx.systemDb, task.edition_id)).model_id)
  if (damaged) throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.firmwareDamaged', damaged) })
}

/**
 * Freezes the devices of an upgrade task and starts it. A person who may not start one alone requests approval with the same call; nothing
 * is sent before a second person approves. The devices are the owner's that the caller sees.
 * @throws wrongState, precondition
 */
export const enableTask = async (ctx: Ctx, { id }: InputOf<typeof endpoints.upgradeTask.enable>): Promise<{ id: number }> => {
  await assertWhole(ctx, id)
  return transact(ctx, async (write) => {
    const task = await lockRow(write, 'upgrade_task', { id })
    const state = await assertStep(ctx, write, task, 'enable')
    const total = await freezeTargets(write, task)
    if (total === 0 || !(await anyWaits(write, id))) return refuse(ctx, 'upgradeHasDevices')
    const waits = !ctx.actor.operations.has('upgradeTask:direct')
    await updateRow(
      write,
      'upgrade_task',
      task,
      {
        state,
        approval: waits ? 'waiting' : 'none',
        requested_by: write.by,
        requested_for: ctx.actor.issuer?.accountId ?? null,
        requested_at: write.at,
        decided_by: null,
        decided_at: null,
        decision_note: null,
        stopped_by: null,
        stopped_at: null,
      },
      {
        action: 'upgradeTask.switchOn',
        changes: { count: [null, total], requested_by: null, requested_for: null, requested_at: null, decided_at: null },
      },
    )
    if (waits) {
      const approvers = await approversOf(write, task, [write.by, ctx.actor.issuer?.accountId])
      await sendMessages(
        write,
        approvers,
        'upgradeAsked',
        { task: task.name, who: ctx.actor.name, count: total },
        pageAddress('upgradeTaskDetail', { id }),
      )
    } else await announceUpgrades(write.systemDb)
    emitTask(write, task, 'enabled')
    return { id }
  })
}

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
    const askers = asked.filter((account): account is number => account !== null)
    if (agree) {
      await sendMessages(
        write,
        askers,
        'upgradeApproved',
        { task: task.name, who: ctx.actor.name },
        pageAddress('upgradeTaskDetail', { id }),
      )
      await announceUpgrades(write.systemDb)
    } else
      await sendMessages(
        write,
        askers,
        'upgradeRejected',
        { task: task.name, reason: note ?? '' },
        pageAddress('upgradeTaskDetail', { id }),
      )
    emitTask(write, task, agree ? 'approved' : 'rejected')
    return { id }
  })
