import type { JobServices } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import { handOverKind, runHandOver, settleLate } from './run-hand-over.ts'

export const handOverJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job(handOverKind, ({ handOverId }) => runHandOver(systemCtx, handOverId)),
  job('handOverLate', () => settleLate(systemCtx), '* * * * *'),
]
