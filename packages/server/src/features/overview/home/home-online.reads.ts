import { type ChartInput, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { ofBranch } from '../../base/tenant/tenant.reads.ts'
import { askChart, daysAfter, percentOf, periodOf, startOf, type Period } from './home-period.ts'

type Home = typeof endpoints.homeChart

/**
 * What is installed now, with its site's zone and since when it is there: what was before is not for those who see it through its place. What is
 * disabled or scrapped is not supervised, nor is what never reports by itself.
 */
const devicesThere = (ctx: Ctx) =>
  ctx.db
    .selectFrom('device')
    .innerJoin('project', 'project.id', 'device.project_id')
    .where('device.deleted_at', 'is', null)
    .where('device.enabled', '=', true)
    .where('device.scrapped_at', 'is', null)
    .where('device.online', 'is not', null)
    .select(['device.id', 'device.bound_at', 'project.time_zone'])

const gatewaysThere = (ctx: Ctx) =>
  ctx.db
    .selectFrom('gateway')
    .innerJoin('project', 'project.id', 'gateway.project_id')
    .where('gateway.deleted_at', 'is', null)
    .where('gateway.enabled', '=', true)
    .select(['gateway.id', 'gateway.bound_at', 'project.time_zone'])

/** Changes of the online state in one day of a zone, or before the first one. */
interface Changes {
  readonly zone: string
  readonly day: string | null
  /** By how much the number of those online, and of those about which anything is known, changed. */
  readonly online: number
  readonly known: number
  /** The same times the seconds from each change to the end of the day, or until now. */
  readonly onlineS: number
  readonly knownS: number
}

/** The projects that an input asks for. Undefined: all. */
const projectsOf = (ctx: Ctx, { projectId, projectTypeId, country, province, city, region }: ChartInput) => {
  const asked = { id: projectId, typeId: projectTypeId, country, province, city, region }
  if (Object.values(asked).every((one) => one === undefined)) return undefined
  return filtered(ctx.db.selectFrom('project'), 'project', asked, { equal: ['id', 'typeId'], zone: true }).select('project.id')
}

/** The history of more than this many takes longer than a caller waits (docs/decisions/0158). */
const mostFollowed = 250_000

/**
 * Changes by day; null if there are too many to follow. A state that lasts for months is one row, so days are not multiplied by devices: how many were online in a day follows from the
 * changes before it.
 */
const changesOf = async (
  ctx: Ctx,
  kind: 'device' | 'gateway',
  input: ChartInput,
  period: Period,
): Promise<readonly Changes[] | null> => {
  const branch = input.companyId === undefined ? undefined : await ofBranch(ctx, kind, input.companyId)
  const projects = projectsOf(ctx, input)
  const conditions: RawBuilder<boolean>[] = [
    ...(branch ? [branch] : []),
    ...(projects ? [sql<boolean>`${sql.ref(`${kind}.project_id`)} in (${projects})`] : []),
  ]
  const there = kind === 'device' ? devicesThere(ctx) : gatewaysThere(ctx)
  const places = conditions.reduce((rows, condition) => rows.where(condition), there as ReturnType<typeof devicesThere>)
  const { n } = await ctx.systemDb
    .selectFrom(places.limit(sql.lit(mostFollowed + 1)).as('place'))
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (n > mostFollowed) return null
  const history = sql.table(kind === 'device' ? 'device_online' : 'gateway_link')
  const owner = sql.ref(`history.${kind}_id`)
  const now = ctx.clock.now()
  // Run on the system's database: what is installed already carries its scope.
  const { rows } = await sql<Changes>`
    with place as materialized (${places}),
      change as (
        select place.time_zone as zone, greatest(history.at, place.bound_at) as at, history.online,
          lag(history.online) over (partition by ${owner} order by history.at, history.id) as before
        from place join ${history} as history on ${owner} = place.id
        where history.at < ${now}),
      step as (
        select zone, at, at at time zone zone as local, online::integer - coalesce(before::integer, 0) as online,
          (before is null)::integer as known
        from change where online is distinct from before and at < ${now}),
      dated as (
        select zone, online, known, case when local >= ${period.previousFrom}::date then local::date end as day,
          extract(epoch from least(${now}::timestamptz, (local::date + 1)::timestamp at time zone zone) - at) as rest
        from step)
    select zone, day::text, sum(online)::integer as online, sum(known)::integer as known,
      sum(online * rest)::float8 as "onlineS", sum(known * rest)::float8 as "knownS"
    from dated group by zone, day`.execute(ctx.systemDb)
  return rows
}

interface Sum {
  readonly online: number
  readonly known: number
}

/** The seconds online and known of each day from the first one on, over all zones. */
const secondsByDay = (changes: readonly Changes[], { previousFrom, to }: Period, now: number): ReadonlyMap<string, Sum> => {
  const sums = new Map<string, Sum>()
  for (const [zone, own] of Map.groupBy(changes, (row) => row.zone)) {
    const byDay = new Map(own.map((row) => [row.day, row]))
    const { online = 0, known = 0 } = byDay.get(null) ?? {}
    const count = { online, known }
    for (let day = previousFrom; day <= to; day = daysAfter(day, 1)) {
      const [start, end] = [startOf(day, zone), Math.min(now, startOf(daysAfter(day, 1), zone))]
      if (start >= now) break
      const length = (end - start) / 1_000
      const changed = byDay.get(day)
      const before = sums.get(day) ?? { online: 0, known: 0 }
      sums.set(day, {
        online: before.online + count.online * length + (changed?.onlineS ?? 0),
        known: before.known + count.known * length + (changed?.knownS ?? 0),
      })
      count.online += changed?.online ?? 0
      count.known += changed?.known ?? 0
    }
  }
  return sums
}

const rateOf = (sums: ReadonlyMap<string, Sum>, days: readonly string[]): number | null => {
  const found = days.flatMap((day) => sums.get(day) ?? [])
  // To the millisecond, which is more than the sums are exact to.
  const total = (name: keyof Sum) => Math.round(found.reduce((all, one) => all + one[name], 0) * 1_000)
  return percentOf(total('online'), total('known'))
}

/** The share of time in which devices and gateways that are installed now were online. Time before their history begins is not counted. */
export const onlineRate = async (ctx: Ctx, input: InputOf<Home['onlineRate']>): Promise<OutputOf<Home['onlineRate']>> => {
  const period = await periodOf(ctx, input)
  const { operations } = ctx.actor
  const kinds = (['device', 'gateway'] as const).filter((kind) => operations.has(`${kind}:view`))
  const read = async (): Promise<OutputOf<Home['onlineRate']>> => {
    const now = ctx.clock.now().getTime()
    const follow = async (kind: 'device' | 'gateway') => (kinds.includes(kind) ? changesOf(ctx, kind, input, period) : [])
    const [ofDevices, ofGateways] = [await follow('device'), await follow('gateway')]
    const devices = secondsByDay(ofDevices ?? [], period, now)
    const gateways = secondsByDay(ofGateways ?? [], period, now)
    const days = period.days.map(({ day }) => day)
    const before = days.map((_day, index) => daysAfter(period.previousFrom, index))
    return {
      timeZone: period.timeZone,
      current: period.isCurrent,
      tooMany: ofDevices === null || ofGateways === null,
      days: period.days.map((one) => ({
        ...one,
        devices: rateOf(devices, [one.day]),
        gateways: rateOf(gateways, [one.day]),
      })),
      devices: rateOf(devices, days),
      gateways: rateOf(gateways, days),
      previousDevices: rateOf(devices, before),
      previousGateways: rateOf(gateways, before),
    }
  }
  return askChart(ctx, 'onlineRate', input, period, read, kinds)
}
