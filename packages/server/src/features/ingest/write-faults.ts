import type pg from 'pg'
import type { Owner } from './directory.ts'
import type { Outcome } from './outcome.ts'
import { inRounds } from './rounds.ts'
import type { Change, Round } from './rounds.ts'

/** A fault condition that began or ended. */
export interface FaultChange extends Change {
  owner: Owner
  gatewayId: number | null
  deviceId: number | null
  /** For the audit row. */
  name: string
  format: string
  code: string
}

/**
 * Raises, folds and solves faults (domain.md: a restore report solves a fault, whether or not a repair order exists). A restore that comes late solves no fault
 * that was reported after it; being online again is our own finding, and never late.
 */
export async function writeFaults(client: pg.ClientBase, changes: readonly FaultChange[], outcome: Outcome): Promise<void> {
  for (const { raises, restores } of inRounds(changes)) {
    if (raises.length > 0) await raise(client, raises, outcome)
    if (restores.length > 0) await solve(client, restores, outcome)
  }
}

async function raise(client: pg.ClientBase, raises: Round<FaultChange>['raises'], outcome: Outcome): Promise<void> {
  const firsts = raises.map(({ first }) => first)
  const { rows } = await client.query<{ id: number; point: string; type_id: number; raised: boolean }>({
    name: 'ingest_fault_raise',
    text: `insert into fault as f (company_id, path, customer_id, project_id, gateway_id, device_id, point, type_id, source_format, source_code,
        repeat_count, first_at, last_at)
      select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::bigint[], $9::text[],
        $10::text[], $11::integer[], $12::timestamptz[], $13::timestamptz[])
      on conflict (point, type_id) where state <> 'solved' do update
        set repeat_count = f.repeat_count + excluded.repeat_count + 1, last_at = greatest(f.last_at, excluded.last_at), updated_at = now()
      returning id, point, type_id, xmax = 0 as raised`,
    values: [
      firsts.map(({ owner }) => owner.companyId),
      firsts.map(({ owner }) => owner.path),
      firsts.map(({ owner }) => owner.customerId),
      firsts.map(({ owner }) => owner.projectId),
      firsts.map(({ gatewayId }) => gatewayId),
      firsts.map(({ deviceId }) => deviceId),
      firsts.map(({ point }) => point),
      firsts.map(({ typeId }) => typeId),
      firsts.map(({ format }) => format),
      firsts.map(({ code }) => code),
      raises.map(({ repeats }) => repeats),
      firsts.map(({ at }) => at),
      raises.map(({ lastAt }) => lastAt),
    ],
  })
  const byKey = new Map(firsts.map((change) => [`${change.typeId} ${change.point}`, change]))
  for (const row of rows) {
    const change = byKey.get(`${row.type_id} ${row.point}`)
    if (change === undefined) continue
    if (row.raised) outcome.audit('fault.raise', 'fault', row.id, change.name, change.owner, { state: [null, 'pending'] })
    outcome.event('fault', row.raised ? 'raised' : 'repeated', row.id, change.owner, change.deviceId, { typeId: change.typeId })
  }
}

async function solve(client: pg.ClientBase, restores: readonly FaultChange[], outcome: Outcome): Promise<void> {
  const { rows } = await client.query<{ id: number; point: string; type_id: number; was: string }>({
    name: 'ingest_fault_solve',
    text: `update fault f set state = 'solved', restored_at = u.at, solved_at = u.at, solved_way = 'restored', updated_at = now()
       from (select f.id, f.state as was, r.at
               from unnest($1::text[], $2::bigint[], $3::timestamptz[]) as r (point, type_id, at)
               join fault f on f.point = r.point and f.type_id = r.type_id and f.state <> 'solved'
                and (f.last_at <= r.at or f.source_code = 'offline')
              order by f.id for update of f) u
      where f.id = u.id
      returning f.id, f.point, f.type_id, u.was`,
    values: [restores.map(({ point }) => point), restores.map(({ typeId }) => typeId), restores.map(({ at }) => at)],
  })
  const byKey = new Map(restores.map((change) => [`${change.typeId} ${change.point}`, change]))
  for (const row of rows) {
    const change = byKey.get(`${row.type_id} ${row.point}`)
    if (change === undefined) continue
    outcome.audit('fault.restore', 'fault', row.id, change.name, change.owner, { state: [row.was, 'solved'] })
    outcome.event('fault', 'solved', row.id, change.owner, change.deviceId, { typeId: change.typeId })
  }
}
