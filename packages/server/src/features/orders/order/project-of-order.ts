import { DomainError, type OrderKindName } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { Write } from '../../../platform/transact.ts'
import type { Tables } from '../../../tables/index.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { lockProject, type LockedProject } from '../../sites/project/project-part.rules.ts'
import { throwPrecondition } from './order.rules.ts'

/** What an order covers: the devices named, all of some models, or the whole project. */
export interface Coverage {
  readonly projectId?: number | undefined
  readonly deviceIds?: readonly number[] | undefined
}

/**
 * The one project that all devices of an order belong to.
 * @throws deviceInStock naming those in no project, invalidInput for devices of several projects
 */
const projectOfDevices = async (ctx: Ctx, db: Kysely<Tables>, deviceIds: readonly number[]): Promise<number> => {
  const rows = await db
    .selectFrom('device')
    .leftJoin('project', (join) => join.onRef('project.id', '=', 'device.project_id').on('project.deleted_at', 'is', null))
    .select(['project.id', 'device.code'])
    .where('device.id', 'in', deviceIds)
    .where('device.deleted_at', 'is', null)
    .execute()
  const loose = rows.filter(({ id }) => id === null).map(({ code }) => code)
  if (loose.length > 0) throw new DomainError('deviceInStock', { devices: loose }, 'deviceIds')
  const [id, ...others] = new Set(rows.map((row) => row.id))
  if (id === undefined || id === null) throw new DomainError('deviceMissing', {}, 'deviceIds')
  if (others.length > 0) return refuseField(ctx, 'deviceIds', 'sameProject')
  return id
}

/** Devices to be installed must be in stock or already in the project. @throws invalidInput naming the field */
export const assertInstallable = async (
  ctx: Ctx,
  db: Kysely<Tables>,
  deviceIds: readonly number[],
  projectId: number,
  field: 'deviceIds' | 'devices',
): Promise<void> => {
  if (deviceIds.length === 0) return
  const fit = await db
    .selectFrom('device')
    .select('id')
    .where('id', 'in', deviceIds)
    .where('deleted_at', 'is', null)
    .where('scrapped_at', 'is', null)
    .where((e) => e.or([e('project_id', 'is', null), e('project_id', '=', projectId)]))
    .execute()
  if (fit.length < deviceIds.length) refuseField(ctx, field, 'sameProject')
}

/** @throws deviceMissing, deviceInStock, invalidInput for devices that an order of this kind and project cannot have */
export const assertCovered = async (
  ctx: Ctx,
  db: Kysely<Tables>,
  kind: OrderKindName,
  deviceIds: readonly number[],
  projectId: number,
): Promise<void> => {
  if (deviceIds.length === 0) return
  if (kind === 'install') return assertInstallable(ctx, db, deviceIds, projectId, 'deviceIds')
  if ((await projectOfDevices(ctx, db, deviceIds)) !== projectId) refuseField(ctx, 'deviceIds', 'sameProject')
}

/**
 * The project of a new order, locked so that it is not completed or stopped meanwhile (domain.md, "Work orders").
 * @throws deviceMissing, deviceInStock, invalidInput; projectNotApproved; precondition for an installation after the project was completed
 */
export const projectForOrder = async (
  ctx: Ctx,
  write: Write,
  kind: OrderKindName,
  { projectId, deviceIds = [] }: Coverage,
): Promise<LockedProject> => {
  const id = projectId ?? (await projectOfDevices(ctx, write.db, deviceIds))
  const project = await lockProject(write.db, id)
  if (!project) throw new DomainError('notFound', {}, 'projectId')
  if (project.audit !== 'approved') throw new DomainError('projectNotApproved', { project: project.name })
  if (kind === 'install' && project.status !== 'uninstall' && project.status !== 'installing')
    throwPrecondition(ctx, 'projectInstalled')
  if (projectId !== undefined) await assertCovered(ctx, write.db, kind, deviceIds, project.id)
  return project
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
