import { sql, type Insertable, type Kysely } from 'kysely'
import type { MessageRecordTable } from '../../tables/records.tables.ts'
import type { Tables } from '../../tables/index.ts'

/** Announces queued messages to every process that sends. */
export const outboxChannel = 'emberwatch_outbox'

/** Queues messages and calls in the write that causes them; they are sent once it has committed. */
export const queueRecords = async (tx: Kysely<Tables>, rows: readonly Insertable<MessageRecordTable>[]): Promise<void> => {
  if (rows.length === 0) return
  await tx
    .insertInto('message_record')
    .values([...rows])
    .execute()
  await sql`select pg_notify(${outboxChannel}, '')`.execute(tx)
}

/** What is still queued of runs that have ended is not sent. Returns how many. */
export const cancelQueued = async (tx: Kysely<Tables>, runIds: readonly number[], at: Date): Promise<number> => {
  if (runIds.length === 0) return 0
  const { numUpdatedRows } = await tx
    .updateTable('message_record')
    .set({ state: 'cancelled', state_at: at, due_at: null, answer_by: null })
    .where(sql<boolean>`run_id = any(${[...runIds]}::bigint[])`)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
