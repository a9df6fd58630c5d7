import {
  enums,
  faultCode,
  limits,
  type endpoints,
  type FaultRow,
  type InputOf,
  type OutputOf,
  type Page,
} from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { plannedByValues } from '../../../platform/database/statement-names.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { countRows, inAll, listPage, type RowCount } from '../../../platform/list.ts'
import { fields } from '../../../platform/rows/columns.ts'
import { cameBack, countedLooks, faultsByState, isSnoozed, lookUp, type FaultFilter, type Faults } from './fault.filter.ts'

type Fault = typeof endpoints.fault
/** False for a device or gateway that has left: its present name is not for those who see the fault, and its room would be the wrong door. */
const isHere = (table: 'device' | 'gateway') => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<boolean>`coalesce(${column('project_id')} = fault.project_id, ${column('path')} = fault.path)`
}

/** For an unregistered device, the code is the second part of the fault's point (`gatewayPoint`). */
const deviceCode = sql<string | null>`coalesce(device.code, nullif(split_part(fault.point, '/', 2), ''))`

/** Reads faults for lists, in any order. */
export const readFaults = async (ctx: Ctx, ids: number[]): Promise<FaultRow[]> => {
  const rows = await ctx.db
    .selectFrom('fault')
    .innerJoin('fault_type as type', 'type.id', 'fault.type_id')
    .innerJoin('company', 'company.id', 'fault.company_id')
    .leftJoin('project', 'project.id', 'fault.project_id')
    .leftJoin('device', 'device.id', 'fault.device_id')
    .leftJoin('gateway', 'gateway.id', 'fault.gateway_id')
    .leftJoin('account as solver', 'solver.id', 'fault.solved_by')
    .leftJoin('account as snoozer', 'snoozer.id', 'fault.snoozed_by')
    .leftJoin('work_order as order', (join) => join.onRef('order.id', '=', 'fault.order_id').on('order.deleted_at', 'is', null))
    .select(
      fields('fault', [
        'id',
        'state',
        'test',
        'typeId',
        'repeatCount',
        'note',
        'projectId',
        'deviceId',
        'sourceFormat',
        'sourceCode',
      ]),
    )
    .select(fields('fault', ['firstAt', 'lastAt', 'restoredAt', 'solvedAt', 'solvedWay']))
    .select(['type.name_zh as typeNameZh', 'type.name_en as typeNameEn', 'type.level'])
    .select([
      'project.name as projectName',
      'company.id as companyId',
      'company.name as companyName',
      deviceCode.as('deviceCode'),
      sql<string | null>`case when ${isHere('device')} then device.name end`.as('deviceName'),
      sql<string | null>`case when ${isHere('device')} then device.room_number end`.as('roomNumber'),
    ])
    .select([
      'gateway.code as gatewayCode',
      sql<string | null>`case when ${isHere('gateway')} then gateway.name end`.as('gatewayName'),
    ])
    .select((e) => e.fn.coalesce('project.time_zone', 'company.time_zone').as('timeZone'))
    .select(['solver.name as solvedBy', 'order.id as orderId', 'order.code as orderCode'])
    .select([isSnoozed(ctx).as('snoozed'), 'fault.snoozed_until', 'fault.snooze_reason', 'snoozer.name as snoozer'])
    .select(cameBack.as('cameBack'))
    .where('fault.id', 'in', ids)
    .execute()
  return rows.map(({ snoozed, snoozed_until, snooze_reason, snoozer, ...row }) => ({
    ...row,
    code: faultCode(row.id, row.firstAt, row.timeZone),
    snoozedUntil: snoozed ? snoozed_until : null,
    snoozeReason: snoozed ? snooze_reason : null,
    snoozedBy: snoozed ? snoozer : null,
  }))
}

const pageOf = (ctx: Ctx, input: FaultFilter, rows: Faults, count?: Promise<RowCount>): Promise<Page<FaultRow>> =>
  listPage<FaultRow>(ctx.db, input, {
    rows,
    key: 'fault.id',
    sorts: { firstAt: 'fault.first_at' },
    defaultSort: { by: 'firstAt', order: 'desc' },
    ...(count ? { count } : {}),
    read: (ids) => readFaults(ctx, ids),
  })

