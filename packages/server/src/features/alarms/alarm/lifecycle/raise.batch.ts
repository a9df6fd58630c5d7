import type { AlarmEventData, EnumValue } from '@emberwatch/contract'
import type pg from 'pg'
import { arrayText } from '../../../platform/database/array-text.ts'
import { copyRows, copyText, copyTime } from '../../../platform/database/copy-in.ts'
import { recordMissed } from './breach.batch.ts'
import type { FirstSteps } from './first-steps.ts'

// What ingest writes to alarms. Each function is one statement for any number of rows, in the transaction of its batch.

/** An alarm as the transaction sees it. */
export type StandingAlarm = Pick<AlarmEventData, 'level' | 'state' | 'test'> & { id: number; first_at: string }

/** The row of an open alarm. */
export type OpenAlarmRow = {
  point: string
  type_id: number
  alarm_id: number
  first_at: string
  raised: boolean
  /** The signals were sent while their place was on test. */
  test: boolean
  /** The present owner. The report may have been decoded before its project was handed over. */
  company_id: number
  path: string
  customer_id: number | null
}

/** A signal of an alarm type at a point. */
export interface PointSignal {
  readonly point: string
  readonly typeId: number
  readonly at: Date
}

/** A signal with what determines whether it was a test. */
export interface PlacedSignal extends PointSignal {
  readonly lastAt: Date
  readonly owner: NewAlarm['owner']
  readonly gatewayId: number | null
  readonly deviceId: number | null
  /** A person raised it as a test. */
  readonly tried: boolean
}

/**
 * Finds the open alarm for each point and type, or reserves a row and an id for a new one (`raised`). Also tells whether each is on test
 * according to the tables now: a test counts from its commit on, and neither a job nor a cache decides when it ends (migration 0031).
 */
export async function openAlarms(client: pg.ClientBase, signals: readonly PlacedSignal[]): Promise<OpenAlarmRow[]> {
  const { rows } = await client.query<OpenAlarmRow>({
    name: 'ingest_alarm_open',
    text: `with u as (
        select * from unnest($1::text[], $2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::bigint[], $6::bigint[], $7::bigint[],
          $8::bigint[], $9::text[], $10::bigint[], $11::boolean[])
          as u (point, type_id, first_at, last_at, project_id, gateway_id, device_id, company_id, path, customer_id, tried)),
      opened as (
        insert into alarm_open as o (point, type_id, alarm_id, first_at)
        select point, type_id, nextval('alarm_id'), first_at from u
        on conflict (point, type_id) do update set alarm_id = o.alarm_id
        returning point, type_id, alarm_id, first_at, xmax = 0 as raised)
      select opened.*,
          case when u.tried then true when (select exists (select from project_test t where t.to_at > (select min(first_at) from u)))
            then is_on_test(u.project_id, u.gateway_id, u.device_id, u.point, u.first_at, u.last_at) else false end as test,
          coalesce(p.company_id, u.company_id) as company_id, coalesce(c.path, u.path) as path, coalesce(p.customer_id, u.customer_id) as customer_id
        from opened join u on u.point = opened.point and u.type_id = opened.type_id
        left join project p on p.id = u.project_id
        left join company c on c.id = coalesce(p.company_id, u.company_id)`,
    values: [
      signals.map(({ point }) => point),
      arrayText(signals.map(({ typeId }) => typeId)),
      arrayText(signals.map(({ at }) => at)),
      arrayText(signals.map(({ lastAt }) => lastAt)),
      arrayText(signals.map(({ owner }) => owner.projectId)),
      arrayText(signals.map(({ gatewayId }) => gatewayId)),
      arrayText(signals.map(({ deviceId }) => deviceId)),
      arrayText(signals.map(({ owner }) => owner.companyId)),
      signals.map(({ owner }) => owner.path),
      arrayText(signals.map(({ owner }) => owner.customerId)),
      arrayText(signals.map(({ tried }) => tried)),
    ],
  })
  return rows
}

/**
 * Locks the open alarms of these points in the common order: alarm_open before alarm. Without this, a restore would lock only the alarm,
 * and a fire of the same batch would then wait for alarm_open while somebody closing the alarm holds it.
 */
