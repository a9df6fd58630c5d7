import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../platform/exports.ts'
import { containing, listPage } from '../../platform/list.ts'
import { calls } from './calls.ts'

type Entries = typeof endpoints.apiConfig
type PageInput = InputOf<Entries['page']>
type Row = OutputOf<Entries['page']>['list'][number]

const filtered = (ctx: Ctx, input: PageInput) => {
  let rows = ctx.db.selectFrom('api_config')
  // Method and module stand in the contract, not in the table.
  if (input.module !== undefined || input.method !== undefined) {
    const paths = [...calls.values()].filter(
      (call) => call.module === (input.module ?? call.module) && call.method === (input.method ?? call.method),
    )
    rows = rows.where('api_config.path', 'in', ['', ...paths.map((call) => call.path)])
  }
  if (input.path) rows = rows.where('api_config.path', 'ilike', containing(input.path))
  if (input.enabled !== undefined) rows = rows.where('api_config.enabled', '=', input.enabled)
  if (input.startTime) rows = rows.where('api_config.created_at', '>=', input.startTime)
  if (input.endTime) rows = rows.where('api_config.created_at', '<=', input.endTime)
  if (!input.keyword) return rows
  const like = containing(input.keyword)
  return rows.where((e) => e.or([e('api_config.path', 'ilike', like), e('api_config.name', 'ilike', like)]))
}

const read = async (ctx: Ctx, ids: number[]): Promise<Row[]> => {
  const rows = await ctx.db
    .selectFrom('api_config')
    .leftJoin('account as creator', 'creator.id', 'api_config.created_by')
    .leftJoin('account as editor', 'editor.id', 'api_config.updated_by')
    .selectAll('api_config')
    .select(['creator.name as createdBy', 'editor.name as updatedBy'])
    .where('api_config.id', 'in', ids)
    .execute()
  return rows.map((row) => {
    // A later version of the product may have dropped the call.
    const call = calls.get(row.path)
    return {
      id: row.id,
      name: row.name,
      path: row.path,
      method: call?.method ?? '',
      module: call?.module ?? '',
      operations: [...(call?.operations ?? [])],
      perMinute: row.per_minute,
      logged: row.logged,
      maskedFields: row.masked_fields,
      enabled: row.enabled,
      version: row.version,
      createdAt: row.created_at,
      createdBy: row.createdBy,
      updatedAt: row.updated_at,
      updatedBy: row.updatedBy,
    }
  })
}

export const pageConfigs = (ctx: Ctx, input: PageInput): Promise<OutputOf<Entries['page']>> =>
  listPage<Row>(ctx.db, input, {
    rows: filtered(ctx, input),
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
    { field: 'createdAt' },
    { field: 'createdBy' },
    { field: 'updatedAt' },
    { field: 'updatedBy' },
  ],
  page: (ctx, input) => pageConfigs(ctx, input as PageInput),
}

export const exportConfigs = (ctx: Ctx, input: InputOf<Entries['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'apiConfig', input)

/** Every call of the product with its defaults, and whether it is configured already. */
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
