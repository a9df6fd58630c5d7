import type { JobServices } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import { forgetInstalls } from './forget-installs.ts'

export const appVersionJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job('appInstalls', () => forgetInstalls(systemCtx), '20 19 * * *'),
]