export async function lockOpenAlarms(
  client: pg.ClientBase,
  signals: readonly Pick<PointSignal, 'point' | 'typeId'>[],
): Promise<void> {
  await client.query({
    name: 'ingest_alarm_lock',
    text: `select from alarm_open where (point, type_id) in (select * from unnest($1::text[], $2::bigint[]))
      order by type_id, point collate "C" for no key update`,
    values: [signals.map(({ point }) => point), signals.map(({ typeId }) => typeId)],
  })
}

/** Frees the points of alarms, so that their next signals raise new alarms. */
export async function closeOpenAlarms(client: pg.ClientBase, alarmIds: readonly number[]): Promise<void> {
  await client.query('delete from alarm_open where alarm_id = any ($1::bigint[])', [alarmIds])
}

/** An alarm under the id that openAlarms reserved. */
export interface NewAlarm {
  readonly id: number
  readonly owner: {
    readonly companyId: number
    readonly path: string
    readonly customerId: number | null
    readonly projectId: number | null
  }
  readonly gatewayId: number | null
  readonly deviceId: number | null
  readonly deviceCode: string | null
  readonly typeId: number
  readonly level: EnumValue<'alarmLevel'>
  readonly format: string
  readonly code: string
  readonly reportId: number | null
  readonly repeats: number
  readonly firstAt: Date
  readonly lastAt: Date
  readonly deviceTime: Date | null
  readonly test: boolean
  /** The person who raised it as a test. Null: a report did. */
  readonly triedBy: number | null
  /** Whether people are notified of it. */
  readonly notify: boolean
  /** Applies unless the alarm type now says otherwise. */
  readonly acknowledgeS: number
}

export async function insertAlarms(client: pg.ClientBase, alarms: readonly NewAlarm[], storedAt: Date): Promise<void> {
  await client.query({
    name: 'ingest_alarm_insert',
    // If the type was deleted since the code was looked up, it counts as none: otherwise no list would show the alarm. A later restore
    // already written by another process ends this alarm too. The batch's own reports are not stored yet, so they are not among these rows.
    text: `insert into alarm (id, company_id, path, customer_id, project_id, gateway_id, device_id, device_code, type_id, level, source_format,
        source_code, report_id, repeat_count, first_at, last_at, device_time, stored_at, acknowledge_due_at, close_due_at,
        breach_due_at, restored_at, source_active, test, told_at, tried_by)
      select u.id, u.company_id, u.path, u.customer_id, u.project_id, u.gateway_id, u.device_id, u.device_code,
          coalesce(t.id, (select id from alarm_type order by code = 'fire' desc, id limit 1)), u.level, u.source_format,
          u.source_code, u.report_id, u.repeat_count, u.first_at, u.last_at, u.device_time, $18::timestamptz,
          c.acknowledge_due_at, c.close_due_at, least(c.acknowledge_due_at, c.close_due_at),
          later.at, later.at is null and u.tried_by is null, u.test,
          case when u.notify and (not u.test or u.tried_by is not null) then u.first_at end, u.tried_by
        from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::text[], $9::bigint[],
          $10::text[], $11::text[], $12::text[], $13::bigint[], $14::integer[], $15::timestamptz[], $16::timestamptz[], $17::timestamptz[],
          $19::integer[], $20::boolean[], $21::boolean[], $22::bigint[])
          as u (id, company_id, path, customer_id, project_id, gateway_id, device_id, device_code, type_id, level, source_format, source_code,
          report_id, repeat_count, first_at, last_at, device_time, acknowledge_s, test, notify, tried_by)
        left join alarm_type t on t.id = u.type_id
        cross join lateral (
          select case when not u.test then u.first_at + coalesce(t.acknowledge_s, u.acknowledge_s) * interval '1 second' end as acknowledge_due_at,
                 case when not u.test then u.first_at + t.close_s * interval '1 second' end as close_due_at) c
        left join lateral (
          select min(r.received_at) as at from report r join report_param p on p.format = r.format and p.code = r.code
           where r.device_id = u.device_id and r.received_at > u.last_at and r.received_at < least(u.last_at + interval '1 day', now())
             and r.type = 'restore' and p.type = 'restore' and p.alarm_type_id = u.type_id) later on true`,
    values: [
      arrayText(alarms.map(({ id }) => id)),
      arrayText(alarms.map(({ owner }) => owner.companyId)),
      alarms.map(({ owner }) => owner.path),
      arrayText(alarms.map(({ owner }) => owner.customerId)),
      arrayText(alarms.map(({ owner }) => owner.projectId)),
      arrayText(alarms.map(({ gatewayId }) => gatewayId)),
      arrayText(alarms.map(({ deviceId }) => deviceId)),
      alarms.map(({ deviceCode }) => deviceCode),
      arrayText(alarms.map(({ typeId }) => typeId)),
      alarms.map(({ level }) => level),
      alarms.map(({ format }) => format),
      alarms.map(({ code }) => code),
      arrayText(alarms.map(({ reportId }) => reportId)),
      arrayText(alarms.map(({ repeats }) => repeats)),
      arrayText(alarms.map(({ firstAt }) => firstAt)),
      arrayText(alarms.map(({ lastAt }) => lastAt)),
      arrayText(alarms.map(({ deviceTime }) => deviceTime)),
      storedAt,
      arrayText(alarms.map(({ acknowledgeS }) => acknowledgeS)),
      arrayText(alarms.map(({ test }) => test)),
      arrayText(alarms.map(({ notify }) => notify)),
      arrayText(alarms.map(({ triedBy }) => triedBy)),
    ],
  })
}

