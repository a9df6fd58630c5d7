import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../platform/exports.ts'
import { containing, listPage } from '../../platform/list.ts'

type Entries = typeof endpoints.operatorPlatform
type PageInput = InputOf<Entries['page']>
type Row = OutputOf<Entries['page']>['list'][number]

const filtered = (ctx: Ctx, input: PageInput) => {
  let rows = ctx.db.selectFrom('operator_platform')
  if (input.enabled !== undefined) rows = rows.where('operator_platform.enabled', '=', input.enabled)
  if (input.startTime) rows = rows.where('operator_platform.created_at', '>=', input.startTime)
  if (input.endTime) rows = rows.where('operator_platform.created_at', '<=', input.endTime)
  if (!input.keyword) return rows
  const like = containing(input.keyword)
  return rows.where((e) => e.or([e('operator_platform.code', 'ilike', like), e('operator_platform.name', 'ilike', like)]))
}

// Never `selectAll`: the secret does not leave the table.
const read = (ctx: Ctx, ids: number[]): Promise<Row[]> =>
  ctx.db
    .selectFrom('operator_platform')
    .leftJoin('account as creator', 'creator.id', 'operator_platform.created_by')
    .leftJoin('account as editor', 'editor.id', 'operator_platform.updated_by')
    .select([
      'operator_platform.id',
      'operator_platform.code',
      'operator_platform.name',
      'operator_platform.protocol',
      'operator_platform.url',
      'operator_platform.app_id as appId',
      sql<boolean>`operator_platform.secret is not null`.as('hasSecret'),
      'operator_platform.remark',
      'operator_platform.enabled',
      'operator_platform.version',
      'operator_platform.created_at as createdAt',
      'creator.name as createdBy',
      'operator_platform.updated_at as updatedAt',
      'editor.name as updatedBy',
    ])
    .where('operator_platform.id', 'in', ids)
    .execute()

export const pagePlatforms = (ctx: Ctx, input: PageInput): Promise<OutputOf<Entries['page']>> =>
  listPage<Row>(ctx.db, input, {
    rows: filtered(ctx, input),
    key: 'operator_platform.id',
    sorts: { name: 'operator_platform.name', createdAt: 'operator_platform.created_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })

export const operatorPlatformExport: ExportDefinition = {
  columns: [
    { field: 'code' },
    { field: 'name', width: 30 },
    { field: 'protocol', width: 10 },
    { field: 'url', width: 40 },
    { field: 'appId' },
    { field: 'hasSecret', width: 10 },
    { field: 'enabled', width: 10 },
    { field: 'remark', width: 30 },
    { field: 'createdAt' },
    { field: 'createdBy' },
    { field: 'updatedAt' },
    { field: 'updatedBy' },
  ],
  page: (ctx, input) => pagePlatforms(ctx, input as PageInput),
}

export const exportPlatforms = (ctx: Ctx, input: InputOf<Entries['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'operatorPlatform', input)
