import type pg from 'pg'
import { signalChannel } from './rule.store.ts'
import type { ReportedSignal } from './rule-triggers.ts'

/** A report that may trigger rules of its project. */
export interface RuleSignal extends ReportedSignal {
  readonly projectId: number
  readonly deviceId: number
  readonly at: Date
}

/** Stores signals in the transaction of their reports, one statement for any number of them. Rules run later, independently. */
export const storeSignals = async (client: pg.ClientBase, signals: readonly RuleSignal[]): Promise<void> => {
  // Of a device's repeated reports in a batch, one is enough.
  const each = [...new Map(signals.map((signal) => [`${signal.deviceId} ${signal.format} ${signal.code}`, signal])).values()]
  await client.query({
    name: 'ingest_rule_signals',
    text: `with stored as (
        insert into rule_signal (at, project_id, device_id, format, code, report_type, alarm_type_id)
        select * from unnest($1::timestamptz[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[]))
      select pg_notify('${signalChannel}', '')`,
    values: [
      each.map(({ at }) => at),
      each.map(({ projectId }) => projectId),
      each.map(({ deviceId }) => deviceId),
      each.map(({ format }) => format),
      each.map(({ code }) => code),
      each.map(({ type }) => type),
      each.map(({ alarmTypeId }) => alarmTypeId),
    ],
  })
}
