import { limits, eventMayBeAlarm, type EnumValue } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import type { CauseFact } from './notification.rules.ts'

/** An event of a run in its present state, with what a message says about it. */
export interface CauseNow extends CauseFact {
  readonly runId: number
  readonly objectId: number
  readonly firstAt: string
  readonly level: EnumValue<'alarmLevel'> | null
  readonly mayBeAlarm: boolean
  readonly takenBy: string | null
  /** A person raised it as a test, to see who is notified. */
  readonly tried: boolean
  readonly typeZh: string
  readonly typeEn: string
  readonly device: string
  readonly code: string
  readonly room: string
}

interface Row {
  run_id: number
  kind: EnumValue<'notifyEvent'>
  object_id: number
  first_at: string
  round_at: string
  readonly clock: EnumValue<'alarmClock'> | null
  readonly level: EnumValue<'alarmLevel'> | null
  state: CauseFact['state']
  readonly test: boolean | null
  readonly tried: boolean
  readonly taken_at: string | null
  readonly seen_at: string | null
  readonly taken_by: string | null
  readonly name_zh: string | null
  readonly name_en: string | null
  readonly fault_code: string | null
  readonly device_name: string | null
  readonly code: string | null
  readonly room: string | null
}

const absentMs = limits.deskAbsentMinutes * 60_000

/** The present state of the events of runs, by run, oldest first. One statement for any number of them. */
export const causesNow = async (db: Kysely<Tables>, runIds: readonly number[], at: Date): Promise<Map<number, CauseNow[]>> => {
  const { rows } = await sql<Row>`
    select c.run_id, c.kind, c.object_id, c.first_at, c.round_at, c.clock, coalesce(a.level, c.level) as level, coalesce(a.state, f.state) as state,
        coalesce(a.test, f.test) as test, a.tried_by is not null as tried, h.taken_at, h.seen_at, taker.name as taken_by, coalesce(t.name_zh, ft.name_zh) as name_zh,
        coalesce(t.name_en, ft.name_en) as name_en, ft.code as fault_code, coalesce(d.name, g.name) as device_name, coalesce(d.code, a.device_code, g.code) as code,
        concat_ws(' ', d.building, d.floor, d.room_number) as room
      from notification_run_cause c
      left join alarm a on c.kind <> 'fault' and a.id = c.object_id and a.first_at = c.first_at
      left join fault f on c.kind = 'fault' and f.id = c.object_id
      left join device d on d.id = coalesce(a.device_id, f.device_id) and d.project_id is not distinct from coalesce(a.project_id, f.project_id)
      left join gateway g on g.id = coalesce(a.gateway_id, f.gateway_id) and g.project_id is not distinct from coalesce(a.project_id, f.project_id)
      left join alarm_type t on t.id = a.type_id
      left join fault_type ft on ft.id = f.type_id
      left join desk_hold h on h.project_id = a.project_id
      left join account taker on taker.id = h.account_id
     where c.run_id = any(${[...runIds]}::bigint[])
     order by c.run_id, c.round_at, c.object_id`.execute(db)
  const byRun = new Map<number, CauseNow[]>()
  for (const row of rows) {
    const isPresent = row.seen_at !== null && Math.abs(at.getTime() - Date.parse(row.seen_at)) <= absentMs
    const cause: CauseNow = {
      runId: row.run_id,
      kind: row.kind,
      objectId: row.object_id,
      firstAt: row.first_at,
      roundAt: Date.parse(row.round_at),
      clock: row.clock,
      level: row.level,
      fire: row.level === 'fire',
      mayBeAlarm: eventMayBeAlarm(row.kind, row.fault_code),
      state: row.state,
      // Only what happens by itself during a test is nobody's concern.
      test: (row.test ?? false) && !row.tried,
      tried: row.tried,
      takenAt: isPresent && row.taken_at !== null ? Date.parse(row.taken_at) : null,
      takenBy: isPresent ? row.taken_by : null,
      typeZh: row.name_zh ?? '',
      typeEn: row.name_en ?? '',
      device: row.device_name ?? '',
      code: row.code ?? '',
      room: row.room ?? '',
    }
    const known = byRun.get(row.run_id)
    if (known) known.push(cause)
    else byRun.set(row.run_id, [cause])
  }
  return byRun
}
