import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'

/** A message of a rule that has reached somebody, or nobody. */
export interface Attempted {
  /** Its own id, and that of the one that it is a copy of: others may have been merged into either. */
  readonly recordIds: readonly number[]
  readonly runId: number | null
  readonly alarmId: number | null
}

/** The alarms of these messages, of their runs, whose messages name only the first one, and of the messages that were merged into them. */
const alarmsOf = (sent: readonly Attempted[]) => sql`(
  with merged as (select run_id, alarm_id from message_record where folded_into = any(${sent.flatMap(({ recordIds }) => recordIds)}::bigint[]) and state = 'folded')
  select object_id as id from notification_run_cause
   where run_id in (select unnest(${sent.flatMap(({ runId }) => runId ?? [])}::bigint[]) union all select run_id from merged) and kind in ('alarm', 'breach')
  union select unnest(${sent.flatMap(({ alarmId }) => alarmId ?? [])}::bigint[]) union select alarm_id from merged where alarm_id is not null)`

/** A rule has reached somebody after all. */
export const recordReachedAgain = async (tx: Kysely<Tables>, sent: readonly Attempted[], at: Date): Promise<void> => {
  if (sent.length === 0) return
  await sql`update alarm_unreached set reached_at = ${at} where reached_at is null and alarm_id in ${alarmsOf(sent)}`.execute(tx)
}

/** Locks for all alarms together. One for each would use up the database's table of locks in a storm, and with it the memory for everybody else. */
const lockSlots = 64

/** Whether a message has reached somebody, or still may. Copies of failed messages do not count. */
const mayReach = (record: string) =>
  sql.raw(
    `(${record}.state in ('sent', 'delivered', 'read', 'answered') or (${record}.state in ('queued', 'sending') and ${record}.copy_of is null))`,
  )

/** A message that was merged into another one has reached whom that one, or its copy, has reached. */
const reaches = sql`sent.cause = 'rule' and (${mayReach('sent')} or (sent.state = 'folded' and exists (
    select from message_record as head where head.id = sent.folded_into and ${mayReach('head')}
    union all select from message_record as head where head.copy_of = sent.folded_into and ${mayReach('head')})))`

/**
 * Marks unconfirmed alarms about which no message or call of a rule has got through and none is under way. Copies of failed messages do not
 * count: they are tried for minutes, and somebody must know now.
 * @returns the alarms that have not been marked before
 */
export const recordUnreached = async (tx: Kysely<Tables>, failed: readonly Attempted[], at: Date): Promise<number[]> => {
  if (failed.length === 0) return []
  const { rows: alarms } = await sql<{ id: number }>`
    select id from alarm where id in ${alarmsOf(failed)} and state = 'unconfirmed' and (not test or tried_by is not null) order by id`.execute(
    tx,
  )
  const ids = alarms.map(({ id }) => id)
  if (ids.length === 0) return []
  // Of the last two messages, which fail at the same moment, each transaction would see the other's as under way.
  const slots = [...new Set(ids.map((id) => id % lockSlots))].sort((a, b) => a - b)
  await sql`select pg_advisory_xact_lock(hashtext('alarm_unreached'), slot) from unnest(${slots}::integer[]) as slot order by slot`.execute(
    tx,
  )
  // Two selections, each with its own index: as one condition they would read all messages, for each alarm.
  const { rows } = await sql<{ id: number; isNew: boolean }>`
    insert into alarm_unreached (alarm_id, at)
    select due.id, ${at} from unnest(${ids}::bigint[]) as due (id)
     where not exists (
       select from message_record as sent where sent.alarm_id = due.id and ${reaches}
       union all
       select from notification_run_cause as cause join message_record as sent on sent.run_id = cause.run_id
        where cause.object_id = due.id and cause.kind in ('alarm', 'breach') and ${reaches})
    on conflict (alarm_id) do update set at = excluded.at, reached_at = null where alarm_unreached.reached_at is not null
    returning alarm_id as id, xmax = 0 as "isNew"`.execute(tx)
  return rows.flatMap(({ id, isNew }) => (isNew ? [id] : []))
}
