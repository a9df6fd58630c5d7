import type { Feature } from '../../../platform/feature.ts'
import { fileJobs } from './file.jobs.ts'
import { fileRoutes } from './file.routes.ts'

export const fileFeature: Feature = {
  name: 'file',
  routes: () => fileRoutes,
  jobs: fileJobs,
  liveKinds: ['export', 'import'],
  uploads: ['import', 'attachment'],
}
