import type { JobServices } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import { deleteOldLinks } from './gateway.store.ts'

export const gatewayJobs = ({ systemCtx: { systemDb, clock } }: JobServices): readonly JobDefinition[] => [
  job('gatewayLinks', () => deleteOldLinks(systemDb, clock.now()), '47 3 * * *'),
]
