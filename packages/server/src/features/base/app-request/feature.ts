import { limits } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { JobServices, Feature } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import type { Tables } from '../../../tables/index.ts'

/** Deletes stored answers so old that nobody repeats the request any more. */
export const deleteOldRequests = async (db: Kysely<Tables>, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - limits.requestDays * 86_400_000)
  await db.deleteFrom('app_request').where('at', '<', before.toISOString()).execute()
}

const appRequestJobs = ({ systemCtx: { systemDb, clock } }: JobServices): readonly JobDefinition[] => [
  job('appRequests', () => deleteOldRequests(systemDb, clock.now()), '53 3 * * *'),
]

export const appRequestFeature: Feature = {
  name: 'app-request',
  jobs: appRequestJobs,
}
