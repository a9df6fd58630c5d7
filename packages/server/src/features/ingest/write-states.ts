import type pg from 'pg'
import type { Inbound } from './inbound.ts'
import type { Outcome } from './outcome.ts'

type StateRow = { id: number; company_id: number; path: string; customer_id: number | null; project_id: number | null }

/** Marks devices as low on power, or as well again. */
export async function setLowPower(client: pg.ClientBase, states: ReadonlyMap<number, boolean>, outcome: Outcome): Promise<void> {
  const entries = [...states].sort(([a], [b]) => a - b)
  const { rows } = await client.query<StateRow & { low_power: boolean }>({
    name: 'ingest_low_power',
    text: `update device d set low_power = u.low_power
       from (select d.id, u.low_power from unnest($1::bigint[], $2::boolean[]) as u (id, low_power) join device d on d.id = u.id
              order by d.id for no key update of d) u
      where d.id = u.id and d.low_power <> u.low_power
      returning d.id, d.company_id, d.path, d.customer_id, d.project_id, d.low_power`,
    values: [entries.map(([id]) => id), entries.map(([, low]) => low)],
  })
  for (const row of rows) {
    const { company_id: companyId, path, customer_id: customerId, project_id: projectId } = row
    const owner = { companyId, path, customerId, projectId, projectName: null }
    outcome.event('device', row.low_power ? 'lowPower' : 'powered', row.id, owner, row.id, {})
  }
}

/** What gateways say of themselves; the newest of each wins. Being online is decided in presence.ts. */
export async function writeHeartbeats(client: pg.ClientBase, items: readonly Inbound[]): Promise<void> {
  const newest = new Map<number, Inbound>()
  for (const item of items) {
    if (item.heartbeat === undefined || item.gateway === undefined) continue
    const known = newest.get(item.gateway.id)
    if (known === undefined || known.receivedAt <= item.receivedAt) newest.set(item.gateway.id, item)
  }
  if (newest.size === 0) return
  const beats = [...newest].sort(([a], [b]) => a - b)
  await client.query({
    name: 'ingest_heartbeats',
    text: `update gateway g
        set ip = coalesce(u.ip, g.ip), port = coalesce(u.port, g.port), signal = coalesce(u.signal, g.signal),
            firmware = coalesce(u.firmware, g.firmware), last_seen_at = greatest(g.last_seen_at, u.at)
       from (select u.* from unnest($1::bigint[], $2::text[], $3::integer[], $4::integer[], $5::text[], $6::timestamptz[])
               as u (id, ip, port, signal, firmware, at) join gateway g on g.id = u.id order by g.id for no key update of g) u
      where g.id = u.id`,
    values: [
      beats.map(([id]) => id),
      beats.map(([, { heartbeat }]) => heartbeat?.ip ?? null),
      beats.map(([, { heartbeat }]) => heartbeat?.port ?? null),
      beats.map(([, { heartbeat }]) => toInteger(heartbeat?.signal)),
      beats.map(([, { heartbeat }]) => heartbeat?.firmware ?? null),
      beats.map(([, { receivedAt }]) => receivedAt),
    ],
  })
}

const MAX_INTEGER = 2 ** 31 - 1

/** A reading for an integer column; null when it is none or does not fit. */
export function toInteger(value: unknown): number | null {
  return typeof value === 'number' && Math.abs(value) <= MAX_INTEGER ? Math.round(value) : null
}

/** Lines of the MQTT log. */
export async function writeLog(client: pg.ClientBase, items: readonly Inbound[]): Promise<void> {
  const logged = items.flatMap((item) => (item.log === undefined ? [] : [{ item, log: item.log }]))
  if (logged.length === 0) return
  await client.query({
    name: 'ingest_mqtt_log',
    text: `insert into mqtt_log (at, path, gateway_id, client, topic, direction, payload, result, reason)
      select at, path, gateway_id, client, topic, 'up', payload, result, reason
        from unnest($1::timestamptz[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
          as u (at, path, gateway_id, client, topic, payload, result, reason)`,
    values: [
      logged.map(({ item }) => item.receivedAt),
      logged.map(({ item }) => item.gateway?.path ?? null),
      logged.map(({ item }) => item.gateway?.id || null),
      logged.map(({ item }) => item.client),
      logged.map(({ log }) => log.topic),
      logged.map(({ log }) => log.payload),
      logged.map(({ log }) => log.result),
      logged.map(({ log }) => log.reason),
    ],
  })
}

/** Counts on their gateways what could not be read. */
export async function countMalformed(client: pg.ClientBase, items: readonly Inbound[]): Promise<void> {
  const counts = new Map<number, number>()
  for (const { gateway, malformed } of items) {
    if (gateway !== undefined && malformed > 0) counts.set(gateway.id, (counts.get(gateway.id) ?? 0) + malformed)
  }
  if (counts.size === 0) return
  const entries = [...counts].sort(([a], [b]) => a - b)
  await client.query({
    name: 'ingest_malformed',
    text: `update gateway g set malformed_count = g.malformed_count + u.count
       from (select u.* from unnest($1::bigint[], $2::bigint[]) as u (id, count) join gateway g on g.id = u.id
              order by g.id for no key update of g) u
      where g.id = u.id`,
    values: [entries.map(([id]) => id), entries.map(([, count]) => count)],
  })
}
