import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../tables/index.ts'

/** What is being sent is settled by then, or due again. */
const unsentMs = 60_000

/**
 * Runs of which a message is still tried after it has failed, or is being sent, with the moment at which that ends. They are not finished before: what ends
 * them takes it back.
 */
export const unsentRuns = async (tx: Kysely<Tables>, ids: readonly number[], at: Date): Promise<Map<number, number>> => {
  const { rows } = await sql<{ run_id: number; until: string }>`
    select run_id, max(coalesce(tries_until, ${new Date(at.getTime() + unsentMs)})) as until from message_record
     where run_id = any(${[...ids]}::bigint[]) and (state = 'sending' or state = 'queued' and (failure is not null or copy_of is not null))
     group by run_id`.execute(tx)
  return new Map(rows.map(({ run_id: id, until }) => [id, Date.parse(until)]))
}
