import { sql, type Kysely, type Selectable } from 'kysely'
import type { NotificationCauseTable } from '../../tables/notifications.tables.ts'
import type { Tables } from '../../tables/index.ts'

type Db = Kysely<Tables>
export type StoredCause = Selectable<NotificationCauseTable>

/** In a storm no fire waits behind what is less. */
const firesFirst = sql<boolean>`level is distinct from 'fire'`

/** The causes that are due, fires first, then the oldest; locked. Those on which another process works are left to it. */
export const takeCauses = (tx: Db, at: Date, limit: number, id?: number): Promise<StoredCause[]> => {
  const due = tx.selectFrom('notification_cause').selectAll().where('next_at', '<=', at.toISOString())
  return (id === undefined ? due : due.where('id', '=', id))
    .orderBy(firesFirst)
    .orderBy('next_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

/** They are taken up, and never again. */
export const settleCauses = async (tx: Db, ids: readonly number[], at: Date): Promise<void> => {
  await sql`
    with gone as (delete from notification_cause where id = any(${[...ids]}::bigint[]) returning kind, object_id, round_at)
    insert into notification_seen (kind, object_id, round_at, seen_at)
    select distinct kind, object_id, round_at, ${at}::timestamptz from gone where kind is not null and object_id is not null and round_at is not null
    on conflict do nothing`.execute(tx)
}

/** Counts a failed try, and looks again after a pause that grows with them. Nothing is ever given up. */
export const delayCause = async (db: Db, id: number, nextTry: (tries: number) => Date, failure: string): Promise<number> => {
  const row = await db
    .updateTable('notification_cause')
    .set((e) => ({ tries: e('tries', '+', 1), failure }))
    .where('id', '=', id)
    .returning('tries')
    .executeTakeFirst()
  if (!row) return 0
  await db
    .updateTable('notification_cause')
    .set({ next_at: nextTry(row.tries) })
    .where('id', '=', id)
    .execute()
  return row.tries
}

export const dueCauseIds = async (db: Db, at: Date, limit: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('notification_cause')
    .select('id')
    .where('next_at', '<=', at.toISOString())
    .orderBy(firesFirst)
    .orderBy('next_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** How many have failed so often that somebody has to look. */
export const stuckCauses = async (db: Db, tries: number): Promise<number> => {
  const row = await db
    .selectFrom('notification_cause')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('tries', '>=', tries)
    .executeTakeFirstOrThrow()
  return row.n
}
