import {
  leastDeviceDays,
  limits,
  nuisanceDays,
  type endpoints,
  type InputOf,
  type NuisanceRow,
  type OutputOf,
} from '@emberwatch/contract'
import { sql, type SelectQueryBuilder } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { cappedAt, listPage } from '../../../platform/list.ts'
import { isInBranch } from '../../../platform/rows/in-branch.ts'
import type { Tables } from '../../../tables/index.ts'

type Nuisance = typeof endpoints.nuisance
type Input = InputOf<Nuisance['page']>

const dayMs = 86_400_000

/** The period that the input asks for. */
const rangeOf = (ctx: Ctx, { startTime, endTime }: Input): { from: string; to: string } => {
  const to = endTime ?? ctx.clock.now().toISOString()
  return { from: startTime ?? new Date(Date.parse(to) - nuisanceDays * dayMs).toISOString(), to }
}

/**
 * The false alarms of devices that the input asks for, without tests. The state is a literal: with a generic plan for all values, the
 * statement would not use its index (alarm_false).
 */
const falseAlarms = (ctx: Ctx, input: Input) => {
  const { from, to } = rangeOf(ctx, input)
  let rows = ctx.db
    .selectFrom('alarm')
    .where(sql<boolean>`alarm.state = 'misreport' and not alarm.test and alarm.device_id is not null`)
    .where('alarm.first_at', '>=', from)
    .where('alarm.first_at', '<=', to)
  if (input.projectId !== undefined) rows = rows.where('alarm.project_id', '=', input.projectId)
  if (input.cause !== undefined) rows = rows.where('alarm.cause', '=', input.cause)
  if (input.companyId !== undefined)
    rows = rows.where(isInBranch('alarm.path', sql`(select company.path from company where company.id = ${input.companyId})`))
  return rows
}

/** What devices are ranked by. */
const figures = {
  falseAlarms: sql<number>`count(*)::int`.as('falseAlarms'),
  lastFalseAt: sql<string>`max(alarm.first_at)`.as('lastFalseAt'),
}

/** Devices with their false alarms. */
export const ranked = (ctx: Ctx, input: Input) =>
  falseAlarms(ctx, input).select(['alarm.device_id as id', figures.falseAlarms, figures.lastFalseAt]).groupBy('alarm.device_id')

/** A device's rank. */
export const rankOf = async (ctx: Ctx, input: Input, deviceId: number): Promise<number> => {
  const row = await falseAlarms(ctx, input)
    .where('alarm.device_id', '=', deviceId)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return row.n
}

/** What is shown about the devices of a page. */
const facts = async (ctx: Ctx, input: Input, ids: readonly number[]) => {
  const { from, to } = rangeOf(ctx, input)
  const [counts, last, closed] = await Promise.all([
    ranked(ctx, input).where('alarm.device_id', 'in', ids).execute(),
    falseAlarms(ctx, input)
      .leftJoin('project', 'project.id', 'alarm.project_id')
      .innerJoin('company', 'company.id', 'alarm.company_id')
      .innerJoin('device', 'device.id', 'alarm.device_id')
      .innerJoin('device_model as model', 'model.id', 'device.model_id')
      .distinctOn('alarm.device_id')
      .select(['alarm.device_id as id', 'alarm.id as lastAlarmId', 'alarm.cause as lastCause', 'device.code as deviceCode'])
      .select([
        'project.id as projectId',
        'project.name as projectName',
        'company.id as companyId',
        'company.name as companyName',
        'model.name as modelName',
      ])
      .select([
        // Its present name is not for those who see only its earlier alarms.
        sql<string>`case when device.project_id is not distinct from alarm.project_id then device.name else '' end`.as(
          'deviceName',
        ),
        sql<string | null>`case when device.project_id is not distinct from alarm.project_id then device.room_number end`.as(
          'roomNumber',
        ),
        sql<string | null>`case when device.project_id is not distinct from alarm.project_id then device.bound_at end`.as(
          'boundAt',
        ),
        sql<string>`coalesce(project.time_zone, company.time_zone)`.as('timeZone'),
      ])
      .where('alarm.device_id', 'in', ids)
      .orderBy('alarm.device_id')
      .orderBy('alarm.first_at', 'desc')
      .orderBy('alarm.id', 'desc')
      .execute(),
    ctx.db
      .selectFrom('alarm')
      .select(['alarm.device_id as id', sql<number>`count(*)::int`.as('closedAlarms')])
      .where('alarm.device_id', 'in', ids)
      .where('alarm.state', 'in', ['cleared', 'misreport'])
      .where('alarm.test', '=', false)
      .where('alarm.first_at', '>=', from)
      .where('alarm.first_at', '<=', to)
      .groupBy('alarm.device_id')
      .execute(),
  ])
  return { counts, last, closed }
}

