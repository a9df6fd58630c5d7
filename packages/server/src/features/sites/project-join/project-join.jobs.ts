import type { JobServices } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import { expireJoins } from './expire-joins.ts'

export const projectJoinJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job('projectJoins', () => expireJoins(systemCtx), '*/5 * * * *'),
]
