import { alarmCode } from '@emberwatch/contract'
import type { AlarmChange as LiveChange, AlarmNews } from '@emberwatch/contract'
import type pg from 'pg'
import type { DeviceEntry, GatewayEntry, Owner } from './directory.ts'
import type { AlarmType } from './meanings.ts'
import type { Outcome } from './outcome.ts'
import { inRounds } from './rounds.ts'
import type { Change, Round } from './rounds.ts'

/** An alarm condition that began or ended. */
export interface AlarmChange extends Change {
  type: AlarmType
  owner: Owner
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

/** A device's clock is believed for the drawing of a journey when it is no further off than this; never for anything else. */
const BELIEVABLE_MS = 24 * 3600 * 1000
/** Repeats beyond this many are counted, not listed in the journey. */
const LISTED_REPEATS = 20

/** Raises, folds and restores alarms (domain.md, "Alarms and faults"): a few statements for any number of them. */
export async function writeAlarms(
  client: pg.ClientBase,
  changes: readonly AlarmChange[],
  outcome: Outcome,
  at: Date,
): Promise<void> {
  for (const { raises, restores } of inRounds(changes)) {
    if (raises.length > 0) await raise(client, raises, outcome, at)
    if (restores.length > 0) await restore(client, restores, outcome)
  }
}

type Raise = Round<AlarmChange>['raises'][number]
type OpenRow = { point: string; type_id: number; alarm_id: number; first_at: string; raised: boolean }

async function raise(client: pg.ClientBase, raises: readonly Raise[], outcome: Outcome, at: Date): Promise<void> {
  const { rows } = await client.query<OpenRow>({
    name: 'ingest_alarm_open',
    text: `insert into alarm_open as o (point, type_id, alarm_id, first_at)
      select point, type_id, nextval('alarm_id'), first_at
        from unnest($1::text[], $2::bigint[], $3::timestamptz[]) as u (point, type_id, first_at)
      on conflict (point, type_id) do update set alarm_id = o.alarm_id
      returning point, type_id, alarm_id, first_at, xmax = 0 as raised`,
    values: [
      raises.map(({ first }) => first.point),
      raises.map(({ first }) => first.typeId),
      raises.map(({ first }) => first.at),
    ],
  })
  const open = new Map(rows.map((row) => [`${row.type_id} ${row.point}`, row]))
  const fresh: { alarm: Raise; row: OpenRow }[] = []
  const folded: { alarm: Raise; row: OpenRow }[] = []
  for (const alarm of raises) {
    const row = open.get(`${alarm.first.typeId} ${alarm.first.point}`)
    if (row !== undefined) (row.raised ? fresh : folded).push({ alarm, row })
  }
  const journey: JourneyRow[] = []
  if (fresh.length > 0) await insertAlarms(client, fresh, outcome, journey, at)
  if (folded.length > 0) await foldAlarms(client, folded, outcome, journey)
  await insertJourney(client, journey)
}

async function insertAlarms(
  client: pg.ClientBase,
  fresh: readonly { alarm: Raise; row: OpenRow }[],
  outcome: Outcome,
  journey: JourneyRow[],
  at: Date,
): Promise<void> {
  const firsts = fresh.map(({ alarm }) => alarm.first)
  await client.query({
    name: 'ingest_alarm_insert',
    text: `insert into alarm (id, company_id, path, customer_id, project_id, gateway_id, device_id, type_id, level, source_format, source_code,
        report_id, repeat_count, first_at, last_at, device_time, stored_at, acknowledge_due_at)
      select u.*, $17::timestamptz, u.first_at + a.acknowledge_s * interval '1 second'
        from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::text[],
          $10::text[], $11::text[], $12::bigint[], $13::integer[], $14::timestamptz[], $15::timestamptz[], $16::timestamptz[])
          as u (id, company_id, path, customer_id, project_id, gateway_id, device_id, type_id, level, source_format, source_code, report_id,
          repeat_count, first_at, last_at, device_time)
        join alarm_type a on a.id = u.type_id`,
    values: [
      fresh.map(({ row }) => row.alarm_id),
      firsts.map(({ owner }) => owner.companyId),
      firsts.map(({ owner }) => owner.path),
      firsts.map(({ owner }) => owner.customerId),
      firsts.map(({ owner }) => owner.projectId),
      firsts.map(({ gateway }) => gateway.id),
      firsts.map(({ device }) => device?.id ?? null),
      firsts.map(({ typeId }) => typeId),
      firsts.map(({ type }) => type.level),
      firsts.map(({ format }) => format),
      firsts.map(({ code }) => code),
      firsts.map(({ reportId }) => reportId),
      fresh.map(({ alarm }) => alarm.repeats),
      firsts.map((first) => first.at),
      fresh.map(({ alarm }) => alarm.lastAt),
      firsts.map(({ deviceTime }) => deviceTime ?? null),
      at,
    ],
  })
  for (const { alarm, row } of fresh) {
    const { first } = alarm
    const id = row.alarm_id
    if (first.deviceTime !== undefined) {
      const believed = Math.abs(first.deviceTime.getTime() - first.at.getTime()) < BELIEVABLE_MS
      const detail = believed ? {} : { deviceTime: first.deviceTime.toISOString() }
      journey.push({ id, at: believed ? first.deviceTime : first.at, step: 'deviceTime', detail })
    }
    journey.push(
      { id, at: first.at, step: 'received', detail: {} },
      { id, at: first.decodedAt, step: 'decoded', detail: {} },
      { id, at, step: 'stored', detail: {} },
    )
    outcome.raised.push({
      id,
      firstAt: first.at,
      typeId: first.typeId,
      owner: first.owner,
      deviceId: first.device?.id ?? null,
      notify: first.notify,
    })
    outcome.audit('alarm.raise', 'alarm', id, nameOf(first), first.owner, { state: [null, 'unconfirmed'] })
    announce(outcome, 'raised', first, { id, first_at: row.first_at, state: 'unconfirmed', level: first.type.level })
  }
}

async function foldAlarms(
  client: pg.ClientBase,
  folded: readonly { alarm: Raise; row: OpenRow }[],
  outcome: Outcome,
  journey: JourneyRow[],
): Promise<void> {
  const { rows } = await client.query<StandingAlarm & { repeat_count: number }>({
    name: 'ingest_alarm_fold',
    text: `update alarm a
        set repeat_count = a.repeat_count + u.times, last_at = greatest(a.last_at, u.last_at), source_active = true, updated_at = now()
       from unnest($1::bigint[], $2::timestamptz[], $3::integer[], $4::timestamptz[]) as u (id, first_at, times, last_at)
      where a.id = u.id and a.first_at = u.first_at
      returning a.id, a.first_at, a.state, a.level, a.repeat_count`,
    values: [
      folded.map(({ row }) => row.alarm_id),
      folded.map(({ row }) => row.first_at),
      folded.map(({ alarm }) => alarm.repeats + 1),
      folded.map(({ alarm }) => alarm.lastAt),
    ],
  })
  const changes = new Map(folded.map(({ alarm, row }) => [row.alarm_id, alarm]))
  for (const row of rows) {
    const change = changes.get(row.id)
    if (change === undefined) continue
    const { id, repeat_count: count } = row
    if (count <= LISTED_REPEATS) journey.push({ id, at: change.lastAt, step: 'repeated', detail: { count } })
    announce(outcome, 'repeated', change.first, row)
  }
}

async function restore(client: pg.ClientBase, restores: readonly AlarmChange[], outcome: Outcome): Promise<void> {
  const { rows } = await client.query<StandingAlarm & { point: string; type_id: number }>({
    name: 'ingest_alarm_restore',
    text: `update alarm a set source_active = false, restored_at = u.at, updated_at = now()
       from unnest($1::text[], $2::bigint[], $3::timestamptz[]) as u (point, type_id, at)
       join alarm_open o on o.point = u.point and o.type_id = u.type_id
      where a.id = o.alarm_id and a.first_at = o.first_at and a.source_active
      returning a.id, a.first_at, a.state, a.level, o.point, o.type_id`,
    values: [restores.map(({ point }) => point), restores.map(({ typeId }) => typeId), restores.map(({ at }) => at)],
  })
  const byKey = new Map(restores.map((change) => [`${change.typeId} ${change.point}`, change]))
  const journey: JourneyRow[] = []
  for (const row of rows) {
    const change = byKey.get(`${row.type_id} ${row.point}`)
    if (change === undefined) continue
    journey.push({ id: row.id, at: change.at, step: 'restored', detail: {} })
    outcome.audit('alarm.restore', 'alarm', row.id, nameOf(change), change.owner, { sourceActive: [true, false] })
    announce(outcome, 'restored', change, row)
  }
  await insertJourney(client, journey)
}

interface JourneyRow {
  id: number
  at: Date
  step: 'deviceTime' | 'received' | 'decoded' | 'stored' | 'repeated' | 'restored'
  detail: Record<string, unknown>
}

async function insertJourney(client: pg.ClientBase, rows: readonly JourneyRow[]): Promise<void> {
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

function nameOf({ device, deviceCode, gateway }: AlarmChange): string {
  return device?.name ?? deviceCode ?? gateway.name
}

/** An alarm as it stands in this transaction. */
type StandingAlarm = Pick<AlarmNews, 'level' | 'state'> & { id: number; first_at: string }

/** Tells the consoles: enough for the pop-up, without a further call. */
function announce(outcome: Outcome, change: LiveChange, { type, device, owner }: AlarmChange, alarm: StandingAlarm): void {
  const { id, level, state, first_at: firstAt } = alarm
  const news: AlarmNews = {
    code: alarmCode(id, firstAt),
    level,
    typeId: type.id,
    typeNameZh: type.nameZh,
    typeNameEn: type.nameEn,
    projectName: owner.projectName,
    deviceName: device?.name ?? null,
    roomNumber: device?.roomNumber ?? null,
    firstAt,
    state,
  }
  outcome.event('alarm', change, id, owner, device?.id ?? null, news)
}
