import { originNames, type EnumValue, type GatewayPresetRow, type GatewayRow } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { fields, tracked } from '../../../platform/rows/columns.ts'
import type { Tables } from '../../../tables/index.ts'
import { withFactorySeen } from '../product-trace/product-trace.rules.ts'

/** The first status that applies; derived, never stored. */
const gatewayStatus = sql<EnumValue<'gatewayStatus'>>`case
  when not gateway.enabled then 'disabled'
  when gateway.activated_at is null then 'notActivated'
  when gateway.online then 'online'
  else 'offline' end`

// Deliberately not scoped: only the number of devices of a gateway that the caller sees.
const devices = sql<number>`(select count(*) from device where device.gateway_id = gateway.id and device.deleted_at is null)`
const abnormalDevices = sql<number>`(
  select count(*) from device where device.gateway_id = gateway.id and device.deleted_at is null and (not device.online or device.low_power
    or exists (select from alarm_open where alarm_open.point = 'd' || device.id)
    or exists (select from fault where fault.point = 'd' || device.id and fault.state <> 'solved')))`
const openAlarms = sql<number>`(
  select count(*) from alarm where alarm.gateway_id = gateway.id and alarm.state in ('unconfirmed', 'confirmed')
    and alarm.project_id is not distinct from gateway.project_id)`
const openFaults = sql<number>`(
  select count(*) from fault where fault.gateway_id = gateway.id and fault.state <> 'solved'
    and fault.project_id is not distinct from gateway.project_id)`

const modelName = sql<string>`(select model.name from device_model as model where model.id = gateway.model_id)`
const protocol = sql<
  EnumValue<'modelProtocol'>
>`(select model.protocol from device_model as model where model.id = gateway.model_id)`
const companyName = sql<string>`(select company.name from company where company.id = gateway.company_id)`
const project = (column: string) =>
  sql<string | null>`(select ${sql.ref(`project.${column}`)} from project where project.id = gateway.project_id)`

/** Reads gateways as lists show them, in any order. */
export const readGateways = async (ctx: Ctx, ids: readonly number[]): Promise<GatewayRow[]> => {
  const rows = await ctx.db
    .selectFrom('gateway')
    .select(fields('gateway', ['id', 'code', 'communicationCode', 'name', 'modelId', 'companyId', 'projectId', 'enabled']))
    .select(fields('gateway', ['disabledReason', 'activatedAt', 'online', 'lastSeenAt', 'ip', 'port', 'signal', 'firmware']))
    .select(fields('gateway', ['iccid', 'simExpires', 'boundAt', 'malformedCount', 'hardware']))
    .select(fields('gateway', originNames))
    .select([
      'gateway.path',
      modelName.as('modelName'),
      protocol.as('protocol'),
      companyName.as('companyName'),
      project('name').as('projectName'),
      sql<string>`coalesce(${project('time_zone')}, (select company.time_zone from company where company.id = gateway.company_id))`.as(
        'timeZone',
      ),
      sql<number>`(select model.heartbeat_s from device_model as model where model.id = gateway.model_id)`.as('heartbeatS'),
      gatewayStatus.as('status'),
      devices.as('devices'),
      abnormalDevices.as('abnormalDevices'),
      openAlarms.as('openAlarms'),
      openFaults.as('openFaults'),
    ])
    .select(tracked('gateway'))
    .where('gateway.id', 'in', ids)
    .execute()
  return rows.map(({ path, ...row }) => withFactorySeen(ctx, path, row))
}

/** It was at a project before or has signed in, so it needs a check before it is given out again. */
const used = sql<boolean>`(gateway.activated_at is not null or exists (
  select from device_trace where device_trace.gateway_id = gateway.id and device_trace.step = 'unbound'))`

/** Reads gateways in stock as their list shows them, in any order. */
export const readPresets = (db: Kysely<Tables>, ids: readonly number[]): Promise<GatewayPresetRow[]> =>
  db
    .selectFrom('gateway')
    .select(fields('gateway', ['id', 'code', 'communicationCode', 'name', 'modelId', 'companyId', 'activatedAt', 'stockedAt']))
    .select(fields('gateway', originNames))
    .select([modelName.as('modelName'), companyName.as('companyName'), used.as('used')])
    .select(tracked('gateway'))
    .where('gateway.id', 'in', ids)
    .execute()
