import type { Feature } from '../../../platform/feature.ts'
import { companyJobs } from './company.jobs.ts'
import { companyExportOf } from './company.reads.ts'
import { companyRoutes } from './company.routes.ts'

export const companyFeature: Feature = {
  name: 'company',
  routes: () => companyRoutes,
  exports: {
    distributor: companyExportOf('distributor'),
    agentOne: companyExportOf('agent_one'),
    agentTwo: companyExportOf('agent_two'),
  },
  jobs: companyJobs,
  uploads: ['logo', 'loginLogo', 'collapsedLogo', 'loginBackground'],
}
