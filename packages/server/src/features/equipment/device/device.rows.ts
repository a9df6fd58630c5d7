import { originNames, type DeviceRow } from '@emberwatch/contract'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { fields, tracked } from '../../../platform/rows/columns.ts'
import type { Tables } from '../../../tables/index.ts'
import { withFactorySeen } from '../product-trace/product-trace.rules.ts'
import { shownStatus } from '../../../tables/device-status.ts'

/** A column of a referenced row, as a subquery: with this many tables, planning joins takes longer than everything else. */
const pointed =
  <T extends keyof Tables>(table: T, key: string) =>
  <C extends keyof Selectable<Tables[T]> & string>(column: C): RawBuilder<Selectable<Tables[T]>[C] | null> =>
    sql`(select ${sql.ref(`pointed.${column}`)} from ${sql.table(table)} as pointed where pointed.id = ${sql.ref(key)})`

const project = pointed('project', 'device.project_id')
const gateway = pointed('gateway', 'device.gateway_id')

/** Reads devices as lists show them, in any order. */
export const readDevices = async (ctx: Ctx, ids: readonly number[]): Promise<DeviceRow[]> => {
  const rows = await ctx.db
    .selectFrom('device')
    .innerJoin('device_model as model', 'model.id', 'device.model_id')
    .innerJoin('device_series as series', 'series.id', 'model.series_id')
    .innerJoin('company', 'company.id', 'device.company_id')
    .select(fields('device', ['id', 'code', 'name', 'online', 'enabled', 'disabledReason', 'disabledUntil', 'modelId']))
    .select(fields('device', ['companyId', 'projectId', 'gatewayId', 'building', 'floor', 'roomNumber', 'place', 'battery']))
    .select(fields('device', ['signal', 'firmware', 'lastSeenAt', 'boundAt', 'installedOn', 'replaceBy', 'warrantyUntil']))
    .select(fields('device', ['stockedAt', 'scrappedAt', 'hardware', 'tags']))
    .select(fields('device', originNames))
    .select([
      'device.path',
      'series.id as seriesId',
      'series.name as seriesName',
      'series.network',
      'model.name as modelName',
      'model.low_battery_percent as lowBattery',
      'company.name as companyName',
      project('name').as('projectName'),
      sql<string>`coalesce(${project('time_zone')}, company.time_zone)`.as('timeZone'),
      gateway('code').as('gatewayCode'),
      shownStatus.as('status'),
    ])
    .select(tracked('device'))
    .where('device.id', 'in', ids)
    .execute()
  return rows.map(({ path, ...row }) => withFactorySeen(ctx, path, row))
}
