import type { Feature } from '../../platform/feature.ts'
import { linkedRuleRoutes } from './linked-rule.routes.ts'

export const linkedRuleFeature: Feature = {
  name: 'linked-rule',
  routes: () => linkedRuleRoutes,
}