/** Signals of an open alarm. */
export interface AlarmRepeat {
  readonly id: number
  readonly firstAt: string
  readonly times: number
  readonly lastAt: Date
  readonly acknowledgeS: number
  readonly test: boolean
  /** Of the reported code (report_param.merge_window_s). */
  readonly mergeWindowS: number
  /** Whether people are notified of this code. */
  readonly notify: boolean
  /** It has no restore: what comes after the confirmation is new. */
  readonly eachIsNew: boolean
  readonly owner: Pick<NewAlarm['owner'], 'companyId' | 'projectId'>
}

/**
 * `again`: it was confirmed and then restored, or was only a test until now, so it is a new fire. `told`: people are notified now. They are
 * not if they were notified shortly before, unless it is a fire; for a repeat they are if nobody was notified before it. `missed`: when it
 * should have been closed, if it was not and nobody has recorded that.
 */
export type FoldedAlarm = StandingAlarm & { repeat_count: number; again: boolean; told: boolean; missed: string | null }

/**
 * Folds repeats into open alarms. An alarm that was confirmed and then restored counts as a new fire (domain.md, "raised again"): it is
 * unconfirmed, its response clocks restart, and all mutes are removed. If its restore lies in the future, the clock has been set back
 * since, so any signal counts as newer. A signal outside a test, at the point of a test alarm, is a new fire in the same way. A test signal
 * never changes a real alarm and leaves its source as it is, so that the next real signal is not taken for a repeat. Nothing folds into an
 * alarm of another place: its owner would see what happens here, and the owner here would not. Returns the alarms that are still open.
 */