const read = async (ctx: Ctx, input: Input, ids: readonly number[]): Promise<NuisanceRow[]> => {
  const { from, to } = rangeOf(ctx, input)
  const { counts, last, closed } = await facts(ctx, input, ids)
  return last.flatMap(({ boundAt, id, ...device }) => {
    const count = counts.find((row) => row.id === id)
    if (id === null || !count) return []
    const all = closed.find((row) => row.id === id)?.closedAlarms ?? count.falseAlarms
    const since = boundAt !== null && boundAt > from ? boundAt : from
    const days = Math.max(leastDeviceDays, (Date.parse(to) - Date.parse(since)) / dayMs)
    return [
      {
        ...device,
        id,
        falseAlarms: count.falseAlarms,
        lastFalseAt: count.lastFalseAt,
        closedAlarms: all,
        falseShare: Math.round((count.falseAlarms / all) * 1_000) / 1_000,
        perDeviceYear: Math.round(((count.falseAlarms * 365) / days) * 10) / 10,
      },
    ]
  })
}

const sorts = { falseAlarms: 'ranked.falseAlarms', lastFalseAt: 'ranked.lastFalseAt' } as const
const defaultSort = { by: 'falseAlarms', order: 'desc' } as const

/** All devices are ranked to find the worst. One query gives the totals, and the rows up to one beyond the requested page. */
const rankAll = async (ctx: Ctx, input: Input) => {
  const { sort = defaultSort.by, order = defaultSort.order, pageNum = 1, pageSize = limits.defaultPageSize, cursor } = input
  const most = cursor === undefined ? Math.min((pageNum - 1) * pageSize, limits.totalCap) + pageSize + 1 : 0
  const [by, direction] = [sql.ref(sorts[sort]), sql.raw(order)]
  // Without columns that are not requested: they would be computed for each of half a million alarms.
  const all = falseAlarms(ctx, input)
    .select(['alarm.device_id as id', figures.falseAlarms])
    .$if(sort === 'lastFalseAt', (rows) => rows.select(figures.lastFalseAt))
    .groupBy('alarm.device_id')
  // Run on the system's database: the false alarms already carry their scope, and applying it twice doubled the time.
  const { rows } = await sql<{ devices: number; falseAlarms: number; id: number | null; sorted: string | number }>`
    with ranked as materialized (${all}),
      total as (select count(*)::int as devices, coalesce(sum("falseAlarms"), 0)::int as "falseAlarms" from ranked),
      page as (select ranked.id, ${by} as sorted from ranked order by ${by} ${direction}, ranked.id ${direction} limit ${sql.lit(most)})
    select total.devices, total."falseAlarms", page.id, page.sorted from total left join page on true
    order by page.sorted ${direction}, page.id ${direction}`.execute(ctx.systemDb)
  const [total] = rows
  return {
    devices: total?.devices ?? 0,
    falseAlarms: total?.falseAlarms ?? 0,
    first: rows.flatMap(({ id, sorted }) => (id === null ? [] : { id, sorted })),
  }
}

/** Detectors by false alarms in a period, the worst first. */
export const pageNuisance = async (ctx: Ctx, input: Input): Promise<OutputOf<Nuisance['page']>> => {
  const all = ctx.systemDb.selectFrom(ranked(ctx, input).as('ranked'))
  const ranking = rankAll(ctx, input)
  const [page, { falseAlarms }] = await Promise.all([
    listPage<NuisanceRow>(ctx.db, input, {
      rows: all as unknown as SelectQueryBuilder<Tables, never, object>,
      key: 'ranked.id',
      sorts,
      defaultSort,
      count: ranking.then(({ devices }) => cappedAt(devices)),
      first: ranking.then(({ first }) => first),
      read: (ids) => read(ctx, input, ids),
    }),
    ranking,
  ])
  return { ...page, falseAlarms }
}
