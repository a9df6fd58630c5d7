import { sql, type Kysely, type RawBuilder, type Selectable, type Updateable } from 'kysely'
import type { AlarmTable } from '../../../tables/reports.tables.ts'
import type { Tables } from '../../../tables/index.ts'
import { alarmTimeZone } from './alarm.rows.ts'

type Db = Kysely<Tables>
/** An alarm with its columns and the time zone of its site. */
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
 * Updates an alarm if its state has not changed since it was read and it was not raised again, and, with `silent`, only if its source is not
 * active. Returns whether it did.
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
    .where('raised_at', 'is not distinct from', alarm.raised_at)
  if (silent) update = update.where('source_active', '=', false)
  return (await update.executeTakeFirst()).numUpdatedRows > 0n
}

/** Frees the alarm's point: its next report raises a new alarm. `db` is not scoped: access to the alarm has been checked. */
export const removeOpen = async (db: Db, alarmId: number): Promise<void> => {
  await db.deleteFrom('alarm_open').where('alarm_id', '=', alarmId).execute()
}

/** The alarms that no console has shown yet. */
export const unshownAlarms = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('alarm')
    .select(['id', 'first_at', alarmTimeZone.as('timeZone')])
    .where('id', 'in', ids)
    .where('shown_at', 'is', null)
    .orderBy('id')

export const markShown = async (db: Db, ids: readonly number[], at: Date): Promise<void> => {
  await db.updateTable('alarm').set({ shown_at: at }).where('id', 'in', ids).execute()
}

/** Sets or clears the repair order that handles an alarm. */
export const setAlarmOrder = async (
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

/** The open alarms at a point, ignoring the case of the code, in the order in which ingest locks them. */
export const openAlarmsAtPoint = (db: Db, point: string) =>
  db
    .selectFrom('alarm_open')
    .select(['alarm_id', 'type_id', 'point'])
    .where(sql<boolean>`lower(point) = lower(${point})`)
    .orderBy('type_id')
    .orderBy('point')
    .forUpdate()
    .execute()

/**
 * Links an open alarm to a device. Not if the device already has an open alarm of that type, which then stays on its own. Returns
 * whether it did.
 */
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

/**
 * Detaches open alarms from their points, so that the next reports there raise new alarms. They are locked in ingest's order. Alarms
 * detached earlier stay as they are.
 */
const detach = async (db: Db, where: RawBuilder<boolean>): Promise<void> => {
  await sql`
    update alarm_open o set point = o.point || '@' || o.alarm_id
      from (select point, type_id from alarm_open where ${where} and point not like '%@' || alarm_id
             order by type_id, point collate "C" for update) old
     where o.point = old.point and o.type_id = old.type_id`.execute(db)
}

export const detachPoints = (db: Db, points: readonly string[]): Promise<void> => detach(db, sql`point = any(${points})`)

/** The same for gateways and for what they report of unregistered devices. */
export const detachGatewayPoints = (db: Db, gatewayIds: readonly number[]): Promise<void> =>
  detach(db, sql`(point = any(${gatewayIds.map((id) => `g${id}`)}) or point like any(${gatewayIds.map((id) => `g${id}/%`)}))`)
