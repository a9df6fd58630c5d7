import { statisticsDays, leastDeviceDays, type ProjectFigures } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { tallyDevices } from '../../equipment/device/device-status.ts'
import { isOpen, isOverdue } from '../../orders/order/order.filter.ts'

export interface Period {
  readonly from: string
  readonly to: string
}

const dayMs = 86_400_000

/** The period that the input of a statistics page asks for. */
export const periodOf = (ctx: Ctx, input: { readonly startTime?: string; readonly endTime?: string }): Period => {
  const to = input.endTime ?? ctx.clock.now().toISOString()
  return { from: input.startTime ?? new Date(Date.parse(to) - statisticsDays * dayMs).toISOString(), to }
}

const isIn = (table: string, ids: readonly number[]) => sql<boolean>`${sql.ref(`${table}.project_id`)} = any(${ids}::bigint[])`

/** From the start of the response clock until somebody confirmed or closed the alarm. */
const responseS = sql<number>`greatest(0, extract(epoch from
  coalesce(alarm.confirmed_at, alarm.closed_at) - coalesce(alarm.raised_at, alarm.first_at)))`
const isAnswered = sql<boolean>`(not alarm.test and alarm.state <> 'unconfirmed' and coalesce(alarm.confirmed_at, alarm.closed_at) is not null)`
const isWaiting = sql<boolean>`(not alarm.test and alarm.state = 'unconfirmed')`

/** The alarms of the period; the row without a project is all of them. */
const alarmsOf = (ctx: Ctx, { from, to }: Period, ids: readonly number[]) => {
  const ofState = (state: string) => sql<number>`count(*) filter (where not alarm.test and alarm.state = ${sql.lit(state)})`
  return ctx.db
    .selectFrom('alarm')
    .select('alarm.project_id as id')
    .select([ofState('unconfirmed').as('unconfirmedAlarms'), ofState('confirmed').as('confirmedAlarms')])
    .select([ofState('misreport').as('falseAlarms'), ofState('cleared').as('clearedAlarms')])
    .select(sql<number>`count(*) filter (where alarm.test)`.as('testAlarms'))
    .select([
      sql<number>`count(*) filter (where ${isAnswered})`.as('answeredAlarms'),
      sql<number | null>`round(avg(${responseS}) filter (where ${isAnswered}))::float8`.as('meanResponseS'),
      sql<
        number | null
      >`round((percentile_cont(0.9) within group (order by ${responseS}) filter (where ${isAnswered}))::numeric)::float8`.as(
        'p90ResponseS',
      ),
      sql<number | null>`floor(extract(epoch from ${ctx.clock.now()}::timestamptz
        - min(coalesce(alarm.raised_at, alarm.first_at)) filter (where ${isWaiting})))::float8`.as('longestWaitS'),
    ])
    .where(isIn('alarm', ids))
    .where('alarm.first_at', '>=', from)
    .where('alarm.first_at', '<=', to)
    .groupBy(sql`grouping sets ((alarm.project_id), ())`)
    .execute()
}

const faultsOf = (ctx: Ctx, ids: readonly number[]) =>
  ctx.db
    .selectFrom('fault')
    .select('fault.project_id as id')
    .select((e) => [
      e.fn.countAll<number>().as('openFaults'),
      e.fn.countAll<number>().filterWhere('fault.state', '=', 'processing').as('processingFaults'),
    ])
    .where(isIn('fault', ids))
    .where(sql<boolean>`fault.state <> 'solved'`)
    .where('fault.test', '=', false)
    .groupBy('fault.project_id')
    .execute()

/** A day is in the period if it begins in it, on the project's calendar. Cancelled inspections were planned and are not done. */
const inspectionsOf = (ctx: Ctx, { from, to }: Period, ids: readonly number[]) => {
  const day = sql`(coalesce(work_order.plan_due_on, (work_order.due_at at time zone project.time_zone)::date)::timestamp
    at time zone project.time_zone)`
  return ctx.db
    .selectFrom('work_order')
    .innerJoin('project', 'project.id', 'work_order.project_id')
    .select('work_order.project_id as id')
    .select((e) => [
      e.fn.countAll<number>().as('planned'),
      e.fn.countAll<number>().filterWhere('work_order.finished_at', 'is not', null).as('done'),
    ])
    .where(isIn('work_order', ids))
    .where('work_order.kind', '=', 'inspect')
    .where('work_order.deleted_at', 'is', null)
    .where(sql<boolean>`${day} between ${from} and ${to}`)
    .groupBy('work_order.project_id')
    .execute()
}

const overdueOf = (ctx: Ctx, ids: readonly number[]) =>
  ctx.db
    .selectFrom('work_order')
    .select(['work_order.project_id as id', 'work_order.kind'])
    .select((e) => e.fn.countAll<number>().as('n'))
    .where(isIn('work_order', ids))
    .where(isOpen)
    .where(isOverdue(ctx.clock.now()))
    .where('work_order.deleted_at', 'is', null)
    .groupBy(['work_order.project_id', 'work_order.kind'])
    .execute()

