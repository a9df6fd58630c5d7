import {
  decide,
  DomainError,
  feedbackCode,
  feedbackStates,
  type AuditAct,
  type endpoints,
  type InputOf,
  pageAddress,
} from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { texts } from '../../../platform/i18n.ts'
import { auditRow, insertRow } from '../../../platform/rows/rows.ts'
import { type Write, transact } from '../../../platform/transact.ts'
import { assertStaff, staffWith, whoSees } from '../../base/access/access.rules.ts'
import { lastEditor } from '../../../platform/versioned.ts'
import { lockFeedback, updateFeedback, type StoredFeedback, insertReply } from './feedback.store.ts'
import { attachFiles } from '../../base/file/file.verbs.ts'
import { sendMessages } from '../../base/message/message.verbs.ts'

/** Makes open lists refresh. */
const emitFeedback = (
  write: Write,
  {
    id,
    path,
    customer_id: customerId,
    project_id: projectId,
  }: Pick<StoredFeedback, 'id' | 'path' | 'customer_id' | 'project_id'>,
  change: string,
): void => {
  write.emit({ kind: 'feedback', change, objectId: id, owner: { path, customerId, projectId } })
}

interface Handling {
  readonly action: Exclude<AuditAct<'userFeedback'>, 'create' | 'export' | 'release'>
  readonly changes: (feedback: StoredFeedback) => {
    readonly handled_note?: string
    readonly order_id?: number
    readonly first_reply_at?: Date | string | null
  }
  /** What the audit row records in addition. */
  readonly audit?: Readonly<Record<string, readonly [unknown, unknown]>>
}

/**
 * Handles feedback by an action of its state graph (contract: user-feedback.states.ts), within a write. It is locked, so of two who handle
 * it at once, the second finds it handled.
 * @throws notFound; wrongState naming who handled it; noAccess; precondition
 */
const handleFeedback = async (ctx: Ctx, write: Write, id: number, handling: Handling): Promise<StoredFeedback> => {
  // The author of the feedback cannot declare it handled.
  assertStaff(ctx)
  const feedback = await lockFeedback(write.db, id)
  if (!feedback) throw new DomainError('notFound', {}, 'id')
  const decision = decide(feedbackStates, handling.action, feedback.state, { orderId: feedback.order_id }, ctx.actor)
  if (!decision.allowed) {
    const { reason } = decision
    if (reason === 'noAccess') throw new DomainError('noAccess')
    if (reason !== 'wrongState') throw new DomainError('precondition', { reason: texts[ctx.locale].reasons[reason] })
    const state = texts[ctx.locale].enums.feedbackState[feedback.state]
    throw new DomainError('wrongState', { state, ...(await lastEditor(write.systemDb, 'user_feedback', id)) })
  }
  const first = feedback.state === 'pending_handle' ? { handled_at: write.at, handled_by: write.by } : {}
  const changes = handling.changes(feedback)
  await updateFeedback(write, id, { ...changes, ...first, state: decision.to })
  auditRow(write, 'user_feedback', feedback, {
    action: `userFeedback.${handling.action}`,
    name: feedbackCode(feedback.id, feedback.created_at, feedback.timeZone),
    changes: {
      ...(feedback.state === decision.to ? {} : { state: [feedback.state, decision.to] }),
      ...handling.audit,
    },
  })
  emitFeedback(write, feedback, handling.action)
  return feedback
}

/**
 * A customer writes to those who look after a project. The feedback belongs to the project's company, whose staff are notified.
 * @throws deviceMissing for a device that the project does not have
 */
