import { type endpoints, type InputOf, deletableTaskStates } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow, lockRow, updateRow, deleteRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { emitTask, taskColumns, assertStep, refuseState } from './message-task.rules.ts'

/** Creates a message task. Nothing is sent yet. */
export const createTask = (ctx: Ctx, input: InputOf<typeof endpoints.messageTask.create>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const owner = { company_id: ctx.actor.companyId ?? 0, path: ctx.actor.companyPath }
    const columns = await taskColumns(ctx, input, write.at, null)
    const id = await insertRow(
      write,
      'message_task',
      { ...owner, ...columns },
      {
        action: 'messageTask.create',
        name: input.title,
        changes: { filter: columns.filter === null ? null : [null, input.filter] },
      },
    )
    emitTask(write, { id, path: owner.path }, 'created')
    return { id }
  })

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

const deletable: ReadonlySet<string> = new Set(deletableTaskStates)

/** Deletes a message task that is not being sent. Its records stay. @throws wrongState */
export const removeTask = (ctx: Ctx, input: InputOf<typeof endpoints.messageTask.remove>): Promise<null> =>
  transact(ctx, async (write) => {
    const task = await lockRow(write, 'message_task', input, 'delete')
    if (!deletable.has(task.state)) await refuseState(ctx, write, task)
    await deleteRow(write, 'message_task', task, { action: 'messageTask.del', name: task.title })
    emitTask(write, task, 'deleted')
    return null
  })
