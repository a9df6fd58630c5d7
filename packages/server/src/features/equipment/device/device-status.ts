import type { EnumValue } from '@emberwatch/contract'
import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { fewByIdOrMany, newestFirst, type FoundRows } from '../../../platform/keyword.ts'
import { hasAlarm, hasFault, isAlarm, isFault } from '../../../tables/device-status.ts'
import type { Tables } from '../../../tables/index.ts'

type Status = EnumValue<'deviceStatus'>

/** Devices of a project by the status that lists show. Those in stock and scrapped ones are not of it. */
export interface DeviceTally {
  readonly deviceCount: number
  /** Those whose model is supervised. */
  readonly supervisedDevices: number
  readonly onlineDevices: number
  readonly unheardDevices: number
  readonly alarmDevices: number
  readonly faultDevices: number
  readonly lowPowerDevices: number
  readonly offlineDevices: number
  readonly normalDevices: number
  readonly unsupervisedDevices: number
  /** The days that they have been bound within the period, each at least `leastDays`. */
  readonly deviceDays: number
}

const n = <Name extends keyof DeviceTally>(name: Name, condition?: RawBuilder<boolean>) =>
  (condition ? sql<number>`count(*) filter (where ${condition})` : sql<number>`count(*)`).as(name)

/**
 * `shownStatus` counted for whole projects: the devices with open records are found once for all of them. `db` has the caller's scope.
 * @param period for `deviceDays`
 */
export const tallyDevices = (
  db: Kysely<Tables>,
  projectIds: readonly number[],
  { from, to, leastDays }: { readonly from: string; readonly to: string; readonly leastDays: number },
): Promise<(DeviceTally & { readonly id: number | null })[]> => {
  const isIn = (table: string) => sql<boolean>`${sql.ref(`${table}.project_id`)} = any(${projectIds}::bigint[])`
  // Not scoped: what a visible device raised at its place decides its status, as in `shownStatus`.
  const raised = (table: 'alarm' | 'fault', isOpen: RawBuilder<boolean>) =>
    sql<{ device_id: number; project_id: number }>`(
      select distinct device_id, project_id from ${sql.table(table)} where ${isOpen} and ${isIn(table)} and device_id is not null)`
  const status = sql<Status>`case when alarmed.device_id is not null then 'alarm' when faulty.device_id is not null then 'fault'
    when device.low_power then 'lowPower' when device.online then 'online'
    when device.online is null then 'unsupervised' else 'offline' end`
  const days = sql<number>`greatest(${leastDays}::float8,
    extract(epoch from ${to}::timestamptz - greatest(device.bound_at, ${from}::timestamptz)) / 86400)`
  const shown = db
    .selectFrom('device')
    .leftJoin(raised('alarm', isAlarm).as('alarmed'), (join) =>
      join.onRef('alarmed.device_id', '=', 'device.id').onRef('alarmed.project_id', '=', 'device.project_id'),
    )
    .leftJoin(raised('fault', isFault).as('faulty'), (join) =>
      join.onRef('faulty.device_id', '=', 'device.id').onRef('faulty.project_id', '=', 'device.project_id'),
    )
    .select(['device.project_id', 'device.online', 'device.last_seen_at'])
    .select([status.as('status'), days.as('days')])
    .where(isIn('device'))
    .where('device.deleted_at', 'is', null)
    .where('device.scrapped_at', 'is', null)
  const is = (value: Status) => sql<boolean>`shown.status = ${sql.lit(value)}`
  return db
    .selectFrom(shown.as('shown'))
    .select(['shown.project_id as id', n('deviceCount'), n('supervisedDevices', sql`shown.online is not null`)])
    .select(n('onlineDevices', sql`shown.online`))
    .select([
      n('unheardDevices', sql`shown.online is not null and shown.last_seen_at is null`),
      n('alarmDevices', is('alarm')),
      n('faultDevices', is('fault')),
    ])
    .select([n('lowPowerDevices', is('lowPower')), n('offlineDevices', is('offline')), n('normalDevices', is('online'))])
    .select(n('unsupervisedDevices', is('unsupervised')))
    .select(sql<number>`sum(shown.days)::float8`.as('deviceDays'))
    .groupBy('shown.project_id')
    .execute()
}

