import { type CompiledQuery, sql } from 'kysely'
import { type AlarmRow, type endpoints, type InputOf, type OutputOf, dayIn } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { scoped, type Scope, type ScopePart } from '../../../platform/database/scope.ts'
import { oneOfFewStatistics } from '../../../platform/few-at-once.ts'
import { questionOf } from '../../../platform/list.ts'
import { createSlowAnswers, rememberSlow, type SlowAnswers } from '../../../platform/slow-answers.ts'
import { homeFigures, liveAlarms } from '../home/home.reads.ts'
import { dutyNow } from '../../notify/duty/duty-calendar.reads.ts'
import { isOpen } from '../../orders/order/order.filter.ts'

interface Place {
  readonly province?: string
  readonly projectId?: number
}

const partOf = ({ province, projectId }: Place): ScopePart | undefined => {
  if (projectId !== undefined) return { project: projectId }
  return province === undefined || province === '' ? undefined : { province }
}

/** The context of a read of one province or project. A wall that shows one project stays there. */
const ctxAt = (ctx: Ctx, place: Place): Ctx => {
  const part = partOf(place)
  const { kind } = ctx.scope
  if (!part || (kind !== 'company' && kind !== 'customer') || ctx.scope.part) return ctx
  const scope: Scope = { ...ctx.scope, part }
  return { ...ctx, scope, db: scoped(ctx.systemDb, scope) }
}

/** By database. */
const known = new WeakMap<object, SlowAnswers<unknown>>()

interface Query<Row> {
  compile(): CompiledQuery
  execute(): Promise<Row[]>
}

/** The rows of a query that many screens make, and that takes long in a large system (`rememberSlow`). */
export const answerSlow = <Row>(ctx: Ctx, query: Query<Row>): Promise<Row[]> => answer(ctx, query, () => query.execute())

/** The same for statistics, few of which are computed at once. */
const answerStatistics = <Row>(ctx: Ctx, query: Query<Row>): Promise<Row[]> =>
  answer(ctx, query, () => oneOfFewStatistics(() => query.execute()))

const answer = <Row>(ctx: Ctx, query: Query<Row>, ask: () => Promise<Row[]>): Promise<Row[]> => {
  const { adapter } = ctx.db.getExecutor()
  const answers = (known.get(adapter) ?? createSlowAnswers()) as SlowAnswers<Row[]>
  known.set(adapter, answers)
  return rememberSlow(answers, questionOf(query.compile()), ask)
}

type Screen = typeof endpoints.largeScreen

/** For whom the screen is. */
export const screenInfo = async (ctx: Ctx): Promise<OutputOf<Screen['screen']>> => {
  const { kiosk, companyId } = ctx.actor
  // A customer's or narrow account does not see the company that it belongs to.
  const company = await ctx.systemDb
    .selectFrom('company')
    .select(['id', 'name', 'time_zone'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const part = 'part' in ctx.scope ? ctx.scope.part : undefined
  const project =
    part && 'project' in part
      ? await ctx.db.selectFrom('project').select('name').where('id', '=', part.project).executeTakeFirst()
      : undefined
  return {
    companyId: company.id,
    companyName: company.name,
    timeZone: company.time_zone,
    projectName: project?.name ?? null,
    kiosk: kiosk ? { name: kiosk.name, validUntil: new Date(kiosk.validUntil).toISOString() } : null,
  }
}

/** The counters of the home page, of a part if one is asked for, and the open orders by kind and status. */
export const screenFigures = async (ctx: Ctx, place: InputOf<Screen['figures']>): Promise<OutputOf<Screen['figures']>> => {
  const at = ctxAt(ctx, place)
  const [figures, orders] = await Promise.all([
    homeFigures(at),
    at.db
      .selectFrom('work_order')
      .where(isOpen)
      .where('deleted_at', 'is', null)
      .select((e) => ['kind', 'status', e.fn.countAll<number>().as('count')])
      .groupBy(['kind', 'status'])
      .orderBy('kind')
      .orderBy('status')
      .execute(),
  ])
  return { ...figures, orders }
}

/** Without anything about people. */
const withoutPeople = (row: AlarmRow): AlarmRow => ({
  ...row,
  holderId: null,
  holderName: null,
  heldAt: null,
  confirmedBy: null,
  closedBy: null,
  note: null,
})

/** Always all open alarms: no choice of a province hides a fire. */
export const screenAlarms = async (ctx: Ctx, input: InputOf<Screen['alarms']>): Promise<OutputOf<Screen['alarms']>> => {
  const alarms = await liveAlarms(ctx, input)
  return ctx.actor.kiosk ? { ...alarms, list: alarms.list.map(withoutPeople) } : alarms
}

/** Teams of a duty room fit on a screen; those with somebody on duty come first. */
const mostTeams = 12

export const screenDuty = async (ctx: Ctx): Promise<OutputOf<Screen['duty']>> =>
  (await dutyNow(ctx))
    .map(({ id, name, onDuty, until }) => ({ id, team: name, people: onDuty.map((person) => person.name), until }))
    .toSorted((a, b) => Number(a.people.length === 0) - Number(b.people.length === 0))
    .slice(0, mostTeams)

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
