import { DomainError, type endpoints, type InputOf, type PushEvent } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { translate } from '../../../platform/i18n.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { type Write, transact } from '../../../platform/transact.ts'
import { insertRow, lockRow, updateRow, deleteRow } from '../../../platform/rows/rows.ts'
import { noteUsed, pushesChanged, cancelWaiting } from '../push-endpoint/push-queue.ts'

type Input = InputOf<typeof endpoints.projectPush.update>

interface Place {
  readonly projectPath: string
  readonly endpointPath: string
  readonly offered: readonly PushEvent[]
}

/**
 * The columns that a form sets.
 * @throws DomainError invalidInput for events that the endpoint does not take, or devices of another project; precondition for an endpoint
 * that is not of the project's company or one above it
 */
const pushColumns = async (
  ctx: Ctx,
  write: Write,
  projectId: number,
  { projectPath, endpointPath, offered }: Place,
  input: Pick<Input, 'eventTypes' | 'modelIds' | 'deviceIds' | 'delayS'>,
) => {
  const { eventTypes = [], modelIds = [], deviceIds = [], delayS } = input
  if (!isBelow(projectPath, endpointPath))
    throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.pushEndpointAbove') }, 'endpointId')
  if (eventTypes.some((event) => !offered.includes(event))) refuseField(ctx, 'eventTypes', 'offeredEvents')
  if (deviceIds.length > 0) {
    const { count } = await write.db
      .selectFrom('device')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('id', 'in', deviceIds)
      .where('project_id', '=', projectId)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (count < deviceIds.length) refuseField(ctx, 'deviceIds', 'sameProject')
  }
  return { event_types: eventTypes, model_ids: modelIds, device_ids: deviceIds, delay_s: delayS }
}

/**
 * Pushes events of a project to an endpoint of its company or one above: what happens from now on. It belongs to the endpoint's company.
 * @throws DomainError duplicate if the project is pushed there already
 */
export const createProjectPush = (ctx: Ctx, input: InputOf<typeof endpoints.projectPush.create>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const { projectId, endpointId } = input
    const endpoint = await lockRow(write, 'push_endpoint', { id: endpointId })
    // Locked, so that it is not handed over meanwhile.
    const project = await write.db
      .selectFrom('project')
      .select(['id', 'name', 'path'])
      .where('id', '=', projectId)
      .where('deleted_at', 'is', null)
      .forShare()
      .executeTakeFirst()
    if (!project) throw new DomainError('notFound', {}, 'projectId')
    const place = { projectPath: project.path, endpointPath: endpoint.path, offered: endpoint.event_types }
    const columns = await pushColumns(ctx, write, projectId, place, input)
    const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from live_event`.execute(write.systemDb)
    const row = {
      company_id: endpoint.company_id,
      path: endpoint.path,
      endpoint_id: endpointId,
      project_id: projectId,
      project_name: project.name,
      ...columns,
      since_event: rows[0]?.id ?? 0,
    }
    const id = await insertRow(write, 'project_push', row, {
      action: 'projectPush.create',
      name: `${project.name} → ${endpoint.name}`,
      unique: ['endpointId', endpoint.name],
      changes: { since_event: null, project_name: null },
    })
    await noteUsed(write.systemDb, [endpointId], write.at)
    await pushesChanged(write.systemDb)
    return { id }
  })

/** Changes which events are pushed. Project and endpoint stay. @throws DomainError precondition if it has ended */
export const updateProjectPush = (ctx: Ctx, input: InputOf<typeof endpoints.projectPush.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const before = await lockRow(write, 'project_push', input)
    if (before.state === 'ended')
      throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.pushEndedAlready') })
    // Not scoped: whoever sees the push may know both.
    const {
      name,
      path,
      event_types: offered,
    } = await write.systemDb
      .selectFrom('push_endpoint')
      .select(['name', 'path', 'event_types'])
      .where('id', '=', before.endpoint_id)
      .executeTakeFirstOrThrow()
    const project = await write.systemDb
      .selectFrom('project')
      .select(['name', 'path'])
      .where('id', '=', before.project_id)
      .executeTakeFirstOrThrow()
    const place = { projectPath: project.path, endpointPath: path, offered }
    const columns = await pushColumns(ctx, write, before.project_id, place, input)
    await updateRow(write, 'project_push', before, columns, {
      action: 'projectPush.update',
      name: `${project.name} → ${name}`,
    })
    return { id: before.id }
  })

/** Ends a project push. What waits is not sent; its log stays. */
export const removeProjectPush = (ctx: Ctx, input: InputOf<typeof endpoints.projectPush.remove>): Promise<null> =>
  transact(ctx, async (write) => {
    const push = await lockRow(write, 'project_push', input, 'delete')
    await cancelWaiting(write.systemDb, { pushIds: [push.id] }, write.at)
    await deleteRow(write, 'project_push', push, {
      action: 'projectPush.del',
      name: push.project_name,
      changes: { projectId: [push.project_id, null], endpointId: [push.endpoint_id, null] },
    })
    await noteUsed(write.systemDb, [push.endpoint_id], write.at)
    await pushesChanged(write.systemDb)
    return null
  })
