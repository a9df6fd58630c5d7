import type pg from 'pg'
import type { EnumValue } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'

/** Where a gateway calls from over HTTP, or on a link. Behind a proxy its port is not known. */
export interface GatewayPeer {
  readonly id: number
  readonly ip: string
  readonly port: number | null
}

/** Notes where gateways call from. A locked one is left out: it will call again. */
export const markPeers = async (client: Pick<pg.ClientBase, 'query'>, peers: readonly GatewayPeer[]): Promise<void> => {
  await client.query({
    name: 'ingest_gateway_peers',
    text: `update gateway g set ip = u.ip, port = u.port
       from unnest($1::bigint[], $2::text[], $3::integer[]) as u (id, ip, port)
       join (select id from gateway where id = any ($1::bigint[]) order by id for no key update skip locked) free on free.id = u.id
      where g.id = u.id and (g.ip, g.port) is distinct from (u.ip, u.port)`,
    values: [peers.map(({ id }) => id), peers.map(({ ip }) => ip), peers.map(({ port }) => port)],
  })
}

export interface RefusedGateway {
  readonly id: number
  readonly at: Date
  readonly reason: EnumValue<'signInRefusal'>
}

/** Notes on gateways that their sign-in was refused. Returns the ids of those that are not locked now. */
export const markRefused = async (
  client: Pick<pg.ClientBase, 'query'>,
  refused: readonly RefusedGateway[],
): Promise<Set<number>> => {
  const { rows } = await client.query<{ id: number }>({
    name: 'ingest_refused_gateways',
    text: `update gateway g set refused_at = u.at, refused_reason = u.reason
       from (select distinct on (g.id) g.id, u.at, u.reason
               from unnest($1::bigint[], $2::timestamptz[], $3::text[]) with ordinality as u (id, at, reason, n)
               join (select id from gateway where id = any ($1::bigint[]) order by id for no key update skip locked) g on g.id = u.id
              order by g.id, u.n desc) u
      where g.id = u.id returning g.id`,
    values: [refused.map(({ id }) => id), refused.map(({ at }) => at), refused.map(({ reason }) => reason)],
  })
  return new Set(rows.map(({ id }) => id))
}

/** The versions that a device, or a gateway itself, reported. */
export interface ReportedFirmware {
  readonly deviceId: number | null
  readonly gatewayId: number
  readonly firmware: string
  /** Null: not reported. */
  readonly hardware: string | null
}

/** Stores the reported versions, in ascending order of ids, as every writer locks them. */
export const recordFirmware = async (db: Kysely<Tables>, reported: readonly ReportedFirmware[]): Promise<void> => {
  const newest = new Map(reported.map((each) => [each.deviceId === null ? `g${each.gatewayId}` : `d${each.deviceId}`, each]))
  const of = (kind: 'gateway' | 'device') =>
    [...newest.values()]
      .filter(({ deviceId }) => (deviceId === null) === (kind === 'gateway'))
      .map(({ deviceId, gatewayId, firmware, hardware }) => ({
        id: deviceId ?? gatewayId,
        firmware,
        ...(hardware === null ? {} : { hardware }),
      }))
      .toSorted((a, b) => a.id - b.id)
  for (const { id, ...changes } of of('gateway'))
    await db.updateTable('gateway').set(changes).where('id', '=', id).where(differs(changes)).execute()
  for (const { id, ...changes } of of('device'))
    await db.updateTable('device').set(changes).where('id', '=', id).where(differs(changes)).execute()
}

/** Whether a row would change: most reported versions are already known. */
const differs = ({ firmware, hardware }: { firmware: string; hardware?: string | undefined }) => {
  const isOther = sql<boolean>`firmware is distinct from ${firmware}`
  return hardware === undefined ? isOther : sql<boolean>`(${isOther} or hardware is distinct from ${hardware})`
}
