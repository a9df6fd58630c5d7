import { type endpoints, type InputOf, pageAddress } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { sendMessages } from '../../base/message/send-messages.ts'
import { insertReply } from './feedback.store.ts'
import { handleFeedback } from './handle-feedback.ts'

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
