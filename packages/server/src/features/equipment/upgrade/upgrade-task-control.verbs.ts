import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { emitTask, assertStep, refuse } from './upgrade-task.rules.ts'
import { unfreezeTargets } from './freeze-targets.ts'
import { judgedAnew, skipWaiting } from './step-upgrade-device.ts'
import { announceUpgrades } from './upgrade-device.store.ts'

/** Disables an upgrade task of which nothing has been sent yet. @throws wrongState, precondition */
export const disableTask = (ctx: Ctx, { id }: InputOf<typeof endpoints.upgradeTask.disable>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const task = await lockRow(write, 'upgrade_task', { id })
    const state = await assertStep(ctx, write, task, 'disable')
    await unfreezeTargets(write, id)
    await updateRow(write, 'upgrade_task', task, { state, approval: 'none' }, { action: 'upgradeTask.switchOff' })
    emitTask(write, task, state)
    return { id }
  })

/** Suspends a task: nothing more is sent; devices under way finish. @throws wrongState, precondition */
export const suspendTask = (ctx: Ctx, input: InputOf<typeof endpoints.upgradeTask.suspend>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const task = await lockRow(write, 'upgrade_task', { id: input.id })
    const state = await assertStep(ctx, write, task, 'suspend')
    await updateRow(
      write,
      'upgrade_task',
      task,
      { state, stopped_by: null, stopped_at: write.at },
      { action: 'upgradeTask.suspend', changes: { stopped_at: null, reason: [null, input.reason] } },
    )
    emitTask(write, task, state)
    return { id: task.id }
  })

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

/** Ends an upgrade task: waiting devices are skipped, those under way finish. @throws wrongState, precondition */
const endTask = (ctx: Ctx, id: number, action: 'complete' | 'terminate', reason: string | null): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const task = await lockRow(write, 'upgrade_task', { id })
    const state = await assertStep(ctx, write, task, action)
    const left = await skipWaiting(write, id)
    await updateRow(
      write,
      'upgrade_task',
      task,
      { state, ended_at: write.at },
      {
        action: `upgradeTask.${action}`,
        changes: { ended_at: null, count: left > 0 ? [null, left] : null, reason: reason === null ? null : [null, reason] },
      },
    )
    await announceUpgrades(write.systemDb)
    emitTask(write, task, state)
    return { id }
  })

/** Completes an upgrade task early; the remaining devices are skipped. @throws wrongState, precondition */
export const completeTask = (ctx: Ctx, { id }: InputOf<typeof endpoints.upgradeTask.complete>): Promise<{ id: number }> =>
  endTask(ctx, id, 'complete', null)

/** Terminates an upgrade task; waiting devices are skipped. @throws wrongState, precondition */
export const terminateTask = (
  ctx: Ctx,
  { id, reason }: InputOf<typeof endpoints.upgradeTask.terminate>,
): Promise<{ id: number }> => endTask(ctx, id, 'terminate', reason)
