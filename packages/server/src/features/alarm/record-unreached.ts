import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../tables/index.ts'

/** The alarms of these runs, whose messages name only the first one, and of these messages. */
const alarmsOf = (runIds: readonly number[], alarmIds: readonly number[]) => sql`(
  select object_id as id from notification_run_cause where run_id = any(${[...runIds]}::bigint[]) and kind in ('alarm', 'breach')
  union select unnest(${[...alarmIds]}::bigint[]))`

export interface Told {
  readonly runId: number | null
  readonly alarmId: number | null
}

const idsOf = (told: readonly Told[]) =>
  alarmsOf(
    told.flatMap(({ runId }) => runId ?? []),
    told.flatMap(({ alarmId }) => alarmId ?? []),
  )

/** A rule has reached somebody after all. */
export const recordReachedAgain = async (tx: Kysely<Tables>, told: readonly Told[], at: Date): Promise<void> => {
  if (told.length === 0) return
  await sql`update alarm_unreached set reached_at = ${at} where reached_at is null and alarm_id in ${idsOf(told)}`.execute(tx)
}

/**
 * Marks unconfirmed alarms about which no message or call of a rule has got through and none is under way. Copies of failed messages do not
 * count: they are tried for minutes, and somebody must know now.
 * @returns the alarms that have not been marked before
 */
export const recordUnreached = async (tx: Kysely<Tables>, failed: readonly Told[], at: Date): Promise<number[]> => {
  if (failed.length === 0) return []
  const { rows: alarms } = await sql<{ id: number }>`
    select id from alarm where id in ${idsOf(failed)} and state = 'unconfirmed' and not test order by id`.execute(tx)
  const ids = alarms.map(({ id }) => id)
  if (ids.length === 0) return []
  // Of the last two messages, which fail at the same moment, each transaction would see the other's as under way.
  await sql`select pg_advisory_xact_lock(hashtext('alarm_unreached'), (id % 2147483647)::integer) from unnest(${ids}::bigint[]) as id order by id`.execute(
    tx,
  )
  const { rows } = await sql<{ id: number; isNew: boolean }>`
    insert into alarm_unreached (alarm_id, at)
    select due.id, ${at} from unnest(${ids}::bigint[]) as due (id)
     where not exists (
       select from message_record as told
        where (told.alarm_id = due.id
               or told.run_id in (select run_id from notification_run_cause where object_id = due.id and kind in ('alarm', 'breach')))
          and told.cause = 'rule' and (told.state in ('sent', 'delivered', 'read', 'answered', 'folded')
            or (told.state in ('queued', 'sending') and told.copy_of is null)))
    on conflict (alarm_id) do update set at = excluded.at, reached_at = null where alarm_unreached.reached_at is not null
    returning alarm_id as id, xmax = 0 as "isNew"`.execute(tx)
  return rows.flatMap(({ id, isNew }) => (isNew ? [id] : []))
}
