import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'

/** By then, what is being sent has been settled or is due again. */
const unsentMs = 60_000

/**
 * Runs with a message that is being retried after a failure or is being sent, with the moment at which that ends. Such a run is not
 * finished before: if its events end, the message is taken back.
 */
export const unsentRuns = async (tx: Kysely<Tables>, ids: readonly number[], at: Date): Promise<Map<number, number>> => {
  const { rows } = await sql<{ run_id: number; until: string }>`
    select run_id, max(coalesce(tries_until, ${new Date(at.getTime() + unsentMs)})) as until from message_record
     where run_id = any(${[...ids]}::bigint[]) and (state = 'sending' or state = 'queued' and (failure is not null or copy_of is not null))
     group by run_id`.execute(tx)
  return new Map(rows.map(({ run_id: id, until }) => [id, Date.parse(until)]))
}
