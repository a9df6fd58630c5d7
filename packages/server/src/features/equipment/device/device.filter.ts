import type { endpoints, InputOf } from '@emberwatch/contract'
import { sql, type SelectQueryBuilder } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { fewByIdOrMany, hasKeyword, newestFirst, withKeyword, type FoundRows } from '../../../platform/keyword.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import type { Tables } from '../../../tables/index.ts'
import { filteredByFactory } from '../product-trace/product-trace.rules.ts'
import { withStatus } from './device-status.ts'

export type DevicePageInput = InputOf<typeof endpoints.device.page>
export type StockPageInput = InputOf<typeof endpoints.devicePreset.page>
type Devices = SelectQueryBuilder<Tables, 'device', object>

const keywordParts = ['code', 'name', 'room_number'] as const

const withProduct = (rows: Devices, { series, model }: Pick<DevicePageInput, 'series' | 'model'>): Devices => {
  if (model !== undefined) return rows.where('device.model_id', '=', model)
  if (series === undefined) return rows
  // A series has a handful of models, and an index covers model ids.
  return rows.where(sql<boolean>`device.model_id = any(array(select id from device_model where series_id = ${series}))`)
}

const found = async (ctx: Ctx, given: FoundRows<Devices>, keyword: string | undefined): Promise<FoundRows<Devices>> =>
  keyword ? withKeyword(ctx.systemDb, given.rows, 'device', keyword, { parts: keywordParts }) : given

/** Devices not heard since this time. The last-seen time changes with every message and is in no index, so these are counted while paging. */
const silentSince = (rows: Devices, since: string): Promise<FoundRows<Devices>> => {
  const silent = rows.where((e) => e.or([e('device.last_seen_at', '<', since), e('device.last_seen_at', 'is', null)]))
  return fewByIdOrMany(rows, 'device', silent, newestFirst(silent, 'device'), { highest: true })
}

const hourMs = 3_600_000

/** The devices in the caller's scope that the input asks for. Scrapped ones only if it asks for them or names them. */
export const filteredDevices = async (ctx: Ctx, input: DevicePageInput): Promise<FoundRows<Devices>> => {
  let rows = filtered(ctx.db.selectFrom('device'), 'device', input, {
    equal: ['online', 'projectId', 'gatewayId', 'enabled', 'companyId', 'customerId', 'batch'],
    between: 'created_at',
  })
  rows = withProduct(rows, input)
  if (input.ids === undefined || input.scrapped !== undefined)
    rows = rows.where('device.scrapped_at', input.scrapped ? 'is not' : 'is', null)
  if (input.ids !== undefined) rows = rows.where('device.id', 'in', input.ids)
  const { status, roomNumber, batteryBelow, silentHours, bound, replaceBefore, tag } = input
  if (roomNumber !== undefined) rows = rows.where(hasKeyword(['device.room_number'], roomNumber))
  if (batteryBelow !== undefined) rows = rows.where('device.battery', '<', batteryBelow)
  if (bound !== undefined) rows = rows.where('device.project_id', bound ? 'is not' : 'is', null)
  if (replaceBefore !== undefined) rows = rows.where('device.replace_by', '<=', replaceBefore)
  // The first condition is that of the partial index.
  if (tag !== undefined) rows = rows.where(sql<boolean>`device.tags <> '{}' and device.tags @> array[${tag}]`)
  let given: FoundRows<Devices> = { rows }
  if (status !== undefined) given = await withStatus(ctx.db, given.rows, status)
  if (silentHours !== undefined)
    given = await silentSince(given.rows, new Date(ctx.clock.now().getTime() - silentHours * hourMs).toISOString())
  return found(ctx, given, input.keyword)
}

const dayMs = 24 * hourMs

/** The devices in the caller's stock: not bound to a project and not scrapped. */
export const filteredStock = (ctx: Ctx, input: StockPageInput): Promise<FoundRows<Devices>> => {
  let rows = filtered(ctx.db.selectFrom('device'), 'device', input, {
    equal: ['companyId', 'batch', 'box', 'pallet'],
    between: 'stocked_at',
  })
    .where('device.project_id', 'is', null)
    .where('device.scrapped_at', 'is', null)
  rows = withProduct(filteredByFactory(ctx, 'device', rows, input), input)
  if (input.stockedDays !== undefined) {
    const before = new Date(ctx.clock.now().getTime() - input.stockedDays * dayMs).toISOString()
    rows = rows.where('device.stocked_at', '<', before)
  }
  return found(ctx, { rows }, input.keyword)
}