export const pageFaults = async (ctx: Ctx, input: FaultFilter): Promise<Page<FaultRow>> =>
  pageOf(ctx, input, (await faultsByState(ctx, input))(input.state))

const openStates = ['pending', 'processing'] as const

/** Whether a fault came back is looked up for each open one. The result is the first pages, or all of them. */
const lookedUp = async (ctx: Ctx, input: FaultFilter, faults: Awaited<ReturnType<typeof faultsByState>>) => {
  const { returned, state, cursor, pageNum = 1, pageSize = limits.defaultPageSize } = input
  if (returned === undefined) return undefined
  const found = await Promise.all(openStates.map(async (one) => [one, await lookUp(faults(one))] as const))
  const listed = found.flatMap(([one, answer]) => (state === undefined || state === one ? answer : []))
  const hasPage = cursor === undefined && pageNum * pageSize <= countedLooks
  const ids = listed.flatMap((answer) => answer.ids)
  return {
    counts: new Map<string, RowCount>(found.map(([one, { count }]) => [one, count])),
    rows:
      hasPage || listed.every(({ count }) => !count.totalCapped)
        ? ctx.db.selectFrom('fault').where(sql<boolean>`fault.id = any(${ids}::bigint[])`)
        : undefined,
  }
}

/** Includes a count for each state under all filters except the state. The total of the list itself is not counted again. */
export const pageFaultsByState = async (ctx: Ctx, input: FaultFilter): Promise<OutputOf<Fault['page']>> => {
  const faults = await faultsByState(ctx, input)
  const looked = await lookedUp(ctx, input, faults)
  const count = async (state: (typeof enums.faultState)[number]) =>
    [state, looked?.counts.get(state) ?? (await countRows(ctx.db, faults(state).modifyEnd(plannedByValues)))] as const
  const counting = Promise.all(enums.faultState.map(count))
  const listed = counting.then((counts) =>
    inAll(counts.flatMap(([state, found]) => (input.state === undefined || input.state === state ? found : []))),
  )
  const [page, counts] = await Promise.all([pageOf(ctx, input, looked?.rows ?? faults(input.state), listed), counting])
  return { ...page, counts: Object.fromEntries(counts.map(([state, { total }]) => [state, total])) }
}

export const selectFaultTypes = (ctx: Ctx): Promise<OutputOf<Fault['typeSelect']>> =>
  ctx.db
    .selectFrom('fault_type')
    .select(['id as value', 'name_zh as labelZh', 'name_en as labelEn'])
    .where('enabled', '=', true)
    .orderBy('id')
    .execute()

/** Registered with the exports. */
export const faultExport: ExportDefinition = {
  columns: [
    { field: 'code' },
    { field: 'faultType', text: (row, locale) => String(row[locale === 'zh' ? 'typeNameZh' : 'typeNameEn']) },
    { field: 'state', text: (row, locale) => enumLabel(locale, 'faultState', row['state']) },
    { field: 'level', text: (row, locale) => enumLabel(locale, 'alarmLevel', row['level']) },
    { field: 'firstAt' },
    { field: 'lastAt' },
    { field: 'repeatCount', width: 10 },
    { field: 'test', width: 10 },
    { field: 'projectName', width: 30 },
    { field: 'deviceCode' },
    { field: 'deviceName', width: 30 },
    { field: 'roomNumber' },
    { field: 'gatewayCode' },
    { field: 'gatewayName', width: 30 },
    { field: 'companyName' },
    { field: 'sourceFormat' },
    { field: 'sourceCode' },
    { field: 'restoredAt' },
    { field: 'solvedAt' },
    { field: 'solvedBy' },
    { field: 'solvedWay', text: (row, locale) => enumLabel(locale, 'faultSolvedWay', row['solvedWay']) },
    { field: 'note', width: 40 },
    { field: 'orderCode' },
    { field: 'cameBack', width: 10 },
    { field: 'snoozedUntil' },
    { field: 'snoozedBy' },
    { field: 'snoozeReason', width: 40 },
  ],
  page: (ctx, input) => pageFaults(ctx, input as FaultFilter),
}

/** One export per state, as in the specification. */
export const exportFaults =
  (state: FaultRow['state']) =>
  (ctx: Ctx, input: InputOf<Fault['pendingExport']>): Promise<{ exportId: number }> =>
    startExport(ctx, 'fault', { ...input, state })
