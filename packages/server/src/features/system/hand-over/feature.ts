import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { exportHandOvers, pageHandOvers, previewCompany, previewProject, handOverExport } from './hand-over.reads.ts'
import { handOverCompany, handOverProject } from './start-hand-over.ts'
import type { JobServices, Feature } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import { handOverKind, runHandOver, settleLate } from './run-hand-over.ts'

const handOverRoutes = bind(endpoints.handOver, {
  page: pageHandOvers,
  export: exportHandOvers,
  previewProject,
  project: handOverProject,
  previewCompany,
  company: handOverCompany,
})

const handOverJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job(handOverKind, ({ handOverId }) => runHandOver(systemCtx, handOverId)),
  job('handOverLate', () => settleLate(systemCtx), '* * * * *'),
]

export const handOverFeature: Feature = {
  name: 'hand-over',
  routes: () => handOverRoutes,
  exports: { handOver: handOverExport },
  jobs: handOverJobs,
}
