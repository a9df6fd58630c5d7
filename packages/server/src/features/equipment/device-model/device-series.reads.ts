import type { DeviceSeriesRow, endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { listPage } from '../../../platform/list.ts'
import { fields, tracked } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'

type Entries = typeof endpoints.deviceSeries

const models = sql<number>`(select count(*) from device_model where device_model.series_id = device_series.id)`

const read = (ctx: Ctx, ids: number[]): Promise<DeviceSeriesRow[]> =>
  ctx.db
    .selectFrom('device_series')
    .select(
      fields('device_series', [
        'id',
        'code',
        'name',
        'category',
        'network',
        'image',
        'manufacturer',
        'certificateNo',
        'certificateExpires',
        'serviceYears',
        'enabled',
      ]),
    )
    .select(models.as('models'))
    .select(tracked('device_series'))
    .where('device_series.id', 'in', ids)
    .execute()

export const pageSeries = (ctx: Ctx, input: InputOf<Entries['page']>): Promise<OutputOf<Entries['page']>> =>
  listPage<DeviceSeriesRow>(ctx.db, input, {
    rows: filtered(ctx.db.selectFrom('device_series'), 'device_series', input, {
      equal: ['category', 'network', 'enabled'],
      containing: ['code', 'name', 'manufacturer'],
      between: 'created_at',
    }),
    key: 'device_series.id',
    sorts: {
      code: 'device_series.code',
      name: 'device_series.name',
      createdAt: 'device_series.created_at',
      updatedAt: 'device_series.updated_at',
    },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })

export const selectSeries = async (ctx: Ctx): Promise<OutputOf<Entries['select']>> => {
  const rows = await ctx.db
    .selectFrom('device_series')
    .select(['id', 'name'])
    .where('enabled', '=', true)
    .orderBy('name')
    .execute()
  return rows.map((row) => ({ value: row.id, label: row.name }))
}
