import type pg from 'pg'
import { announce, nameOf, raisedAlarm } from './alarm-change.ts'
import type { JourneyRow, Opened } from './alarm-change.ts'
import { idOf } from './directory.ts'
import type { Outcome } from './outcome.ts'

/** A device's clock is believed for the drawing of a journey when it is no further off than this; never for anything else. */
const BELIEVABLE_MS = 24 * 3600 * 1000

/** Stores new alarms at the places they were given. */
export async function insertAlarms(
  client: pg.ClientBase,
  fresh: readonly Opened[],
  outcome: Outcome,
  journey: JourneyRow[],
  at: Date,
): Promise<void> {
  const firsts = fresh.map(({ alarm }) => alarm.first)
  await client.query({
    name: 'ingest_alarm_insert',
    // A restore that was received later, and written sooner by another process, ends this one too: in these rows the batch's own reports are not yet among those stored.
    text: `insert into alarm (id, company_id, path, customer_id, project_id, gateway_id, device_id, device_code, type_id, level, source_format,
        source_code, report_id, repeat_count, first_at, last_at, device_time, stored_at, acknowledge_due_at, restored_at, source_active)
      select u.id, u.company_id, u.path, u.customer_id, u.project_id, u.gateway_id, u.device_id, u.device_code, u.type_id, u.level, u.source_format,
          u.source_code, u.report_id, u.repeat_count, u.first_at, u.last_at, u.device_time, $18::timestamptz,
          u.first_at + coalesce(t.acknowledge_s, u.acknowledge_s) * interval '1 second', later.at, later.at is null
        from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::text[], $9::bigint[],
          $10::text[], $11::text[], $12::text[], $13::bigint[], $14::integer[], $15::timestamptz[], $16::timestamptz[], $17::timestamptz[],
          $19::integer[])
          as u (id, company_id, path, customer_id, project_id, gateway_id, device_id, device_code, type_id, level, source_format, source_code,
          report_id, repeat_count, first_at, last_at, device_time, acknowledge_s)
        left join alarm_type t on t.id = u.type_id
        left join lateral (
          select min(r.received_at) as at from report r join report_param p on p.format = r.format and p.code = r.code
           where r.device_id = u.device_id and r.received_at > u.last_at and r.received_at < least(u.last_at + interval '1 day', now())
             and r.type = 'restore' and p.type = 'restore' and p.alarm_type_id = u.type_id) later on true`,
    values: [
      fresh.map(({ row }) => row.alarm_id),
      firsts.map(({ owner }) => owner.companyId),
      firsts.map(({ owner }) => owner.path),
      firsts.map(({ owner }) => owner.customerId),
      firsts.map(({ owner }) => owner.projectId),
      firsts.map(({ gateway }) => idOf(gateway)),
      firsts.map(({ device }) => device?.id ?? null),
      firsts.map(({ deviceCode }) => deviceCode),
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
      firsts.map(({ type }) => type.acknowledgeS),
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
    outcome.raised.push(raisedAlarm(id, first, first.at, false))
    outcome.audit('alarm.raise', 'alarm', id, nameOf(first), first.owner, { state: [null, 'unconfirmed'] })
    announce(outcome, 'raised', first, { id, first_at: row.first_at, state: 'unconfirmed', level: first.type.level })
  }
}
