import type { Feature } from '../../platform/feature.ts'
import { notifyRuleRoutes } from './notify-rule.routes.ts'

export const notifyRuleFeature: Feature = {
  name: 'notify-rule',
  routes: () => notifyRuleRoutes,
  liveKinds: ['notifyRule'],
}
