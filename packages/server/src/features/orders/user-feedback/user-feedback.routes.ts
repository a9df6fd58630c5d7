import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { completeFeedback } from './complete-feedback.ts'
import { createFeedback } from './create-feedback.ts'
import { replyFeedback } from './reply-feedback.ts'
import { exportFeedback, feedbackInfo, pageFeedback } from './user-feedback.reads.ts'

export const userFeedbackRoutes = bind(endpoints.userFeedback, {
  page: pageFeedback,
  feedbackInfo,
  create: createFeedback,
  reply: replyFeedback,
  complete: completeFeedback,
  export: exportFeedback,
})
