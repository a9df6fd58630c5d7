import type { Feature } from '../../platform/feature.ts'
import { messageTemplateRoutes } from './message-template.routes.ts'

export const messageTemplateFeature: Feature = {
  name: 'message-template',
  routes: () => messageTemplateRoutes,
}
