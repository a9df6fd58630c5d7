import { sql, type Kysely, type Selectable } from 'kysely'
import { DomainError, type Position } from '@emberwatch/contract'
import type { Tables } from '../../../tables/index.ts'
import type { ProjectTable } from '../../../tables/projects.tables.ts'
import type { Write } from '../../../platform/transact.ts'
import type { Ctx } from '../../../platform/context.ts'
import { assertPosition, type StoredPosition } from '../../../platform/refuse-field.ts'

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

/** The project that something belongs to, locked. @throws DomainError notFound */
export const projectOfPart = async (write: Write, id: number, field = 'id'): Promise<LockedProject> => {
  const project = await lockProject(write.db, id)
  if (!project) throw new DomainError('notFound', {}, field)
  return project
}

/** The company in whose log changes to a part of a project are recorded. */
export const ownerOfPart = ({ company_id: companyId, path }: LockedProject) => ({ companyId, path })

/**
 * Asks back about a position of something that belongs to a project, such as a device, if it is not in the project's area. `before` is the
 * row of the thing as it is: its position may stay.
 * @throws DomainError invalidInput naming the field
 */
export const assertPlace = async (
  ctx: Ctx,
  write: Write,
  position: Position | undefined,
  projectId: number | null,
  before?: StoredPosition,
): Promise<void> => {
  if (!position) return
  const zone = await write.systemDb
    .selectFrom('project')
    .select(['country', 'province', 'city'])
    .where('id', '=', projectId)
    .executeTakeFirst()
  assertPosition(ctx, position, zone ?? {}, before && { ...before, ...zone })
}
