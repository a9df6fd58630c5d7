import type { AlarmEventData } from '@emberwatch/contract'
import type pg from 'pg'
import { unnest } from '../../../../platform/database/unnest.ts'
import type { PointSignal, Raise } from '../../signal/signal.ts'
import type { AlarmSignal } from './alarm-signal.ts'

// Each function is one statement for any number of rows, in the transaction of its batch.

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

/** A raise with the open-alarm row found or reserved for it. */
export interface OpenedAlarm<S extends AlarmSignal = AlarmSignal> {
  readonly raise: Raise<S>
  readonly row: OpenAlarmRow
}

const points = unnest<Pick<PointSignal, 'point' | 'typeId'>>('u', {
  point: ['text', ({ point }) => point],
  type_id: ['bigint', ({ typeId }) => typeId],
})

const raises = unnest<Raise<AlarmSignal>>('u', {
  point: ['text', ({ first }) => first.point],
  type_id: ['bigint', ({ first }) => first.typeId],
  first_at: ['timestamptz', ({ first }) => first.at],
  last_at: ['timestamptz', ({ lastAt }) => lastAt],
  project_id: ['bigint', ({ first }) => first.owner.projectId],
  gateway_id: ['bigint', ({ first }) => first.gatewayId],
  device_id: ['bigint', ({ first }) => first.deviceId],
  company_id: ['bigint', ({ first }) => first.owner.companyId],
  path: ['text', ({ first }) => first.owner.path],
  customer_id: ['bigint', ({ first }) => first.owner.customerId],
  tried: ['boolean', ({ first }) => first.triedBy !== null],
})

/**
 * Finds the open alarm for each point and type, or reserves a row and an id for a new one (`raised`). Also tells whether each is on test
 * according to the tables now: a test counts from its commit on, and neither a job nor a cache decides when it ends (migration 0031).
 */
export const openAlarms = async (client: pg.ClientBase, raised: readonly Raise<AlarmSignal>[]): Promise<OpenAlarmRow[]> => {
  const { rows } = await client.query<OpenAlarmRow>({
    name: 'ingest_alarm_open',
    text: `with u as (select * from ${raises.from}),
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
    values: raises.values(raised),
  })
  return rows
}

/**
 * Locks the open alarms of these points in the common order: alarm_open before alarm. Without this, a restore would lock only the alarm,
 * and a fire of the same batch would then wait for alarm_open while somebody closing the alarm holds it.
 */
export const lockOpenAlarms = async (
  client: pg.ClientBase,
  signals: readonly Pick<PointSignal, 'point' | 'typeId'>[],
): Promise<void> => {
  await client.query({
    name: 'ingest_alarm_lock',
    text: `select from alarm_open where (point, type_id) in (select * from ${points.from})
      order by type_id, point collate "C" for no key update`,
    values: points.values(signals),
  })
}

/** Frees the points of alarms, so that their next signals raise new alarms. */
export const closeOpenAlarms = async (client: pg.ClientBase, alarmIds: readonly number[]): Promise<void> => {
  await client.query('delete from alarm_open where alarm_id = any ($1::bigint[])', [alarmIds])
}

const opened = unnest<OpenedAlarm>('u', {
  id: ['bigint', ({ row }) => row.alarm_id],
  company_id: ['bigint', ({ raise }) => raise.first.owner.companyId],
  path: ['text', ({ raise }) => raise.first.owner.path],
  customer_id: ['bigint', ({ raise }) => raise.first.owner.customerId],
  project_id: ['bigint', ({ raise }) => raise.first.owner.projectId],
  gateway_id: ['bigint', ({ raise }) => raise.first.gatewayId],
  device_id: ['bigint', ({ raise }) => raise.first.deviceId],
  device_code: ['text', ({ raise }) => raise.first.deviceCode],
  type_id: ['bigint', ({ raise }) => raise.first.typeId],
  level: ['text', ({ raise }) => raise.first.type.level],
  source_format: ['text', ({ raise }) => raise.first.format],
  source_code: ['text', ({ raise }) => raise.first.code],
  report_id: ['bigint', ({ raise }) => raise.first.reportId],
  repeat_count: ['integer', ({ raise }) => raise.repeats],
  first_at: ['timestamptz', ({ raise }) => raise.first.at],
  last_at: ['timestamptz', ({ raise }) => raise.lastAt],
  device_time: ['timestamptz', ({ raise }) => raise.first.deviceTime ?? null],
  // Applies unless the alarm type now says otherwise.
  acknowledge_s: ['integer', ({ raise }) => raise.first.type.acknowledgeS],
  test: ['boolean', ({ row }) => row.test],
  notify: ['boolean', ({ raise }) => raise.first.notify],
  tried_by: ['bigint', ({ raise }) => raise.first.triedBy],
})

/** Stores alarms under the ids that `openAlarms` reserved. */
export const insertAlarms = async (client: pg.ClientBase, alarms: readonly OpenedAlarm[], storedAt: Date): Promise<void> => {
  await client.query({
    name: 'ingest_alarm_insert',
    // A code of GB 26875 may have its meaning from the row for all types of component (generalCodeOf).
    // If the type was deleted since the code was looked up, it counts as none: otherwise no list would show the alarm. A later restore
    // already written by another process ends this alarm too. The batch's own reports are not stored yet, so they are not among these rows.
    text: `insert into alarm (id, company_id, path, customer_id, project_id, gateway_id, device_id, device_code, type_id, level, source_format,
        source_code, report_id, repeat_count, first_at, last_at, device_time, stored_at, acknowledge_due_at, close_due_at,
        breach_due_at, restored_at, source_active, test, told_at, tried_by)
      select u.id, u.company_id, u.path, u.customer_id, u.project_id, u.gateway_id, u.device_id, u.device_code,
          coalesce(t.id, (select id from alarm_type order by code = 'fire' desc, id limit 1)), u.level, u.source_format,
          u.source_code, u.report_id, u.repeat_count, u.first_at, u.last_at, u.device_time, ${opened.next}::timestamptz,
          c.acknowledge_due_at, c.close_due_at, least(c.acknowledge_due_at, c.close_due_at),
          later.at, later.at is null and u.tried_by is null, u.test,
          case when u.notify and (not u.test or u.tried_by is not null) then u.first_at end, u.tried_by
        from ${opened.from}
        left join alarm_type t on t.id = u.type_id
        cross join lateral (
          select case when not u.test then u.first_at + coalesce(t.acknowledge_s, u.acknowledge_s) * interval '1 second' end as acknowledge_due_at,
                 case when not u.test then u.first_at + t.close_s * interval '1 second' end as close_due_at) c
        left join lateral (
          select min(r.received_at) as at from report r
            join report_param p on p.format = r.format and p.code in (r.code, regexp_replace(r.code, '^(restore:)?(system|component)/\\d+/', '\\1\\2/*/'))
           where r.device_id = u.device_id and r.received_at > u.last_at and r.received_at < least(u.last_at + interval '1 day', now())
             and r.type = 'restore' and p.type = 'restore' and p.alarm_type_id = u.type_id) later on true`,
    values: [...opened.values(alarms), storedAt],
  })
}
