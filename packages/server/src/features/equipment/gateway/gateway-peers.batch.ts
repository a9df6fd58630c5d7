import type pg from 'pg'

/** Where a gateway calls from over HTTP. Behind a proxy its port is not known. */
export interface GatewayPeer {
  readonly id: number
  readonly ip: string
  readonly port: number | null
}

/** Notes where gateways call from. A locked one is left out: it will call again. */
export async function markPeers(client: Pick<pg.ClientBase, 'query'>, peers: readonly GatewayPeer[]): Promise<void> {
  await client.query({
    name: 'ingest_gateway_peers',
    text: `update gateway g set ip = u.ip, port = u.port
       from unnest($1::bigint[], $2::text[], $3::integer[]) as u (id, ip, port)
       join (select id from gateway where id = any ($1::bigint[]) order by id for no key update skip locked) free on free.id = u.id
      where g.id = u.id and (g.ip, g.port) is distinct from (u.ip, u.port)`,
    values: [peers.map(({ id }) => id), peers.map(({ ip }) => ip), peers.map(({ port }) => port)],
  })
}
