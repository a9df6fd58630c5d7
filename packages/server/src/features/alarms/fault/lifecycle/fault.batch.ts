import type { EnumValue } from '@emberwatch/contract'
import type pg from 'pg'
import { unnest } from '../../../../platform/database/unnest.ts'
import { keyOf, type PointSignal, type Raise, type Signal } from '../../signal/signal.ts'

// Each function is one statement for any number of rows, in the transaction of its batch.

type Place = Pick<PointSignal, 'point' | 'typeId'>

const openPoints = unnest<Place>('u', { point: ['text', ({ point }) => point], type_id: ['bigint', ({ typeId }) => typeId] })

/** A fault and its present owner, even if its report was decoded before the project was handed over. */
export type FaultRow = {
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

/**
 * The same place means the same project or, without one, the same company. Otherwise its owner would see what happens here, and the owner
 * here would not.
 */
const isSamePlace = (one: string, other: string): string =>
  `${one}.project_id is not distinct from ${other}.project_id and (${one}.project_id is not null or ${one}.company_id = ${other}.company_id)`

/**
 * Raises faults, or counts them on unsolved ones of the same place. The owner is read from the tables when they are stored. A fault open at
 * another place stays there under a point of its own, and the new one is raised next to it. Faults on test are marked (migration 0031),
 * except silence and unreadable messages: these are our own findings and may hide a fire.
 */
export const raiseFaults = async (client: pg.ClientBase, faults: readonly Raise<Signal>[]): Promise<RaisedFault[]> => {
  const rows = await raiseHere(client, faults)
  if (rows.length === faults.length) return rows
  const stored = new Set(rows.map((row) => keyOf(row.type_id, row.point)))
  const elsewhere = faults.filter(({ first }) => !stored.has(keyOf(first.typeId, first.point)))
  await detachElsewhere(
    client,
    elsewhere.map(({ first }) => first),
  )
  const raised = await raiseHere(client, elsewhere)
  if (raised.length < elsewhere.length) throw new Error('a fault could not be raised')
  return [...rows, ...raised]
}

const raises = unnest<Raise<Signal>>(
  'u',
  {
    company_id: ['bigint', ({ first }) => first.owner.companyId],
    path: ['text', ({ first }) => first.owner.path],
    customer_id: ['bigint', ({ first }) => first.owner.customerId],
    project_id: ['bigint', ({ first }) => first.owner.projectId],
    gateway_id: ['bigint', ({ first }) => first.gatewayId],
    device_id: ['bigint', ({ first }) => first.deviceId],
    point: ['text', ({ first }) => first.point],
    type_id: ['bigint', ({ first }) => first.typeId],
    source_format: ['text', ({ first }) => first.format],
    source_code: ['text', ({ first }) => first.code],
    repeat_count: ['integer', ({ repeats }) => repeats],
    first_at: ['timestamptz', ({ first }) => first.at],
    last_at: ['timestamptz', ({ lastAt }) => lastAt],
  },
  { numbered: true },
)

/** Raises them, leaving out those whose point has an open fault of another place. */
const raiseHere = async (client: pg.ClientBase, faults: readonly Raise<Signal>[]): Promise<RaisedFault[]> => {
  const { rows } = await client.query<RaisedFault>({
    name: 'ingest_fault_raise',
    text: `insert into fault as f (company_id, path, customer_id, project_id, gateway_id, device_id, point, type_id, source_format, source_code,
        repeat_count, first_at, last_at, test)
      select coalesce(p.company_id, u.company_id), coalesce(c.path, u.path), coalesce(p.customer_id, u.customer_id), u.project_id, u.gateway_id,
          u.device_id, u.point, u.type_id, u.source_format, u.source_code, u.repeat_count, u.first_at, u.last_at,
          u.source_code <> all ('{offline,unreadable,numbers_restarted}')
          and is_on_test(u.project_id, u.gateway_id, u.device_id, u.point, u.first_at, u.last_at)
        from ${raises.from}
        left join project p on p.id = u.project_id
        left join company c on c.id = coalesce(p.company_id, u.company_id)
        order by u.position
      on conflict (point, type_id) where state <> 'solved' do update
        set repeat_count = f.repeat_count + excluded.repeat_count + 1, last_at = greatest(f.last_at, excluded.last_at), updated_at = now(),
          test = f.test and excluded.test
        where ${isSamePlace('f', 'excluded')}
      returning ${faultRow}, xmax = 0 as raised, f.test`,
    values: raises.values(faults),
  })
  return rows
}

/** Faults of another place that are open at these points get points of their own, as when a device leaves (fault.store.ts). */
const detachElsewhere = async (client: pg.ClientBase, places: readonly Place[]): Promise<void> => {
  await client.query({
    name: 'ingest_fault_detach',
    text: `update fault f set point = f.point || '@' || f.id
       from (select f.id from ${openPoints.from}
               join fault f on f.point = u.point and f.type_id = u.type_id and f.state <> 'solved'
              order by f.type_id, f.point collate "C" for no key update of f) u
      where f.id = u.id`,
    values: openPoints.values(places),
  })
}

/** Of these points, those with an open fault of a type. */
export const openFaultPoints = async (
  client: pg.ClientBase,
  typeId: number,
  points: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await client.query<{ point: string }>({
    name: 'ingest_fault_open_points',
    text: `select point from fault where point = any ($1::text[]) and type_id = $2 and state <> 'solved'`,
    values: [points, typeId],
  })
  return new Set(rows.map(({ point }) => point))
}

/** Locks the open faults at these points, in the order in which user actions lock them. */
export const lockOpenFaults = async (client: pg.ClientBase, places: readonly Place[]): Promise<void> => {
  await client.query({
    name: 'ingest_fault_lock',
    text: `select from ${openPoints.from}
               join fault f on f.point = u.point and f.type_id = u.type_id and f.state <> 'solved'
              order by f.type_id, f.point collate "C" for update of f`,
    values: openPoints.values(places),
  })
}

const restored = unnest<Signal>('r', {
  point: ['text', ({ point }) => point],
  type_id: ['bigint', ({ typeId }) => typeId],
  at: ['timestamptz', ({ at }) => at],
  project_id: ['bigint', ({ owner }) => owner.projectId],
  decoded_company: ['bigint', ({ owner }) => owner.companyId],
})

/**
 * Solves the faults of restored points, at the place that reported the restore. Coming back online is our own finding, so it is never late.
 * Neither is anything if the last signal lies in the future, because the clock has been set back since.
 */
export const restoreFaults = async (
  client: pg.ClientBase,
  restores: readonly Signal[],
): Promise<(FaultRow & { was: EnumValue<'faultState'> })[]> => {
  const { rows } = await client.query<FaultRow & { was: EnumValue<'faultState'> }>({
    name: 'ingest_fault_solve',
    text: `update fault f set state = 'solved', restored_at = u.at, solved_at = u.at, solved_way = 'restored', updated_at = now(), updated_by = null
       from (select f.id, f.state as was, r.at
               from ${restored.from}
               left join project p on p.id = r.project_id
              cross join lateral (select r.project_id, coalesce(p.company_id, r.decoded_company) as company_id) place
               join fault f on f.point = r.point and f.type_id = r.type_id and f.state <> 'solved' and ${isSamePlace('f', 'place')}
                and (f.last_at <= r.at or f.last_at > now() + interval '1 minute' or f.source_code = 'offline')
              order by f.type_id, f.point collate "C" for update of f) u
      where f.id = u.id
      returning ${faultRow}, u.was`,
    values: restored.values(restores),
  })
  return rows
}
