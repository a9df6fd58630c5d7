import type { EnumValue } from '@emberwatch/contract'
import { sql, type Kysely, type Selectable, type Updateable } from 'kysely'
import type { AlarmJourneyTable, AlarmTable } from '../../tables/reports.tables.ts'
import type { Tables } from '../../tables/index.ts'
import { alarmTimeZone } from './alarm.rows.ts'

type Db = Kysely<Tables>
/** An alarm as the verbs judge it: its columns, and its site's time zone. */
export type StoredAlarm = Selectable<AlarmTable> & { readonly timeZone: string }
export type AlarmChanges = Pick<
  Updateable<AlarmTable>,
  | 'state'
  | 'acknowledge_due_at'
  | 'confirmed_at'
  | 'confirmed_by'
  | 'closed_at'
  | 'closed_by'
  | 'handle_way'
  | 'cause'
  | 'note'
  | 'close_reason'
>

export const findAlarm = (db: Db, id: number): Promise<StoredAlarm | undefined> =>
  db.selectFrom('alarm').selectAll().select(alarmTimeZone.as('timeZone')).where('id', '=', id).executeTakeFirst()

/**
 * Changes an alarm if it is still in the state it was found in, and, where `silent` is asked for, its source does not report; answers whether so.
 */
export const updateAlarm = async (
  db: Db,
  alarm: StoredAlarm,
  changes: AlarmChanges,
  { by, at, silent }: { by: number | null; at: Date; silent: boolean },
): Promise<boolean> => {
  let update = db
    .updateTable('alarm')
    .set({ ...changes, updated_at: at, updated_by: by })
    .where('id', '=', alarm.id)
    .where('first_at', '=', alarm.first_at)
    .where('state', '=', alarm.state)
  if (silent) update = update.where('source_active', '=', false)
  return (await update.executeTakeFirst()).numUpdatedRows > 0n
}

/** The next report of the point raises a new alarm. `db` is without scope: alarm_open follows an alarm that was judged already. */
export const removeOpen = async (db: Db, alarmId: number): Promise<void> => {
  await db.deleteFrom('alarm_open').where('alarm_id', '=', alarmId).execute()
}

export const insertJourney = async (
  db: Db,
  alarmIds: readonly number[],
  entry: { step: EnumValue<'journeyStep'>; at: Date; by: number | null; detail?: Readonly<Record<string, unknown>> },
): Promise<void> => {
  const { step, at, by, detail = {} } = entry
  await db
    .insertInto('alarm_journey')
    .values(alarmIds.map((alarm_id) => ({ alarm_id, at, step, actor_id: by, detail: JSON.stringify(detail) })))
    .execute()
}

export type JourneyRow = Pick<Selectable<AlarmJourneyTable>, 'at' | 'step' | 'detail'> & { actor: string | null }

/** What happened to an alarm, oldest first. */
export const journeyOf = (db: Db, alarmId: number): Promise<JourneyRow[]> =>
  db
    .selectFrom('alarm_journey')
    .leftJoin('account as actor', 'actor.id', 'alarm_journey.actor_id')
    .select(['alarm_journey.at', 'alarm_journey.step', 'alarm_journey.detail', 'actor.name as actor'])
    .where('alarm_journey.alarm_id', '=', alarmId)
    .orderBy('alarm_journey.at')
    .execute()

/** Adds when alarms first left for a console; of several processes that say so, the earliest stands. Within a transaction. */
export const insertPushed = async (tx: Db, alarms: readonly { id: number; at: Date }[]): Promise<void> => {
  const pushed = sql`unnest(${alarms.map(({ id }) => id)}::bigint[], ${alarms.map(({ at }) => at)}::timestamptz[]) as pushed (id, at)`
  // Two processes take turns, so that neither misses what the other has just written.
  await sql`select pg_advisory_xact_lock(hashtext('alarm.pushed'))`.execute(tx)
  await sql`
    with earlier as (
      update alarm_journey j set at = pushed.at from ${pushed}
       where j.alarm_id = pushed.id and j.step = 'pushed' and j.at > pushed.at)
    insert into alarm_journey (alarm_id, at, step)
    select id, at, 'pushed' from ${pushed}
     where not exists (select from alarm_journey j where j.alarm_id = pushed.id and j.step = 'pushed')`.execute(tx)
}

/** Those of the alarms that no console has shown yet. */
export const unshown = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('alarm')
    .select(['id', 'first_at', alarmTimeZone.as('timeZone')])
    .where('id', 'in', ids)
    .where('shown_at', 'is', null)
    .orderBy('id')

export const markShown = async (db: Db, ids: readonly number[], at: Date): Promise<void> => {
  await db.updateTable('alarm').set({ shown_at: at }).where('id', 'in', ids).execute()
}

/** Sets or clears the repair order that an alarm is worked on under. */
export const setOrder = async (
  db: Db,
  alarm: StoredAlarm,
  orderId: number | null,
  by: number | null,
  at: Date,
): Promise<void> => {
  await db
    .updateTable('alarm')
    .set({ order_id: orderId, updated_at: at, updated_by: by })
    .where('id', '=', alarm.id)
    .where('first_at', '=', alarm.first_at)
    .execute()
}

/** The open alarms of a point, in whatever case its code was sent, in the order in which the ingest locks them. */
export const openOfPoint = (db: Db, point: string) =>
  db
    .selectFrom('alarm_open')
    .select(['alarm_id', 'type_id', 'point'])
    .where(sql<boolean>`lower(point) = lower(${point})`)
    .orderBy('type_id')
    .orderBy('point')
    .forUpdate()
    .execute()

/** Makes an open alarm a device's. Not when the device has an open one of that type, which goes on alone; answers whether so. */
export const linkAlarm = async (
  db: Db,
  { id, typeId, point, deviceId, to }: { id: number; typeId: number; point: string; deviceId: number; to: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('alarm_open')
    .set({ point: to })
    .where('point', '=', point)
    .where('type_id', '=', typeId)
    .where(sql<boolean>`not exists (select from alarm_open as other where other.point = ${to} and other.type_id = ${typeId})`)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await db.updateTable('alarm').set({ device_id: deviceId }).where('id', '=', id).execute()
  return true
}

/** Takes the open alarms of a point off it, so that the next signal there is an alarm of its own. */
export const leavePoint = async (db: Db, point: string): Promise<void> => {
  await db
    .updateTable('alarm_open')
    .set({ point: sql`point || '@' || alarm_id` })
    .where('point', '=', point)
    .execute()
}
