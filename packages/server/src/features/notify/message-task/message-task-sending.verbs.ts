import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { lockRow, updateRow, auditRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { countReceivers, targetOf, hasAddress } from './receivers.ts'
import { messageTasksKind } from './run-tasks.ts'
import { assertReady, assertStep, emitTask } from './message-task.rules.ts'
import { filesNamed } from '../../../platform/files-named.ts'
import { queueRecords } from '../../base/message-record/queue-records.ts'
import { sendEach } from '../../base/message/message.verbs.ts'
import { withFiles } from './expand-task.ts'
import { paramsOf } from './task-texts.ts'
import { cancelTaskRecords, lastFailed } from '../../base/message-record/task-records.ts'

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

/** Sends a task to the caller only, as a receiver would get it. @throws emptyMessage; precondition if the caller has no number or address */
export const testTask = (ctx: Ctx, { id }: InputOf<typeof endpoints.messageTask.test>): Promise<null> =>
  transact(ctx, async (write) => {
    const task = await lockRow(write, 'message_task', { id })
    const texts = await assertReady(ctx, task, write.at)
    const account = await write.systemDb
      .selectFrom('account')
      .select(['id', 'name', 'phone', 'email'])
      .select(hasAddress(task.push_type).as('hasAddress'))
      .where('id', '=', ctx.actor.accountId)
      .executeTakeFirst()
    if (!account?.hasAddress) throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.noAddressOfOwn') })
    const params = (await paramsOf(write.systemDb, task, write.at))(account.name)
    const { title, content, templateId } = texts.textFor(ctx.locale, params)
    if (task.push_type === 'inSite' || task.files.length > 0) {
      const letter = { accountId: account.id, params: { title, content } }
      await sendEach(write, [letter], 'taskNotice', null, { files: task.files })
    }
    const names = [...(await filesNamed(write.systemDb, task.files)).values()].map(({ name }) => name)
    if (task.push_type !== 'inSite')
      await queueRecords(write.systemDb, [
        {
          company_id: task.company_id,
          path: task.path,
          title,
          content: task.push_type === 'mail' ? withFiles(content, names, ctx.locale) : content,
          cause: 'test',
          channel: task.push_type,
          account_id: account.id,
          receiver: account.name,
          phone: account.phone ?? '',
          email: account.email,
          language: ctx.locale,
          template_id: templateId,
          params: JSON.stringify(params),
          priority: 1,
          created_at: write.at,
          state_at: write.at,
          due_at: write.at,
        },
      ])
    auditRow(write, 'message_task', task, { action: 'messageTask.test', name: task.title })
    return null
  })

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
