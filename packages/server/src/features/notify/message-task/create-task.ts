import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { emitTask } from './task.events.ts'
import { taskColumns } from './task-fields.ts'

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
