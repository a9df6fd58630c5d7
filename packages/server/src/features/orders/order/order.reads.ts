import {
  orderStatus,
  alarmCode,
  closedOrderStatuses,
  DomainError,
  enums,
  listedIn,
  type OrderKindName,
  type endpoints,
  type InputOf,
  type OrderRow,
  type OutputOf,
} from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { inAll, listPage, type RowCount } from '../../../platform/list.ts'
import { maskedPhone } from '../../../platform/mask.ts'
import { shownDescription } from '../../base/message/message.wording.ts'
import { fields, tracked } from '../../../platform/rows/columns.ts'
import type { Tables } from '../../../tables/index.ts'
import { shownName } from '../../people/customer/customer.masks.ts'
import { linkedMessages } from '../../base/message/message.reads.ts'
import { signInsOf, sitesOf, checksWithNames, partsOf, placeOf } from './order-work.reads.ts'
import { availableEngineers } from './engineers.ts'
import {
  countByStatus,
  filteredOrders,
  withKeywordFound,
  withPlaces,
  type OrderFilter,
  type OrderPageInput,
} from './order.filter.ts'
import { orderKinds, orderPath } from './order.rules.ts'
import { findOrder, sitesMissing, sitesSigned } from './order.store.ts'

type Repair = typeof endpoints.repairOrder
type One = InputOf<Repair['detail']>
type HistoryEntry = OutputOf<Repair['assignList']>[number]

/** The engineers of orders, and whether each may still work on them: somebody may have been disabled meanwhile. */
const engineersOf = async ({ db, systemDb, clock }: Ctx, orderIds: readonly number[]) => {
  const rows = await db
    .selectFrom('order_engineer')
    .innerJoin('account', 'account.id', 'order_engineer.account_id')
    .select(['order_engineer.order_id', 'account.id', 'account.name', 'account.phone'])
    .where('order_engineer.order_id', 'in', orderIds)
    .orderBy('account.name')
    .execute()
  const ids = [...new Set(rows.map((row) => row.id))]
  // Not scoped: a customer sees the engineers of an order, and no account of theirs.
  const fit =
    ids.length === 0
      ? []
      : await availableEngineers(systemDb, clock.now()).select('account.id').where('account.id', 'in', ids).execute()
  const available = new Set(fit.map((row) => row.id))
  return Map.groupBy(
    rows.map((row) => ({ ...row, available: available.has(row.id) })),
    (row) => row.order_id,
  )
}

const deviceCount = sql<number>`(select count(*) from order_device where order_device.order_id = work_order.id)`

/** Reads orders for lists, in any order. */
export const readOrders = async (ctx: Ctx, ids: number[]): Promise<OrderRow[]> => {
  const [rows, engineers] = await Promise.all([
    ctx.db
      .selectFrom('work_order')
      .innerJoin('project', 'project.id', 'work_order.project_id')
      .innerJoin('company', 'company.id', 'work_order.company_id')
      .leftJoin('customer', 'customer.id', 'work_order.customer_id')
      .leftJoin('account as creator', 'creator.id', 'work_order.created_by')
      .select(fields('work_order', ['id', 'code', 'kind', 'status', 'origin', 'priority', 'projectId', 'description']))
      .select(fields('work_order', ['dueAt', 'finishedAt', 'rating', 'scheduledFrom', 'scheduledTo', 'firstResponseAt']))
      .select(fields('work_order', ['heldFrom', 'holdUntil', 'holdReason']))
      .select(['work_order.completed_by as completedById', 'project.name as projectName', 'project.time_zone as timeZone'])
      .select([
        'company.id as companyId',
        'company.name as companyName',
        'customer.name as customerName',
        'customer.type as customerType',
      ])
      .select((e) => e.fn.coalesce('creator.company_id', 'work_order.company_id').as('creatorCompanyId'))
      .select([deviceCount.as('deviceCount'), sitesMissing.as('sitesMissing'), sitesSigned.as('sitesSigned')])
      .select(tracked('work_order'))
      .where('work_order.id', 'in', ids)
      .execute(),
    engineersOf(ctx, ids),
  ])
  return rows.map(({ customerType, ...row }) => ({
    ...row,
    description: shownDescription(ctx, row.description),
    customerName: shownName(customerType, row.customerName ?? ''),
    engineers: (engineers.get(row.id) ?? []).map(({ id, name, phone, available }) => ({
      id,
      name,
      phone: maskedPhone(phone),
      available,
    })),
  }))
}

