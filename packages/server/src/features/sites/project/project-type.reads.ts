import type { endpoints, InputOf, OutputOf, ProjectTypeRow } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { containing, listPage } from '../../../platform/list.ts'
import { fields, tracked, trackedColumns } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'

type ProjectType = typeof endpoints.projectType
type PageInput = InputOf<ProjectType['page']>

// Deliberately not scoped: only a number, so that a type in use elsewhere is not mistaken for unused.
const projects = sql<number>`(select count(*) from project where project.type_id = project_type.id and project.deleted_at is null)`

// Only the rules that the caller sees.
const callRules = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .selectFrom('notify_rule')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('notify_rule.enabled', '=', true)
    .where('notify_rule.deleted_at', 'is', null)
    .where(sql<boolean>`project_type.id = any(notify_rule.project_type_ids)`)

const read = (ctx: Ctx, ids: number[]): Promise<ProjectTypeRow[]> =>
  ctx.db
    .selectFrom('project_type')
    .select(fields('project_type', ['id', 'code', 'nameZh', 'nameEn', 'enabled']))
    .select(fields('project_type', ['maintenanceYears', 'inspectionCycleDays', 'maintenanceCycleDays']))
    .select([projects.as('projects'), callRules(ctx).$asScalar().$notNull().as('callRules')])
    .select(tracked('project_type'))
    .where('project_type.id', 'in', ids)
    .execute()

export const pageProjectTypes = (ctx: Ctx, input: PageInput): Promise<OutputOf<ProjectType['page']>> =>
  listPage<ProjectTypeRow>(ctx.db, input, {
    rows: filtered(ctx.db.selectFrom('project_type'), 'project_type', input, {
      equal: ['enabled'],
      containing: ['code', 'name_zh', 'name_en'],
      between: 'created_at',
    }),
    key: 'project_type.id',
    sorts: { code: 'project_type.code', createdAt: 'project_type.created_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })

const selectLimit = 200

/** Enabled types, named in the caller's language. */
export const selectProjectTypes = async (
  ctx: Ctx,
  input: InputOf<ProjectType['select']>,
): Promise<OutputOf<ProjectType['select']>> => {
  const name = ctx.locale === 'zh' ? ('name_zh' as const) : ('name_en' as const)
  let query = ctx.db
    .selectFrom('project_type')
    .select(['id as value', `${name} as label`])
    .where('enabled', '=', true)
  if (input.keyword) query = query.where(name, 'ilike', containing(input.keyword))
  return query.orderBy(name).orderBy('id').limit(selectLimit).execute()
}

/** The defaults for a new project of a type. */
export const projectTypeDefaults = (
  ctx: Ctx,
  input: InputOf<ProjectType['defaults']>,
): Promise<OutputOf<ProjectType['defaults']>> =>
  ctx.db
    .selectFrom('project_type')
    .select(fields('project_type', ['maintenanceYears', 'inspectionCycleDays', 'maintenanceCycleDays']))
    .where('id', '=', input.id)
    .executeTakeFirstOrThrow()

/** Enabled types by code, or by their name in either language. At most two, since only a single match can be meant. */
export const projectTypesNamed = async (ctx: Ctx, text: string): Promise<number[]> => {
  const rows = await ctx.db
    .selectFrom('project_type')
    .select('id')
    .where('enabled', '=', true)
    .where((e) => e.or([e('code', '=', text), e('name_zh', '=', text), e('name_en', '=', text)]))
    .limit(2)
    .execute()
  return rows.map((row) => row.id)
}

/** Registered with the exports. */
export const projectTypeExport: ExportDefinition = {
  columns: [
    { field: 'code' },
    { field: 'nameZh', width: 30 },
    { field: 'nameEn', width: 30 },
    { field: 'maintenanceYears', width: 10 },
    { field: 'inspectionCycleDays', width: 10 },
    { field: 'maintenanceCycleDays', width: 10 },
    { field: 'projects', width: 10 },
    { field: 'callRules', width: 10 },
    { field: 'enabled', width: 10 },
    ...trackedColumns,
  ],
  page: (ctx, input) => pageProjectTypes(ctx, input as PageInput),
}

export const exportProjectTypes = (ctx: Ctx, input: InputOf<ProjectType['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'projectType', input)
