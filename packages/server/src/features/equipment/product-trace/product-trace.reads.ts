import { limits, originNames, type endpoints, type InputOf, type OutputOf, type TracedDeviceRow } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { fewByIdOrMany, withKeyword } from '../../../platform/keyword.ts'
import { listPage } from '../../../platform/list.ts'
import { fields } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { filteredByFactory, withFactorySeen, traceStateOf } from './product-trace.rules.ts'

type Trace = typeof endpoints.productTrace
type PageInput = InputOf<Trace['page']>

/** The same as `traceStateOf`, written so that the indexes apply. */
const isInState = {
  scrapped: sql<boolean>`device.scrapped_at is not null`,
  installed: sql<boolean>`device.scrapped_at is null and device.project_id is not null`,
  inStock: sql<boolean>`device.scrapped_at is null and device.project_id is null`,
}

const devicesOf = async (ctx: Ctx, input: PageInput) => {
  let rows = filtered(ctx.db.selectFrom('device'), 'device', input, {
    equal: ['batch', 'box', 'pallet', 'modelId', 'projectId'],
    between: 'stocked_at',
  })
  rows = filteredByFactory(ctx, 'device', rows, input)
  const { keyword, codeFrom, codeTo, traceState } = input
  if (traceState) rows = rows.where(isInState[traceState])
  const found = keyword ? await withKeyword(ctx.systemDb, rows, 'device', keyword, { parts: ['code', 'name'] }) : { rows }
  if (!codeFrom && !codeTo) return found
  rows = found.rows
  let ranged = rows
  if (codeFrom) ranged = ranged.where(sql<boolean>`lower(device.code) >= lower(${codeFrom})`)
  if (codeTo) ranged = ranged.where(sql<boolean>`lower(device.code) <= lower(${codeTo})`)
  // The planner estimates every range as one of thousands of rows, and would scan from the newest device on.
  return fewByIdOrMany(rows, 'device', ranged, ranged, { limit: limits.totalCap })
}

/** The device's newest step among those that its present owner may see. */
const newest = (column: 'step' | 'at') =>
  sql`(select trace.${sql.ref(column)} from device_trace as trace where trace.device_id = device.id and trace.path = device.path
        order by trace.at desc, trace.id desc limit 1)`

const read = async (ctx: Ctx, ids: number[]): Promise<TracedDeviceRow[]> => {
  const rows = await ctx.db
    .selectFrom('device')
    .innerJoin('device_model as model', 'model.id', 'device.model_id')
    .innerJoin('company', 'company.id', 'device.company_id')
    .leftJoin('project', 'project.id', 'device.project_id')
    .leftJoin('gateway', 'gateway.id', 'device.gateway_id')
    .select(fields('device', ['id', 'code', 'name', 'firmware', 'stockedAt', 'boundAt']))
    .select(fields('device', originNames))
    .select(['model.name as modelName', 'company.id as companyId', 'company.name as companyName', 'project.name as projectName'])
    .select([
      'gateway.code as gatewayCode',
      'device.path',
      traceStateOf('device').as('traceState'),
      newest('step').$castTo<TracedDeviceRow['lastStep']>().as('lastStep'),
      newest('at').$castTo<string | null>().as('lastStepAt'),
    ])
    .where('device.id', 'in', ids)
    .execute()
  return rows.map(({ path, ...row }) => withFactorySeen(ctx, path, row))
}

/** Devices, newest first: ids follow the order in which devices come into stock. */
export const pageTracedDevices = async (ctx: Ctx, input: PageInput): Promise<OutputOf<Trace['page']>> =>
  listPage<TracedDeviceRow>(ctx.db, input, {
    ...(await devicesOf(ctx, input)),
    key: 'device.id',
    sorts: { stockedAt: 'device.id' },
    defaultSort: { by: 'stockedAt', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })

/** The origin columns, for any export of devices. */
export const originExport: ExportDefinition['columns'] = originNames.map((field) =>
  field === 'qcResult'
    ? { field, text: (row, locale) => (row['qcResult'] === null ? '' : enumLabel(locale, 'qcResult', row['qcResult'])) }
    : { field },
)

/** Registered with the exports. */
export const productTraceExport: ExportDefinition = {
  columns: [
    { field: 'code' },
    { field: 'name', width: 30 },
    { field: 'modelName' },
    ...originExport,
    { field: 'traceState', text: (row, locale) => enumLabel(locale, 'traceState', row['traceState']) },
    { field: 'projectName', width: 30 },
    { field: 'gatewayCode' },
    { field: 'companyName' },
    { field: 'firmware' },
    { field: 'stockedAt' },
    { field: 'boundAt' },
    {
      field: 'lastStep',
      text: (row, locale) => (row['lastStep'] === null ? '' : enumLabel(locale, 'traceStep', row['lastStep'])),
    },
    { field: 'lastStepAt' },
  ],
  page: (ctx, input) => pageTracedDevices(ctx, input as PageInput),
}

export const exportTracedDevices = (ctx: Ctx, input: InputOf<Trace['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'productTrace', input)
