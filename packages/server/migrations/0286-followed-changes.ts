import { sql, type Kysely } from 'kysely'

/**
 * The transaction of each live event: whoever follows alarms or faults continues from a snapshot and reads what was not visible in it.
 * Neither ids nor times follow the order of commits. Only a day of events is kept, so writing them anew is quick.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table live_event add column xid xid8 not null default pg_current_xact_id()`.execute(db)
  // Only for the kinds that are followed: every fire waits for its event.
  await sql`create index live_event_followed on live_event (xid, id) where kind in ('alarm', 'fault', 'refresh')`.execute(db)
}
