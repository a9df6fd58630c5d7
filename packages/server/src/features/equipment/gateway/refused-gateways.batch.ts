import type { EnumValue } from '@emberwatch/contract'
import type pg from 'pg'

export interface RefusedGateway {
  readonly id: number
  readonly at: Date
  readonly reason: EnumValue<'signInRefusal'>
}

/** Notes on gateways that their sign-in was refused. Returns the ids of those that are not locked now. */
export async function markRefused(
  client: Pick<pg.ClientBase, 'query'>,
  refused: readonly RefusedGateway[],
): Promise<Set<number>> {
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
