import type { DeviceRow, endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { hasKeyword } from '../../../platform/keyword.ts'
import { listPage } from '../../../platform/list.ts'
import { fields, trackedColumns } from '../../../platform/rows/columns.ts'
import { originExport } from '../product-trace/product-trace.reads.ts'
import { filteredDevices, filteredStock, type DevicePageInput, type StockPageInput } from './device.filter.ts'
import { readDevices } from './device.rows.ts'

type Device = typeof endpoints.device
type Preset = typeof endpoints.devicePreset

/** Ids follow the order of creation, and every index of the list ends with them. */
const createdAt = 'device.id'

export const pageDevices = async (ctx: Ctx, input: DevicePageInput): Promise<OutputOf<Device['page']>> =>
  listPage<DeviceRow>(ctx.db, input, {
    ...(await filteredDevices(ctx, input)),
    key: 'device.id',
    sorts: { createdAt, code: 'device.code', battery: 'device.battery', replaceBy: 'device.replace_by' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => readDevices(ctx, ids),
  })

/** Devices in stock, which the specification calls uninstalled. */
export const pageStock = async (ctx: Ctx, input: StockPageInput): Promise<OutputOf<Preset['page']>> =>
  listPage<DeviceRow>(ctx.db, input, {
    ...(await filteredStock(ctx, input)),
    key: 'device.id',
    sorts: { createdAt, code: 'device.code' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => readDevices(ctx, ids),
  })

/** How many choices a drop-down gets at once; typing narrows them. */
const selectLimit = 50

export const selectDevices = async (ctx: Ctx, input: InputOf<Device['select']>): Promise<OutputOf<Device['select']>> => {
  let rows = ctx.db.selectFrom('device').where('device.deleted_at', 'is', null).where('device.scrapped_at', 'is', null)
  if (input.projectId !== undefined) rows = rows.where('device.project_id', '=', input.projectId)
  if (input.stock !== undefined) rows = rows.where('device.project_id', input.stock ? 'is' : 'is not', null)
  if (input.keyword) rows = rows.where(hasKeyword(['device.code', 'device.name', 'device.room_number'], input.keyword))
  const found = await rows
    .select(['device.id', 'device.code', 'device.name', 'device.room_number as roomNumber'])
    .orderBy('device.id', 'desc')
    .limit(selectLimit)
    .execute()
  return found.map(({ id, code, name, roomNumber }) => ({
    value: id,
    label: [code, name, roomNumber].filter(Boolean).join(' · '),
  }))
}

/** The data printed on device labels, in order of code. */
export const deviceLabels = (ctx: Ctx, input: InputOf<Device['labels']>): Promise<OutputOf<Device['labels']>> =>
  ctx.db
    .selectFrom('device')
    .innerJoin('device_model as model', 'model.id', 'device.model_id')
    .leftJoin('project', 'project.id', 'device.project_id')
    .select(fields('device', ['id', 'code', 'name', 'building', 'floor', 'roomNumber', 'place']))
    .select(['model.name as modelName', 'project.name as projectName'])
    .where('device.id', 'in', input.ids)
    .orderBy('device.code')
    .execute()

const product = [
  { field: 'code' },
  { field: 'name', width: 30 },
  { field: 'seriesName', width: 20 },
  { field: 'modelName', width: 20 },
  { field: 'companyName', width: 30 },
] as const

/** Registered with the exports. */
export const deviceExport: ExportDefinition = {
  columns: [
    ...product,
    // Nothing in stock is supervised, so nothing there is offline.
    {
      field: 'status',
      text: (row, locale) => (row['projectId'] === null ? '' : enumLabel(locale, 'deviceStatus', row['status'])),
    },
    { field: 'projectName', width: 30 },
    { field: 'gatewayCode' },
    { field: 'building' },
    { field: 'floor' },
    { field: 'roomNumber' },
    { field: 'place', width: 30 },
    { field: 'tags', width: 20, text: ({ tags }) => (tags as string[]).join(', ') },
    { field: 'battery', width: 10 },
    { field: 'lastSeenAt' },
    { field: 'boundAt' },
    { field: 'installedOn' },
    { field: 'replaceBy' },
    { field: 'warrantyUntil' },
    ...originExport,
    { field: 'enabled', label: 'deviceEnabled', width: 10 },
    { field: 'reason', label: 'reason', text: (row) => String(row['disabledReason'] ?? '') },
    { field: 'disabledUntil' },
    ...trackedColumns,
  ],
  page: (ctx, input) => pageDevices(ctx, input as DevicePageInput),
}

export const stockExport: ExportDefinition = {
  columns: [...product, ...originExport, { field: 'firmware' }, { field: 'stockedAt' }, ...trackedColumns],
  page: (ctx, input) => pageStock(ctx, input as StockPageInput),
}

export const exportDevices = (ctx: Ctx, input: InputOf<Device['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'device', input)
export const exportStock = (ctx: Ctx, input: InputOf<Preset['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'devicePreset', input)

/** The newest devices in scope whose code, name or room contains the keyword, for the global search. */
export const devicesFound = async (ctx: Ctx, keyword: string, limit: number) => {
  const rows = await ctx.db
    .selectFrom('device')
    .leftJoin('project', 'project.id', 'device.project_id')
    .select(['device.id', 'device.code', 'device.name', 'device.room_number', 'project.name as projectName'])
    .where('device.deleted_at', 'is', null)
    .where(hasKeyword(['device.code', 'device.name', 'device.room_number'], keyword))
    .orderBy('device.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, code, name, room_number, projectName }) => ({
    id,
    title: code,
    note: [name, room_number, projectName].filter(Boolean).join(' · ') || null,
  }))
}