/** How many devices with open records are checked, newest first. */
const openLimit = 1_500

/** The newest devices with open records, and whether these are all. Selected by id, which the planner estimates correctly. */
const newestWith = async (db: Kysely<Tables>, table: 'alarm' | 'fault'): Promise<{ ids: (number | null)[]; all: boolean }> => {
  const rows = await (table === 'alarm'
    ? db
        .selectFrom('alarm')
        .select('device_id')
        .distinct()
        .where(isAlarm)
        .where('device_id', 'is not', null)
        .orderBy('device_id', 'desc')
        .limit(openLimit + 1)
        .execute()
    : db
        .selectFrom('fault')
        .select('device_id')
        .distinct()
        .where(isFault)
        .where('device_id', 'is not', null)
        .orderBy('device_id', 'desc')
        .limit(openLimit + 1)
        .execute())
  return { ids: rows.map(({ device_id }) => device_id), all: rows.length <= openLimit }
}

const conditions: Readonly<Record<Status, RawBuilder<boolean>>> = {
  alarm: hasAlarm,
  fault: sql`(${hasFault} and not ${hasAlarm})`,
  lowPower: sql`(device.low_power and not ${hasAlarm} and not ${hasFault})`,
  offline: sql`(not device.online and device.project_id is not null and not device.low_power and not ${hasAlarm} and not ${hasFault})`,
  online: sql`(device.online and not device.low_power and not ${hasAlarm} and not ${hasFault})`,
  unsupervised: sql`(device.online is null and device.project_id is not null and not device.low_power and not ${hasAlarm} and not ${hasFault})`,
}

const open = (table: 'alarm' | 'fault', condition: RawBuilder<boolean>) =>
  sql<{
    device_id: number
  }>`(select distinct device_id, project_id from ${sql.table(table)} where device_id is not null and ${condition})`
const isOf = (alias: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${alias}.device_id`)} = device.id and ${sql.ref(`${alias}.project_id`)} is not distinct from device.project_id)`

/**
 * To count devices by the same status: what is open is read once and joined, instead of asked for each device. The rows then have `joinedStatus`;
 * null for a device without any, such as one in stock.
 */
export const withOpenRecords = (rows: SelectQueryBuilder<Tables, 'device', object>) =>
  rows
    .leftJoin(open('alarm', isAlarm).as('alarmed'), (join) => join.on(isOf('alarmed')))
    .leftJoin(open('fault', isFault).as('faulty'), (join) => join.on(isOf('faulty')))
export const joinedStatus = sql<Status | null>`case
  when alarmed.device_id is not null then 'alarm'
  when faulty.device_id is not null then 'fault'
  when device.low_power then 'lowPower'
  when device.online then 'online'
  when device.project_id is not null then case when device.online is null then 'unsupervised' else 'offline' end end`

type Devices = SelectQueryBuilder<Tables, 'device', object>

/**
 * The `rows` with this status. It is derived from records, so no index can count it: beyond a thousand, counting stops
 * (docs/decisions/0114). `db` has the caller's scope.
 */
export const withStatus = async (db: Kysely<Tables>, rows: Devices, status: Status): Promise<FoundRows<Devices>> => {
  const picked = rows.where(conditions[status])
  if (status !== 'alarm' && status !== 'fault')
    return fewByIdOrMany(rows, 'device', picked, newestFirst(picked, 'device'), { highest: true })
  const { ids, all } = await newestWith(db, status)
  const among = newestFirst(picked.where(sql<boolean>`device.id = any(${ids}::bigint[])`), 'device')
  if (all) return fewByIdOrMany(rows, 'device', picked, among, { limit: openLimit, highest: true })
  const found = await fewByIdOrMany(rows, 'device', picked, among, { highest: true })
  // If too few of those checked match, all are queried.
  return found.count?.totalCapped ? found : { rows: picked }
}
