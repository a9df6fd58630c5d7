import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { noteUsed, pushesChanged } from '../push-endpoint/push-queue.ts'
import { pushColumns } from './push-fields.ts'

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
