import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { cancelTaskRecords } from '../../base/message-record/task-records.ts'
import { assertStep } from './task-step.ts'
import { emitTask } from './task.events.ts'

/** Stops a message task. Messages that were sent, or are being sent right now, are not taken back. @throws wrongState */
export const cancelTask = (ctx: Ctx, { id }: InputOf<typeof endpoints.messageTask.cancel>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const task = await lockRow(write, 'message_task', { id })
    const state = await assertStep(ctx, write, task, 'cancel')
    const cancelled = await cancelTaskRecords(write.systemDb, id, write.at)
    await updateRow(
      write,
      'message_task',
      task,
      { state, finished_at: write.at },
      { action: 'messageTask.cancel', name: task.title, changes: { count: [null, cancelled] } },
    )
    emitTask(write, task, state)
    return { id }
  })
