import { enums, faultCode, type endpoints, type FaultRow, type InputOf, type OutputOf, type Page } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { plannedByValues } from '../../platform/database/statement-names.ts'
import { startExport, type ExportDefinition } from '../../platform/exports.ts'
import { enumLabel } from '../../platform/i18n.ts'
import { countRows, listPage } from '../../platform/list.ts'
import { fields } from '../../platform/rows/columns.ts'
import { cameBack, filteredFaults, isSnoozed, type FaultFilter } from './fault.filter.ts'

type Fault = typeof endpoints.fault
/** Of a device that has left: what it is called elsewhere is not for anyone who sees the fault, and the room there is the wrong door. */
const isHere = sql<boolean>`coalesce(device.project_id = fault.project_id, device.path = fault.path)`

/** For an unregistered device, the code is the second part of the fault's point (features/ingest/inbound-message.ts, `pointOf`). */
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
      sql<string | null>`case when ${isHere} then device.name end`.as('deviceName'),
      sql<string | null>`case when ${isHere} then device.room_number end`.as('roomNumber'),
    ])
    .select(['gateway.code as gatewayCode', 'gateway.name as gatewayName'])
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

export const pageFaults = async (ctx: Ctx, input: FaultFilter): Promise<Page<FaultRow>> =>
  listPage<FaultRow>(ctx.db, input, {
    rows: await filteredFaults(ctx, input),
    key: 'fault.id',
    sorts: { firstAt: 'fault.first_at' },
    defaultSort: { by: 'firstAt', order: 'desc' },
    read: (ids) => readFaults(ctx, ids),
  })

/** Counts faults by state under all filters except the state. Each count is capped like a list's total. */
const countByState = async (ctx: Ctx, input: FaultFilter): Promise<Record<string, number>> => {
  const { state: _state, ...others } = input
  const counts = enums.faultState.map(async (state) => {
    const rows = await filteredFaults(ctx, { ...others, state })
    const { total } = await countRows(ctx.db, rows.modifyEnd(plannedByValues))
    return [state, total] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

export const pageFaultsByState = async (ctx: Ctx, input: FaultFilter): Promise<OutputOf<Fault['page']>> => {
  const [page, counts] = await Promise.all([pageFaults(ctx, input), countByState(ctx, input)])
  return { ...page, counts }
}

export const selectFaultTypes = (ctx: Ctx): Promise<OutputOf<Fault['typeSelect']>> =>
  ctx.db
    .selectFrom('fault_type')
    .select(['id as value', 'name_zh as labelZh', 'name_en as labelEn'])
    .where('enabled', '=', true)
    .orderBy('id')
    .execute()

/** For the registry of exports. */
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
