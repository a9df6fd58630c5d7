import type { AlarmTypeRow, endpoints, FaultTypeRow, InputOf, Page } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { listPage } from '../../../platform/list.ts'
import { fields, tracked } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'

type PageInput = InputOf<typeof endpoints.alarmType.page> & InputOf<typeof endpoints.faultType.page>

const paramCount = (type: 'alarm_type' | 'fault_type') =>
  sql<number>`(select count(*) from report_param where ${sql.ref(`report_param.${type}_id`)} = ${sql.ref(`${type}.id`)})`.as(
    'paramCount',
  )

/** The list of one kind of types. `read`: its rows by their ids. */
const listOf =
  <Row extends { id: number }>(table: 'alarm_type' | 'fault_type', read: (ctx: Ctx, ids: number[]) => Promise<Row[]>) =>
  (ctx: Ctx, input: PageInput): Promise<Page<Row>> =>
    listPage<Row>(ctx.db, input, {
      rows: filtered(ctx.db.selectFrom(table), table, input, {
        equal: ['level', 'enabled'],
        containing: ['code', 'name_zh', 'name_en'],
        between: 'created_at',
      }),
      key: `${table}.id`,
      sorts: { code: `${table}.code`, createdAt: `${table}.created_at`, updatedAt: `${table}.updated_at` },
      defaultSort: { by: 'createdAt', order: 'desc' },
      read: (ids) => read(ctx, ids),
    })

export const pageAlarmTypes = listOf<AlarmTypeRow>('alarm_type', (ctx, ids) =>
  ctx.db
    .selectFrom('alarm_type')
    .select(fields('alarm_type', ['id', 'code', 'nameZh', 'nameEn', 'level', 'acknowledgeS', 'closeS', 'enabled']))
    .select([paramCount('alarm_type'), ...tracked('alarm_type')])
    .where('alarm_type.id', 'in', ids)
    .execute(),
)

export const pageFaultTypes = listOf<FaultTypeRow>('fault_type', (ctx, ids) =>
  ctx.db
    .selectFrom('fault_type')
    .select(fields('fault_type', ['id', 'code', 'nameZh', 'nameEn', 'level', 'enabled']))
    .select([paramCount('fault_type'), ...tracked('fault_type')])
    .where('fault_type.id', 'in', ids)
    .execute(),
)
