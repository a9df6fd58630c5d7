import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { countReceivers, targetOf } from './receivers.ts'
import { messageTasksKind } from './run-tasks.ts'
import { assertReady } from './task-ready.ts'
import { assertStep } from './task-step.ts'
import { emitTask } from './task.events.ts'

/**
 * Sends a message task, at once or at its scheduled time. A job queues the messages in small batches, so that no alarm waits behind them.
 * @throws emptyMessage, wrongState; precondition if nobody could be reached
 */
export const sendTask = (ctx: Ctx, { id }: InputOf<typeof endpoints.messageTask.send>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const task = await lockRow(write, 'message_task', { id })
    const state = await assertStep(ctx, write, task, 'send')
    await assertReady(ctx, task, write.at)
    const { total, reachable } = await countReceivers(write.db, targetOf(task), write.at)
    if (reachable === 0) throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.taskNobody') })
    const changes = { state, sent_by: write.by, reach: total }
    await updateRow(write, 'message_task', task, changes, { action: 'messageTask.send', name: task.title })
    if (task.schedule_at === null) write.job(messageTasksKind, {})
    emitTask(write, task, state)
    return { id }
  })