const listOrders = (ctx: Ctx, kind: OrderKindName, input: OrderFilter, count?: Promise<RowCount>) =>
  listPage<OrderRow>(ctx.db, input, {
    rows: filteredOrders(ctx, kind, input),
    key: 'work_order.id',
    sorts: { createdAt: 'work_order.created_at', dueAt: 'work_order.due_at', updatedAt: 'work_order.updated_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    ...(count ? { count } : {}),
    read: (ids) => readOrders(ctx, ids),
  })

/** Includes a count for each status and chip. The total of the list itself is not counted again. */
export const pageOrders = async (ctx: Ctx, kind: OrderKindName, input: OrderPageInput): Promise<OutputOf<Repair['page']>> => {
  const asked = await withKeywordFound(ctx, kind, await withPlaces(ctx, input))
  const counting = countByStatus(ctx, kind, asked)
  const listed = counting.then((counts) =>
    asked.status === undefined ? inAll(enums.orderStatus.map((status) => counts[status])) : counts[asked.status],
  )
  const [page, counts] = await Promise.all([listOrders(ctx, kind, asked, listed), counting])
  const totals = Object.entries(counts).map(([name, { total }]) => [name, total] as const)
  return { ...page, counts: Object.fromEntries(totals) }
}

/** An order of this kind. The binding has checked that the id is visible, not its kind. */
const existing = async (ctx: Ctx, kind: OrderKindName, id: number) => {
  const order = await findOrder(ctx.db, kind, id)
  if (!order) throw new DomainError('notFound', {}, 'id')
  return order
}

/**
 * Whether a device has since moved to another project, or to the stock of another company. Then its present name is not for those who see the order, and its
 * room would be the wrong door. A device to be installed may come from the stock of a company above.
 */
const isElsewhere = sql<boolean>`(select coalesce(device.project_id <> own.project_id,
    device.path <> own.path and (own.kind <> 'install' or own.status = any(${[...closedOrderStatuses]}::text[])))
  from work_order as own where own.id = order_device.order_id)`

/** A device to be installed may be in stock. Any other has been unbound or moved. */
const isHere = sql<boolean>`exists (select from work_order as own where own.id = order_device.order_id
  and (device.project_id = own.project_id or (own.kind = 'install' and device.project_id is null)))`

const devicesOf = (db: Kysely<Tables>, orderId: number) =>
  db
    .selectFrom('order_device')
    .innerJoin('device', 'device.id', 'order_device.device_id')
    .innerJoin('device_model as model', 'model.id', 'device.model_id')
    .select(['device.id', 'device.code', 'model.name as modelName'])
    .select([
      sql<string>`case when ${isElsewhere} then '' else device.name end`.as('name'),
      sql<string | null>`case when ${isElsewhere} then null else coalesce(order_device.room_number, device.room_number) end`.as(
        'roomNumber',
      ),
    ])
    .leftJoin('gateway', 'gateway.id', 'order_device.gateway_id')
    .select(['order_device.result', 'order_device.note', 'order_device.value', 'order_device.method'])
    .select([
      'order_device.expected',
      'order_device.actual',
      'order_device.gateway_id as gatewayId',
      'gateway.code as gatewayCode',
      'order_device.photos',
    ])
    .select(isHere.as('here'))
    .select((e) => {
      // The latest repair, if several were created from it. A cancelled one takes care of nothing.
      const repair = e
        .selectFrom('work_order as repair')
        .innerJoin('order_device as repaired', 'repaired.order_id', 'repair.id')
        .where('repair.source_order_id', '=', orderId)
        .whereRef('repaired.device_id', '=', 'device.id')
        .where('repair.deleted_at', 'is', null)
        .where('repair.status', '<>', orderStatus.cancelled)
        .orderBy('repair.id', 'desc')
        .limit(1)
      return [repair.select('repair.id').as('repairOrderId'), repair.select('repair.code').as('repairOrderCode')]
    })
    .where('order_device.order_id', '=', orderId)
    .orderBy('device.code')
    .execute()

/** Steps about how the work was completed, verified and rated. All others are about what led to that. */
const auditSteps = ['complete', 'agree', 'deny', 'appraise'] as const

const historyOf = async (db: Kysely<Tables>, orderId: number, part?: 'dispatch' | 'audit'): Promise<HistoryEntry[]> => {
  let query = db
    .selectFrom('order_history as history')
    .leftJoin('account as actor', 'actor.id', 'history.actor_id')
    .select(['history.id', 'history.action', 'history.from_status as from', 'history.to_status as to', 'actor.name as actor'])
    .select(['history.on_behalf as onBehalf', 'history.engineer_ids', 'history.note', 'history.at'])
    .select(['history.on_behalf_reason as onBehalfReason', 'history.entered_at as enteredAt'])
    .where('history.order_id', '=', orderId)
  if (part) query = query.where('history.action', part === 'audit' ? 'in' : 'not in', auditSteps)
  const rows = await query.orderBy('history.id').execute()
  const names = await namesOf(
    db,
    orderId,
    rows.flatMap((row) => row.engineer_ids),
  )
  return rows.map(({ engineer_ids, ...row }) => ({ ...row, engineers: engineer_ids.flatMap((id) => names.get(id) ?? []) }))
}

/** Names of engineers, including those that the caller would not see in a list of accounts: the caller sees the order that names them. */
const namesOf = async (db: Kysely<Tables>, orderId: number, accountIds: readonly number[]): Promise<Map<number, string>> => {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('work_order')
    .innerJoin('account', (join) => join.on('account.id', 'in', [...new Set(accountIds)]))
    .select(['account.id', 'account.name'])
    .where('work_order.id', '=', orderId)
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** The gateways of a project, to choose from during an installation. */
const gatewaysOf = (db: Kysely<Tables>, projectId: number) =>
  db
    .selectFrom('gateway')
    .select(['id', 'code', 'name'])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .orderBy('code')
    .execute()

export const orderDetail = async (ctx: Ctx, kind: OrderKindName, input: One): Promise<OutputOf<Repair['detail']>> => {
  const order = await existing(ctx, kind, input.id)
  const [[row], devices, gateways, sites, signIns, history, parts, checks, site, alarm, source] = await Promise.all([
    readOrders(ctx, [order.id]),
    devicesOf(ctx.db, order.id),
    kind === 'install' ? gatewaysOf(ctx.db, order.project_id) : undefined,
    sitesOf(ctx.db, order.id),
    signInsOf(ctx.db, order.id),
    historyOf(ctx.db, order.id),
    partsOf(ctx.db, order.id),
    checksWithNames(ctx.db, order.id),
    placeOf(ctx.db, order.project_id),
    order.alarm_id === null
      ? undefined
      : ctx.db.selectFrom('alarm').select('first_at').where('id', '=', order.alarm_id).executeTakeFirst(),
    order.source_order_id === null
      ? undefined
      : ctx.db.selectFrom('work_order').select(['code', 'kind']).where('id', '=', order.source_order_id).executeTakeFirst(),
  ])
  if (!row) throw new DomainError('notFound', {}, 'id')
  return {
    ...row,
    alarmId: order.alarm_id,
    alarmCode: alarm && order.alarm_id !== null ? alarmCode(order.alarm_id, alarm.first_at, row.timeZone) : null,
    faultId: order.fault_id,
    feedbackId: order.feedback_id,
    sourceOrderId: order.source_order_id,
    sourceOrderCode: source?.code ?? null,
    sourceOrderKind: source?.kind ?? null,
    planDueOn: order.plan_due_on,
    completeType: order.complete_type,
    completeNote: order.complete_note,
    faultCause: order.cause,
    repairAction: order.action,
    retest: order.retest,
    impairmentNotice: order.impairment_notice,
    labourMinutes: order.labour_minutes,
    acceptedBy: order.accepted_by,
    acceptedSignature: order.signature_image,
    parts,
    checklist: order.checklist,
    checks,
    site,
    appraisal: order.appraisal,
    devices,
    ...(gateways ? { gateways } : {}),
    sites,
    signIns,
    photos: order.photos,
    completePhotos: order.complete_photos,
    history,
  }
}

/** The history of an order until its work was completed. */
export const assignList = async (ctx: Ctx, kind: OrderKindName, input: One): Promise<HistoryEntry[]> =>
  historyOf(ctx.db, (await existing(ctx, kind, input.id)).id, 'dispatch')

/** The history of an order's verification and rating. */
export const verifyList = async (ctx: Ctx, kind: OrderKindName, input: One): Promise<HistoryEntry[]> =>
  historyOf(ctx.db, (await existing(ctx, kind, input.id)).id, 'audit')

/** In-site messages about an order, to people whom the caller sees. */
export const messageList = async (ctx: Ctx, kind: OrderKindName, input: One): Promise<OutputOf<Repair['messageList']>> =>
  linkedMessages(ctx, orderPath(kind, (await existing(ctx, kind, input.id)).id))

export const deviceList = async (ctx: Ctx, kind: OrderKindName, input: One): Promise<OutputOf<Repair['deviceList']>> =>
  devicesOf(ctx.db, (await existing(ctx, kind, input.id)).id)

const orderExportOf = (kind: OrderKindName): ExportDefinition => ({
  columns: [
    { field: 'code' },
    { field: 'status', text: (row, locale) => enumLabel(locale, 'orderStatus', row['status']) },
    { field: 'origin', text: (row, locale) => enumLabel(locale, 'orderOrigin', row['origin']) },
    { field: 'priority', text: (row, locale) => enumLabel(locale, 'orderPriority', row['priority']) },
    { field: 'projectName', width: 30 },
    { field: 'customerName' },
    { field: 'companyName' },
    { field: 'description', width: 50 },
    { field: 'deviceCount', width: 10 },
    {
      field: 'engineers',
      text: (row, locale) =>
        listedIn(
          locale,
          (row as OrderRow).engineers.map((engineer) => engineer.name),
        ),
    },
    { field: 'scheduledFrom' },
    { field: 'scheduledTo' },
    { field: 'dueAt' },
    { field: 'firstResponseAt' },
    { field: 'finishedAt' },
    { field: 'holdUntil' },
    { field: 'holdReason', width: 30 },
    { field: 'rating', width: 10 },
    { field: 'createdBy' },
    { field: 'createdAt' },
  ],
  page: async (ctx, input) => listOrders(ctx, kind, await withPlaces(ctx, input)),
})

/** Registered with the exports, under the names of their kinds (order.kinds.ts). */
export const orderExports = {
  installOrder: orderExportOf('install'),
  repairOrder: orderExportOf('repair'),
  inspectOrder: orderExportOf('inspect'),
  maintenanceOrder: orderExportOf('maintenance'),
}

export const exportOrders = (ctx: Ctx, kind: OrderKindName, input: InputOf<Repair['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, orderKinds[kind].name, input)
