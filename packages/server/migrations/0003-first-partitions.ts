import type { Kysely } from 'kysely'
import { ensurePartitions, partitionedTables } from '../src/platform/database/partitions.ts'

/** The partitions of now; from here on a job makes them ahead. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ensurePartitions(db, new Date(), partitionedTables)
}
