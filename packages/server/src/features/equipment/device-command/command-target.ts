import type { Kysely } from 'kysely'
import type { ReasonName } from '@emberwatch/contract/texts/zh'
import type { Tables } from '../../../tables/index.ts'

/** The target of a command: a device, reached through its gateway, or a gateway itself. */
export interface CommandTarget {
  readonly deviceId: number | null
  readonly deviceCode: string | null
  /** By which its gateway addresses it, if that is not its code. */
  readonly communicationCode?: string
  /** Name of the device, or else of the gateway. */
  readonly name: string
  readonly modelId: number
  readonly enabled: boolean
  readonly companyId: number
  readonly path: string
  readonly customerId: number | null
  readonly projectId: number | null
  readonly gateway: { readonly id: number; readonly code: string; readonly enabled: boolean; readonly online: boolean } | null
}

const gatewayColumns = [
  'gateway.id as gatewayId',
  'gateway.code as gatewayCode',
  'gateway.enabled as gatewayEnabled',
  'gateway.online as gatewayOnline',
] as const

const targetOf = (row: {
  readonly gatewayId: number | null
  readonly gatewayCode: string | null
  readonly gatewayEnabled: boolean | null
  readonly gatewayOnline: boolean | null
}): CommandTarget['gateway'] =>
  row.gatewayId === null || row.gatewayCode === null
    ? null
    : { id: row.gatewayId, code: row.gatewayCode, enabled: row.gatewayEnabled ?? false, online: row.gatewayOnline ?? false }

/** Devices in the scope of `db` by id, with the gateways that reach them. Deleted ones are left out. */
export const deviceTargets = async (db: Kysely<Tables>, ids: readonly number[]): Promise<CommandTarget[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('device')
    .leftJoin('gateway', (join) => join.onRef('gateway.id', '=', 'device.gateway_id').on('gateway.deleted_at', 'is', null))
    .select(['device.id', 'device.code', 'device.name', 'device.model_id', 'device.enabled', 'device.company_id', 'device.path'])
    .select(['device.customer_id', 'device.project_id', 'device.communication_code', ...gatewayColumns])
    .where('device.id', 'in', ids)
    .where('device.deleted_at', 'is', null)
    .orderBy('device.id')
    .execute()
  return rows.map((row) => ({
    deviceId: row.id,
    deviceCode: row.code,
    ...(row.communication_code === null || row.communication_code.toLowerCase() === row.code.toLowerCase()
      ? {}
      : { communicationCode: row.communication_code }),
    name: row.name,
    modelId: row.model_id,
    enabled: row.enabled,
    companyId: row.company_id,
    path: row.path,
    customerId: row.customer_id,
    projectId: row.project_id,
    gateway: targetOf(row),
  }))
}

/** A gateway in the scope of `db` as a target. Undefined if there is none. */
export const gatewayTarget = async (db: Kysely<Tables>, id: number): Promise<CommandTarget | undefined> => {
  const row = await db
    .selectFrom('gateway')
    .select(['gateway.name', 'gateway.model_id', 'gateway.company_id', 'gateway.path', 'gateway.customer_id'])
    .select(['gateway.project_id', ...gatewayColumns])
    .where('gateway.id', '=', id)
    .where('gateway.deleted_at', 'is', null)
    .executeTakeFirst()
  return (
    row && {
      deviceId: null,
      deviceCode: null,
      name: row.name,
      modelId: row.model_id,
      enabled: true,
      companyId: row.company_id,
      path: row.path,
      customerId: row.customer_id,
      projectId: row.project_id,
      gateway: targetOf(row),
    }
  )
}

/** Why nothing can be sent there now. */
export const targetProblem = ({ enabled, gateway }: CommandTarget): ReasonName | undefined => {
  if (!enabled) return 'commandDeviceOff'
  if (!gateway) return 'commandNoGateway'
  if (!gateway.enabled) return 'commandGatewayOff'
  return gateway.online ? undefined : 'commandOffline'
}
