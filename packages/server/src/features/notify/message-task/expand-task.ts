import { sql, type Transaction } from 'kysely'
import { listedIn, type EnumValue } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { scoped } from '../../../platform/database/scope.ts'
import { filesNamed } from '../../../platform/files-named.ts'
import { translate } from '../../../platform/i18n.ts'
import { storeEvents, type EventDraft } from '../../../platform/transact.ts'
import type { Tables } from '../../../tables/index.ts'
import { callerOfAccount } from '../../base/access/authenticate.ts'
import { queueRecords } from '../../base/message-record/queue-records.ts'
import { sendEach } from '../../base/message/message.verbs.ts'
import { failedRecords, requeueFailed, waitingOfTask } from '../../base/message-record/task-records.ts'
import { accountLanguage } from '../../base/tenant/tenant.reads.ts'
import { countReceivers, hasAddress, receiversOf, targetOf } from './receivers.ts'
import { paramsOf, textsOfTask } from './task-texts.ts'
import { addCounts, takeTask, tasksUnderWay, updateProgress, type StoredTask } from './task.store.ts'

/** About how many messages of all tasks together may wait in the queue, so that sending alarms never searches through a million of them. */
export const mostWaiting = 500
/** How many of one task may wait in any case. */
const leastShare = 5
/** Accounts per transaction. */
export const batchSize = 200
/** The same for in-site messages, which do not wait in the queue and are inserted with one statement. */
const inSiteBatch = 500

/** The result of a batch. `stopped`: its sender may no longer send. */
export type BatchResult = 'nothing' | 'waits' | 'done' | 'stopped'

interface Receiver {
  readonly id: number
  readonly name: string
  readonly phone: string | null
  readonly email: string | null
  readonly language: string | null
  readonly hasAddress: boolean
}

/** Mails name the files and where to get them: a link would have to open them to whoever forwards it. */
export const withFiles = (content: string, names: readonly string[], language: string | null): string => {
  const locale = language === 'en' ? 'en' : 'zh'
  if (names.length === 0) return content
  return `${content}\n\n${translate(locale, 'reasons.filesInSite', { files: listedIn(locale, names) })}`
}

const tell = async (
  tx: Transaction<Tables>,
  task: StoredTask,
  receivers: readonly Receiver[],
  at: Date,
): Promise<Partial<Record<EnumValue<'recordState'>, number>>> => {
  const texts = await textsOfTask(tx, task)
  const params = await paramsOf(tx, task, at)
  const messages = receivers.map((receiver) => {
    const filledIn = params(receiver.name)
    return { receiver, params: filledIn, text: texts.textFor(receiver.language, filledIn) }
  })
  const { push_type: channel, company_id, path } = task
  const { files } = task
  if (channel === 'inSite' || files.length > 0) {
    const events: EventDraft[] = []
    const write = { systemDb: tx, at, emit: (event: EventDraft) => void events.push(event) }
    const letters = messages.map(({ receiver, text }) => ({
      accountId: receiver.id,
      params: { title: text.title, content: text.content },
    }))
    // The copy of a message that goes elsewhere only brings its files; it counts for nothing.
    await sendEach(write, letters, 'taskNotice', null, { taskId: channel === 'inSite' ? task.id : null, files })
    await storeEvents(tx, events, at)
    if (channel === 'inSite') return { delivered: messages.length }
  }
  const names = [...(await filesNamed(tx, files)).values()].map(({ name }) => name)
  await queueRecords(
    tx,
    messages.map(({ receiver, text, params: filledIn }) => ({
      company_id,
      path,
      channel,
      cause: 'task' as const,
      task_id: task.id,
      priority: 2,
      account_id: receiver.id,
      receiver: receiver.name,
      phone: receiver.phone ?? '',
      email: receiver.email,
      language: receiver.language === 'en' ? ('en' as const) : ('zh' as const),
      title: text.title,
      content: channel === 'mail' ? withFiles(text.content, names, receiver.language) : text.content,
      template_id: text.templateId,
      params: JSON.stringify(filledIn),
      created_at: at,
      state_at: at,
      due_at: at,
    })),
  )
  return { queued: messages.length }
}

/**
 * How many messages may be queued now. In-site messages do not wait in the queue. Companies share the queue, and the tasks of a company
 * share its part, so that a million messages of one, or a hanging provider, hold up nothing else.
 */
