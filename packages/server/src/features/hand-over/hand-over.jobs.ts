import type { JobServices } from '../../platform/feature.ts'
import { job, type JobDefinition } from '../../platform/jobs.ts'
import { runHandOver } from './run-hand-over.ts'

export const handOverJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job('handOver', ({ handOverId }) => runHandOver(systemCtx, handOverId)),
]