export const createFeedback = (
  ctx: Ctx,
  { projectId, deviceCode, content, photos = [] }: InputOf<typeof endpoints.userFeedback.create>,
): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const project = await write.db
      .selectFrom('project')
      .select(['id', 'name', 'company_id', 'path', 'customer_id'])
      .where('id', '=', projectId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!project) throw new DomainError('notFound', {}, 'projectId')
    const device =
      deviceCode === undefined
        ? undefined
        : await write.db
            .selectFrom('device')
            .select('id')
            .where(sql<boolean>`lower(code) = lower(${deviceCode})`)
            .where('project_id', '=', projectId)
            .where('deleted_at', 'is', null)
            .executeTakeFirst()
    if (deviceCode !== undefined && !device) throw new DomainError('deviceMissing', {}, 'deviceCode')
    const { company_id, path, customer_id } = project
    const row = { company_id, path, customer_id, project_id: project.id, device_id: device?.id ?? null, content, photos }
    const id = await insertRow(write, 'user_feedback', row, { action: 'userFeedback.create', name: project.name })
    await attachFiles(ctx, write, photos, { companyId: company_id, path, customerId: customer_id })
    emitFeedback(write, { id, path, customer_id, project_id: project.id }, 'create')
    const staff = await staffWith(write.systemDb, company_id, 'userFeedback:reply', write.at) // not scoped: the customer need not see them
    const others = staff.filter((account) => account !== write.by)
    const receivers = [...(await whoSees(write, others, 'user_feedback', [id])).keys()]
    await sendMessages(
      write,
      receivers,
      'feedbackReceived',
      { project: project.name, content },
      pageAddress('userFeedbackList', { open: id }),
    )
    return { id }
  })

/** Replies to the author of the feedback, which handles it. Further replies may follow. */
export const replyFeedback = (ctx: Ctx, { id, content }: InputOf<typeof endpoints.userFeedback.reply>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const feedback = await handleFeedback(ctx, write, id, {
      action: 'reply',
      changes: ({ first_reply_at: first }) => ({ first_reply_at: first ?? write.at }),
      audit: { content: [null, content] },
    })
    await insertReply(write.db, { feedback_id: id, content, account_id: write.by, at: write.at })
    const author = feedback.created_by === null || feedback.created_by === write.by ? [] : [feedback.created_by]
    await sendMessages(write, author, 'feedbackHandled', { answer: content }, pageAddress('userFeedbackList', { open: id }))
    return { id }
  })

/** Marks feedback as handled in another way, such as by phone. The note says how. */
export const completeFeedback = (
  ctx: Ctx,
  { id, note }: InputOf<typeof endpoints.userFeedback.complete>,
): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const feedback = await handleFeedback(ctx, write, id, {
      action: 'complete',
      changes: () => ({ handled_note: note }),
      audit: { handledNote: [null, note] },
    })
    const author = feedback.created_by === null || feedback.created_by === write.by ? [] : [feedback.created_by]
    await sendMessages(write, author, 'feedbackHandled', { answer: note }, pageAddress('userFeedbackList', { open: id }))
    return { id }
  })

interface Conversion {
  readonly feedbackId: number
  readonly orderId: number
  readonly orderCode: string
}

/** A repair order was created from the feedback, within the order's write. @throws the errors of `handleFeedback` */
export const convertFeedback = async (ctx: Ctx, write: Write, { feedbackId, orderId, orderCode }: Conversion): Promise<void> => {
  const feedback = await handleFeedback(ctx, write, feedbackId, {
    action: 'convert',
    changes: () => ({ order_id: orderId }),
    audit: { orderId: [null, orderId] },
  })
  const author = feedback.created_by === null || feedback.created_by === write.by ? [] : [feedback.created_by]
  await sendMessages(
    write,
    author,
    'feedbackConverted',
    { code: orderCode },
    pageAddress('userFeedbackList', { open: feedbackId }),
  )
}

/** The order was deleted or cancelled: feedback that nobody has answered otherwise is open again. */
export const releaseFeedback = async (
  write: Write,
  { feedbackId, orderId }: Pick<Conversion, 'feedbackId' | 'orderId'>,
): Promise<void> => {
  const feedback = await lockFeedback(write.db, feedbackId)
  if (feedback?.order_id !== orderId) return
  const answered = feedback.first_reply_at !== null || feedback.handled_note !== null
  const waiting = { state: 'pending_handle' as const, handled_at: null, handled_by: null }
  await updateFeedback(write, feedbackId, { order_id: null, ...(answered ? {} : waiting) })
  auditRow(write, 'user_feedback', feedback, {
    action: 'userFeedback.release',
    name: feedbackCode(feedback.id, feedback.created_at, feedback.timeZone),
    changes: { orderId: [orderId, null], ...(answered ? {} : { state: [feedback.state, waiting.state] }) },
  })
  emitFeedback(write, feedback, 'release')
}
