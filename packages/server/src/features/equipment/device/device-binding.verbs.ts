import { sql } from 'kysely'
import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import { type Write, transact } from '../../../platform/transact.ts'
import { linkDeviceAlarms } from '../../alarms/alarm/lifecycle/link-device.ts'
import { linkDeviceFaults } from '../../alarms/fault/lifecycle/link-device-faults.ts'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { recordTrace } from '../product-trace/record-trace.ts'
import { lockProject, type LockedProject } from '../../sites/project/project-part.rules.ts'
import { startProject } from '../../sites/project/project-life.verbs.ts'
import { assertQuota } from '../../base/tenant/quotas.ts'
import { auditDevices, emitDevices } from './device.events.ts'
import { named, placesOf, assertAddresses, qcFailed, lockGateway } from './device.rules.ts'
import {
  codelessDevices,
  gatewayCodesOf,
  lockDevices,
  setCommunicationCodes,
  updateDevices,
  type StoredDevice,
} from './device.store.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'
import { assertStaff } from '../../base/access/access.rules.ts'

interface NamedDevice {
  readonly deviceId: number
  readonly gatewayId: number
  readonly code: string
  /** It may have been called by this one. */
  readonly communicationCode: string | null | undefined
}

/** Links open alarms and faults to the devices that raised them at a gateway before they were bound there. */
export const linkEarlier = async (write: Write, devices: readonly NamedDevice[]): Promise<void> => {
  const byPoint = new Map<string, { deviceId: number; gatewayId: number; code: string }>(
    devices.flatMap(({ communicationCode, ...device }) =>
      [device.code, communicationCode ?? device.code].map(
        (code) => [`g${device.gatewayId}/${code}`, { ...device, code }] as const,
      ),
    ),
  )
  if (byPoint.size === 0) return
  const points = [...byPoint.keys()]
  // Not scoped: the caller sees the gateway, and what was raised belongs to it.
  const alarms = await write.systemDb
    .selectFrom('alarm_open')
    .select('point')
    .where(sql<boolean>`point = any(${points})`)
    .execute()
  const faults = await write.systemDb
    .selectFrom('fault')
    .select('point')
    .where(sql<boolean>`point = any(${points})`)
    .where('state', '<>', 'solved')
    .execute()
  const found = (rows: readonly { point: string }[]) =>
    [...new Set(rows.map(({ point }) => point))].flatMap((point) => byPoint.get(point) ?? [])
  for (const device of found(alarms)) await linkDeviceAlarms(write, device)
  for (const device of found(faults)) await linkDeviceFaults(write, device)
}

export interface Binding {
  readonly projectId: number
  readonly deviceIds: readonly number[]
  /** A gateway of the project. If left out, the devices may report through any gateway of the project. */
  readonly gatewayId?: number | undefined
  /** Recorded in the devices' trace. */
  readonly orderId?: number
  /** What to do with devices already bound to this project. Those bound elsewhere are always refused. */
  readonly bound?: 'keep' | 'refuse'
}

const gatewayOf = async (ctx: Ctx, write: Write, project: LockedProject, gatewayId: number | undefined) => {
  if (gatewayId === undefined) return undefined
  const gateway = await lockGateway(write.db, gatewayId)
  if (!gateway) throw new DomainError('notFound', {}, 'gatewayId')
  if (gateway.project_id !== project.id)
    throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.gatewayElsewhere') }, 'gatewayId')
  return gateway
}

/** The devices to be bound, none of which is bound elsewhere. @throws DomainError deviceBound, naming the place; precondition */
const freeDevices = async (ctx: Ctx, write: Write, { deviceIds, projectId, bound }: Binding): Promise<StoredDevice[]> => {
  const devices = await lockDevices(write.db, deviceIds)
  if (devices.length < new Set(deviceIds).size) throw new DomainError('notFound', {}, 'deviceIds')
  if (devices.some(({ scrapped_at }) => scrapped_at !== null))
    throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.deviceScrapped') }, 'deviceIds')
  const failed = devices.filter(({ qc_result }) => qc_result === 'failed')
  if (failed.length > 0) throw qcFailed(ctx, failed, 'deviceIds')
  const taken = devices.filter(({ project_id }) => project_id !== null && (bound === 'refuse' || project_id !== projectId))
  if (taken.length > 0)
    throw new DomainError('deviceBound', { devices: named(taken, await placesOf(write.db, taken)) }, 'deviceIds')
  return devices.filter(({ project_id }) => project_id === null)
}

/**
 * Binds devices from stock to an approved project, within a write: from then on they belong to its company and customer, and ingest knows
 * them immediately. The first binding starts the project's installation. What they reported before is linked to them. Returns how many were
 * bound.
 * @throws DomainError notFound; projectNotApproved; notHere; deviceBound, naming the place; precondition for a scrapped device;
 * quotaReached
 */
export const bindDevices = async (ctx: Ctx, write: Write, binding: Binding): Promise<number> => {
  const project = await lockProject(write.db, binding.projectId)
  if (!project) throw new DomainError('notFound', {}, 'projectId')
  if (project.audit !== 'approved') throw new DomainError('projectNotApproved', { project: project.name }, 'projectId')
  const gateway = await gatewayOf(ctx, write, project, binding.gatewayId)
  const devices = await freeDevices(ctx, write, binding)
  if (devices.length === 0) return 0
  const arriving = devices.filter(({ path }) => path !== project.path).length
  if (arriving > 0) await assertQuota(ctx, write, project.path, 'devices', arriving)
  const ids = devices.map(({ id }) => id)
  const changes = {
    company_id: project.company_id,
    path: project.path,
    customer_id: project.customer_id,
    project_id: project.id,
    gateway_id: gateway?.id ?? null,
  }
  // Not scoped: all were found in the caller's scope and may leave it with this update.
  const stamp = { bound_at: write.at, updated_at: write.at, updated_by: write.by }
  await updateDevices(write.systemDb, ids, { ...changes, ...stamp })
  // Devices other than NB-IoT need a communication code (specification section 5). The default is their own code.
  await setCommunicationCodes(write.systemDb, await codelessDevices(write.systemDb, ids))
  if (gateway) {
    await assertAddresses(ctx, write, ids, 'gatewayId')
    await linkEarlier(
      write,
      devices.map(({ id: deviceId, code, communication_code }) => ({
        deviceId,
        gatewayId: gateway.id,
        code,
        communicationCode: communication_code,
      })),
    )
  }
  const step = { step: 'bound', to: [project.name, gateway?.code].filter(Boolean).join(' · ') } as const
  await recordTrace(
    write,
    devices.map(({ id, code }) => ({ ...step, deviceId: id, code, orderId: binding.orderId ?? null })),
  )
  await startProject(write, project.id)
  await invalidateGatewayCache(write.systemDb, await gatewayCodesOf(write.systemDb, [project.id]))
  auditDevices(write, 'device.bind', devices, changes)
  emitDevices(write, 'bound', devices, { ...project, project_id: project.id })
  return devices.length
}

/** Binds devices from stock to a project. A device already bound is refused, with its place. */
export const bindFromStock = (ctx: Ctx, input: InputOf<typeof endpoints.device.bind>): Promise<{ count: number }> =>
  transact(ctx, async (write) => {
    assertStaff(ctx)
    const { ids: deviceIds, projectId, gatewayId } = input
    return { count: await bindDevices(ctx, write, { deviceIds, projectId, gatewayId, bound: 'refuse' }) }
  })
