import type { endpoints, OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { openStates } from '../../alarms/alarm/alarm.filter.ts'
import { runningTests } from '../../sites/project/project-test.reads.ts'
import { answerSlow } from './large-screen.reads.ts'

type Answer = OutputOf<typeof endpoints.largeScreen.map>
type Site = Answer['sites'][number]

/** Up to this many projects are named one by one. */
const mostNamed = 1_000
/** As many projects with open alarms are shown; the ticker has all. */
const mostAlarmed = 500
/** Projects beyond are combined in squares of this many degrees. */
const square = 0.5

/** The open alarms of each project. Few projects have any. */
const openByProject = (ctx: Ctx) =>
  ctx.db
    .selectFrom('alarm')
    .where('alarm.state', 'in', openStates)
    .where('alarm.test', '=', false)
    .where('alarm.project_id', 'is not', null)
    .select((e) => [
      'alarm.project_id as id',
      e.fn.countAll<number>().as('alarms'),
      e.fn.countAll<number>().filterWhere('alarm.level', '=', 'fire').as('fires'),
    ])
    .groupBy('alarm.project_id')
    .orderBy('fires', 'desc')
    .orderBy('alarms', 'desc')
    .orderBy('alarm.project_id')
    .limit(mostAlarmed)
    .execute()

const projectsOf = (ctx: Ctx) => ctx.db.selectFrom('project').where('project.deleted_at', 'is', null)

const namedRows = (ctx: Ctx) =>
  projectsOf(ctx).select([
    'project.id',
    'project.name',
    'project.province',
    'project.latitude',
    'project.longitude',
    'project.coordinate_system as coordinateSystem',
  ])

/** Projects combined by place, where there are too many to name. Those without a position are left out: the counters have them. */
const squares = async (ctx: Ctx): Promise<Site[]> => {
  const rows = await answerSlow(
    ctx,
    projectsOf(ctx)
      .where('project.latitude', 'is not', null)
      .where('project.longitude', 'is not', null)
      .select((e) => [
        'project.coordinate_system as coordinateSystem',
        e.fn.countAll<number>().as('count'),
        sql<number>`avg(project.latitude)::float8`.as('latitude'),
        sql<number>`avg(project.longitude)::float8`.as('longitude'),
      ])
      .groupBy([
        'project.coordinate_system',
        sql`floor(project.latitude / ${sql.lit(square)})`,
        sql`floor(project.longitude / ${sql.lit(square)})`,
      ])
      .orderBy('count', 'desc')
      .limit(mostNamed),
  )
  return rows.map((row) => ({ ...row, id: null, name: null, province: null, alarms: 0, fires: 0 }))
}

/** The projects on the map, those with open alarms first and never combined; the provinces with their projects; and running tests. */
export const screenMap = async (ctx: Ctx): Promise<Answer> => {
  const [open, provinces, tests] = await Promise.all([
    openByProject(ctx),
    answerSlow(
      ctx,
      projectsOf(ctx)
        .leftJoin('area', 'area.code', 'project.province')
        .select((e) => [
          'project.province as code',
          'area.name_zh as nameZh',
          'area.name_en as nameEn',
          e.fn.countAll<number>().as('projects'),
        ])
        .groupBy(['project.province', 'area.name_zh', 'area.name_en'])
        .orderBy('project.province'),
    ),
    runningTests(ctx),
  ])
  const all = provinces.reduce((sum, { projects }) => sum + projects, 0)
  const alarmsOf = new Map(open.map((row) => [row.id, row]))
  const isNamed = all <= mostNamed
  const ids = open.flatMap(({ id }) => id ?? [])
  const named = isNamed
    ? await answerSlow(ctx, namedRows(ctx).orderBy('project.id').limit(mostNamed))
    : ids.length === 0
      ? []
      : await namedRows(ctx).where('project.id', 'in', ids).execute()
  const sites: Site[] = named
    .map((row) => ({ ...row, count: 1, alarms: alarmsOf.get(row.id)?.alarms ?? 0, fires: alarmsOf.get(row.id)?.fires ?? 0 }))
    .toSorted((a, b) => b.fires - a.fires || b.alarms - a.alarms || a.id - b.id)
  const onTest = new Map(tests.list.map(({ projectId, projectName }) => [projectId, projectName]))
  return {
    sites: isNamed ? sites : [...sites, ...(await squares(ctx))],
    provinces: provinces.flatMap(({ code, nameZh, nameEn, projects }) =>
      code === null || code === '' ? [] : [{ code, name: (ctx.locale === 'zh' ? nameZh : nameEn) ?? code, projects }],
    ),
    onTest: [...onTest].map(([id, name]) => ({ id, name })),
  }
}
