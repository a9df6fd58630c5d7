import type { Feature } from '../../../platform/feature.ts'
import { linkedRuleJobs } from './linked-rule.jobs.ts'
import { linkedRuleRoutes } from './linked-rule.routes.ts'
import { createRuleRunner } from './run-rules.ts'

export const linkedRuleFeature: Feature = {
  name: 'linked-rule',
  routes: () => linkedRuleRoutes,
  jobs: linkedRuleJobs,
  services: ({ ctx, notifications, log }) => [{ roles: ['ingest'], run: createRuleRunner({ ctx, notifications, log }) }],
}
