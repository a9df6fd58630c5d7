import type { EnumValue } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Write } from '../../../platform/transact.ts'

/** One step in the life of a device or a gateway. */
export interface TraceEntry {
  readonly deviceId?: number
  readonly gatewayId?: number
  readonly code: string
  readonly step: EnumValue<'traceStep'>
  /** Where it came from and went to, by name: a project, the code of a gateway, a company. Nothing that the owner may not see. */
  readonly from?: string | null
  readonly to?: string | null
  /** When it happened, if only the day is known. Left out: now. */
  readonly day?: string
  readonly orderId?: number | null
  readonly note?: string | null
  /** Why an upgrade failed. */
  readonly failure?: EnumValue<'upgradeFailure'> | null | undefined
  /** Left out: the console, or the system if there is no acting account. */
  readonly source?: EnumValue<'traceSource'>
  /** The owner of the step. Left out: the row's present owner, so call this after the change. A move to another company has one step for each end. */
  readonly owner?: {
    readonly companyId: number
    readonly path: string
    readonly customerId?: number | null
    readonly projectId?: number | null
  }
}

/**
 * Records steps in the lives of devices and gateways with one statement, within their write. Alarms, faults and orders need no steps: the
 * story reads them from their own tables.
 */
export const recordTrace = async (
  write: Pick<Write, 'systemDb' | 'at' | 'by'>,
  entries: readonly TraceEntry[],
): Promise<void> => {
  if (entries.length === 0) return
  const rows = entries.map(({ owner, ...entry }, position) => ({
    position,
    device_id: entry.deviceId,
    gateway_id: entry.gatewayId,
    code: entry.code,
    day: entry.day,
    step: entry.step,
    from_place: entry.from,
    to_place: entry.to,
    order_id: entry.orderId,
    note: entry.note,
    failure: entry.failure,
    source: entry.source ?? (write.by === null ? 'system' : 'web'),
    owned: owner !== undefined,
    company_id: owner?.companyId,
    path: owner?.path,
    customer_id: owner?.customerId,
    project_id: owner?.projectId,
  }))
  await sql`
    insert into device_trace (at, company_id, path, customer_id, project_id, device_id, gateway_id, code, step, from_place, to_place, order_id, note,
      failure, source, actor_id)
    select coalesce(e.day::timestamp at time zone c.time_zone, ${write.at}), coalesce(e.company_id, d.company_id, g.company_id), coalesce(e.path, d.path, g.path),
           case when e.owned then e.customer_id else coalesce(d.customer_id, g.customer_id) end,
           case when e.owned then e.project_id else coalesce(d.project_id, g.project_id) end,
           e.device_id, e.gateway_id, e.code, e.step, e.from_place, e.to_place, e.order_id, e.note, e.failure, e.source, ${write.by}::bigint
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (position integer, device_id bigint, gateway_id bigint, code text, day text, step text,
             from_place text, to_place text, order_id bigint, note text, failure text, source text, owned boolean, company_id bigint, path text,
             customer_id bigint, project_id bigint)
      left join device d on d.id = e.device_id
      left join gateway g on e.device_id is null and g.id = e.gateway_id
      left join company c on c.id = coalesce(e.company_id, d.company_id, g.company_id)
     order by e.position`.execute(write.systemDb)
}
