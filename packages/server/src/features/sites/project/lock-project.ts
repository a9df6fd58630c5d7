import { sql, type Kysely, type Selectable } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import type { ProjectTable } from '../../../tables/projects.tables.ts'

const columns = [
  'id',
  'company_id',
  'path',
  'customer_id',
  'code',
  'name',
  'status',
  'audit',
  'stopped',
  'time_zone',
  'country',
  'province',
  'city',
] as const satisfies readonly (keyof ProjectTable)[]

export type LockedProject = Pick<Selectable<ProjectTable>, (typeof columns)[number]>

/**
 * A project in the caller's scope, locked until the transaction ends, so that it is not completed or deleted while something is attached to
 * it. Undefined if there is none or it was deleted. `db` is `write.db`; with `write.systemDb` it is not scoped.
 */
export const lockProject = (db: Kysely<Tables>, id: number): Promise<LockedProject | undefined> =>
  db
    .selectFrom('project')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** The same for several, in ascending order of ids, as every writer locks them. */
export const lockProjects = (db: Kysely<Tables>, ids: readonly number[]): Promise<LockedProject[]> =>
  db
    .selectFrom('project')
    .select(columns)
    .where(sql<boolean>`project.id = any(${ids}::bigint[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