const roomFor = async (tx: Transaction<Tables>, task: StoredTask): Promise<number> => {
  if (task.push_type === 'inSite') return inSiteBatch
  const { companies, own } = await tasksUnderWay(tx, task)
  const share = Math.max(leastShare, Math.floor(mostWaiting / companies / own))
  return Math.min(batchSize, share - (await waitingOfTask(tx, task.id)))
}

/** The sender of a task, with their present rights and scope. Undefined if they may no longer send. */
const senderOf = async (ctx: Ctx, tx: Transaction<Tables>, { sent_by: id }: StoredTask) => {
  const caller = id === null ? null : await callerOfAccount(tx, ctx.clock)(id)
  return caller?.actor.operations.has('messageTask:send') ? caller : undefined
}

/** The target is fixed when the task begins: accounts created later get nothing, so that its progress has an end. */
export const settledTarget = async (
  ctx: Ctx,
  tx: Transaction<Tables>,
  task: StoredTask,
): Promise<{ last_account?: number; reach?: number }> => {
  const sender = await senderOf(ctx, tx, task)
  if (!sender) return {}
  const { last } = await tx
    .selectFrom('account')
    .select((e) => e.fn.coalesce(e.fn.max('id'), e.lit(0)).as('last'))
    .executeTakeFirstOrThrow()
  const { total } = await countReceivers(scoped(tx, sender.scope), targetOf(task), ctx.clock.now())
  return { last_account: last, reach: total }
}

/**
 * Queues messages for the next accounts of a task, in the order of ids. Messages and progress are one transaction, so a process that crashes
 * repeats and skips nobody. Only accounts within the sender's present scope are included.
 */
export const expandTask = async (ctx: Ctx, id: number): Promise<BatchResult> =>
  ctx.systemDb.transaction().execute(async (tx) => {
    const task = await takeTask(tx, id)
    if (!task || task.state !== 'sending' || task.expanded) return 'nothing'
    const at = ctx.clock.now()
    const sender = await senderOf(ctx, tx, task)
    if (!sender) return 'stopped'
    const room = await roomFor(tx, task)
    if (room <= 0) return 'waits'
    const accounts = await receiversOf(scoped(tx, sender.scope), targetOf(task), at)
      .select(['account.id', 'account.name', 'account.phone', 'account.email'])
      .select(accountLanguage.as('language'))
      .select(hasAddress(task.push_type).as('hasAddress'))
      .where('account.id', '>', task.expanded_to)
      .where('account.id', '<=', task.last_account ?? Number.MAX_SAFE_INTEGER)
      .orderBy('account.id')
      .limit(sql.lit(room))
      .execute()
    const reached = accounts.filter((account) => account.hasAddress)
    const counts = reached.length === 0 ? {} : await tell(tx, task, reached, at)
    await updateProgress(tx, id, {
      expanded_to: accounts.at(-1)?.id ?? task.expanded_to,
      expanded: accounts.length < room,
      without_address: task.without_address + accounts.length - reached.length,
      counts: addCounts(task.counts, counts),
    })
    return 'done'
  })

/** Queues the next failed messages of a task again, for accounts that its sender may still reach. */
export const retryBatch = async (ctx: Ctx, id: number): Promise<BatchResult> =>
  ctx.systemDb.transaction().execute(async (tx) => {
    const task = await takeTask(tx, id)
    if (!task || task.state !== 'sending' || task.retry_until === null) return 'nothing'
    const sender = await senderOf(ctx, tx, task)
    if (!sender) return 'stopped'
    const limit = await roomFor(tx, task)
    if (limit <= 0) return 'waits'
    const at = ctx.clock.now()
    const failed = await failedRecords(tx, { taskId: id, after: task.retried_to ?? 0, until: task.retry_until, limit })
    const everybody = receiversOf(scoped(tx, sender.scope), { ...targetOf(task), pushObject: 'all' }, at)
    const accountIds = failed.flatMap(({ accountId }) => accountId ?? [])
    const found = await everybody
      .select('account.id')
      .where(sql<boolean>`account.id = any(${accountIds}::bigint[])`)
      .execute()
    const reached = new Set<number | null>(found.map((account) => account.id))
    await requeueFailed(
      tx,
      failed.flatMap((record) => (reached.has(record.accountId) ? [record.id] : [])),
      at,
    )
    const isDone = failed.length < limit
    await updateProgress(tx, id, {
      retried_to: isDone ? null : (failed.at(-1)?.id ?? null),
      ...(isDone ? { retry_until: null } : {}),
    })
    return 'done'
  })
