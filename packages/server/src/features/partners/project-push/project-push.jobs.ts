import type { JobServices } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import { endStray } from './end-pushes.ts'

export const projectPushJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job('projectPushes', () => endStray(systemCtx), '* * * * *'),
]
