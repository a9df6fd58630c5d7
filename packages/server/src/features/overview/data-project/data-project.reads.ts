import {
  computedProjectSorts,
  healthScoreOf,
  isSilent,
  lifecycleStatuses,
  type DataProjectRow,
  type endpoints,
  type HealthScore,
  type InputOf,
  type OutputOf,
  type ProjectFigures,
} from '@emberwatch/contract'
import { sql } from 'kysely'
import { sortedByFigure } from '../../../platform/computed-sort.ts'
import type { Ctx } from '../../../platform/context.ts'
import { oneOfFewStatistics } from '../../../platform/few-at-once.ts'
import { listPage, questionOf } from '../../../platform/list.ts'
import { fields } from '../../../platform/rows/columns.ts'
import { createSlowAnswers, rememberSlow, type SlowAnswers } from '../../../platform/slow-answers.ts'
import { daysLeft } from '../../sites/project/project.facts.ts'
import { filteredProjects } from '../../sites/project/project.filter.ts'
import { remainingDays } from '../../sites/project/project.rows.ts'
import { ofBranch } from '../../base/tenant/tenant.reads.ts'
import { readFigures, periodOf } from './data-project.figures.ts'
import type { ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'

type Calls = typeof endpoints.dataProject
type Filter = InputOf<Calls['summary']>
type ComputedSort = (typeof computedProjectSorts)[number]

/** The projects in the caller's scope that the input asks for. The period is not a filter of projects. */
const foundProjects = async (ctx: Ctx, input: Filter) => {
  const { startTime: _start, endTime: _end, companyId, lifecycle, ...filters } = input
  const found = await filteredProjects(ctx, { ...filters, ...(lifecycle && { stopped: lifecycle === 'stopped' }) })
  const conditions = [
    ...(companyId === undefined ? [] : [await ofBranch(ctx, 'project', companyId)]),
    ...(lifecycle && lifecycle !== 'stopped'
      ? [sql<boolean>`project.status = any(${[...lifecycleStatuses[lifecycle]]}::text[])`]
      : []),
  ]
  if (conditions.length === 0) return found
  // Without the count, which is that of the keyword's projects.
  return { rows: conditions.reduce((rows, condition) => rows.where(condition), found.rows) }
}

interface Judged extends HealthScore {
  readonly id: number
  readonly figures: ProjectFigures
}

/** All filtered projects with their figures and scores, and their sum. */
interface AllFigures {
  readonly projects: readonly Judged[]
  readonly total: ProjectFigures
}

const judge = (figures: ProjectFigures, remainingDays: number | null): HealthScore => healthScoreOf({ ...figures, remainingDays })

/** By database. Few are kept, because an answer has all projects of a filter. */
const remembered = new WeakMap<object, SlowAnswers<AllFigures>>()
const mostRemembered = 8

/** Computed for every project that is filtered: for the sums, and for the order of a list that is sorted by one of them. */
const allFigures = async (ctx: Ctx, input: Filter): Promise<AllFigures> => {
  const { rows } = await foundProjects(ctx, input)
  const query = rows.select('project.id').select(remainingDays(ctx.clock.now()).as('remainingDays'))
  const { adapter } = ctx.db.getExecutor()
  const answers = remembered.get(adapter) ?? createSlowAnswers<AllFigures>(mostRemembered)
  remembered.set(adapter, answers)
  // The query tells the scope and the filters of projects, the input the period, of which the default moves with the clock.
  const question = `${questionOf(rows.select('project.id').compile())} ${JSON.stringify([input.startTime, input.endTime])}`
  const compute = async (): Promise<AllFigures> => {
    const found = await query.execute()
    const { of, total } = await readFigures(
      ctx,
      periodOf(ctx, input),
      found.map(({ id }) => id),
    )
    const projects = found.flatMap(({ id, remainingDays }) => {
      const figures = of.get(id)
      return figures ? [{ id, figures, ...judge(figures, remainingDays) }] : []
    })
    return { projects, total }
  }
  return rememberSlow(answers, question, () => oneOfFewStatistics(compute))
}

/** Days until the contract of each project's customer ends, of customers in scope. */
const contractDays = async (ctx: Ctx, ids: readonly number[]): Promise<Map<number, number | null>> => {
  if (!ctx.actor.operations.has('customer:view')) return new Map()
  const rows = await ctx.db
    .selectFrom('customer')
    .innerJoin('project', 'project.customer_id', 'customer.id')
    .select('project.id')
    .select(daysLeft(ctx, 'customer.contract_end').as('days'))
    .where('project.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, days }) => [id, days]))
}

const read = async (ctx: Ctx, input: Filter, ids: readonly number[]): Promise<DataProjectRow[]> => {
  const [rows, { of }, contracts] = await Promise.all([
    ctx.db
      .selectFrom('project')
      .innerJoin('project_type as type', 'type.id', 'project.type_id')
      .select(fields('project', ['id', 'code', 'name', 'status', 'stopped', 'companyId', 'timeZone']))
      .select(['type.name_zh as typeNameZh', 'type.name_en as typeNameEn'])
      // Named whether or not the caller sees the company, as in the list of projects.
      .select(sql<string>`(select c.name from company c where c.id = project.company_id)`.as('companyName'))
      .select(remainingDays(ctx.clock.now()).as('remainingDays'))
      .where('project.id', 'in', ids)
      .execute(),
    readFigures(ctx, periodOf(ctx, input), ids),
    contractDays(ctx, ids),
  ])
  return rows.flatMap((row) => {
    const figures = of.get(row.id)
    if (!figures) return []
    const joined = ctx.scope.kind === 'company' && (ctx.scope.joined?.some(({ id }) => id === row.id) ?? false)
    return [{ ...row, joined, ...figures, ...judge(figures, row.remainingDays), contractDays: contracts.get(row.id) ?? null }]
  })
}

const isComputed = (sort: string | undefined): sort is ComputedSort => computedProjectSorts.includes(sort as ComputedSort)

const valueOf = ({ figures, health }: Judged, sort: ComputedSort): number | null => (sort === 'health' ? health : figures[sort])

/**
 * The statistics of projects. Figures are computed for the shown projects only, unless the list is sorted by one of them; the order may then
 * be up to 30 s old (`rememberSlow`).
 */
export const pageDataProjects = async (ctx: Ctx, input: InputOf<Calls['page']>): Promise<OutputOf<Calls['page']>> => {
  const { sort, order } = input
  const readRows = (ids: readonly number[]) => read(ctx, input, ids)
  // An export is in the order of creation.
  if (isComputed(sort) && !('after' in input)) {
    const { projects } = await allFigures(ctx, input)
    const ranked = projects.map((project) => ({ id: project.id, value: valueOf(project, sort) }))
    return listPage<DataProjectRow>(ctx.db, input, {
      ...sortedByFigure(ctx.systemDb, ranked, sort, order),
      defaultSort: { by: sort, order: 'asc' },
      read: readRows,
    })
  }
  return listPage<DataProjectRow>(ctx.db, input, {
    ...(await foundProjects(ctx, input)),
    key: 'project.id',
    sorts: { code: 'project.code', name: 'project.name', remainingDays: 'project.due_at', createdAt: 'project.created_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: readRows,
  })
}

const mostRanked = 10
const alarmsOf = ({ unconfirmedAlarms, falseAlarms, confirmedAlarms, clearedAlarms }: ProjectFigures): number =>
  unconfirmedAlarms + falseAlarms + confirmedAlarms + clearedAlarms

/** Up to 30 s old in a large system (`rememberSlow`). */
export const sumDataProjects = async (ctx: Ctx, input: Filter): Promise<OutputOf<Calls['summary']>> => {
  const { projects, total } = await allFigures(ctx, input)
  const scored = projects.flatMap((project) => (project.health === null ? [] : [{ ...project, health: project.health }]))
  const lowest = scored.toSorted((a, b) => a.health - b.health || a.id - b.id).slice(0, mostRanked)
  const busiest = projects
    .filter(({ figures }) => alarmsOf(figures) > 0)
    .toSorted((a, b) => alarmsOf(b.figures) - alarmsOf(a.figures) || a.id - b.id)
    .slice(0, mostRanked)
  const ids = [...new Set([...lowest, ...busiest].map(({ id }) => id))]
  const named = ids.length === 0 ? [] : await ctx.db.selectFrom('project').select(['id', 'name']).where('id', 'in', ids).execute()
  const names = new Map(named.map(({ id, name }) => [id, name]))
  const shown = (ranked: readonly Judged[]) =>
    ranked.map(({ id, health, figures: { unconfirmedAlarms, falseAlarms, clearedAlarms, confirmedAlarms } }) => ({
      id,
      name: names.get(id) ?? '',
      health,
      unconfirmedAlarms,
      falseAlarms,
      clearedAlarms,
      confirmedAlarms,
    }))
  return {
    ...periodOf(ctx, input),
    projects: projects.length,
    silentProjects: projects.filter(({ figures }) => isSilent(figures)).length,
    emptyProjects: projects.filter(({ figures }) => figures.deviceCount === 0).length,
    meanHealth: scored.length === 0 ? null : Math.round(scored.reduce((sum, { health }) => sum + health, 0) / scored.length),
    ...total,
    lowest: shown(lowest),
    busiest: shown(busiest),
  }
}

const percent = (value: unknown): string => (value === null ? '' : `${Math.round(Number(value) * 1_000) / 10} %`)

export const dataProjectExport: ExportDefinition = {
  columns: [
    { field: 'code' },
    { field: 'name', width: 30 },
    { field: 'typeId', text: (row, locale) => String(row[locale === 'zh' ? 'typeNameZh' : 'typeNameEn']) },
    { field: 'companyName', width: 24 },
    { field: 'status', text: (row, locale) => enumLabel(locale, 'projectStatus', row['status']) },
    { field: 'stopped', width: 10 },
    { field: 'health', width: 10 },
    { field: 'deviceCount', width: 10 },
    { field: 'supervisedDevices', width: 12 },
    { field: 'onlineDevices', width: 10 },
    { field: 'onlineRate', width: 10, text: ({ onlineRate }) => percent(onlineRate) },
    { field: 'unheardDevices', width: 12 },
    { field: 'alarmDevices', width: 10 },
    { field: 'faultDevices', width: 10 },
    { field: 'lowPowerDevices', width: 10 },
    { field: 'offlineDevices', width: 10 },
    { field: 'normalDevices', width: 12 },
    { field: 'unsupervisedDevices', width: 12 },
    { field: 'unconfirmedAlarms', width: 12 },
    { field: 'confirmedAlarms', width: 12 },
    { field: 'falseAlarms', width: 12 },
    { field: 'clearedAlarms', width: 12 },
    { field: 'testAlarms', width: 12 },
    { field: 'perDeviceYear', width: 12 },
    { field: 'meanResponseS', width: 12 },
    { field: 'p90ResponseS', width: 12 },
    { field: 'longestWaitS', width: 12 },
    { field: 'openFaults', width: 10 },
    { field: 'inspectionsDone', width: 10 },
    { field: 'inspectionsPlanned', width: 10 },
    { field: 'overdueOrders', width: 10 },
    { field: 'remainingDays', width: 10 },
    { field: 'contractDays', width: 12 },
  ],
  page: (ctx, input) => pageDataProjects(ctx, input as InputOf<typeof endpoints.dataProject.page>),
}
