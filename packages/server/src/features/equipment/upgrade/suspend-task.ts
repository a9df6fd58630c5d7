import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { emitTask } from './task.events.ts'
import { assertStep } from './task-step.ts'

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
