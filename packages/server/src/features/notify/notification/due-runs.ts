import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import type { StoredRun } from './run.store.ts'

type Db = Kysely<Tables>

/** Due runs, except those of some companies. */
export interface DueRuns {
  readonly at: Date
  readonly limit: number
  readonly except: readonly number[]
}

/**
 * Fires first. Projects take turns, so that none waits behind the storm of another: the oldest run of each project, then the second of
 * each, and so on.
 */
const inFairOrder = ({ at, except }: DueRuns) => sql`
  select run.* from notification_run as run
    join (select id, row_number() over (partition by fire, company_id, project_id order by due_at, id) as place
            from notification_run where state = 'running' and due_at <= ${at} and company_id <> all(${[...except]}::bigint[])) as waiting
      on waiting.id = run.id
   where run.state = 'running' and run.due_at <= ${at} order by run.fire desc, waiting.place, run.due_at, run.id`

/** Due runs, locked. Runs locked by another process are skipped. */
export const takeRuns = async (tx: Db, due: DueRuns, id?: number): Promise<StoredRun[]> => {
  if (id === undefined) {
    const { rows } = await sql<StoredRun>`${inFairOrder(due)} limit ${due.limit} for update of run skip locked`.execute(tx)
    return rows
  }
  const one = tx.selectFrom('notification_run').selectAll().where('id', '=', id).where('state', '=', 'running')
  return one.where('due_at', '<=', due.at.toISOString()).forUpdate().skipLocked().execute()
}

export const dueRuns = async (db: Db, due: DueRuns): Promise<Pick<StoredRun, 'id' | 'company_id'>[]> => {
  const { rows } = await sql<StoredRun>`${inFairOrder(due)} limit ${due.limit}`.execute(db)
  return rows
}

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
