import type pg from 'pg'
import type { Inbound } from './inbound.ts'
import { SeenSequences } from './seen-sequences.ts'

type SequenceRow = { gateway_id: number; seen: Buffer }

/**
 * The messages that were not stored before, and marks them as stored. (gateway, sequence) names a message for ever. The gateways' lines stay locked
 * until the commit, so that two processes which were given the same message do not both store it.
 */
export async function takeNew(client: pg.ClientBase, items: readonly Inbound[]): Promise<Inbound[]> {
  const numbered = items.filter(({ gateway, sequence }) => gateway !== undefined && sequence !== undefined)
  if (numbered.length === 0) return [...items]
  const ids = [...new Set(numbered.map(({ gateway }) => gateway?.id ?? 0))].sort((a, b) => a - b)
  const seen = await lock(client, ids)
  const changed = new Map<number, SeenSequences>()
  const taken = items.filter(({ gateway, sequence }) => {
    if (gateway === undefined || sequence === undefined) return true
    const numbers = seen.get(gateway.id)
    if (numbers === undefined) return true
    if (!numbers.add(sequence)) return false
    changed.set(gateway.id, numbers)
    return true
  })
  if (changed.size > 0) {
    await client.query({
      name: 'ingest_sequences_update',
      text: `update gateway_sequence s set highest = u.highest, seen = u.seen
         from unnest($1::bigint[], $2::bigint[], $3::bytea[]) as u (gateway_id, highest, seen) where s.gateway_id = u.gateway_id`,
      values: [
        [...changed.keys()],
        [...changed.values()].map(({ highest }) => highest),
        [...changed.values()].map((numbers) => numbers.encode()),
      ],
    })
  }
  return taken
}

async function lock(client: pg.ClientBase, ids: readonly number[]): Promise<Map<number, SeenSequences>> {
  const select = () =>
    client.query<SequenceRow>({
      name: 'ingest_sequences',
      text: 'select gateway_id, seen from gateway_sequence where gateway_id = any ($1::bigint[]) order by gateway_id for update',
      values: [ids],
    })
  let { rows } = await select()
  if (rows.length < ids.length) {
    await client.query(
      `insert into gateway_sequence (gateway_id, highest, seen) select id, -1, '' from unnest($1::bigint[]) as u (id)
       order by id on conflict do nothing`,
      [ids],
    )
    rows = (await select()).rows
  }
  return new Map(rows.map((row) => [row.gateway_id, SeenSequences.decode(row.seen)]))
}
