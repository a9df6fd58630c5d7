import type { endpoints, InputOf } from '@emberwatch/contract'
import { sql, type SelectQueryBuilder } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { withKeyword, type FoundRows } from '../../platform/keyword.ts'
import { filtered } from '../../platform/rows/filter.ts'
import type { Tables } from '../../tables/index.ts'

type Projects = SelectQueryBuilder<Tables, 'project', object>
export type ProjectPageInput = InputOf<typeof endpoints.project.page>

/** Tests that run at a time; what has ended marks nothing, whether or not a job has written so, and not again when the clock was set back. */
export const isRunning = (now: Date) => sql<boolean>`(t.from_at <= ${now} and t.to_at > ${now} and t.ended_at is null)`

/** Whether something of `project` is on test now. */
export const onTest = (now: Date) =>
  sql<boolean>`exists (select from project_test t where t.project_id = project.id and ${isRunning(now)})`

/** Of a list of projects those whose name or code contains `keyword`. `newestBy`: the column that the list has its newest rows by. */
export const withProjectKeyword = (ctx: Ctx, rows: Projects, keyword: string, newestBy?: string): Promise<FoundRows<Projects>> =>
  withKeyword(ctx.systemDb, rows, 'project', keyword, { parts: ['name', 'code'], ...(newestBy ? { newestBy } : {}) })

/** The caller's projects that an input asks for. */
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
    // Few are on test: found from the tests.
    const now = ctx.clock.now()
    const testing = sql`select t.project_id from project_test t where ${isRunning(now)}`
    rows = rows.where(wanted ? sql<boolean>`project.id in (${testing})` : sql<boolean>`project.id not in (${testing})`)
  }
  if (alarmed !== undefined) {
    const open = sql`select from alarm where alarm.project_id = project.id and alarm.state in ('unconfirmed', 'confirmed')`
    rows = rows.where(alarmed ? sql<boolean>`exists (${open})` : sql<boolean>`not exists (${open})`)
  }
  if (dueFrom) rows = rows.where('project.due_at', '>=', dueFrom)
  if (dueTo) rows = rows.where('project.due_at', '<=', dueTo)
  return keyword ? withProjectKeyword(ctx, rows, keyword) : { rows }
}
