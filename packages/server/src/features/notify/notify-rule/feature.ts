import type { Feature } from '../../../platform/feature.ts'
import { notifyRuleExport } from './notify-rule.reads.ts'
import { notifyRuleRoutes } from './notify-rule.routes.ts'

export const notifyRuleFeature: Feature = {
  name: 'notify-rule',
  routes: () => notifyRuleRoutes,
  exports: { notifyRule: notifyRuleExport },
  liveKinds: ['notifyRule'],
}
