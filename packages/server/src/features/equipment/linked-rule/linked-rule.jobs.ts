import type { JobServices } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import { deleteOldRecords } from './delete-old-runs.ts'

export const linkedRuleJobs = ({ systemCtx, log }: JobServices): readonly JobDefinition[] => [
  job(
    'oldCommands',
    async () => {
      const deleted = await deleteOldRecords(systemCtx)
      if (deleted.commands + deleted.runs > 0) log.info(deleted, 'old commands and runs of rules are deleted')
    },
    '17 4 * * *',
  ),
]
