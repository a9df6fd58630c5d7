import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { emitTask } from './task.events.ts'
import { skipWaiting } from './step-upgrade-device.ts'
import { assertStep } from './task-step.ts'
import { announceUpgrades } from './upgrade-device.store.ts'

/** Ends an upgrade task: waiting devices are skipped, those under way finish. @throws wrongState, precondition */
export const endTask = (ctx: Ctx, id: number, action: 'complete' | 'terminate', reason: string | null): Promise<{ id: number }> =>
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
