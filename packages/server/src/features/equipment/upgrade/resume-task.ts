import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { emitTask } from './task.events.ts'
import { judgedAnew } from './step-upgrade-device.ts'
import { assertStep, refuse } from './task-step.ts'
import { announceUpgrades } from './upgrade-device.store.ts'

/**
 * Resumes a suspended upgrade task. Its wave is judged anew from here. Other limits can be set with it and are logged. Limits that a second
 * person has approved cannot be loosened by somebody who needs that approval.
 * @throws wrongState, precondition
 */
export const resumeTask = (ctx: Ctx, input: InputOf<typeof endpoints.upgradeTask.resume>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const task = await lockRow(write, 'upgrade_task', { id: input.id })
    const state = await assertStep(ctx, write, task, 'resume')
    const { successShare = task.success_share, failureShare = task.failure_share } = input
    const isLooser = successShare < task.success_share || failureShare > task.failure_share
    if (isLooser && task.approval === 'approved' && !ctx.actor.operations.has('upgradeTask:direct'))
      refuse(ctx, 'upgradeLimitsApproved', failureShare > task.failure_share ? 'failureShare' : 'successShare')
    await updateRow(
      write,
      'upgrade_task',
      task,
      { state, success_share: successShare, failure_share: failureShare, ...judgedAnew },
      { action: 'upgradeTask.goOn', changes: { stopped_at: null, wave_succeeded: null, wave_failed: null } },
    )
    await announceUpgrades(write.systemDb)
    emitTask(write, task, state)
    return { id: task.id }
  })
