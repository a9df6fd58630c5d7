import { DomainError } from '@emberwatch/contract'
import type { Kysely, Selectable } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import type { Tables } from '../../tables/index.ts'
import type { ProjectTable } from '../../tables/projects.tables.ts'
import { refuseField } from '../../platform/refuse-field.ts'

export type OrderProject = Pick<
  Selectable<ProjectTable>,
  'id' | 'name' | 'company_id' | 'path' | 'customer_id' | 'audit' | 'time_zone'
>

/**
 * The one project that all devices of an order belong to.
 * @throws deviceMissing for a device in stock, invalidInput for devices of several projects
 */
export const projectOfDevices = async (ctx: Ctx, db: Kysely<Tables>, deviceIds: readonly number[]): Promise<OrderProject> => {
  const rows = await db
    .selectFrom('device')
    .leftJoin('project', (join) => join.onRef('project.id', '=', 'device.project_id').on('project.deleted_at', 'is', null))
    .select('project.id')
    .distinct()
    .where('device.id', 'in', deviceIds)
    .where('device.deleted_at', 'is', null)
    .execute()
  const ids = rows.map((row) => row.id)
  const [id] = ids
  if (id === undefined || ids.includes(null)) throw new DomainError('deviceMissing', {}, 'deviceIds')
  if (ids.length > 1) return refuseField(ctx, 'deviceIds', 'sameProject')
  return db
    .selectFrom('project')
    .select(['id', 'name', 'company_id', 'path', 'customer_id', 'audit', 'time_zone'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** @throws invalidInput if a sign address does not belong to the project */
export const assertSites = async (ctx: Ctx, db: Kysely<Tables>, siteIds: readonly number[], projectId: number): Promise<void> => {
  if (siteIds.length === 0) return
  const known = await db
    .selectFrom('sign_site')
    .select('id')
    .where('id', 'in', siteIds)
    .where('project_id', '=', projectId)
    .execute()
  if (known.length < siteIds.length) refuseField(ctx, 'siteIds', 'sameProject')
}
