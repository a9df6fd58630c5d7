import { listedIn, type AlarmRow, type EnumValue, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { listPage, pickRows } from '../../../platform/list.ts'
import { filteredAlarms, isOverdue, openStates, type AlarmFilter } from './alarm.filter.ts'
import { readAlarms } from './alarm.rows.ts'
import { unmutedAlarmsOf } from './mute.store.ts'

type Alarm = typeof endpoints.alarm
type PageInput = InputOf<Alarm['page']>

/** The most severe level first. */
export const byLevel = sql<number>`array_position(array['fire', 'warning', 'notice'], alarm.level)`

/**
 * Open alarms in queue order: by level, unconfirmed ones first, then by how long they have waited, and tests after everything real. Only open
 * alarms have this order; they are few enough to be sorted.
 */
const inQueueOrder = (rows: Awaited<ReturnType<typeof filteredAlarms>>) =>
  rows.where('alarm.state', 'in', openStates).crossJoinLateral(
    sql<{ urgency: number }>`(select alarm.test::integer * 1e15 + ${byLevel} * 1e14 + (alarm.state = 'confirmed')::integer * 1e13
        + extract(epoch from coalesce(alarm.raised_at, alarm.first_at)) * 1000 as urgency)`.as('queue'),
  ) as typeof rows

/** Whether the call asks only for what to do next: open alarms without other sorting or filters. */
export const isQueue = ({ sort, open, state, breached, heldByMe, sourceActive }: AlarmFilter): boolean =>
  sort === 'urgency' ||
  (sort === undefined &&
    (open === true ||
      breached === true ||
      heldByMe === true ||
      sourceActive !== undefined ||
      openStates.some((one) => one === state)))

export const pageAlarms = async (ctx: Ctx, input: AlarmFilter): Promise<OutputOf<Alarm['page']>> => {
  const rows = await filteredAlarms(ctx, input)
  const queue = isQueue(input)
  return listPage<AlarmRow>(ctx.db, input, {
    rows: queue ? inQueueOrder(rows) : rows,
    key: 'alarm.id',
    sorts: queue ? { urgency: 'queue.urgency' } : { firstAt: 'alarm.first_at' },
    defaultSort: queue ? { by: 'urgency', order: 'asc' } : { by: 'firstAt', order: 'desc' },
    partition: 'alarm.first_at',
    read: (_ids, picked) => readAlarms(ctx.db, picked),
  })
}

/** The caller's open alarms: unconfirmed first, of these the real ones, then by level, then oldest first. The total is exact. */
export const openAlarms = async (ctx: Ctx, limit: number): Promise<OutputOf<Alarm['page']>> => {
  const open = ctx.db.selectFrom('alarm').where('state', 'in', openStates)
  const [found, { total }] = await Promise.all([
    open
      .select(['id', 'first_at as at'])
      // 'unconfirmed' sorts after 'confirmed'.
      .orderBy('state', 'desc')
      .orderBy('test')
      .orderBy(byLevel)
      .orderBy(sql`coalesce(raised_at, first_at)`)
      .orderBy('id')
      .limit(sql.lit(limit))
      .execute(),
    open.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  const ids = found.map((row) => row.id)
  const rows = ids.length === 0 ? [] : await readAlarms(ctx.db, pickRows(found, 'alarm.id', 'alarm.first_at'))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return { list: ids.flatMap((id) => byId.get(id) ?? []), total, totalCapped: false }
}

/** How many of the caller's alarms are open, and how many of those are unconfirmed, and how many overdue. */
export const countOpenAlarms = (ctx: Ctx): Promise<{ open: number; unconfirmed: number; breached: number }> =>
  ctx.db
    .selectFrom('alarm')
    .where('state', 'in', openStates)
    .select((e) => [
      e.fn.countAll<number>().as('open'),
      e.fn.countAll<number>().filterWhere('state', '=', 'unconfirmed').as('unconfirmed'),
      e.fn.countAll<number>().filterWhere(isOverdue(ctx.clock.now().toISOString())).as('breached'),
    ])
    .executeTakeFirstOrThrow()

/** The caller's unconfirmed alarms of a level, or tests of people, that the caller has not muted, oldest first. */
export const unmutedAlarms = (ctx: Ctx, level: EnumValue<'alarmLevel'> | 'test'): Promise<number[]> =>
  unmutedAlarmsOf(ctx.db, ctx.actor.accountId, level, ctx.clock.now())

export const selectAlarmTypes = (ctx: Ctx): Promise<OutputOf<Alarm['typeSelect']>> =>
  ctx.db
    .selectFrom('alarm_type')
    .select(['id as value', 'name_zh as labelZh', 'name_en as labelEn'])
    .where('enabled', '=', true)
    .orderBy('id')
    .execute()

/** Registered with the exports. */
export const alarmExport: ExportDefinition = {
  columns: [
    { field: 'code' },
    { field: 'state', text: (row, locale) => enumLabel(locale, 'alarmState', row['state']) },
    { field: 'level', text: (row, locale) => enumLabel(locale, 'alarmLevel', row['level']) },
    { field: 'alarmType', text: (row, locale) => String(row[locale === 'zh' ? 'typeNameZh' : 'typeNameEn']) },
    { field: 'firstAt' },
    { field: 'lastAt' },
    { field: 'repeatCount', width: 10 },
    { field: 'sourceActive', width: 10 },
    { field: 'test', width: 10 },
    { field: 'projectName', width: 30 },
    { field: 'deviceCode' },
    { field: 'deviceName', width: 30 },
    { field: 'roomNumber' },
    { field: 'modelName' },
    { field: 'gatewayCode' },
    { field: 'companyName' },
    { field: 'sourceCode' },
    { field: 'holderName' },
    { field: 'acknowledgeDueAt' },
    { field: 'closeDueAt' },
    { field: 'breachedAt' },
    { field: 'acknowledgeLateS', width: 12 },
    { field: 'closeLateS', width: 12 },
    {
      field: 'reached',
      text: (row, locale) =>
        listedIn(
          locale,
          (row['reached'] as AlarmRow['reached']).map((one) => enumLabel(locale, 'notifyMethod', one)),
        ),
    },
    { field: 'confirmedAt' },
    { field: 'confirmedBy' },
    { field: 'closedAt' },
    { field: 'closedBy' },
    { field: 'result', text: (row, locale) => enumLabel(locale, 'alarmResult', row['result']) },
    { field: 'handleWay', text: (row, locale) => enumLabel(locale, 'handleWay', row['handleWay']) },
    { field: 'cause', text: (row, locale) => enumLabel(locale, 'misreportCause', row['cause']) },
    { field: 'note', width: 40 },
    { field: 'orderCode' },
  ],
  page: (ctx, input) => pageAlarms(ctx, input as PageInput),
}

export const exportAlarms = (ctx: Ctx, input: InputOf<Alarm['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'alarm', input)
