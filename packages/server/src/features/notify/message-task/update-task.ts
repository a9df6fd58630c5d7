import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { assertStep } from './task-step.ts'
import { emitTask } from './task.events.ts'
import { taskColumns } from './task-fields.ts'

/** Edits a message task that has not been sent. @throws wrongState */
export const updateTask = (ctx: Ctx, input: InputOf<typeof endpoints.messageTask.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const task = await lockRow(write, 'message_task', input)
    await assertStep(ctx, write, task, 'update')
    const columns = await taskColumns(ctx, input, write.at, task)
    // A JSON column: the log shows its value, not its text.
    const filter = columns.filter === null ? null : (input.filter ?? null)
    const changed = JSON.stringify(task.filter) === JSON.stringify(filter) ? null : ([task.filter, filter] as const)
    const audit = { action: 'messageTask.update', name: columns.title, changes: { filter: changed } } as const
    await updateRow(write, 'message_task', task, columns, audit)
    emitTask(write, task, 'updated')
    return { id: task.id }
  })
