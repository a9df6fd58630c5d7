import { type endpoints, type InputOf, pageAddress } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { sendMessages } from '../../base/message/send-messages.ts'
import { handleFeedback } from './handle-feedback.ts'

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
