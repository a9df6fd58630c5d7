import type { JobServices } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import { returnDevices } from './return-devices.ts'

export const deviceJobs = ({ systemCtx, log }: JobServices): readonly JobDefinition[] => [
  job(
    'returnDevices',
    async () => {
      const returned = await returnDevices(systemCtx)
      if (returned > 0) log.info({ returned }, 'disabled devices are back in service')
    },
    '* * * * *',
  ),
]
