import { alarmCode } from '@emberwatch/contract'
import type { AlarmChange as LiveChange, AlarmNews } from '@emberwatch/contract'
import type pg from 'pg'
import type { DeviceEntry, GatewayEntry, Site } from './directory.ts'
import type { AlarmType } from './meanings.ts'
import type { Outcome, RaisedAlarm } from './outcome.ts'
import type { Change, Round } from './rounds.ts'

/** An alarm condition that began or ended. */
export interface AlarmChange extends Change {
  type: AlarmType
  owner: Site
  gateway: GatewayEntry
  device: DeviceEntry | null
  deviceCode: string | null
  format: string
  code: string
  deviceTime: Date | undefined
  decodedAt: Date
  reportId: number | null
  notify: boolean
}

/** A condition as a round raises it. */
export type Raise = Round<AlarmChange>['raises'][number]
/** The place of an open alarm. */
export type OpenRow = { point: string; type_id: number; alarm_id: number; first_at: string; raised: boolean }

/** What is raised, and the place that it was given or found. */
export type Opened = { alarm: Raise; row: OpenRow }

/** A step of an alarm's journey. */
export interface JourneyRow {
  id: number
  at: Date
  step: 'deviceTime' | 'received' | 'decoded' | 'stored' | 'repeated' | 'raisedAgain' | 'restored'
  detail: Record<string, unknown>
}

/** Adds to the journeys of alarms. */
export async function insertJourney(client: pg.ClientBase, rows: readonly JourneyRow[]): Promise<void> {
  if (rows.length === 0) return
  await client.query({
    name: 'ingest_alarm_journey',
    text: `insert into alarm_journey (alarm_id, at, step, detail)
      select * from unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::jsonb[])`,
    values: [
      rows.map(({ id }) => id),
      rows.map(({ at }) => at),
      rows.map(({ step }) => step),
      rows.map(({ detail }) => JSON.stringify(detail)),
    ],
  })
}

/** How the audit names the point of an alarm. */
export function nameOf({ device, deviceCode, gateway }: AlarmChange): string {
  return device?.name ?? deviceCode ?? gateway.name
}

/** An alarm as it stands in this transaction. */
export type StandingAlarm = Pick<AlarmNews, 'level' | 'state'> & { id: number; first_at: string }

/** Tells the consoles: enough for the pop-up, without a further call. */
export function announce(
  outcome: Outcome,
  change: LiveChange,
  { type, device, deviceCode, owner }: AlarmChange,
  alarm: StandingAlarm,
): void {
  const { id, level, state, first_at: firstAt } = alarm
  const news: AlarmNews = {
    code: alarmCode(id, firstAt, owner.timeZone),
    level,
    typeId: type.id,
    typeNameZh: type.nameZh,
    typeNameEn: type.nameEn,
    projectName: owner.projectName,
    deviceCode: device?.code ?? deviceCode,
    deviceName: device?.name ?? null,
    roomNumber: device?.roomNumber ?? null,
    firstAt,
    state,
  }
  outcome.event('alarm', change, id, owner, device?.id ?? null, news)
}

/** What is told of a raised alarm. */
export function raisedAlarm(
  id: number,
  { typeId, owner, device, notify }: AlarmChange,
  firstAt: Date,
  again: boolean,
): RaisedAlarm {
  return { id, again, firstAt, typeId, owner, deviceId: device?.id ?? null, notify }
}
