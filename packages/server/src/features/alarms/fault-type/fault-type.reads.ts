import type { FaultTypeRow, endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { listPage } from '../../../platform/list.ts'
import { fields, tracked } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'

type Types = typeof endpoints.faultType

const paramCount = sql<number>`(select count(*) from report_param where report_param.fault_type_id = fault_type.id)`.as(
  'paramCount',
)

const read = (ctx: Ctx, ids: number[]): Promise<FaultTypeRow[]> =>
  ctx.db
    .selectFrom('fault_type')
    .select(fields('fault_type', ['id', 'code', 'nameZh', 'nameEn', 'level', 'enabled']))
    .select([paramCount, ...tracked('fault_type')])
    .where('fault_type.id', 'in', ids)
    .execute()

export const pageFaultTypes = (ctx: Ctx, input: InputOf<Types['page']>): Promise<OutputOf<Types['page']>> =>
  listPage<FaultTypeRow>(ctx.db, input, {
    rows: filtered(ctx.db.selectFrom('fault_type'), 'fault_type', input, {
      equal: ['level', 'enabled'],
      containing: ['code', 'name_zh', 'name_en'],
      between: 'created_at',
    }),
    key: 'fault_type.id',
    sorts: { code: 'fault_type.code', createdAt: 'fault_type.created_at', updatedAt: 'fault_type.updated_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })
