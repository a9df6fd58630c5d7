import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { listPage } from '../../../platform/list.ts'
import { fields, tracked, trackedColumns } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'

type Entries = typeof endpoints.operatorPlatform
type PageInput = InputOf<Entries['page']>
type Row = OutputOf<Entries['page']>['list'][number]

const hasSecret = sql<boolean>`operator_platform.secret is not null`.as('hasSecret')

// The secret itself never leaves the table.
const read = (ctx: Ctx, ids: number[]): Promise<Row[]> =>
  ctx.db
    .selectFrom('operator_platform')
    .select(fields('operator_platform', ['id', 'code', 'name', 'protocol', 'url', 'appId', 'remark', 'enabled']))
    .select([hasSecret, ...tracked('operator_platform')])
    .where('operator_platform.id', 'in', ids)
    .execute()

export const pagePlatforms = (ctx: Ctx, input: PageInput): Promise<OutputOf<Entries['page']>> =>
  listPage<Row>(ctx.db, input, {
    rows: filtered(ctx.db.selectFrom('operator_platform'), 'operator_platform', input, {
      equal: ['enabled'],
      containing: ['code', 'name'],
      between: 'created_at',
    }),
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
    ...trackedColumns,
  ],
  page: (ctx, input) => pagePlatforms(ctx, input as PageInput),
}

export const exportPlatforms = (ctx: Ctx, input: InputOf<Entries['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'operatorPlatform', input)
