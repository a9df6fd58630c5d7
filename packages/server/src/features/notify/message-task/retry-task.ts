import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { lastFailed } from '../../base/message-record/task-records.ts'
import { messageTasksKind } from './run-tasks.ts'
import { assertReady } from './task-ready.ts'
import { assertStep } from './task-step.ts'
import { emitTask } from './task.events.ts'

/** Queues the failed messages of a task again, unchanged. The job does this in small batches. @throws wrongState; precondition if none has failed */
export const retryTask = (ctx: Ctx, { id }: InputOf<typeof endpoints.messageTask.retry>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const task = await lockRow(write, 'message_task', { id })
    const until = await lastFailed(write.systemDb, id)
    const state = await assertStep(ctx, write, task, 'retry', { failed: until === null ? 0 : 1 })
    await assertReady(ctx, task, write.at)
    const changes = { state, retried_to: 0, retry_until: until, finished_at: null, failure: null, sent_by: write.by }
    await updateRow(write, 'message_task', task, changes, {
      action: 'messageTask.retry',
      name: task.title,
      changes: { retried_to: null, retry_until: null },
    })
    write.job(messageTasksKind, {})
    emitTask(write, task, state)
    return { id }
  })
