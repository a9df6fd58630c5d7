import type pg from 'pg'
import type { EnumValue } from '@emberwatch/contract'

/** Reports of one gateway, kind and key that could not be matched. */
export interface UnknownReports {
  readonly gateway: {
    /** Null for an unknown gateway. */
    readonly id: number | null
    readonly code: string
    readonly companyId: number
    readonly path: string
    readonly customerId: number | null
    readonly projectId: number | null
  }
  readonly kind: EnumValue<'unknownReportKind'>
  readonly key: string
  readonly deviceId: number | null
  readonly deviceCode: string | null
  readonly format: string | null
  readonly code: string | null
  readonly mayBeAlarm: boolean
  readonly count: number
  readonly firstAt: Date
  readonly lastAt: Date
  /** The newest, as it was sent. */
  readonly report: string
}

/** When a handled entry is to be looked at again. Of a code that was defined, reports that were read before may still be on their way. */
const comesUp = `k.kind <> 'unknownCode' and k.handled_way <> 'ignored' or excluded.may_be_alarm and not k.may_be_alarm`

/**
 * Lists unknown reports with one statement, in ingest's transaction: one row per gateway, kind and key, with a count. A handled device is listed again when
 * it may be reporting an alarm, and a registered or moved one when it is unknown once more.
 */
export const listUnknownReports = async (client: pg.ClientBase, lines: readonly UnknownReports[]): Promise<void> => {
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
            handled_at = case when ${comesUp} then null else k.handled_at end,
            handled_by = case when ${comesUp} then null else k.handled_by end,
            handled_way = case when ${comesUp} then null else k.handled_way end`,
    values: [
      lines.map(({ gateway }) => gateway.id),
      lines.map(({ gateway }) => gateway.code),
      lines.map(({ gateway }) => gateway.companyId),
      lines.map(({ gateway }) => gateway.path),
      lines.map(({ gateway }) => gateway.customerId),
      lines.map(({ gateway }) => gateway.projectId),
      lines.map(({ kind }) => kind),
      lines.map(({ key }) => key),
      lines.map(({ deviceId }) => deviceId),
      lines.map(({ deviceCode }) => deviceCode),
      lines.map(({ format }) => format),
      lines.map(({ code }) => code),
      lines.map(({ mayBeAlarm }) => mayBeAlarm),
      lines.map(({ count }) => count),
      lines.map(({ firstAt }) => firstAt),
      lines.map(({ lastAt }) => lastAt),
      lines.map(({ report }) => report),
    ],
  })
}
