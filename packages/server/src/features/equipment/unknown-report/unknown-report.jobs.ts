import type { JobServices } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import { settleKnown } from './settle-known.ts'

export const unknownReportJobs = ({ systemCtx, log }: JobServices): readonly JobDefinition[] => [
  job(
    'settleKnown',
    async () => {
      const settled = await settleKnown(systemCtx)
      if (settled > 0) log.info({ settled }, 'devices that were unknown are registered where they report')
    },
    '* * * * *',
  ),
]
