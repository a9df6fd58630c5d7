import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../tables/index.ts'
import type { StoredRun } from './run.store.ts'

type Db = Kysely<Tables>

/** Those that are due, but not of some companies. */
export interface DueRuns {
  readonly at: Date
  readonly limit: number
  readonly except: readonly number[]
}

/** Fires first, and none behind the storm of another project: of each the oldest comes first, then the second of each, and so on. */
const inTurn = ({ at, except }: DueRuns) => sql`
  select run.* from notification_run as run
    join (select id, row_number() over (partition by fire, company_id, project_id order by due_at, id) as turn
            from notification_run where state = 'running' and due_at <= ${at} and company_id <> all(${[...except]}::bigint[])) as waiting
      on waiting.id = run.id
   where run.state = 'running' and run.due_at <= ${at} order by run.fire desc, waiting.turn, run.due_at, run.id`

/** Runs that are due, locked. Those on which another process works are left to it. */
export const takeRuns = async (tx: Db, due: DueRuns, id?: number): Promise<StoredRun[]> => {
  if (id === undefined) {
    const { rows } = await sql<StoredRun>`${inTurn(due)} limit ${due.limit} for update of run skip locked`.execute(tx)
    return rows
  }
  const one = tx.selectFrom('notification_run').selectAll().where('id', '=', id).where('state', '=', 'running')
  return one.where('due_at', '<=', due.at.toISOString()).forUpdate().skipLocked().execute()
}

export const dueRuns = async (db: Db, due: DueRuns): Promise<Pick<StoredRun, 'id' | 'company_id'>[]> => {
  const { rows } = await sql<StoredRun>`${inTurn(due)} limit ${due.limit}`.execute(db)
  return rows
}
