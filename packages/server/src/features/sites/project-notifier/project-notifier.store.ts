import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'

/** The people of a project's call list, in the order of calls. */
export const listedIds = async (db: Kysely<Tables>, projectId: number): Promise<number[]> => {
  const rows = await db.selectFrom('project_notifier').select('id').where('project_id', '=', projectId).orderBy('seq').execute()
  return rows.map(({ id }) => id)
}

/** Numbers people from 1 in the given order. */
export const numberCalls = async (db: Kysely<Tables>, ids: readonly number[]): Promise<void> => {
  await sql`update project_notifier set seq = wanted.seq
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, seq)
    where project_notifier.id = wanted.id and project_notifier.seq <> wanted.seq`.execute(db)
}
