import type { AlarmTypeRow, endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { listPage } from '../../../platform/list.ts'
import { fields, tracked } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'

type Types = typeof endpoints.alarmType

const paramCount = sql<number>`(select count(*) from report_param where report_param.alarm_type_id = alarm_type.id)`.as(
  'paramCount',
)

const read = (ctx: Ctx, ids: number[]): Promise<AlarmTypeRow[]> =>
  ctx.db
    .selectFrom('alarm_type')
    .select(fields('alarm_type', ['id', 'code', 'nameZh', 'nameEn', 'level', 'acknowledgeS', 'closeS', 'enabled']))
    .select([paramCount, ...tracked('alarm_type')])
    .where('alarm_type.id', 'in', ids)
    .execute()

export const pageAlarmTypes = (ctx: Ctx, input: InputOf<Types['page']>): Promise<OutputOf<Types['page']>> =>
  listPage<AlarmTypeRow>(ctx.db, input, {
    rows: filtered(ctx.db.selectFrom('alarm_type'), 'alarm_type', input, {
      equal: ['level', 'enabled'],
      containing: ['code', 'name_zh', 'name_en'],
      between: 'created_at',
    }),
    key: 'alarm_type.id',
    sorts: { code: 'alarm_type.code', createdAt: 'alarm_type.created_at', updatedAt: 'alarm_type.updated_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })
