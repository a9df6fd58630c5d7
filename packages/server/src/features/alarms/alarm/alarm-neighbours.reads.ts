import {
  DomainError,
  neighbourMinutes,
  type AlarmNeighbour,
  type endpoints,
  type InputOf,
  type OutputOf,
} from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { findAlarm, type StoredAlarm } from './alarm.store.ts'

type Neighbours = typeof endpoints.alarm.neighbours

/** A storm at one site has its own list; here the nearest in time are enough. */
const neighbourLimit = 100

const around = ({ first_at }: StoredAlarm) => {
  const [at, span] = [Date.parse(first_at), neighbourMinutes * 60_000]
  return { from: new Date(at - span).toISOString(), to: new Date(at + span).toISOString() }
}

/** The same site: the project, or the gateway where there is none. */
const sameSite = (table: 'alarm' | 'fault', alarm: StoredAlarm) =>
  alarm.project_id === null
    ? sql<boolean>`${sql.ref(`${table}.gateway_id`)} = ${alarm.gateway_id}`
    : sql<boolean>`${sql.ref(`${table}.project_id`)} = ${alarm.project_id}`

/** The time between a row and the alarm's first signal, to find the nearest. */
const distance = (table: 'alarm' | 'fault', at: string) =>
  sql`abs(extract(epoch from ${sql.ref(`${table}.first_at`)} - ${at}::timestamptz))`

/** Null for a device that has left: its present name is not for those who see what it reported here. */
const deviceHere = (table: 'alarm' | 'fault', column: 'name' | 'room_number') =>
  sql<
    string | null
  >`case when coalesce(device.project_id = ${sql.ref(`${table}.project_id`)}, device.path = ${sql.ref(`${table}.path`)})
    then ${sql.ref(`device.${column}`)} end`

const alarmsAround = (ctx: Ctx, alarm: StoredAlarm) =>
  ctx.db
    .selectFrom('alarm')
    .innerJoin('alarm_type as type', 'type.id', 'alarm.type_id')
    .leftJoin('device', 'device.id', 'alarm.device_id')
    .select(['alarm.id', 'alarm.first_at as at', 'alarm.level', 'alarm.state', 'alarm.test', 'alarm.device_id as deviceId'])
    .select(['type.name_zh as typeNameZh', 'type.name_en as typeNameEn', deviceHere('alarm', 'name').as('deviceName')])
    .select(deviceHere('alarm', 'room_number').as('roomNumber'))
    .select(sql<string | null>`coalesce(device.code, alarm.device_code)`.as('deviceCode'))
    .where(sameSite('alarm', alarm))
    .where('alarm.first_at', '>=', around(alarm).from)
    .where('alarm.first_at', '<=', around(alarm).to)
    .where('alarm.id', '<>', alarm.id)
    .orderBy(distance('alarm', alarm.first_at))
    .limit(neighbourLimit + 1)
    .execute()

const faultsAround = (ctx: Ctx, alarm: StoredAlarm) =>
  ctx.db
    .selectFrom('fault')
    .innerJoin('fault_type as type', 'type.id', 'fault.type_id')
    .leftJoin('device', 'device.id', 'fault.device_id')
    .select(['fault.id', 'fault.first_at as at', 'fault.state', 'fault.test', 'fault.device_id as deviceId'])
    .select(['type.name_zh as typeNameZh', 'type.name_en as typeNameEn', deviceHere('fault', 'name').as('deviceName')])
    .select([deviceHere('fault', 'room_number').as('roomNumber'), 'device.code as deviceCode'])
    .where(sameSite('fault', alarm))
    .where('fault.first_at', '>=', around(alarm).from)
    .where('fault.first_at', '<=', around(alarm).to)
    .orderBy(distance('fault', alarm.first_at))
    .limit(neighbourLimit + 1)
    .execute()

/** What else happened at the site around the time of an alarm, in order of time. Faults only for readers who may see them. */
export const neighboursOfAlarm = async (ctx: Ctx, { id }: InputOf<Neighbours>): Promise<OutputOf<Neighbours>> => {
  const alarm = await findAlarm(ctx.db, id)
  if (!alarm) throw new DomainError('notFound', {}, 'id')
  if (alarm.project_id === null && alarm.gateway_id === null) return { list: [], more: false }
  const [alarms, faults] = await Promise.all([
    alarmsAround(ctx, alarm),
    ctx.actor.operations.has('fault:view') ? faultsAround(ctx, alarm) : [],
  ])
  const offset = (at: string): number => Date.parse(at) - Date.parse(alarm.first_at)
  const all: AlarmNeighbour[] = [
    ...alarms.map(({ state, ...row }) => ({
      ...row,
      kind: 'alarm' as const,
      offsetMs: offset(row.at),
      alarmState: state,
      faultState: null,
    })),
    ...faults.map(({ state, ...row }) => ({
      ...row,
      kind: 'fault' as const,
      offsetMs: offset(row.at),
      level: null,
      alarmState: null,
      faultState: state,
    })),
  ]
  const nearest = all.toSorted((a, b) => Math.abs(a.offsetMs) - Math.abs(b.offsetMs)).slice(0, neighbourLimit)
  return { list: nearest.toSorted((a, b) => a.offsetMs - b.offsetMs), more: all.length > neighbourLimit }
}
