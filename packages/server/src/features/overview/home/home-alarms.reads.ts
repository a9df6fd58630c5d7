import { chartRows, type ChartInput, type endpoints, type EnumValue, type InputOf, type OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { filteredAlarms, alarmOutcomeOf } from '../../alarms/alarm/alarm.filter.ts'
import { askChart, boundsOf, daysAfter, percentOf, periodOf, siteDay, weeksOf, type Period } from './home-period.ts'

type Home = typeof endpoints.homeChart
type AlarmOutcome = EnumValue<'alarmOutcome'>

const siteZone = sql<string>`coalesce(project.time_zone, company.time_zone)`
const alarmOutcome = alarmOutcomeOf(sql`closing.result`)
const isAlarm = sql<boolean>`${alarmOutcome} not in ('drill', 'test')`

/** The alarms of a chart from a day on, as the alarm list finds them, with their site and how they were closed. */
const chartAlarms = async (ctx: Ctx, input: ChartInput, from: string, period: Period) => {
  const { projectId, projectTypeId, companyId, country, province, city, region } = input
  const { isWithin } = siteDay('alarm.first_at', siteZone, from, period)
  const filter = { projectId, projectTypeId, companyId, country, province, city, region, ...boundsOf(from, period.to) }
  return (await filteredAlarms(ctx, filter as InputOf<typeof endpoints.alarm.page>))
    .innerJoin('company', 'company.id', 'alarm.company_id')
    .leftJoin('project', 'project.id', 'alarm.project_id')
    .leftJoin('alarm_closing as closing', 'closing.alarm_id', 'alarm.id')
    .where(isWithin)
}

interface Tally {
  /** Which columns it is not counted by, as bits: day 4, type 2, hour 1. */
  readonly set: number
  readonly day: string | null
  readonly outcome: AlarmOutcome | null
  readonly type_id: number | null
  readonly hour: number | null
  readonly n: number
}

/** Everything that is counted of the alarms of a period and the one before it, from one reading of them. */
const tally = async (ctx: Ctx, input: ChartInput, period: Period): Promise<readonly Tally[]> => {
  const { day } = siteDay('alarm.first_at', siteZone, period.previousFrom, period)
  const alarms = (await chartAlarms(ctx, input, period.previousFrom, period)).select([
    day.as('day'),
    'alarm.type_id',
    sql<number>`extract(hour from alarm.first_at at time zone ${siteZone})::integer`.as('hour'),
    alarmOutcome.as('outcome'),
  ])
  // Run on the system's database: the alarms already carry their scope.
  const { rows } = await sql<Tally>`
    with alarms as materialized (${alarms}),
      counted as (select day::text, outcome,
        case when day >= ${period.from} and outcome not in ('drill', 'test') then type_id end as type_id,
        case when day >= ${period.from} and outcome not in ('drill', 'test') then hour end as hour from alarms)
    select grouping(day, type_id, hour)::integer as set, day, outcome, type_id::bigint, hour, count(*)::integer as n
    from counted group by grouping sets ((day, outcome), (type_id), (hour))`.execute(ctx.systemDb)
  return rows
}

const isOfType = ({ set, type_id }: Tally) => set === 5 && type_id !== null
const isOfHour = ({ set, hour }: Tally) => set === 6 && hour !== null
const isOfDay = ({ set }: Tally) => set === 3

const typesOf = async (ctx: Ctx, tallies: readonly Tally[]): Promise<OutputOf<Home['alarmTrend']>['types']> => {
  const types = await ctx.systemDb.selectFrom('alarm_type').select(['id', 'name_zh', 'name_en']).execute()
  const counted = new Map(tallies.filter(isOfType).map(({ type_id, n }) => [type_id, n]))
  return types
    .map(({ id, name_zh, name_en }) => ({ typeId: id, nameZh: name_zh, nameEn: name_en, alarms: counted.get(id) ?? 0 }))
    .filter(({ alarms }) => alarms > 0)
    .sort((a, b) => b.alarms - a.alarms || a.typeId - b.typeId)
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** Alarms of a period by day and outcome, by type and by hour, and the share of false ones by week. */
export const alarmTrend = async (ctx: Ctx, input: InputOf<Home['alarmTrend']>): Promise<OutputOf<Home['alarmTrend']>> => {
  const period = await periodOf(ctx, input)
  return askChart(ctx, 'alarmTrend', input, period, async () => {
    const tallies = await tally(ctx, input, period)
    const byDay = new Map(tallies.filter(isOfDay).map(({ day, outcome, n }) => [`${day} ${outcome}`, n]))
    const count = (days: readonly string[], ...wanted: readonly AlarmOutcome[]): number =>
      sum(days.flatMap((day) => wanted.map((one) => byDay.get(`${day} ${one}`) ?? 0)))
    const alarms = ['open', 'confirmed', 'falseAlarm', 'other'] as const
    const closed = ['confirmed', 'falseAlarm', 'other'] as const
    const days = period.days.map(({ day }) => day)
    const before = days.map((_day, index) => daysAfter(period.previousFrom, index))
    const shareOf = (these: readonly string[]) => percentOf(count(these, 'falseAlarm'), count(these, ...closed))
    const hours = new Map(tallies.filter(isOfHour).map(({ hour, n }) => [hour, n]))
    return {
      timeZone: period.timeZone,
      days: period.days.map(({ day, ...at }, index) => ({
        day,
        ...at,
        open: count([day], 'open'),
        confirmed: count([day], 'confirmed'),
        falseAlarm: count([day], 'falseAlarm'),
        other: count([day], 'other'),
        drill: count([day], 'drill'),
        test: count([day], 'test'),
        previous: count(before.slice(index, index + 1), ...alarms),
      })),
      total: count(days, ...alarms),
      previousTotal: count(before, ...alarms),
      drills: count(days, 'drill'),
      tests: count(days, 'test'),
      types: await typesOf(ctx, tallies),
      hours: Array.from({ length: 24 }, (_, hour) => hours.get(hour) ?? 0),
      weeks: weeksOf(period).map(({ days: these, ...week }) => ({
        ...week,
        closed: count(these, ...closed),
        falseAlarms: count(these, 'falseAlarm'),
        percent: shareOf(these),
      })),
      percent: shareOf(days),
      previousPercent: shareOf(before),
    }
  })
}

/** The projects with the most alarms of a period, the worst first. */
export const alarmProjects = async (
  ctx: Ctx,
  input: InputOf<Home['alarmProjects']>,
): Promise<OutputOf<Home['alarmProjects']>> => {
  const period = await periodOf(ctx, input)
  return askChart(ctx, 'alarmProjects', input, period, async () => ({
    list: await (
      await chartAlarms(ctx, input, period.from, period)
    )
      .where(isAlarm)
      .where('alarm.project_id', 'is not', null)
      .groupBy('alarm.project_id')
      .select([
        sql<number>`alarm.project_id`.as('projectId'),
        sql<string>`min(project.name)`.as('name'),
        sql<number>`count(*)::integer`.as('alarms'),
        sql<number>`(count(*) filter (where alarm.state = 'misreport'))::integer`.as('falseAlarms'),
      ])
      .orderBy('alarms', 'desc')
      .orderBy('projectId')
      .limit(chartRows)
      .execute(),
  }))
}

interface Times {
  /** Null: of the whole period. */
  readonly day: string | null
  readonly before: boolean
  readonly acknowledge: readonly [number, number] | null
  readonly close: readonly [number, number] | null
  readonly unanswered: number
  readonly unclosed: number
}

const timesOf = (found: Times['close'] | undefined) => ({
  median: found?.[0] ?? null,
  p90: found?.[1] ?? null,
})

/**
 * How long it took to acknowledge and to close the alarms of a period, by the day on which they began. The clock of an alarm that was raised again
 * starts anew. Closing an alarm answers it.
 */
export const alarmTimes = async (ctx: Ctx, input: InputOf<Home['alarmTimes']>): Promise<OutputOf<Home['alarmTimes']>> => {
  const period = await periodOf(ctx, input)
  return askChart(ctx, 'alarmTimes', input, period, async () => {
    const { day } = siteDay('alarm.first_at', siteZone, period.previousFrom, period)
    const seconds = (from: string, to: string) =>
      sql<number | null>`greatest(0, extract(epoch from ${sql.raw(to)} - ${sql.raw(from)}))::float8`
    const alarms = (await chartAlarms(ctx, input, period.previousFrom, period)).where(isAlarm).select([
      day.as('day'),
      // `greatest` ignores null.
      sql<
        number | null
      >`case when coalesce(alarm.confirmed_at, alarm.closed_at) is not null then ${seconds('coalesce(alarm.raised_at, alarm.first_at)', 'coalesce(alarm.confirmed_at, alarm.closed_at)')} end`.as(
        'acknowledge',
      ),
      sql<number | null>`case when alarm.closed_at is not null then ${seconds('alarm.first_at', 'alarm.closed_at')} end`.as(
        'close',
      ),
    ])
    const { rows } = await sql<Times>`
      with alarms as materialized (${alarms}),
        timed as (select day::text, day < ${period.from} as before, acknowledge, close from alarms)
      select day, before,
        percentile_cont(array[0.5, 0.9]) within group (order by acknowledge) as acknowledge,
        percentile_cont(array[0.5, 0.9]) within group (order by close) as close,
        (count(*) filter (where acknowledge is null))::integer as unanswered,
        (count(*) filter (where close is null))::integer as unclosed
      from timed group by grouping sets ((before, day), (before))`.execute(ctx.systemDb)
    const byDay = new Map(rows.filter((row) => row.day !== null).map((row) => [row.day, row]))
    const whole = rows.find((row) => row.day === null && !row.before)
    const previous = rows.find((row) => row.day === null && row.before)
    return {
      timeZone: period.timeZone,
      days: period.days.map(({ day: at, ...more }) => ({
        day: at,
        ...more,
        acknowledge: timesOf(byDay.get(at)?.acknowledge),
        close: timesOf(byDay.get(at)?.close),
      })),
      acknowledge: timesOf(whole?.acknowledge),
      close: timesOf(whole?.close),
      previousAcknowledge: timesOf(previous?.acknowledge),
      previousClose: timesOf(previous?.close),
      unanswered: whole?.unanswered ?? 0,
      unclosed: whole?.unclosed ?? 0,
    }
  })
}
