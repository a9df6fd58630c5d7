import { feedbackCode, pageAddress } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { auditRow } from '../../../platform/rows/rows.ts'
import type { Write } from '../../../platform/transact.ts'
import { sendMessages } from '../../base/message/send-messages.ts'
import { lockFeedback, updateFeedback } from './feedback.store.ts'
import { emitFeedback, handleFeedback } from './handle-feedback.ts'

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
