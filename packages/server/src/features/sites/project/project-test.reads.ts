import type { endpoints, InputOf, OutputOf, ProjectTestRow } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { listPage } from '../../../platform/list.ts'
import { accountName, fields } from '../../../platform/rows/columns.ts'

type Project = typeof endpoints.project

/** The banner names this many tests and says how many there are. */
const bannerLimit = 20

const readTests = (ctx: Ctx, ids: readonly number[]): Promise<ProjectTestRow[]> =>
  ctx.db
    .selectFrom('project_test')
    .innerJoin('project', 'project.id', 'project_test.project_id')
    .select(
      fields('project_test', ['id', 'projectId', 'fromAt', 'toAt', 'whole', 'reason', 'requestedBy', 'identityCheck', 'endedAt']),
    )
    .select(['project.name as projectName', 'project.time_zone as timeZone'])
    .select([
      sql<number>`cardinality(project_test.device_ids)`.as('deviceCount'),
      sql<number>`cardinality(project_test.gateway_ids)`.as('gatewayCount'),
      accountName('project_test.created_by').as('createdBy'),
      accountName('project_test.ended_by').as('endedBy'),
    ])
    .where('project_test.id', 'in', ids)
    .execute()

/** The tests of a project, newest first. */
export const pageTests = (ctx: Ctx, input: InputOf<Project['tests']>): Promise<OutputOf<Project['tests']>> => {
  let rows = ctx.db.selectFrom('project_test').where('project_test.project_id', '=', input.projectId)
  if (input.startTime) rows = rows.where('project_test.from_at', '>=', input.startTime)
  if (input.endTime) rows = rows.where('project_test.from_at', '<=', input.endTime)
  if (input.keyword) rows = rows.where(sql<boolean>`strpos(lower(project_test.reason), lower(${input.keyword})) > 0`)
  return listPage<ProjectTestRow>(ctx.db, input, {
    rows,
    key: 'project_test.id',
    sorts: { fromAt: 'project_test.from_at' },
    defaultSort: { by: 'fromAt', order: 'desc' },
    read: (ids) => readTests(ctx, ids),
  })
}

/** Tests running now in the caller's scope, the earliest end first. */
export const runningTests = async (ctx: Ctx): Promise<OutputOf<Project['onTest']>> => {
  const now = ctx.clock.now()
  const running = ctx.db
    .selectFrom('project_test')
    .innerJoin('project', 'project.id', 'project_test.project_id')
    .where('project_test.to_at', '>', now.toISOString())
    .where('project_test.from_at', '<=', now.toISOString())
    .where('project_test.ended_at', 'is', null)
    .where('project.deleted_at', 'is', null)
  const [list, { total }] = await Promise.all([
    running
      .select(fields('project_test', ['id', 'projectId', 'whole', 'fromAt', 'toAt']))
      .select(['project.name as projectName', 'project.time_zone as timeZone'])
      .orderBy('project_test.to_at')
      .orderBy('project_test.id')
      .limit(bannerLimit)
      .execute(),
    running.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { list, total }
}
