import type { Feature } from '../../../platform/feature.ts'
import { handOverJobs } from './hand-over.jobs.ts'
import { handOverExport } from './hand-over.reads.ts'
import { handOverRoutes } from './hand-over.routes.ts'

export const handOverFeature: Feature = {
  name: 'hand-over',
  routes: () => handOverRoutes,
  exports: { handOver: handOverExport },
  jobs: handOverJobs,
}
