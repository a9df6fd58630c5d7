import type pg from 'pg'
import { announce, offlineFault } from './online.ts'
import type { OnlineRow } from './online.ts'
import type { Outcome } from './outcome.ts'
import { writeFaults } from './write-faults.ts'

/** Rows per transaction. */
export const SWEEP_CHUNK = 1000

/**
 * Takes those offline whose model's patience has passed since they were last heard, and raises the supervisory fault (domain.md, "Devices and gateways"). Both are
 * measured in the milliseconds of `listening`. Rows that somebody else holds, who has just heard them perhaps, wait for the next time.
 * Resolves with how many rows were looked at, at most SWEEP_CHUNK.
 */
export async function sweepOffline(
  client: pg.ClientBase,
  kind: 'gateway' | 'device',
  outcome: Outcome,
  { listeningMs, at, offlineFaultType }: { listeningMs: number; at: Date; offlineFaultType: number | undefined },
): Promise<number> {
  const { rows } = await client.query<OnlineRow & { online: boolean }>({
    name: `sweep_${kind}`,
    text: statement(kind),
    values: [listeningMs],
  })
  const silent = rows.filter(({ online }) => !online)
  announce(outcome, kind, 'offline', silent)
  if (offlineFaultType !== undefined && silent.length > 0) {
    const faults = silent.map((row) => offlineFault(kind, row, offlineFaultType, 'raise', at))
    await writeFaults(client, faults, outcome)
  }
  return rows.length
}

function statement(kind: 'gateway' | 'device'): string {
  return `update ${kind} t set online = late.due_ms > $1, silence_due_ms = late.due_ms
    from (select t.id, t.heard_ms + m.offline_after_s * 1000::bigint as due_ms
            from ${kind} t join device_model m on m.id = t.model_id
           where t.online and t.deleted_at is null and t.silence_due_ms <= $1
           order by t.silence_due_ms limit ${SWEEP_CHUNK} for no key update of t skip locked) late
    where t.id = late.id
    returning t.online, t.id, t.name, t.company_id, t.path, t.customer_id, t.project_id, ${kind === 'device' ? 't.gateway_id' : 'null::bigint as gateway_id'}`
}
