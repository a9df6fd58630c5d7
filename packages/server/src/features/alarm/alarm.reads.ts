import { DomainError, enums, type AlarmRow, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../platform/exports.ts'
import { enumLabel } from '../../platform/i18n.ts'
import { listPage, pickRows } from '../../platform/list.ts'
import { filteredAlarms, openStates, type AlarmFilter } from './alarm.filter.ts'
import { readAlarms } from './alarm.rows.ts'
import { soundingFires } from './mute.store.ts'
import { findAlarm, journeyOf, type JourneyRow, type StoredAlarm } from './alarm.store.ts'

type Alarm = typeof endpoints.alarm
type PageInput = InputOf<Alarm['page']>

export const pageAlarms = async (ctx: Ctx, input: AlarmFilter): Promise<OutputOf<Alarm['page']>> =>
  listPage<AlarmRow>(ctx.db, input, {
    rows: await filteredAlarms(ctx, input),
    key: 'alarm.id',
    sorts: { firstAt: 'alarm.first_at' },
    defaultSort: { by: 'firstAt', order: 'desc' },
    partition: 'alarm.first_at',
    read: (_ids, picked) => readAlarms(ctx.db, picked),
  })

/** The caller's open alarms: unconfirmed first, then oldest first. The total is exact. */
export const openAlarms = async (ctx: Ctx, limit: number): Promise<OutputOf<Alarm['page']>> => {
  const open = ctx.db.selectFrom('alarm').where('state', 'in', openStates)
  const [found, { total }] = await Promise.all([
    // An index keeps them in this order ('unconfirmed' sorts after 'confirmed').
    open
      .select(['id', 'first_at as at'])
      .orderBy('state', 'desc')
      .orderBy('first_at')
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

/** How many of the caller's alarms are open, and how many of those are unconfirmed. */
export const countOpenAlarms = (ctx: Ctx): Promise<{ open: number; unconfirmed: number }> =>
  ctx.db
    .selectFrom('alarm')
    .where('state', 'in', openStates)
    .select((e) => [
      e.fn.countAll<number>().as('open'),
      e.fn.countAll<number>().filterWhere('state', '=', 'unconfirmed').as('unconfirmed'),
    ])
    .executeTakeFirstOrThrow()

/** The caller's unconfirmed fires that the caller has not muted, oldest first. */
export const soundingAlarms = (ctx: Ctx): Promise<number[]> => soundingFires(ctx.db, ctx.actor.accountId)

const dayMs = 86_400_000

/** The report that raised an alarm. Reports are partitioned by time of receipt, which is the alarm's first time. */
const rawReport = async (ctx: Ctx, alarm: StoredAlarm): Promise<OutputOf<Alarm['detail']>['rawReport']> => {
  if (alarm.report_id === null) return null
  const firstAt = Date.parse(alarm.first_at)
  const row = await ctx.db
    .selectFrom('report')
    .select([
      'received_at as receivedAt',
      'device_time as deviceTime',
      'device_code as deviceCode',
      'sequence',
      'format',
      'code',
      'problem',
      'values',
    ])
    .where('id', '=', alarm.report_id)
    // The index on ids covers the reports that raise alarms.
    .where('type', '=', 'alarm')
    .where('received_at', '>=', new Date(firstAt - dayMs).toISOString())
    .where('received_at', '<=', new Date(firstAt + dayMs).toISOString())
    .executeTakeFirst()
  return row ?? null
}

/** A report is decoded before it can be stored. Everything else is in the order of the enumeration. */
const stepOrder: readonly string[] = ['deviceTime', 'received', 'decoded', ...enums.journeyStep]

/** By time. Steps of the same millisecond are in the order of the steps. */
const inOrder = (journey: readonly JourneyRow[]): JourneyRow[] =>
  journey.toSorted((a, b) => a.at.localeCompare(b.at) || stepOrder.indexOf(a.step) - stepOrder.indexOf(b.step))

export const alarmDetail = async (ctx: Ctx, input: InputOf<Alarm['detail']>): Promise<OutputOf<Alarm['detail']>> => {
  const [alarm, [row]] = await Promise.all([
    findAlarm(ctx.db, input.id),
    readAlarms(ctx.db, pickRows([{ id: input.id }], 'alarm.id')),
  ])
  if (!alarm || !row) throw new DomainError('notFound', {}, 'id')
  const [journey, report, project] = await Promise.all([
    journeyOf(ctx.db, alarm.id),
    rawReport(ctx, alarm),
    ctx.db.selectFrom('project').select(['address', 'stopped']).where('id', '=', alarm.project_id).executeTakeFirst(),
  ])
  return {
    ...row,
    journey: inOrder(journey),
    rawReport: report,
    projectAddress: project?.address ?? null,
    projectStopped: project?.stopped ?? false,
  }
}

export const selectAlarmTypes = (ctx: Ctx): Promise<OutputOf<Alarm['typeSelect']>> =>
  ctx.db
    .selectFrom('alarm_type')
    .select(['id as value', 'name_zh as labelZh', 'name_en as labelEn'])
    .where('enabled', '=', true)
    .orderBy('id')
    .execute()

/** For the registry of exports. */
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
    { field: 'confirmedAt' },
    { field: 'confirmedBy' },
    { field: 'closedAt' },
    { field: 'closedBy' },
    { field: 'handleWay', text: (row, locale) => enumLabel(locale, 'handleWay', row['handleWay']) },
    { field: 'cause', text: (row, locale) => enumLabel(locale, 'misreportCause', row['cause']) },
    { field: 'note', width: 40 },
    { field: 'orderCode' },
  ],
  page: (ctx, input) => pageAlarms(ctx, input as PageInput),
}

export const exportAlarms = (ctx: Ctx, input: InputOf<Alarm['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'alarm', input)
