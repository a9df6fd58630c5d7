import type { Feature } from '../../../platform/feature.ts'
import { linkedRuleJobs } from './linked-rule.jobs.ts'
import { linkedRuleRoutes } from './linked-rule.routes.ts'

export const linkedRuleFeature: Feature = {
  name: 'linked-rule',
  routes: () => linkedRuleRoutes,
  jobs: linkedRuleJobs,
}
