import { dayIn, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { answerStatistics } from './answer-slow.ts'
import { ctxAt } from './screen-place.ts'

type Statistics = typeof endpoints.largeScreen.statistics

const days = 30
/** Rows of a ranking. */
const most = 8

const dayMs = 86_400_000
/** The days up to `today`, both as YYYY-MM-DD, the oldest first. */
const daysUntil = (today: string): string[] =>
  Array.from({ length: days }, (_none, index) =>
    new Date(Date.parse(today) - (days - 1 - index) * dayMs).toISOString().slice(0, 10),
  )

/** Alarms of the last 30 days in the calendar of the caller's company, today included. */
export const screenStatistics = async (ctx: Ctx, place: InputOf<Statistics>): Promise<OutputOf<Statistics>> => {
  const at = ctxAt(ctx, place)
  const { time_zone: zone } = await ctx.systemDb
    .selectFrom('company')
    .select('time_zone')
    .where('id', '=', ctx.actor.companyId)
    .executeTakeFirstOrThrow()
  const shown = daysUntil(dayIn(ctx.clock.now(), zone))
  const [first = ''] = shown
  // The same text all day, so that screens share an answer.
  const alarms = at.db
    .selectFrom('alarm')
    .where('alarm.test', '=', false)
    .where('alarm.first_at', '>=', sql<string>`(${first}::date)::timestamp at time zone ${zone}`)
  const day = sql<string>`to_char(alarm.first_at at time zone ${zone}, 'YYYY-MM-DD')`
  const [byDay, types, sites] = await Promise.all([
    answerStatistics(
      ctx,
      alarms.select((e) => [day.as('day'), 'alarm.level', e.fn.countAll<number>().as('count')]).groupBy([sql`1`, 'alarm.level']),
    ),
    answerStatistics(
      ctx,
      alarms
        .innerJoin('alarm_type as type', 'type.id', 'alarm.type_id')
        .select((e) => [
          'type.name_zh as typeNameZh',
          'type.name_en as typeNameEn',
          'type.level',
          e.fn.countAll<number>().as('count'),
        ])
        .groupBy('type.id')
        .orderBy('count', 'desc')
        .orderBy('type.id')
        .limit(most),
    ),
    answerStatistics(
      ctx,
      alarms
        .innerJoin('project', 'project.id', 'alarm.project_id')
        .select((e) => ['project.id', 'project.name', e.fn.countAll<number>().as('count')])
        .groupBy('project.id')
        .orderBy('count', 'desc')
        .orderBy('project.id')
        .limit(most),
    ),
  ])
  const counted = new Map(byDay.map((row) => [`${row.day} ${row.level}`, row.count]))
  const of = (each: string, level: string): number => counted.get(`${each} ${level}`) ?? 0
  return {
    days: shown.map((each) => ({ day: each, fire: of(each, 'fire'), warning: of(each, 'warning'), notice: of(each, 'notice') })),
    types,
    sites,
  }
}
