import { chartDays, chartDaysMax, dayIn, DomainError, type ChartInput } from '@emberwatch/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { oneOfFewStatistics } from '../../../platform/few-at-once.ts'
import { fieldName, translate } from '../../../platform/i18n.ts'
import { questionOf } from '../../../platform/list.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { createSlowAnswers, rememberSlow, type SlowAnswers } from '../../../platform/slow-answers.ts'

/** A day of a zone and the instants between which it lies, the last one included. */
export interface DayOf {
  readonly day: string
  readonly startsAt: string
  readonly endsAt: string
}

/** Whole days, YYYY-MM-DD, the last one included, and as many before them. */
export interface Period {
  readonly timeZone: string
  readonly from: string
  readonly to: string
  readonly days: readonly DayOf[]
  readonly previousFrom: string
  /** Whether its last day is still running. */
  readonly isCurrent: boolean
}

const dayMs = 86_400_000
/** The zones of the world lie between these, in hours from UTC. */
const [earliest, latest] = [14, 12]

const dateOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
export const daysAfter = (day: string, count: number): string => new Date(dateOf(day) + count * dayMs).toISOString().slice(0, 10)

/** When a day begins in a zone (ms). */
export const startOf = (day: string, timeZone: string): number =>
  Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds

const instant = (ms: number): string => new Date(ms).toISOString()

/** The days from one to another, as days of a zone. */
const daysIn = (from: string, to: string, timeZone: string): DayOf[] =>
  Array.from({ length: (dateOf(to) - dateOf(from)) / dayMs + 1 }, (_, index) => {
    const day = daysAfter(from, index)
    return {
      day,
      startsAt: instant(startOf(day, timeZone)),
      endsAt: instant(startOf(daysAfter(day, 1), timeZone) - 1),
    }
  })

const zoneOf = async (ctx: Ctx, projectId: number | undefined): Promise<string> => {
  if (projectId !== undefined) {
    const project = await ctx.db.selectFrom('project').select('time_zone').where('id', '=', projectId).executeTakeFirst()
    if (project) return project.time_zone
  }
  // Not scoped: the caller's own company.
  const company = await ctx.systemDb
    .selectFrom('company')
    .select('time_zone')
    .where('id', '=', ctx.actor.companyId ?? 0)
    .executeTakeFirst()
  return company?.time_zone ?? 'UTC'
}

/** The period that an input asks for. @throws DomainError invalidInput naming the day */
export const periodOf = async (ctx: Ctx, input: ChartInput): Promise<Period> => {
  const timeZone = await zoneOf(ctx, input.projectId)
  const today = dayIn(ctx.clock.now(), timeZone)
  const { fromDay, toDay = today, days = chartDays } = input
  if (fromDay !== undefined && fromDay > today) refuseField(ctx, 'fromDay', 'past')
  if (fromDay !== undefined && toDay < fromDay) refuseField(ctx, 'toDay', 'notBefore')
  const to = toDay < today ? toDay : today
  const from = fromDay ?? daysAfter(to, 1 - days)
  const length = (dateOf(to) - dateOf(from)) / dayMs + 1
  if (length > chartDaysMax)
    throw new DomainError(
      'invalidInput',
      { fields: `${fieldName(ctx.locale, 'days')}: ${translate(ctx.locale, 'rules.maximum', { limit: chartDaysMax })}` },
      'toDay',
    )
  return {
    timeZone,
    from,
    to,
    days: daysIn(from, to, timeZone),
    previousFrom: daysAfter(from, -length),
    isCurrent: to === today,
  }
}

/** Between which instants the days from one to another lie, wherever a site is: what an index can find. */
export const boundsOf = (from: string, to: string) => ({
  startTime: instant(dateOf(from) - earliest * 3_600_000),
  endTime: instant(dateOf(to) + dayMs + latest * 3_600_000),
})

/**
 * The day of an instant at its site, as a condition and as a value. While the last day is running, it has already ended at sites further east: what
 * happened there since counts to it, so that nothing is missing.
 */
export const siteDay = (column: string, zone: RawBuilder<string>, from: string, { to, isCurrent }: Period) => {
  const day = sql<string>`(${sql.ref(column)} at time zone ${zone})::date`
  const isInPeriod = isCurrent ? sql<boolean>`${day} >= ${from}` : sql<boolean>`${day} between ${from} and ${to}`
  return { day: sql<string>`least(${day}, ${to}::date)`, isWithin: isInPeriod }
}

/** The Monday of a day's week. */
const mondayOf = (day: string): string => daysAfter(day, -((new Date(dateOf(day)).getUTCDay() + 6) % 7))

/** The weeks of a period from Monday to Sunday, cut at its ends. */
export const weeksOf = ({ days }: Period): (DayOf & { readonly days: readonly string[] })[] =>
  [...Map.groupBy(days, ({ day }) => mondayOf(day)).values()].map((week) => ({
    day: week[0]?.day ?? '',
    startsAt: week[0]?.startsAt ?? '',
    endsAt: week.at(-1)?.endsAt ?? '',
    days: week.map(({ day }) => day),
  }))

/** A share in percent with one decimal, rounded down, so that less than everything is never shown as 100. Null of nothing. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.floor((part / whole) * 1_000 + 1e-6) / 10

/** By database. */
const known = new WeakMap<object, SlowAnswers<unknown>>()

/** Shares a slow answer among all who ask the same (`rememberSlow`). */
export const askOnce = <Answer>(
  { db }: Pick<Ctx, 'db'>,
  question: string,
  ask: () => Promise<Answer>,
  longestMs?: number,
): Promise<Answer> => {
  const { adapter } = db.getExecutor()
  const answers = (known.get(adapter) ?? createSlowAnswers()) as SlowAnswers<Answer>
  known.set(adapter, answers as SlowAnswers<unknown>)
  return rememberSlow(answers, question, ask, undefined, longestMs)
}

/** A chart is read every five minutes, so it may be this old (ms). */
export const chartRestMs = 300_000

/** The same for a chart, few of which are computed at once: for everybody who sees the same rows. `more`: what else the answer depends on. */
export const askChart = <Answer>(
  ctx: Ctx,
  name: string,
  input: ChartInput,
  { from, to, timeZone }: Period,
  ask: () => Promise<Answer>,
  more: readonly string[] = [],
): Promise<Answer> => {
  const { fromDay: _from, toDay: _to, days: _days, ...filter } = input
  const scope = questionOf(ctx.db.selectFrom('alarm').select('id').compile())
  return askOnce(ctx, JSON.stringify([name, scope, filter, from, to, timeZone, more]), () => oneOfFewStatistics(ask), chartRestMs)
}