const byId = <Row extends { readonly id: number | null }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))

const none = {
  deviceCount: 0,
  supervisedDevices: 0,
  onlineDevices: 0,
  unheardDevices: 0,
  alarmDevices: 0,
  faultDevices: 0,
  lowPowerDevices: 0,
  offlineDevices: 0,
  normalDevices: 0,
  unsupervisedDevices: 0,
  unconfirmedAlarms: 0,
  confirmedAlarms: 0,
  falseAlarms: 0,
  clearedAlarms: 0,
  testAlarms: 0,
  answeredAlarms: 0,
  meanResponseS: null,
  p90ResponseS: null,
  longestWaitS: null,
  openFaults: 0,
  processingFaults: 0,
  inspectionsPlanned: 0,
  inspectionsDone: 0,
  overdueOrders: 0,
} as const

type Counts = { -readonly [Name in keyof typeof none]: (typeof none)[Name] extends null ? number | null : number } & {
  readonly overdueOf: ProjectFigures['overdueOf']
  readonly deviceDays: number
}

/** What follows from the counts. Of devices that were never heard, nothing is known about false alarms either. */
const withRates = ({ deviceDays, ...counts }: Counts): ProjectFigures => {
  const { deviceCount, supervisedDevices, onlineDevices, unheardDevices, falseAlarms } = counts
  return {
    ...counts,
    onlineRate: supervisedDevices === 0 ? null : Math.round((onlineDevices / supervisedDevices) * 1_000) / 1_000,
    perDeviceYear:
      deviceCount === unheardDevices || deviceDays === 0 ? null : Math.round(((falseAlarms * 365) / deviceDays) * 100) / 100,
  }
}

export interface Figures {
  /** By project. */
  readonly of: ReadonlyMap<number, ProjectFigures>
  /** All of them together. */
  readonly total: ProjectFigures
}

/** The figures of projects that the caller sees, and their sum. Every table is read within the scope of the caller. */
export const readFigures = async (ctx: Ctx, period: Period, ids: readonly number[]): Promise<Figures> => {
  const [devices, alarms, faults, inspections, overdue] = await Promise.all([
    tallyDevices(ctx.db, ids, { ...period, leastDays: leastDeviceDays }).then(byId),
    alarmsOf(ctx, period, ids).then(byId),
    faultsOf(ctx, ids).then(byId),
    inspectionsOf(ctx, period, ids).then(byId),
    overdueOf(ctx, ids).then((rows) => Map.groupBy(rows, ({ id }) => id)),
  ])
  const countsOf = (id: number): Counts => {
    const { id: _device, deviceDays = 0, ...tally } = devices.get(id) ?? { id }
    const { id: _alarm, ...alarm } = alarms.get(id) ?? { id }
    const { planned = 0, done = 0 } = inspections.get(id) ?? {}
    const overdueKinds = { install: 0, repair: 0, inspect: 0, maintenance: 0 }
    for (const { kind, n } of overdue.get(id) ?? []) overdueKinds[kind] = n
    return {
      ...none,
      ...tally,
      ...alarm,
      deviceDays,
      openFaults: faults.get(id)?.openFaults ?? 0,
      processingFaults: faults.get(id)?.processingFaults ?? 0,
      inspectionsPlanned: planned,
      inspectionsDone: done,
      overdueOrders: Object.values(overdueKinds).reduce((sum, n) => sum + n, 0),
      overdueOf: overdueKinds,
    }
  }
  const each = ids.map((id) => [id, countsOf(id)] as const)
  const sum = each.reduce((all, [, counts]) => addCounts(all, counts), {
    ...none,
    deviceDays: 0,
    overdueOf: { install: 0, repair: 0, inspect: 0, maintenance: 0 },
  } as Counts)
  const { meanResponseS = null, p90ResponseS = null, longestWaitS = null } = alarms.get(null) ?? {}
  return {
    of: new Map(each.map(([id, counts]) => [id, withRates(counts)])),
    total: withRates({ ...sum, meanResponseS, p90ResponseS, longestWaitS }),
  }
}

const countNames = (Object.keys(none) as (keyof typeof none)[]).filter((name) => none[name] !== null)

const addCounts = (all: Counts, one: Counts): Counts => {
  const sum = { ...all, deviceDays: all.deviceDays + one.deviceDays, overdueOf: { ...all.overdueOf } }
  for (const name of countNames) (sum as Record<string, unknown>)[name] = Number(all[name]) + Number(one[name])
  for (const kind of Object.keys(sum.overdueOf) as (keyof Counts['overdueOf'])[]) sum.overdueOf[kind] += one.overdueOf[kind]
  return sum
}
