import type { DeviceModelRow, endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { listPage } from '../../../platform/list.ts'
import { fields, tracked } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'

type Entries = typeof endpoints.deviceModel

// Not scoped: numbers for the operating company, and so that a model in use is not mistaken for unused.
const installed = sql<number>`(
  (select count(*) from device where device.model_id = device_model.id and device.deleted_at is null)
  + (select count(*) from gateway where gateway.model_id = device_model.id and gateway.deleted_at is null))`
const commands = sql<number>`(select count(*) from device_command where device_command.model_id = device_model.id)`

const read = (ctx: Ctx, ids: number[]): Promise<DeviceModelRow[]> =>
  ctx.db
    .selectFrom('device_model')
    .innerJoin('device_series', 'device_series.id', 'device_model.series_id')
    .select(
      fields('device_model', [
        'id',
        'code',
        'name',
        'seriesId',
        'isGateway',
        'protocol',
        'codecVersion',
        'heartbeatS',
        'offlineAfterS',
        'lowBatteryPercent',
        'supervision',
        'batteryType',
        'testMethod',
        'manualFile',
        'makerKey',
        'resendUnanswered',
        'enabled',
      ]),
    )
    .select(['device_series.name as seriesName', 'device_series.network as network'])
    .select([installed.as('installed'), commands.as('commands')])
    .select(tracked('device_model'))
    .where('device_model.id', 'in', ids)
    .execute()

export const pageModels = (ctx: Ctx, input: InputOf<Entries['page']>): Promise<OutputOf<Entries['page']>> =>
  listPage<DeviceModelRow>(ctx.db, input, {
    rows: filtered(ctx.db.selectFrom('device_model'), 'device_model', input, {
      equal: ['seriesId', 'isGateway', 'protocol', 'enabled'],
      containing: ['code', 'name'],
      between: 'created_at',
    }),
    key: 'device_model.id',
    sorts: {
      code: 'device_model.code',
      name: 'device_model.name',
      createdAt: 'device_model.created_at',
      updatedAt: 'device_model.updated_at',
    },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })

export const modelDetail = async (ctx: Ctx, { id }: InputOf<Entries['detail']>): Promise<OutputOf<Entries['detail']>> => {
  const [row] = await read(ctx, [id])
  if (!row) throw new Error(`model ${id} no longer exists`)
  return row
}

/** Enabled models, all or of one series. */
export const selectModels = async (ctx: Ctx, input: InputOf<Entries['select']>): Promise<OutputOf<Entries['select']>> => {
  let query = ctx.db.selectFrom('device_model').select(['id', 'name']).where('enabled', '=', true)
  if (input.devicesOnly) query = query.where('is_gateway', '=', false)
  if (input.series !== undefined) query = query.where('series_id', '=', input.series)
  const { network } = input
  if (network !== undefined)
    query = query.where('series_id', 'in', (series) =>
      series.selectFrom('device_series').select('id').where('network', '=', network),
    )
  const rows = await query.orderBy('name').execute()
  return rows.map((row) => ({ value: row.id, label: row.name }))
}
