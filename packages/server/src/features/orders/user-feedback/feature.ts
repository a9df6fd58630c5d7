import type { Feature } from '../../../platform/feature.ts'
import { feedbackExport } from './user-feedback.reads.ts'
import { userFeedbackRoutes } from './user-feedback.routes.ts'

export const userFeedbackFeature: Feature = {
  name: 'user-feedback',
  routes: () => userFeedbackRoutes,
  exports: { userFeedback: feedbackExport },
  liveKinds: ['feedback'],
}