export async function foldIntoAlarms(client: pg.ClientBase, repeats: readonly AlarmRepeat[]): Promise<FoldedAlarm[]> {
  const { rows } = await client.query<FoldedAlarm>({
    name: 'ingest_alarm_fold',
    text: `update alarm a
        set repeat_count = a.repeat_count + u.times, last_at = greatest(a.last_at, u.last_at), updated_at = now(),
            source_active = a.source_active or (u.current and (a.test or not u.test)), test = a.test and u.test,
            state = case when u.again then 'unconfirmed' else a.state end,
            raised_at = case when u.again then u.last_at else a.raised_at end,
            acknowledge_due_at = case when u.again then u.last_at + u.acknowledge_s * interval '1 second' else a.acknowledge_due_at end,
            close_due_at = case when u.again then u.last_at + u.close_s * interval '1 second' else a.close_due_at end,
            breach_due_at = case when u.again then u.last_at + least(u.acknowledge_s, u.close_s) * interval '1 second' else a.breach_due_at end,
            confirmed_at = case when u.again then null else a.confirmed_at end,
            confirmed_by = case when u.again then null else a.confirmed_by end,
            shown_at = case when u.again then null else a.shown_at end,
            told_at = case when u.told then u.last_at else a.told_at end,
            breached_at = coalesce(a.breached_at, u.missed)
       from (select a.id, a.first_at, u.times, u.last_at, coalesce(t.acknowledge_s, u.acknowledge_s) as acknowledge_s, t.close_s, c.current,
                    u.test, n.again, case when n.again and a.close_due_at <= u.last_at then a.close_due_at end as missed,
                    u.notify and ((a.told_at is null and a.state = 'unconfirmed' and not u.test) or (n.again and (a.test or a.level = 'fire'
                      or a.told_at is null or u.last_at < a.told_at or u.last_at >= a.told_at + u.merge_window_s * interval '1 second'))) as told
               from unnest($1::bigint[], $2::timestamptz[], $3::integer[], $4::timestamptz[], $5::integer[], $6::boolean[],
                      $7::bigint[], $8::bigint[], $9::integer[], $10::boolean[], $11::boolean[])
                        as u (id, first_at, times, last_at, acknowledge_s, test, project_id, company_id, merge_window_s, notify, each_is_new)
               join alarm a on a.id = u.id and a.first_at = u.first_at and a.project_id is not distinct from u.project_id
                and (u.project_id is not null or a.company_id = u.company_id)
               left join alarm_type t on t.id = a.type_id
              cross join lateral (select a.restored_at is null or u.last_at >= a.restored_at or a.restored_at > now() as current) c
              cross join lateral (select not u.test and (a.test or (c.current and a.state = 'confirmed' and (u.each_is_new or not a.source_active))) as again) n
              where a.state in ('unconfirmed', 'confirmed')
              order by a.id for update of a) u
      where a.id = u.id and a.first_at = u.first_at
      returning a.id, a.first_at, a.state, a.level, a.test, a.repeat_count, u.again, u.told, u.missed`,
    values: [
      repeats.map(({ id }) => id),
      repeats.map(({ firstAt }) => firstAt),
      repeats.map(({ times }) => times),
      repeats.map(({ lastAt }) => lastAt),
      repeats.map(({ acknowledgeS }) => acknowledgeS),
      repeats.map(({ test }) => test),
      repeats.map(({ owner }) => owner.projectId),
      repeats.map(({ owner }) => owner.companyId),
      repeats.map(({ mergeWindowS }) => mergeWindowS),
      repeats.map(({ notify }) => notify),
      repeats.map(({ eachIsNew }) => eachIsNew),
    ],
  })
  const again = rows.flatMap((row) => (row.again ? [row.id] : []))
  if (again.length > 0) await client.query('delete from alarm_mute where alarm_id = any ($1::bigint[])', [again])
  const recorded = await recordMissed(client, rows)
  return rows.map((row) => (row.missed === null || recorded.has(row.id) ? row : { ...row, missed: null }))
}

/** A step of an alarm's journey. Steps before the alarm was stored are in the detail of `stored` (first-steps.ts). */
export type JourneyStep = { readonly id: number; readonly at: Date } & (
  | { readonly step: 'stored'; readonly detail: FirstSteps }
  | {
      readonly step: 'repeated' | 'raisedAgain' | 'restored' | 'breached' | 'notificationQueued'
      readonly detail: Readonly<Record<string, unknown>>
    }
)

/** Adds steps to the journeys of alarms. */
export async function insertJourneySteps(client: pg.ClientBase, steps: readonly JourneyStep[]): Promise<void> {
  const lines = steps.map(({ id, at, step, detail }) => `${id}\t${copyTime(at)}\t${step}\t${copyText(JSON.stringify(detail))}\n`)
  await copyRows(client, 'copy alarm_journey (alarm_id, at, step, detail) from stdin', lines)
}
