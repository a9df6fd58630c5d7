import { deletableTaskStates, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { deleteRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { refuseState } from './task-step.ts'
import { emitTask } from './task.events.ts'

const deletable: ReadonlySet<string> = new Set(deletableTaskStates)

/** Deletes a message task that is not being sent. Its records stay. @throws wrongState */
export const deleteTask = (ctx: Ctx, input: InputOf<typeof endpoints.messageTask.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const task = await lockRow(write, 'message_task', input, 'delete')
    if (!deletable.has(task.state)) await refuseState(ctx, write, task)
    await deleteRow(write, 'message_task', task, { action: 'messageTask.del', name: task.title })
    emitTask(write, task, 'deleted')
    return null
  })
