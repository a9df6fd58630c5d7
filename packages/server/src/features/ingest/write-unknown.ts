import type pg from 'pg'
import { idOf } from './directory.ts'
import type { GatewayEntry } from './directory.ts'
import type { Inbound, UnknownEntry } from './inbound.ts'

interface Line {
  gateway: GatewayEntry
  /** The newest. */
  entry: UnknownEntry
  mayBeAlarm: boolean
  count: number
  firstAt: Date
  lastAt: Date
}

/**
 * Lists what could not be placed: a line for each gateway, kind and key, counted on. A device that somebody dealt with already comes up again when it turns out that
 * it may be burning.
 */
export async function writeUnknown(client: pg.ClientBase, items: readonly Inbound[]): Promise<void> {
  const lines = [...linesOf(items)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line)
  if (lines.length === 0) return
  await client.query({
    name: 'ingest_unknown',
    text: `insert into unknown_report as k (gateway_id, gateway_code, company_id, path, customer_id, project_id, kind, key, device_id, device_code,
        format, code, may_be_alarm, count, first_at, last_at, last_report)
      select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::bigint[],
        $10::text[], $11::text[], $12::text[], $13::boolean[], $14::bigint[], $15::timestamptz[], $16::timestamptz[], $17::text[])
      on conflict (gateway_id, kind, key) do update
        set company_id = excluded.company_id, path = excluded.path, customer_id = excluded.customer_id, project_id = excluded.project_id,
            device_id = excluded.device_id, device_code = excluded.device_code, format = excluded.format, code = excluded.code,
            may_be_alarm = k.may_be_alarm or excluded.may_be_alarm, count = k.count + excluded.count,
            last_at = greatest(k.last_at, excluded.last_at), last_report = excluded.last_report,
            handled_at = case when excluded.may_be_alarm and not k.may_be_alarm then null else k.handled_at end,
            handled_by = case when excluded.may_be_alarm and not k.may_be_alarm then null else k.handled_by end,
            handled_way = case when excluded.may_be_alarm and not k.may_be_alarm then null else k.handled_way end`,
    values: [
      lines.map(({ gateway }) => idOf(gateway)),
      lines.map(({ gateway }) => gateway.code),
      lines.map(({ gateway }) => gateway.companyId),
      lines.map(({ gateway }) => gateway.path),
      lines.map(({ gateway }) => gateway.customerId),
      lines.map(({ gateway }) => gateway.projectId),
      lines.map(({ entry }) => entry.kind),
      lines.map(({ entry }) => entry.key),
      lines.map(({ entry }) => entry.deviceId),
      lines.map(({ entry }) => entry.deviceCode),
      lines.map(({ entry }) => entry.format),
      lines.map(({ entry }) => entry.code),
      lines.map(({ mayBeAlarm }) => mayBeAlarm),
      lines.map(({ count }) => count),
      lines.map(({ firstAt }) => firstAt),
      lines.map(({ lastAt }) => lastAt),
      lines.map(({ entry }) => entry.report),
    ],
  })
}

function linesOf(items: readonly Inbound[]): Map<string, Line> {
  const lines = new Map<string, Line>()
  for (const { gateway, unknown, receivedAt } of items) {
    if (gateway === undefined) continue
    for (const entry of unknown) {
      const key = `${String(gateway.id).padStart(16, '0')} ${entry.kind} ${entry.key}`
      const line = lines.get(key) ?? { gateway, entry, mayBeAlarm: false, count: 0, firstAt: receivedAt, lastAt: receivedAt }
      lines.set(key, {
        ...line,
        entry,
        mayBeAlarm: line.mayBeAlarm || entry.mayBeAlarm,
        count: line.count + 1,
        lastAt: receivedAt,
      })
    }
  }
  return lines
}
