import type { Feature } from '../../../platform/feature.ts'
import { messageTemplateExport } from './message-template.reads.ts'
import { messageTemplateRoutes } from './message-template.routes.ts'

export const messageTemplateFeature: Feature = {
  name: 'message-template',
  routes: () => messageTemplateRoutes,
  exports: { messageTemplate: messageTemplateExport },
}
