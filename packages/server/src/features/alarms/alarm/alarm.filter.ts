import { parseAlarmCode, type endpoints, type EnumValue, type InputOf } from '@emberwatch/contract'
import { sql, type ExpressionBuilder, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { findsKeyword, hasKeyword, isCommonIn } from '../../../platform/keyword.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { inZone } from '../../sites/project/project.filter.ts'
import { ofBranch } from '../../base/tenant/tenant.reads.ts'
import type { Tables } from '../../../tables/index.ts'

/** The list's input. A customer's alarms are the same list with one more filter. */
export type AlarmFilter = InputOf<typeof endpoints.alarm.page> & {
  readonly customerId?: number
  /** A device and its predecessors at the same place. */
  readonly deviceIds?: readonly number[]
}

export const openStates = ['unconfirmed', 'confirmed'] as const
const closedStates = ['cleared', 'misreport'] as const

/**
 * Up to this many devices or projects are passed as ids, which can use an index. With more, or with a keyword that most project names
 * contain, scanning the list finds a page quickly; planning with 10,000 ids took half a second.
 */
const idLimit = 1_000

type Alarms = SelectQueryBuilder<Tables, 'alarm', object>
type Queries = Pick<ExpressionBuilder<Tables, never>, 'selectFrom'>

/** The devices and projects that a keyword finds. They are few compared to alarms, and their columns have an index on parts of words. */
const pointingAt = async (ctx: Ctx, keyword: string) => {
  const [isDevice, isProject] = await Promise.all([
    findsKeyword(ctx.systemDb, 'device', ['code', 'name', 'room_number'], keyword),
    findsKeyword(ctx.systemDb, 'project', ['name'], keyword),
  ])
  return {
    devices: (e: Queries) => e.selectFrom('device').select('device.id').where(isDevice),
    projects: (e: Queries) => e.selectFrom('project').select('project.id').where(isProject),
  }
}

const anyOf = (column: string, ids: readonly { id: number }[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = any(${ids.map((row) => row.id)}::bigint[])`

/** Whether a response clock of an open alarm is exceeded. */
export const isOverdue = (now: string): RawBuilder<boolean> =>
  sql`coalesce((alarm.state = 'unconfirmed' and alarm.acknowledge_due_at < ${now}) or alarm.close_due_at < ${now}, false)`

/** The time zone of the site, or of the company without one. */
const siteZone = sql<string>`coalesce((select project.time_zone from project where project.id = alarm.project_id),
  (select company.time_zone from company where company.id = alarm.company_id))`

/** The result recorded when the alarm was closed. */
const closingResult = sql<string | null>`(select closing.result from alarm_closing closing where closing.alarm_id = alarm.id)`

/**
 * What became of an alarm (enumeration `alarmOutcome`), each counted once. Tests and drills are no alarms. `result`: the recorded one, for queries
 * that join it.
 */
export const alarmOutcomeOf = (result: RawBuilder<string | null>): RawBuilder<EnumValue<'alarmOutcome'>> => sql`case
  when alarm.test then 'test'
  when alarm.state in ('unconfirmed', 'confirmed') then 'open'
  when alarm.state = 'misreport' then 'falseAlarm'
  when ${result} = 'test' then 'test'
  when alarm.handle_way = 'drill' or ${result} = 'drill' then 'drill'
  when ${result} = 'realFire' or (${result} is null and alarm.confirmed_at is not null) then 'confirmed'
  else 'other' end`

/** What an outcome says of the columns that have an index. */
const alarmOutcomeStates: Readonly<Record<EnumValue<'alarmOutcome'>, RawBuilder<boolean>>> = {
  open: sql`(alarm.state in ('unconfirmed', 'confirmed') and not alarm.test)`,
  falseAlarm: sql`(alarm.state = 'misreport' and not alarm.test)`,
  confirmed: sql`(alarm.state = 'cleared' and not alarm.test)`,
  other: sql`(alarm.state = 'cleared' and not alarm.test)`,
  drill: sql`(alarm.state = 'cleared' and not alarm.test)`,
  test: sql`(alarm.test or alarm.state = 'cleared')`,
}

/** A keyword is an alarm number, or part of a device's code or name, a room, or a project's name. */
const withKeyword = async (ctx: Ctx, rows: Alarms, keyword: string): Promise<Alarms> => {
  const number = parseAlarmCode(keyword)
  if (number) {
    return rows
      .where('alarm.id', '=', number.id)
      .where('alarm.first_at', '>=', number.from)
      .where('alarm.first_at', '<', number.to)
  }
  const { devices, projects } = await pointingAt(ctx, keyword)
  const isCommon = await isCommonIn(ctx.systemDb, ctx.db.selectFrom('project'), 'project', 'name', keyword)
  const [deviceIds, projectIds] = await Promise.all([
    devices(ctx.db)
      .limit(idLimit + 1)
      .execute(),
    isCommon
      ? undefined
      : projects(ctx.db)
          .limit(idLimit + 1)
          .execute(),
  ])
  return rows.where((e) =>
    e.or([
      deviceIds.length > idLimit ? e('alarm.device_id', 'in', devices(e)) : anyOf('alarm.device_id', deviceIds),
      projectIds === undefined || projectIds.length > idLimit
        ? e('alarm.project_id', 'in', projects(e))
        : anyOf('alarm.project_id', projectIds),
      // Unregistered device: search the code as it was sent.
      e.and([e('alarm.device_id', 'is', null), hasKeyword(['alarm.device_code'], keyword)]),
    ]),
  )
}

/** The alarms in the caller's scope that the input asks for. */
export const filteredAlarms = async (ctx: Ctx, input: AlarmFilter): Promise<Alarms> => {
  let rows = filtered(ctx.db.selectFrom('alarm'), 'alarm', input, {
    equal: ['state', 'level', 'typeId', 'projectId', 'customerId', 'gatewayId', 'deviceId', 'test', 'handleWay', 'cause'],
    between: 'first_at',
  })
  if (input.ids) rows = rows.where(sql<boolean>`alarm.id = any(${input.ids}::bigint[])`)
  if (input.deviceIds) rows = rows.where(sql<boolean>`alarm.device_id = any(${input.deviceIds}::bigint[])`)
  if (input.open !== undefined) rows = rows.where('alarm.state', 'in', input.open ? openStates : closedStates)
  if (input.breached !== undefined) {
    const now = ctx.clock.now().toISOString()
    // Only open alarms have response clocks. Saying so lets the query use the index of open alarms.
    rows = input.breached
      ? rows.where('alarm.state', 'in', openStates).where(isOverdue(now))
      : rows.where((e) => e.or([e('alarm.state', 'in', closedStates), e.not(isOverdue(now))]))
  }
  // Whether a source is active changes with every report, so an index on it would slow down each of them.
  if (input.sourceActive !== undefined)
    rows = rows.where('alarm.state', 'in', openStates).where('alarm.source_active', '=', input.sourceActive)
  if (input.everBreached !== undefined) rows = rows.where('alarm.breached_at', input.everBreached ? 'is not' : 'is', null)
  // A literal, because only then is the channel's index used.
  if (input.reached !== undefined) rows = rows.where(sql<boolean>`alarm.reached @> ${sql.lit(`{${input.reached}}`)}`)
  if (input.companyId !== undefined) rows = rows.where(await ofBranch(ctx, 'alarm', input.companyId))
  if (input.confirmedById !== undefined) rows = rows.where('alarm.confirmed_by', '=', input.confirmedById)
  if (input.alarmOutcome !== undefined)
    rows = rows
      .where(alarmOutcomeStates[input.alarmOutcome])
      .where(sql<boolean>`${alarmOutcomeOf(closingResult)} = ${input.alarmOutcome}`)
  if (input.countedAlarm !== undefined) {
    const isCounted = sql<boolean>`(not alarm.test and ${alarmOutcomeOf(closingResult)} not in ('drill', 'test'))`
    rows = rows.where(input.countedAlarm ? isCounted : sql<boolean>`not ${isCounted}`)
  }
  if (input.siteHour !== undefined)
    rows = rows.where(sql<boolean>`extract(hour from alarm.first_at at time zone ${siteZone}) = ${input.siteHour}`)
  if (input.closedById !== undefined) rows = rows.where('alarm.closed_by', '=', input.closedById)
  const zone = await inZone(ctx.db, 'alarm', input)
  if (zone) rows = rows.where(zone)
  if (input.heldByMe !== undefined) {
    const held = sql<boolean>`(alarm.project_id in (select project_id from desk_hold where account_id = ${ctx.actor.accountId}))`
    rows = input.heldByMe ? rows.where(held) : rows.where(sql<boolean>`${held} is not true`)
  }
  return input.keyword ? withKeyword(ctx, rows, input.keyword) : rows
}
