import type { endpoints, FaultRow, InputOf, OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../platform/exports.ts'
import { enumLabel } from '../../platform/i18n.ts'
import { hasKeyword } from '../../platform/keyword.ts'
import { containing, listPage } from '../../platform/list.ts'
import { fields } from '../../platform/rows/columns.ts'
import { filtered } from '../../platform/rows/filter.ts'

type Fault = typeof endpoints.fault
/** The list's input. A gateway's faults are the same list with one more filter. */
type PageInput = InputOf<Fault['page']> & { readonly gatewayId?: number; readonly deviceIds?: readonly number[] }

/**
 * For an unregistered device, the code is the second part of the fault's point (features/ingest/inbound-message.ts, `pointOf`).
 */
/** Of a device that has left: what it is called elsewhere is not for whoever sees the fault, and the room there is the wrong door. */
const isHere = sql<boolean>`coalesce(device.project_id = fault.project_id, device.path = fault.path)`

const deviceCode = sql<string | null>`coalesce(device.code, nullif(split_part(fault.point, '/', 2), ''))`

/**
 * The caller's faults that match an input. A keyword is part of a device's or gateway's code or name, a room, or a project's
 * name.
 */
const filteredFaults = (ctx: Ctx, input: PageInput) => {
  let rows = filtered(ctx.db.selectFrom('fault'), 'fault', input, {
    equal: ['state', 'typeId', 'projectId', 'gatewayId', 'deviceId'],
    between: 'first_at',
  })
  if (input.deviceIds) rows = rows.where(sql<boolean>`fault.device_id = any(${input.deviceIds}::bigint[])`)
  if (input.open !== undefined) rows = rows.where('fault.state', input.open ? '<>' : '=', 'solved')
  const { keyword } = input
  if (!keyword) return rows
  const wanted = containing(keyword)
  return rows.where((e) =>
    e.or([
      e('fault.device_id', 'in', (inner) =>
        inner
          .selectFrom('device')
          .select('device.id')
          .where(hasKeyword(['device.code', 'device.name', 'device.room_number'], keyword)),
      ),
      e('fault.project_id', 'in', (inner) =>
        inner
          .selectFrom('project')
          .select('project.id')
          .where(hasKeyword(['project.name'], keyword)),
      ),
      e('fault.gateway_id', 'in', (inner) =>
        inner
          .selectFrom('gateway')
          .select('gateway.id')
          .where((gateway) => gateway.or([gateway('gateway.code', 'ilike', wanted), gateway('gateway.name', 'ilike', wanted)])),
      ),
      e.and([e('fault.device_id', 'is', null), e('fault.point', 'ilike', wanted)]),
    ]),
  )
}

const readFaults = (ctx: Ctx, ids: number[]): Promise<FaultRow[]> =>
  ctx.db
    .selectFrom('fault')
    .innerJoin('fault_type as type', 'type.id', 'fault.type_id')
    .innerJoin('company', 'company.id', 'fault.company_id')
    .leftJoin('project', 'project.id', 'fault.project_id')
    .leftJoin('device', 'device.id', 'fault.device_id')
    .leftJoin('gateway', 'gateway.id', 'fault.gateway_id')
    .leftJoin('account as solver', 'solver.id', 'fault.solved_by')
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
      'company.name as companyName',
      deviceCode.as('deviceCode'),
      sql<string | null>`case when ${isHere} then device.name end`.as('deviceName'),
      sql<string | null>`case when ${isHere} then device.room_number end`.as('roomNumber'),
    ])
    .select(['gateway.code as gatewayCode', 'gateway.name as gatewayName'])
    .select((e) => e.fn.coalesce('project.time_zone', 'company.time_zone').as('timeZone'))
    .select(['solver.name as solvedBy', 'order.id as orderId', 'order.code as orderCode'])
    .where('fault.id', 'in', ids)
    .execute()

export const pageFaults = (ctx: Ctx, input: PageInput): Promise<OutputOf<Fault['page']>> =>
  listPage<FaultRow>(ctx.db, input, {
    rows: filteredFaults(ctx, input),
    key: 'fault.id',
    sorts: { firstAt: 'fault.first_at' },
    defaultSort: { by: 'firstAt', order: 'desc' },
    read: (ids) => readFaults(ctx, ids),
  })

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
    { field: 'faultType', text: (row, locale) => String(row[locale === 'zh' ? 'typeNameZh' : 'typeNameEn']) },
    { field: 'state', text: (row, locale) => enumLabel(locale, 'faultState', row['state']) },
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
  ],
  page: (ctx, input) => pageFaults(ctx, input as PageInput),
}

/** One export per state, as in the specification. */
export const exportFaults =
  (state: FaultRow['state']) =>
  (ctx: Ctx, input: InputOf<Fault['pendingExport']>): Promise<{ exportId: number }> =>
    startExport(ctx, 'fault', { ...input, state })
