import { decide, DomainError, feedbackCode, feedbackStates, type AuditVerb } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { texts } from '../../../platform/i18n.ts'
import { auditRow } from '../../../platform/rows/rows.ts'
import type { Write } from '../../../platform/transact.ts'
import { assertStaff } from '../../base/access/assert-staff.ts'
import { lastEditor } from '../../../platform/versioned.ts'
import { lockFeedback, updateFeedback, type StoredFeedback } from './feedback.store.ts'

/** Makes open lists refresh. */
export const emitFeedback = (
  write: Write,
  feedback: { readonly id: number; readonly path: string; readonly customer_id: number | null },
  change: string,
): void => {
  const { id, path, customer_id: customerId } = feedback
  write.emit({ kind: 'feedback', change, objectId: id, owner: { path, customerId } })
}

interface Handling {
  readonly action: Exclude<AuditVerb<'userFeedback'>, 'create' | 'export' | 'release'>
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
export const handleFeedback = async (ctx: Ctx, write: Write, id: number, handling: Handling): Promise<StoredFeedback> => {
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
