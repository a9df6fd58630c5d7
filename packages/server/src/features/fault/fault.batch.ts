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

/** A fault, and whose it is: of what was decoded before its project was handed over, the company that has it by now. */
type FaultRow = {
  id: number
  point: string
  type_id: number
  company_id: number
  path: string
  customer_id: number | null
  project_id: number | null
}
/** `test`: it was raised while its place is on test. */
type RaisedFault = FaultRow & { raised: boolean; test: boolean }
const faultRow = 'f.id, f.point, f.type_id, f.company_id, f.path, f.customer_id, f.project_id'

/** Of the same place: the same project, or without one the same company. Its owner would see what happens here otherwise, and the owner here would not. */
const isSamePlace = (one: string, other: string): string =>
  `${one}.project_id is not distinct from ${other}.project_id and (${one}.project_id is not null or ${one}.company_id = ${other}.company_id)`

/**
 * Raises faults, or counts them on those of the same place that are not solved yet. Whose they are is judged as the tables are when they are stored. One that
 * is open at another place keeps standing there, under a point of its own, and the new one is raised beside it. On test they are marked (migration 0031); silence and what could not be read never are:
 * they are our own findings, and may hide a fire.
 */
export async function raiseFaults(client: pg.ClientBase, faults: readonly ReportedFault[]): Promise<RaisedFault[]> {
  const rows = await raiseHere(client, faults)
  if (rows.length === faults.length) return rows
  const keyOf = (typeId: number, point: string): string => `${typeId} ${point}`
  const stored = new Set(rows.map((row) => keyOf(row.type_id, row.point)))
  const elsewhere = faults.filter(({ typeId, point }) => !stored.has(keyOf(typeId, point)))
  await detachElsewhere(client, elsewhere)
  const raised = await raiseHere(client, elsewhere)
  if (raised.length < elsewhere.length) throw new Error('a fault could not be raised')
  return [...rows, ...raised]
}

/** Those whose point has an open fault of another place are left out. */
async function raiseHere(client: pg.ClientBase, faults: readonly ReportedFault[]): Promise<RaisedFault[]> {
  const { rows } = await client.query<RaisedFault>({
    name: 'ingest_fault_raise',
    text: `insert into fault as f (company_id, path, customer_id, project_id, gateway_id, device_id, point, type_id, source_format, source_code,
        repeat_count, first_at, last_at, test)
      select coalesce(p.company_id, u.company_id), coalesce(c.path, u.path), coalesce(p.customer_id, u.customer_id), u.project_id, u.gateway_id,
          u.device_id, u.point, u.type_id, u.source_format, u.source_code, u.repeat_count, u.first_at, u.last_at,
          u.source_code <> all ('{offline,unreadable,numbers_restarted}')
          and is_on_test(u.project_id, u.gateway_id, u.device_id, u.point, u.first_at, u.last_at)
        from unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::bigint[], $9::text[],
        $10::text[], $11::integer[], $12::timestamptz[], $13::timestamptz[]) with ordinality
        as u (company_id, path, customer_id, project_id, gateway_id, device_id, point, type_id, source_format, source_code, repeat_count, first_at, last_at,
          position)
        left join project p on p.id = u.project_id
        left join company c on c.id = coalesce(p.company_id, u.company_id)
        order by u.position
      on conflict (point, type_id) where state <> 'solved' do update
        set repeat_count = f.repeat_count + excluded.repeat_count + 1, last_at = greatest(f.last_at, excluded.last_at), updated_at = now(),
          test = f.test and excluded.test
        where ${isSamePlace('f', 'excluded')}
      returning ${faultRow}, xmax = 0 as raised, f.test`,
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

/** What stands at these points at another place gets a point of its own, as when its device leaves (fault.store.ts). */
async function detachElsewhere(client: pg.ClientBase, faults: readonly ReportedFault[]): Promise<void> {
  await client.query({
    name: 'ingest_fault_detach',
    text: `update fault f set point = f.point || '@' || f.id
       from (select f.id from unnest($1::text[], $2::bigint[]) as u (point, type_id)
               join fault f on f.point = u.point and f.type_id = u.type_id and f.state <> 'solved'
              order by f.type_id, f.point collate "C" for no key update of f) u
      where f.id = u.id`,
    values: [faults.map(({ point }) => point), faults.map(({ typeId }) => typeId)],
  })
}

/** Those of these points at which a fault of a type is open. */
export async function openFaultPoints(
  client: pg.ClientBase,
  typeId: number,
  points: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ point: string }>({
    name: 'ingest_fault_open_points',
    text: `select point from fault where point = any ($1::text[]) and type_id = $2 and state <> 'solved'`,
    values: [points, typeId],
  })
  return new Set(rows.map(({ point }) => point))
}

/** Locks the faults that are open at these points, in the order in which people lock them. */
export async function lockOpenFaults(
  client: pg.ClientBase,
  places: readonly Pick<ReportedFault, 'point' | 'typeId'>[],
): Promise<void> {
  await client.query({
    name: 'ingest_fault_lock',
    text: `select from unnest($1::text[], $2::bigint[]) as u (point, type_id)
               join fault f on f.point = u.point and f.type_id = u.type_id and f.state <> 'solved'
              order by f.type_id, f.point collate "C" for update of f`,
    values: [places.map(({ point }) => point), places.map(({ typeId }) => typeId)],
  })
}

/** What ends a fault, and the place where it was reported. */
export type RestoredFault = Pick<ReportedFault, 'point' | 'typeId' | 'owner'> & { readonly at: Date }

/**
 * Solves the faults of points that were restored, at the place where they were. Being online again is our own finding, so it is never late; nor is anything
 * after a signal that lies ahead, as the clock was set back since.
 */
export async function restoreFaults(
  client: pg.ClientBase,
  restores: readonly RestoredFault[],
): Promise<(FaultRow & { was: EnumValue<'faultState'> })[]> {
  const { rows } = await client.query<FaultRow & { was: EnumValue<'faultState'> }>({
    name: 'ingest_fault_solve',
    text: `update fault f set state = 'solved', restored_at = u.at, solved_at = u.at, solved_way = 'restored', updated_at = now()
       from (select f.id, f.state as was, r.at
               from unnest($1::text[], $2::bigint[], $3::timestamptz[], $4::bigint[], $5::bigint[]) as r (point, type_id, at, project_id, decoded_company)
               left join project p on p.id = r.project_id
              cross join lateral (select r.project_id, coalesce(p.company_id, r.decoded_company) as company_id) place
               join fault f on f.point = r.point and f.type_id = r.type_id and f.state <> 'solved' and ${isSamePlace('f', 'place')}
                and (f.last_at <= r.at or f.last_at > now() + interval '1 minute' or f.source_code = 'offline')
              order by f.type_id, f.point collate "C" for update of f) u
      where f.id = u.id
      returning ${faultRow}, u.was`,
    values: [
      restores.map(({ point }) => point),
      restores.map(({ typeId }) => typeId),
      restores.map(({ at }) => at),
      restores.map(({ owner }) => owner.projectId),
      restores.map(({ owner }) => owner.companyId),
    ],
  })
  return rows
}
