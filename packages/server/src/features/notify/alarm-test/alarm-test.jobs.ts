import type { JobServices } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import { closeOldTests } from './close-old-tests.ts'

export const alarmTestJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job('oldTestAlarms', async () => void (await closeOldTests(systemCtx)), '17 * * * *'),
]
