import { sql, type Kysely, type Selectable } from 'kysely'
import { createRetried } from '../../../platform/outbox/retried.ts'
import type { NotificationCauseTable } from '../../../tables/notifications.tables.ts'
import type { Tables } from '../../../tables/index.ts'

type Db = Kysely<Tables>
export type StoredCause = Selectable<NotificationCauseTable>

/**
 * How many times more rows per project are read than taken, because others may hold some. Without this limit, all would be sorted again for
 * each of a storm's fifty batches.
 */
const inReach = 4

/**
 * Fires come before everything else. Projects take turns, so that none waits behind the storm of another: the oldest cause of each, then
 * the second of each, and so on.
 */
const inFairOrder = (at: Date, limit: number) => sql`
  select cause.* from notification_cause as cause
    join (select id, lesser, place from (
            select id, level is distinct from 'fire' as lesser,
              row_number() over (partition by level is distinct from 'fire', company_id, project_id order by next_at, id) as place
              from notification_cause where next_at <= ${at}) as every
           where place <= ${limit * inReach}) as waiting on waiting.id = cause.id
   where cause.next_at <= ${at} order by waiting.lesser, waiting.place, cause.next_at, cause.id limit ${limit}`

/** The due causes, fires first, projects in turn; locked. Causes locked by another process are skipped. */
export const takeCauses = async (tx: Db, at: Date, limit: number, id?: number): Promise<StoredCause[]> => {
  if (id === undefined) {
    const { rows } = await sql<StoredCause>`${inFairOrder(at, limit)} for update of cause skip locked`.execute(tx)
    return rows
  }
  const one = tx.selectFrom('notification_cause').selectAll().where('id', '=', id).where('next_at', '<=', at.toISOString())
  return one.forUpdate().skipLocked().execute()
}

/** Marks them as taken up, so that they never are again. */
export const settleCauses = async (tx: Db, ids: readonly number[], at: Date): Promise<void> => {
  await sql`
    with gone as (delete from notification_cause where id = any(${[...ids]}::bigint[]) returning kind, object_id, round_at)
    insert into notification_seen (kind, object_id, round_at, seen_at)
    select distinct kind, object_id, round_at, ${at}::timestamptz from gone where kind is not null and object_id is not null and round_at is not null
    on conflict do nothing`.execute(tx)
}

export const dueCauseIds = async (db: Db, at: Date, limit: number): Promise<number[]> => {
  const { rows } = await sql<StoredCause>`${inFairOrder(at, limit)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** No cause is ever given up. */
export const retriedCauses = createRetried({ name: 'notification_cause', due: 'next_at', since: 'stored_at', isOpen: sql`true` })
