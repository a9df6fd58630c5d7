import { listedIn, type endpoints, type EnumValue, type InputOf, type OutputOf, type ProjectJoinRow } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { containing, listPage } from '../../../platform/list.ts'
import { accountName, fields, tracked } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { isInBranch } from '../../../platform/rows/in-branch.ts'
import { isOwnSide } from './project-join.rules.ts'

type Join = typeof endpoints.projectJoin
type PageInput = InputOf<Join['page']>

/** The projects that the caller's company has joined and still sees. */
const joinedIds = ({ scope }: Ctx): ReadonlySet<number> =>
  new Set(scope.kind === 'company' ? scope.joined?.map(({ id }) => id) : [])

const read = async (ctx: Ctx, ids: readonly number[]): Promise<ProjectJoinRow[]> => {
  const rows = await ctx.db
    .selectFrom('project_join')
    .innerJoin('project', 'project.id', 'project_join.project_id')
    .innerJoin('company as owner', 'owner.id', 'project_join.company_id')
    .innerJoin('company as joiner', 'joiner.id', 'project_join.joiner_id')
    .select(fields('project_join', ['id', 'projectId', 'companyId', 'joinerId', 'state', 'validUntil', 'note', 'reason']))
    .select(fields('project_join', ['decidedAt', 'endedAt']))
    .select(['project_join.path', 'project_join.rights'])
    .select(['project.name as projectName', 'project.code as projectCode'])
    .select(['owner.name as companyName', 'joiner.name as joinerName'])
    .select([
      accountName('project_join.applied_by').as('applicant'),
      accountName('project_join.decided_by').as('decidedBy'),
      accountName('project_join.ended_by').as('endedBy'),
    ])
    .select(tracked('project_join'))
    .where('project_join.id', 'in', ids)
    .execute()
  const joined = joinedIds(ctx)
  return rows.map(({ path, ...row }) => {
    const ownSide = isOwnSide(ctx, { path })
    if (ownSide) return { ...row, ownSide }
    // People of the other company are not named, and what the project has is shown only to those who have joined.
    const people = { decidedBy: null, ...(row.endedBy === row.applicant ? {} : { endedBy: null }), updatedBy: null }
    return joined.has(row.projectId)
      ? { ...row, ...people, ownSide }
      : { ...row, ...people, projectId: null, projectName: null, companyId: null, companyName: null, ownSide }
  })
}

/** Applications of the caller's company, and those for projects in its branch, newest first. */
export const pageJoins = (ctx: Ctx, input: PageInput): Promise<OutputOf<Join['page']>> => {
  let rows = filtered(ctx.db.selectFrom('project_join'), 'project_join', input, {
    equal: ['state', 'projectId'],
    between: 'created_at',
  })
  const { mine, keyword } = input
  if (mine !== undefined) rows = rows.where('project_join.joiner_id', mine ? '=' : '<>', ctx.actor.companyId ?? 0)
  if (keyword) {
    const pattern = containing(keyword)
    const branch = ctx.actor.companyPath
    // A company that has not joined knows only the code, so it can search by nothing else.
    rows = rows.where(sql<boolean>`exists (select from project p where p.id = project_join.project_id and (p.code ilike ${pattern}
      or p.name ilike ${pattern} and (project_join.project_id = any (${[...joinedIds(ctx)]}::bigint[]) or ${isInBranch('project_join.path', sql`${branch}`)})))`)
  }
  return listPage<ProjectJoinRow>(ctx.db, input, {
    rows,
    key: 'project_join.id',
    sorts: { createdAt: 'project_join.created_at', validUntil: 'project_join.valid_until' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })
}

/** Registered with the exports. */
export const projectJoinExport: ExportDefinition = {
  columns: [
    { field: 'projectCode', width: 20 },
    { field: 'projectName', width: 30 },
    { field: 'companyName', width: 30 },
    { field: 'joinerName', width: 30 },
    { field: 'state', text: (row, locale) => enumLabel(locale, 'joinState', row['state']) },
    {
      field: 'rights',
      text: (row, locale) =>
        listedIn(
          locale,
          (row['rights'] as EnumValue<'joinRight'>[]).map((right) => enumLabel(locale, 'joinRight', right)),
        ),
    },
    { field: 'validUntil' },
    { field: 'note', width: 40 },
    { field: 'reason', width: 40 },
    { field: 'applicant' },
    { field: 'createdAt' },
    { field: 'decidedAt' },
    { field: 'decidedBy' },
    { field: 'endedAt' },
    { field: 'endedBy' },
  ],
  page: (ctx, input) => pageJoins(ctx, input as PageInput),
}

export const exportJoins = (ctx: Ctx, input: InputOf<Join['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'projectJoin', input)
