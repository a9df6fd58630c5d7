import {
  DomainError,
  limits,
  listedIn,
  type ApplicationRow,
  type endpoints,
  type EnumValue,
  type InputOf,
  type Language,
  type OutputOf,
  type ProjectDetail,
  type ProjectRow,
} from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { firstWithKeyword, hasKeyword } from '../../../platform/keyword.ts'
import { listPage } from '../../../platform/list.ts'
import { trackedColumns } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { filteredProjects, withProjectKeyword, type ProjectPageInput } from './project.filter.ts'
import { decidesAlone, isAbove } from './project.facts.ts'
import { readProjects } from './project.rows.ts'
import { activeTestAlarms } from './project-test.verbs.ts'

type Project = typeof endpoints.project

/** How many choices a drop-down gets at once. Typing narrows them. */
const selectLimit = 200

/** The fields of an application, which project rows leave out. */
const withoutApplication = ({
  appliedAt: _at,
  applicant: _by,
  decidedAt: _decided,
  decidedBy: _decider,
  rejectReason: _why,
  ...row
}: ApplicationRow): ProjectRow => row

export const pageProjects = async (ctx: Ctx, input: ProjectPageInput): Promise<OutputOf<Project['page']>> =>
  listPage<ProjectRow>(ctx.db, input, {
    ...(await filteredProjects(ctx, input)),
    key: 'project.id',
    sorts: { code: 'project.code', name: 'project.name', dueAt: 'project.due_at', createdAt: 'project.created_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: async (ids) => (await readProjects(ctx, ids)).map(withoutApplication),
  })

export const projectDetail = async (ctx: Ctx, input: InputOf<Project['detail']>): Promise<ProjectDetail> => {
  const [[row], more] = await Promise.all([
    readProjects(ctx, [input.id]),
    ctx.db
      .selectFrom('project')
      .select([
        'country',
        'longitude',
        'latitude',
        'coordinate_system',
        'phone',
        'notify_methods',
        'quiet_hours',
        'call_first',
        'verify_asked_by',
        'verify_within_s',
        'building',
        'maintained_since',
      ])
      .select(activeTestAlarms.as('active'))
      .where('id', '=', input.id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  ])
  if (!row || !more) throw new DomainError('notFound', {}, 'id')
  const { longitude, latitude, coordinate_system: coordinateSystem } = more
  return {
    ...row,
    country: more.country,
    position:
      longitude === null || latitude === null ? null : { longitude, latitude, coordinateSystem: coordinateSystem ?? 'WGS84' },
    phone: more.phone,
    adminIds: row.admins.map(({ id }) => id),
    // Written only by verbs that check their input.
    notifyMethods: more.notify_methods as EnumValue<'notifyMethod'>[],
    quietHours: more.quiet_hours,
    callFirst: more.call_first,
    verifyAskedBy: more.verify_asked_by,
    verifyWithinS: more.verify_within_s,
    building: more.building as ProjectDetail['building'],
    maintainedSince: more.maintained_since,
    activeTestAlarms: more.active,
  }
}

/** Projects in scope by name or code. */
export const selectProjects = async (ctx: Ctx, input: InputOf<Project['select']>): Promise<OutputOf<Project['select']>> => {
  const projects = ctx.db.selectFrom('project').select(['id', 'name', 'code']).where('deleted_at', 'is', null)
  const rows = input.keyword
    ? await firstWithKeyword(ctx.systemDb, projects, 'project', input.keyword, {
        parts: ['name', 'code'],
        order: ['name', 'id'],
        limit: selectLimit,
      })
    : await projects.orderBy('name').orderBy('id').limit(selectLimit).execute()
  return rows.map((row) => ({ value: row.id, label: row.name }))
}

/** Enabled staff in scope, who may look after a project. */
export const selectAdmins = async (
  ctx: Ctx,
  input: InputOf<Project['adminSelect']>,
): Promise<OutputOf<Project['adminSelect']>> => {
  let query = ctx.db
    .selectFrom('account')
    .innerJoin('company', 'company.id', 'account.company_id')
    .select(['account.id', 'account.name', 'account.account', 'company.name as company'])
    .where('account.type', 'not in', ['customer', 'user'])
    .where('account.enabled', '=', true)
    .where('account.deleted_at', 'is', null)
  if (input.keyword) query = query.where(hasKeyword(['account.account', 'account.name'], input.keyword))
  const rows = await query.orderBy('account.name').orderBy('account.id').limit(selectLimit).execute()
  return rows.map((row) => ({ value: row.id, label: `${row.name} (${row.account}, ${row.company})` }))
}

/** The devices of a project by name, code or room. */
export const selectDevices = async (
  ctx: Ctx,
  input: InputOf<Project['deviceSelect']>,
): Promise<OutputOf<Project['deviceSelect']>> => {
  let query = ctx.db
    .selectFrom('device')
    .select(['id', 'code', 'name', 'room_number'])
    .where('project_id', '=', input.projectId)
    .where('deleted_at', 'is', null)
  if (input.keyword) query = query.where(hasKeyword(['device.name', 'device.code', 'device.room_number'], input.keyword))
  const rows = await query.orderBy('code').orderBy('id').limit(selectLimit).execute()
  return rows.map(({ id, code, name, room_number }) => ({
    value: id,
    label: [name, room_number, code].filter(Boolean).join(' · '),
  }))
}

/** The newest projects in scope whose name or code contains the keyword, for the global search. */
export const projectsFound = (ctx: Ctx, keyword: string, limit: number) =>
  ctx.db
    .selectFrom('project')
    .select(['project.id', 'project.name as title', 'project.code as note'])
    .where('project.deleted_at', 'is', null)
    .where(hasKeyword(['project.name', 'project.code'], keyword))
    .orderBy('project.id', 'desc')
    .limit(limit)
    .execute()

/** Applications for projects, newest first. */
export const pageApplications = async (
  ctx: Ctx,
  input: InputOf<typeof endpoints.projectUnionApply.page>,
): Promise<OutputOf<typeof endpoints.projectUnionApply.page>> => {
  const rows = filtered(ctx.db.selectFrom('project'), 'project', input, {
    equal: ['audit', 'companyId', 'typeId'],
    between: 'applied_at',
  })
  return listPage<ApplicationRow>(ctx.db, input, {
    ...(input.keyword ? await withProjectKeyword(ctx, rows, input.keyword, 'applied_at') : { rows }),
    key: 'project.id',
    sorts: { appliedAt: 'project.applied_at' },
    defaultSort: { by: 'appliedAt', order: 'desc' },
    read: (ids) => readProjects(ctx, ids),
  })
}

/** How many applications wait for the caller, who may decide about those of people below. */
export const countApplicationsFor = async (ctx: Ctx): Promise<number> => {
  const pending = await ctx.db
    .selectFrom('project')
    .select(['applicant_path', 'applied_by', 'applied_for'])
    .where('audit', '=', 'pending')
    .where('deleted_at', 'is', null)
    .limit(sql.lit(limits.totalCap))
    .execute()
  if (pending.length === 0) return 0
  const alone = await decidesAlone(ctx.systemDb, ctx.actor, ctx.clock.now())
  return pending.filter((application) => isAbove(ctx.actor, application, alone)).length
}

const names = (row: Readonly<Record<string, unknown>>, locale: Language): string =>
  listedIn(
    locale,
    (row['admins'] as ProjectRow['admins']).map(({ name }) => name),
  )

/** Registered with the exports. */
export const projectExport: ExportDefinition = {
  columns: [
    { field: 'code' },
    { field: 'name', width: 30 },
    { field: 'typeId', text: (row, locale) => String(row[locale === 'zh' ? 'typeNameZh' : 'typeNameEn']) },
    { field: 'customerName', width: 30 },
    { field: 'companyName', width: 30 },
    { field: 'address', width: 40 },
    { field: 'status', text: (row, locale) => enumLabel(locale, 'projectStatus', row['status']) },
    { field: 'audit', text: (row, locale) => enumLabel(locale, 'auditState', row['audit']) },
    { field: 'stopped', width: 10 },
    { field: 'stoppedReason', width: 30 },
    { field: 'onTest', width: 10 },
    { field: 'gateways', width: 10 },
    { field: 'deviceCount', width: 10, text: (row) => String(row['devices']) },
    { field: 'abnormal', width: 10 },
    { field: 'openAlarms', width: 10 },
    { field: 'admins', width: 20, text: names },
    { field: 'maintenanceYears', width: 10 },
    { field: 'inspectionCycleDays', width: 10 },
    { field: 'maintenanceCycleDays', width: 10 },
    { field: 'dueAt' },
    { field: 'remainingDays', width: 10 },
    ...trackedColumns,
  ],
  page: (ctx, input) => pageProjects(ctx, input as ProjectPageInput),
}

export const exportProjects = (ctx: Ctx, input: InputOf<Project['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'project', input)
