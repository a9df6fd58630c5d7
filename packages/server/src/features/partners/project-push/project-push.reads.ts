import type { endpoints, InputOf, OutputOf, ProjectPushRow } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { containing, listPage } from '../../../platform/list.ts'
import { fields, tracked } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { isInBranch } from '../../../platform/rows/in-branch.ts'
import { pushHealthOf } from '../push-endpoint/push-endpoint.reads.ts'

type Calls = typeof endpoints.projectPush

/** A device that has left with its project has the new owner's name. */
const deviceName = sql`case when project_push.state = 'active' or ${isInBranch('row.path', 'project_push.path')} then row.name else '***' end`

const named = (table: 'device' | 'device_model', ids: string) =>
  sql<
    ProjectPushRow['devices']
  >`(select coalesce(json_agg(json_build_object('id', row.id, 'name', ${table === 'device' ? deviceName : sql`row.name`}) order by row.name), '[]')
    from ${sql.table(table)} as row where row.id = any(${sql.ref(ids)})
      ${table === 'device' ? sql`and row.project_id = project_push.project_id` : sql``})`

const read = (ctx: Ctx, ids: readonly number[]): Promise<ProjectPushRow[]> =>
  ctx.db
    .selectFrom('project_push')
    .innerJoin('push_endpoint', 'push_endpoint.id', 'project_push.endpoint_id')
    .innerJoin('company', 'company.id', 'project_push.company_id')
    .innerJoin('project', 'project.id', 'project_push.project_id')
    .select(fields('project_push', ['id', 'projectId', 'endpointId', 'companyId', 'eventTypes', 'delayS', 'endedAt']))
    .select(['push_endpoint.name as endpointName', 'company.name as companyName'])
    .select([
      // A project that has left is named as it was.
      sql<string>`case when project_push.state = 'active' then project.name else project_push.project_name end`.as('projectName'),
      sql<ProjectPushRow['projectPushState']>`project_push.state`.as('projectPushState'),
      sql<ProjectPushRow['pushEndReason']>`project_push.end_reason`.as('pushEndReason'),
      pushHealthOf(ctx.clock.now()).as('pushHealth'),
      named('device_model', 'project_push.model_ids').as('models'),
      named('device', 'project_push.device_ids').as('devices'),
      sql<string | null>`(select max(finished_at) from push_delivery where push_delivery.push_id = project_push.id
        and push_delivery.state = 'delivered')`.as('lastPushAt'),
    ])
    .select(tracked('project_push'))
    .where('project_push.id', 'in', ids)
    .execute()

/** Which projects are pushed where. */
export const pageProjectPushes = (ctx: Ctx, input: InputOf<Calls['page']>): Promise<OutputOf<Calls['page']>> => {
  const { projectPushState } = input
  const rows = filtered(ctx.db.selectFrom('project_push'), 'project_push', input, {
    equal: ['projectId', 'endpointId'],
    containing: ['project_name'],
    between: 'created_at',
  })
  return listPage<ProjectPushRow>(ctx.db, input, {
    rows: projectPushState === undefined ? rows : rows.where('project_push.state', '=', projectPushState),
    key: 'project_push.id',
    sorts: { createdAt: 'project_push.created_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })
}

const choices = 200

export const pushModels = async (ctx: Ctx, input: InputOf<Calls['models']>): Promise<OutputOf<Calls['models']>> => {
  const { projectId, keyword } = input
  let query = ctx.db
    .selectFrom('device_model')
    .select(['id', 'name'])
    .where(
      'id',
      'in',
      ctx.db
        .selectFrom('device')
        .select('device.model_id')
        .where('device.project_id', '=', projectId)
        .where('device.deleted_at', 'is', null),
    )
  if (keyword) query = query.where('name', 'ilike', containing(keyword))
  const rows = await query.orderBy('name').limit(choices).execute()
  return rows.map(({ id, name }) => ({ value: id, label: name }))
}

export const pushDevices = async (ctx: Ctx, input: InputOf<Calls['devices']>): Promise<OutputOf<Calls['devices']>> => {
  const { projectId, keyword } = input
  let query = ctx.db
    .selectFrom('device')
    .select(['id', 'code', 'name'])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
  if (keyword) {
    const pattern = containing(keyword)
    query = query.where(sql<boolean>`(device.code ilike ${pattern} or device.name ilike ${pattern})`)
  }
  const rows = await query.orderBy('code').limit(choices).execute()
  return rows.map(({ id, code, name }) => ({ value: id, label: `${code} · ${name}` }))
}
