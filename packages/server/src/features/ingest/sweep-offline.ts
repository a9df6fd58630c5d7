import { announce, offlineFault } from './presence.ts'
import type { OnlineRow } from './presence.ts'
import type { IngestConnection } from './ingest-connection.ts'
import { Outcome, tell } from './outcome.ts'
import { writeFaults } from './write-faults.ts'

/** Rows per transaction. */
const CHUNK = 1000

const kinds = ['gateway', 'device'] as const

/**
 * Takes everything offline whose last communication is older than its model allows, and raises the supervisory fault. Silence counts
 * only from `listeningSince` on, when this installation began to listen: a restart by itself takes nothing offline.
 * Resolves with how many went offline.
 */
export async function sweepOffline(
  connection: IngestConnection,
  offlineFaultType: number | undefined,
  listeningSince: Date,
  now: Date,
): Promise<number> {
  let count = 0
  for (const kind of kinds) {
    for (let swept = CHUNK; swept === CHUNK; count += swept) {
      await connection.transaction(async (tx, client) => {
        const outcome = new Outcome()
        const { rows } = await client.query<OnlineRow>(statement(kind), [now, listeningSince])
        announce(outcome, kind, 'offline', rows)
        if (offlineFaultType !== undefined) {
          await writeFaults(
            client,
            rows.map((row) => offlineFault(kind, row, offlineFaultType, 'raise', now)),
            outcome,
          )
        }
        await tell(tx, outcome, now)
        swept = rows.length
      })
    }
  }
  return count
}

function statement(kind: 'gateway' | 'device'): string {
  return `update ${kind} t set online = false
    from (select t.id from ${kind} t join device_model m on m.id = t.model_id
           where t.online and t.deleted_at is null
             and greatest(t.last_seen_at, $2::timestamptz) < $1::timestamptz - m.offline_after_s * interval '1 second'
           order by t.id limit ${CHUNK} for update of t) late
    where t.id = late.id
    returning t.id, t.name, t.company_id, t.path, t.customer_id, t.project_id, ${kind === 'device' ? 't.gateway_id' : 'null::bigint as gateway_id'}`
}
