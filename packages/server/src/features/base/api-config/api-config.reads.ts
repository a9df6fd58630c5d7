import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { containing, listPage } from '../../../platform/list.ts'
import { fields, tracked, trackedColumns } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { calls } from './calls.ts'

type Entries = typeof endpoints.apiConfig
type PageInput = InputOf<Entries['page']>
type Row = OutputOf<Entries['page']>['list'][number]

const filteredConfigs = (ctx: Ctx, input: PageInput) => {
  let rows = ctx.db.selectFrom('api_config')
  // Method and module are in the contract, not in the table.
  if (input.module !== undefined || input.method !== undefined) {
    const paths = [...calls.values()].filter(
      (call) => call.module === (input.module ?? call.module) && call.method === (input.method ?? call.method),
    )
    rows = rows.where('api_config.path', 'in', ['', ...paths.map((call) => call.path)])
  }
  if (input.path) rows = rows.where('api_config.path', 'ilike', containing(input.path))
  return filtered(rows, 'api_config', input, { equal: ['enabled'], containing: ['path', 'name'], between: 'created_at' })
}

const read = async (ctx: Ctx, ids: number[]): Promise<Row[]> => {
  const rows = await ctx.db
    .selectFrom('api_config')
    .select(fields('api_config', ['id', 'name', 'path', 'perMinute', 'logged', 'maskedFields', 'enabled']))
    .select(tracked('api_config'))
    .where('api_config.id', 'in', ids)
    .execute()
  return rows.map((row) => {
    // A later version of the product may have dropped the call.
    const { method = '', module = '', operations = [] } = calls.get(row.path) ?? {}
    return { ...row, method, module, operations: [...operations] }
  })
}

export const pageConfigs = (ctx: Ctx, input: PageInput): Promise<OutputOf<Entries['page']>> =>
  listPage<Row>(ctx.db, input, {
    rows: filteredConfigs(ctx, input),
    key: 'api_config.id',
    sorts: { path: 'api_config.path', name: 'api_config.name', updatedAt: 'api_config.updated_at' },
    defaultSort: { by: 'path', order: 'asc' },
    read: (ids) => read(ctx, ids),
  })

export const apiConfigExport: ExportDefinition = {
  columns: [
    { field: 'name', width: 30 },
    { field: 'method', width: 10 },
    { field: 'path', width: 40 },
    { field: 'module' },
    { field: 'operations', width: 30 },
    { field: 'perMinute', width: 12 },
    { field: 'logged', width: 10 },
    { field: 'maskedFields', width: 30 },
    { field: 'enabled', width: 10 },
    ...trackedColumns,
  ],
  page: (ctx, input) => pageConfigs(ctx, input as PageInput),
}

export const exportConfigs = (ctx: Ctx, input: InputOf<Entries['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'apiConfig', input)

/** Every call of the product with its defaults, and whether it is already configured. */
export const listCalls = async (ctx: Ctx): Promise<OutputOf<Entries['calls']>> => {
  const rows = await ctx.db.selectFrom('api_config').select('path').execute()
  const configured = new Set(rows.map((row) => row.path))
  return [...calls.values()]
    .map((call) => ({
      ...call,
      operations: [...call.operations],
      fields: [...call.fields],
      configured: configured.has(call.path),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}
