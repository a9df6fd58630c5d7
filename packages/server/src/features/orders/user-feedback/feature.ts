import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { completeFeedback, createFeedback, replyFeedback } from './user-feedback.verbs.ts'
import { exportFeedback, feedbackInfo, pageFeedback, feedbackExport } from './user-feedback.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const userFeedbackRoutes = bind(endpoints.userFeedback, {
  page: pageFeedback,
  feedbackInfo,
  create: createFeedback,
  reply: replyFeedback,
  complete: completeFeedback,
  export: exportFeedback,
})

export const userFeedbackFeature: Feature = {
  name: 'user-feedback',
  routes: () => userFeedbackRoutes,
  exports: { userFeedback: feedbackExport },
  liveKinds: ['feedback'],
}
