import { alarmCode, limits, type AlarmRow, type EnumValue } from '@emberwatch/contract'
import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely'
import { onePlan } from '../../../platform/database/statement-names.ts'
import { fields } from '../../../platform/rows/columns.ts'
import type { Tables } from '../../../tables/index.ts'

/**
 * A column of a row that an alarm refers to. A subquery instead of a join: with a dozen tables to join, planning takes longer than
 * everything else (for ten rows of a million, 9 ms instead of 2). As with a join it is not scoped: rows that a visible row refers to may be
 * shown.
 */
const pointed =
  <T extends keyof Tables>(table: T, key: RawBuilder<unknown>, condition: RawBuilder<boolean> = sql`true`) =>
  <C extends keyof Selectable<Tables[T]> & string>(column: C): RawBuilder<Selectable<Tables[T]>[C] | null> =>
    sql`(select ${sql.ref(`pointed.${column}`)} from ${sql.table(table)} as pointed where pointed.id = ${key} and ${condition})`

const type = pointed('alarm_type', sql.ref('alarm.type_id'))
const company = pointed('company', sql.ref('alarm.company_id'))
const project = pointed('project', sql.ref('alarm.project_id'))
const device = pointed('device', sql.ref('alarm.device_id'))
/** Null for a device that has left: its present name is not for those who see the alarm, and its room would be the wrong door. */
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

/** Whether the device was disabled at any time between the alarm's first and last signal. */
const deviceDisabled = sql<boolean>`(alarm.device_id is not null and exists (select from device_disablement d where d.device_id = alarm.device_id
  and d.from_at <= alarm.last_at and coalesce(d.ended_at, d.until_at) >= alarm.first_at))`

/** The time zone of the alarm's site: the project's, or the company's if there is no project. Never null. */
export const alarmTimeZone = sql<string>`coalesce(${project('time_zone')}, ${company('time_zone')})`

/** Who has taken the sites of the alarms. */
const siteHolder = sql<{ project_id: number }>`(select h.project_id, h.account_id, h.taken_at, h.seen_at, a.name
  from desk_hold h join account a on a.id = h.account_id)`.as('hold')

/** By how many seconds the last response to a clock was late, or is overdue now. Null: in time so far. */
const lateBy = (clock: EnumValue<'alarmClock'>): RawBuilder<number | null> =>
  sql`(select ceil(extract(epoch from coalesce(b.answered_at, now()) - b.due_at))::integer from alarm_breach b
    where b.alarm_id = alarm.id and b.clock = ${sql.lit(clock)} order by b.due_at desc limit 1)`

/** The channels over which somebody was reached about the alarm. */
const reached = sql<EnumValue<'notifyMethod'>[]>`array(select channel from alarm_reached r where r.alarm_id = alarm.id
  union all select 'inSite' where alarm.shown_at is not null order by 1)`

/** Since when everything that was to tell people of the alarm has failed. */
const unreachedAt = sql<string | null>`(select u.at from alarm_unreached u
  where u.alarm_id = alarm.id and u.reached_at is null and alarm.state = 'unconfirmed')`

/** Reads the alarms that a condition selects, in any order. */
export const readAlarms = async (db: Kysely<Tables>, picked: RawBuilder<boolean>): Promise<AlarmRow[]> => {
  const rows = await db
    // First the rows, then what they refer to: otherwise the plan would repeat all subqueries for every partition.
    .with(
      (shown) => shown('shown').materialized(),
      (query) => query.selectFrom('alarm').selectAll().where(picked),
    )
    .selectFrom('shown as alarm')
    // Raw SQL, because the handler of a visible alarm may be shown, whatever their company.
    .leftJoin(siteHolder, (join) => join.on(sql<boolean>`hold.project_id = alarm.project_id`))
    .select(fields('alarm', ['id', 'state', 'level', 'typeId', 'sourceActive', 'test', 'projectId', 'deviceId', 'sourceFormat']))
    .select(
      fields('alarm', [
        'sourceCode',
        'repeatCount',
        'firstAt',
        'lastAt',
        'acknowledgeDueAt',
        'breachedAt',
        'confirmedAt',
        'closedAt',
      ]),
    )
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
      sql<boolean>`(alarm.tried_by is not null)`.as('tried'),
      company('id').$notNull().as('companyId'),
      company('name').$notNull().as('companyName'),
      alarmTimeZone.as('timeZone'),
      sql<string>`coalesce(alarm.raised_at, alarm.first_at)`.as('raisedAt'),
      sql<string | null>`case when alarm.closed_at is null then alarm.close_due_at end`.as('closeDueAt'),
      lateBy('acknowledge').as('acknowledgeLateS'),
      lateBy('close').as('closeLateS'),
      reached.as('reached'),
      unreachedAt.as('unreachedAt'),
      sql<EnumValue<'alarmResult'> | null>`(select result from alarm_closing c where c.alarm_id = alarm.id)`.as('result'),
      sql<number | null>`hold.account_id`.as('holderId'),
      sql<string | null>`hold.name`.as('holderName'),
      sql<string | null>`hold.taken_at`.as('heldAt'),
      sql<boolean>`coalesce(abs(extract(epoch from now() - hold.seen_at)) > ${sql.lit(limits.deskAbsentMinutes * 60)}, false)`.as(
        'holderAbsent',
      ),
      confirmer('name').as('confirmedBy'),
      closer('name').as('closedBy'),
      order('id').as('orderId'),
      order('code').as('orderCode'),
    ])
    .modifyEnd(onePlan)
    .execute()
  return rows.map((row) => ({ ...row, code: alarmCode(row.id, row.firstAt, row.timeZone) }))
}
