import { alarmCode, type AlarmRow } from '@emberwatch/contract'
import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely'
import { onePlan } from '../../platform/database/statement-names.ts'
import { fields } from '../../platform/rows/columns.ts'
import type { Tables } from '../../tables/index.ts'

/**
 * A column of a row that an alarm refers to. A subquery instead of a join: with a dozen tables to join, planning takes longer
 * than everything else (for ten rows of a million, 9 ms instead of 2). As with a join there is no scope: rows that a visible row
 * refers to may be shown.
 */
const pointed =
  <T extends keyof Tables>(table: T, key: RawBuilder<unknown>, condition: RawBuilder<boolean> = sql`true`) =>
  <C extends keyof Selectable<Tables[T]> & string>(column: C): RawBuilder<Selectable<Tables[T]>[C] | null> =>
    sql`(select ${sql.ref(`pointed.${column}`)} from ${sql.table(table)} as pointed where pointed.id = ${key} and ${condition})`

const type = pointed('alarm_type', sql.ref('alarm.type_id'))
const company = pointed('company', sql.ref('alarm.company_id'))
const project = pointed('project', sql.ref('alarm.project_id'))
const device = pointed('device', sql.ref('alarm.device_id'))
/** Of a device that has left: what it is called elsewhere is not for whoever sees the alarm, and the room there is the wrong door. */
const deviceHere = pointed(
  'device',
  sql.ref('alarm.device_id'),
  sql`coalesce(pointed.project_id = alarm.project_id, pointed.path = alarm.path)`,
)
const model = pointed('device_model', device('model_id'))
const gateway = pointed('gateway', sql.ref('alarm.gateway_id'))
const confirmer = pointed('account', sql.ref('alarm.confirmed_by'))
const closer = pointed('account', sql.ref('alarm.closed_by'))
const order = pointed('work_order', sql.ref('alarm.order_id'), sql`pointed.deleted_at is null`)

/** Was the device disabled at any time between the alarm's first and last signal? */
const deviceDisabled = sql<boolean>`(alarm.device_id is not null and exists (select from device_disablement d where d.device_id = alarm.device_id
  and d.from_at <= alarm.last_at and coalesce(d.ended_at, d.until_at) >= alarm.first_at))`

/** The time zone of the alarm's site: the project's, or the company's if there is no project. Never null. */
export const alarmTimeZone = sql<string>`coalesce(${project('time_zone')}, ${company('time_zone')})`

/** Reads the alarms that a condition picks, in any order. */
export const readAlarms = async (db: Kysely<Tables>, picked: RawBuilder<boolean>): Promise<AlarmRow[]> => {
  const rows = await db
    // First the rows, then what they refer to: otherwise every partition's plan would hold all of the subqueries.
    .with(
      (shown) => shown('shown').materialized(),
      (query) => query.selectFrom('alarm').selectAll().where(picked),
    )
    .selectFrom('shown as alarm')
    .select(fields('alarm', ['id', 'state', 'level', 'typeId', 'sourceActive', 'test', 'projectId', 'deviceId', 'sourceFormat']))
    .select(fields('alarm', ['sourceCode', 'repeatCount', 'firstAt', 'lastAt', 'acknowledgeDueAt', 'confirmedAt', 'closedAt']))
    .select(fields('alarm', ['handleWay', 'cause', 'note']))
    .select([
      type('name_zh').$notNull().as('typeNameZh'),
      type('name_en').$notNull().as('typeNameEn'),
      project('name').as('projectName'),
      sql<string | null>`coalesce(${device('code')}, alarm.device_code)`.as('deviceCode'),
      deviceHere('name').as('deviceName'),
      deviceHere('room_number').as('roomNumber'),
      model('name').as('modelName'),
      gateway('code').as('gatewayCode'),
      deviceDisabled.as('deviceDisabled'),
      company('name').$notNull().as('companyName'),
      alarmTimeZone.as('timeZone'),
      sql<string>`coalesce(alarm.raised_at, alarm.first_at)`.as('raisedAt'),
      sql<string | null>`case when alarm.closed_at is null and not alarm.test
        then coalesce(alarm.raised_at, alarm.first_at) + make_interval(secs => ${type('close_s')}) end`.as('closeDueAt'),
      confirmer('name').as('confirmedBy'),
      closer('name').as('closedBy'),
      order('id').as('orderId'),
      order('code').as('orderCode'),
    ])
    .modifyEnd(onePlan)
    .execute()
  return rows.map((row) => ({ ...row, code: alarmCode(row.id, row.firstAt, row.timeZone) }))
}
