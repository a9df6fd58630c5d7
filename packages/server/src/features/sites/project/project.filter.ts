import type { endpoints, InputOf } from '@emberwatch/contract'
import { sql, type SelectQueryBuilder, type Kysely, type RawBuilder } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { withKeyword, type FoundRows } from '../../../platform/keyword.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import type { Tables } from '../../../tables/index.ts'

type Projects = SelectQueryBuilder<Tables, 'project', object>
export type ProjectPageInput = InputOf<typeof endpoints.project.page>

/** Tests running at a time. A test that has ended marks nothing, whether or not a job has recorded it, and not again after the clock was set back. */
const isRunning = (now: Date) => sql<boolean>`(t.from_at <= ${now} and t.to_at > ${now} and t.ended_at is null)`

/** Whether any part of `project` is on test now. */
export const onTest = (now: Date) =>
  sql<boolean>`exists (select from project_test t where t.project_id = project.id and ${isRunning(now)})`

/** The projects of a list whose name or code contains `keyword`. `newestBy`: the column that orders the list newest first. */
export const withProjectKeyword = (ctx: Ctx, rows: Projects, keyword: string, newestBy?: string): Promise<FoundRows<Projects>> =>
  withKeyword(ctx.systemDb, rows, 'project', keyword, { parts: ['name', 'code'], ...(newestBy ? { newestBy } : {}) })

/** Up to this many projects with open alarms are selected by id. With more, a scan of the list soon finds them. */
const alarmedLimit = 2_000

/** Filters projects by whether they have open alarms. Not scoped: whoever sees a project may see that. */
const withAlarmed = async (ctx: Ctx, rows: Projects, alarmed: boolean): Promise<Projects> => {
  const open = sql`alarm.state in ('unconfirmed', 'confirmed')`
  const has = sql<boolean>`exists (select from alarm where alarm.project_id = project.id and ${open})`
  if (!alarmed) return rows.where(sql<boolean>`not ${has}`)
  const found = await ctx.systemDb
    .selectFrom('alarm')
    .select('project_id')
    .distinct()
    .where(sql<boolean>`${open}`)
    .where('project_id', 'is not', null)
    .limit(alarmedLimit + 1)
    .execute()
  if (found.length > alarmedLimit) return rows.where(has)
  const ids = found.map((row) => row.project_id)
  // As a subquery of unknown size: given a list of a thousand ids, the planner believes that reading all projects is faster.
  return rows.where(sql<boolean>`project.id = any((select ${ids}::bigint[])::bigint[])`)
}

/** The projects in the caller's scope that the input asks for. */
export const filteredProjects = async (ctx: Ctx, input: ProjectPageInput): Promise<FoundRows<Projects>> => {
  let rows = filtered(ctx.db.selectFrom('project'), 'project', input, {
    equal: ['typeId', 'customerId', 'companyId', 'status', 'audit', 'stopped'],
    zone: true,
    between: 'created_at',
  })
  const { keyword, adminId, onTest: wanted, alarmed, dueFrom, dueTo } = input
  if (adminId !== undefined)
    rows = rows.where(sql<boolean>`project.id in (select project_id from project_admin where account_id = ${adminId})`)
  if (wanted !== undefined) {
    // Few projects are on test, so they are found through the tests.
    const now = ctx.clock.now()
    const testing = sql`select t.project_id from project_test t where ${isRunning(now)}`
    rows = rows.where(wanted ? sql<boolean>`project.id in (${testing})` : sql<boolean>`project.id not in (${testing})`)
  }
  if (alarmed !== undefined) rows = await withAlarmed(ctx, rows, alarmed)
  if (dueFrom) rows = rows.where('project.due_at', '>=', dueFrom)
  if (dueTo) rows = rows.where('project.due_at', '<=', dueTo)
  return keyword ? withProjectKeyword(ctx, rows, keyword) : { rows }
}

interface Place {
  readonly country?: string
  readonly province?: string
  readonly city?: string
  readonly region?: string
  readonly projectTypeId?: number
}

/** Up to so many projects are passed as ids, so that the planner knows how few they are. With more, scanning the list finds a page quickly. */
const idLimit = 1_000

/** The rows of a table whose project lies in an area, or is of a type. Undefined if neither is asked for. */
export const inZone = async (
  db: Kysely<Tables>,
  table: 'alarm' | 'fault' | 'work_order',
  { country, province, city, region, projectTypeId }: Place,
): Promise<RawBuilder<boolean> | undefined> => {
  const place = { country, province, city, region, typeId: projectTypeId }
  if (Object.values(place).every((one) => one === undefined || one === '')) return undefined
  const projects = filtered(db.selectFrom('project'), 'project', place, { equal: ['typeId'], zone: true }).select('project.id')
  const found = await projects.limit(idLimit + 1).execute()
  const column = sql.ref(`${table}.project_id`)
  return found.length > idLimit
    ? sql<boolean>`${column} in (${projects})`
    : sql<boolean>`${column} = any(${found.map(({ id }) => id)}::bigint[])`
}
