import type { EnumValue } from '@emberwatch/contract'
import type pg from 'pg'

// What the ingest writes of faults. Each function is one statement for any number of rows, in the transaction of its batch.

/** A fault that is reported, with how often it was repeated since. */
export interface ReportedFault {
  readonly owner: {
    readonly companyId: number
    readonly path: string
    readonly customerId: number | null
    readonly projectId: number | null
  }
  readonly gatewayId: number | null
  readonly deviceId: number | null
  readonly point: string
  readonly typeId: number
  readonly format: string
  readonly code: string
  readonly repeats: number
  readonly firstAt: Date
  readonly lastAt: Date
}

type FaultRow = { id: number; point: string; type_id: number }

/**
 * Raises faults, or counts them on those that are not solved yet. On test they are marked (migration 0031); silence and what could not be read never are:
 * they are our own findings, and may hide a fire.
 */
export async function raiseFaults(
  client: pg.ClientBase,
  faults: readonly ReportedFault[],
): Promise<(FaultRow & { raised: boolean })[]> {
  const { rows } = await client.query<FaultRow & { raised: boolean }>({
    name: 'ingest_fault_raise',
    text: `insert into fault as f (company_id, path, customer_id, project_id, gateway_id, device_id, point, type_id, source_format, source_code,
        repeat_count, first_at, last_at, test)
      select u.*, u.source_code <> all ('{offline,unreadable,numbers_restarted}')
          and is_on_test(u.project_id, u.gateway_id, u.device_id, u.point, u.first_at, u.last_at) from unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::bigint[], $9::text[],
        $10::text[], $11::integer[], $12::timestamptz[], $13::timestamptz[])
        as u (company_id, path, customer_id, project_id, gateway_id, device_id, point, type_id, source_format, source_code, repeat_count, first_at, last_at)
      on conflict (point, type_id) where state <> 'solved' do update
        set repeat_count = f.repeat_count + excluded.repeat_count + 1, last_at = greatest(f.last_at, excluded.last_at), updated_at = now(),
          test = f.test and excluded.test
      returning id, point, type_id, xmax = 0 as raised`,
    values: [
      faults.map(({ owner }) => owner.companyId),
      faults.map(({ owner }) => owner.path),
      faults.map(({ owner }) => owner.customerId),
      faults.map(({ owner }) => owner.projectId),
      faults.map(({ gatewayId }) => gatewayId),
      faults.map(({ deviceId }) => deviceId),
      faults.map(({ point }) => point),
      faults.map(({ typeId }) => typeId),
      faults.map(({ format }) => format),
      faults.map(({ code }) => code),
      faults.map(({ repeats }) => repeats),
      faults.map(({ firstAt }) => firstAt),
      faults.map(({ lastAt }) => lastAt),
    ],
  })
  return rows
}

/** Solves the faults of points that were restored. Being online again is our own finding, so it is never late. */
export async function restoreFaults(
  client: pg.ClientBase,
  restores: readonly { readonly point: string; readonly typeId: number; readonly at: Date }[],
): Promise<(FaultRow & { was: EnumValue<'faultState'> })[]> {
  const { rows } = await client.query<FaultRow & { was: EnumValue<'faultState'> }>({
    name: 'ingest_fault_solve',
    text: `update fault f set state = 'solved', restored_at = u.at, solved_at = u.at, solved_way = 'restored', updated_at = now()
       from (select f.id, f.state as was, r.at
               from unnest($1::text[], $2::bigint[], $3::timestamptz[]) as r (point, type_id, at)
               join fault f on f.point = r.point and f.type_id = r.type_id and f.state <> 'solved'
                and (f.last_at <= r.at or f.source_code = 'offline')
              order by f.type_id, f.point collate "C" for update of f) u
      where f.id = u.id
      returning f.id, f.point, f.type_id, u.was`,
    values: [restores.map(({ point }) => point), restores.map(({ typeId }) => typeId), restores.map(({ at }) => at)],
  })
  return rows
}
