import { DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import type { Write } from '../../../platform/transact.ts'
import { linkDeviceAlarms } from '../../alarms/alarm/lifecycle/link-device.ts'
import { assertQuota } from '../../base/tenant/quotas.ts'
import { linkDeviceFaults } from '../../alarms/fault/lifecycle/link-device-faults.ts'
import { recordTrace, type TraceEntry } from '../product-trace/record-trace.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'
import { bindDevices } from './device-binding.verbs.ts'
import { auditDevices, emitDevices } from './device.events.ts'
import { leavePlace, nowhere } from './device-leaving.verbs.ts'
import { lockDeviceByCode, updateDevice, type StoredDevice } from './device.store.ts'
import type { LockedGateway } from './device.rules.ts'

/** The trace of a move. Between companies each side sees only its own end: not where the device came from or went. */
const movedTo = (device: StoredDevice, from: string | undefined, gateway: LockedGateway): TraceEntry[] => {
  const step = { deviceId: device.id, code: device.code, step: 'moved' } as const
  if (device.path === gateway.path) return [{ ...step, from: from ?? null, to: gateway.code }]
  const left = {
    companyId: device.company_id,
    path: device.path,
    customerId: device.customer_id,
    projectId: device.project_id,
  }
  return [
    { ...step, from: from ?? null, owner: left },
    { ...step, to: gateway.code },
  ]
}

/**
 * Moves a device to the gateway that reports it, within a write. A device in stock is bound to the gateway's project. Open alarms and faults stay at the old
 * place. Later reports count as new and belong to the gateway's company, customer and project. Returns its id.
 * @throws DomainError deviceMissing for a device outside the caller's scope, as for one that does not exist, so that nothing of another
 * project is revealed; quotaReached
 */
export const moveDevice = async (
  ctx: Ctx,
  write: Write,
  { gateway, code }: { readonly gateway: LockedGateway; readonly code: string },
): Promise<number> => {
  const device = await lockDeviceByCode(write.db, code)
  if (!device) throw new DomainError('deviceMissing')
  if (device.project_id === null && gateway.project_id !== null) {
    const binding = { projectId: gateway.project_id, gatewayId: gateway.id, deviceIds: [device.id] }
    await bindDevices(ctx, write, binding)
    return device.id
  }
  if (device.path !== gateway.path) await assertQuota(ctx, write, gateway.path, 'devices', 1)
  const from =
    device.gateway_id === null
      ? undefined
      : await write.systemDb.selectFrom('gateway').select('code').where('id', '=', device.gateway_id).executeTakeFirst()
  const changes = {
    company_id: gateway.company_id,
    path: gateway.path,
    customer_id: gateway.customer_id,
    project_id: gateway.project_id,
    gateway_id: gateway.id,
    bound_at: gateway.project_id === null ? null : write.at.toISOString(),
    // A room of the old project would lead people to the wrong door.
    ...(device.project_id === gateway.project_id ? {} : nowhere),
  }
  // Not scoped: both ends were found in the caller's scope.
  await updateDevice(write.systemDb, device.id, { ...changes, updated_at: write.at, updated_by: ctx.actor.accountId })
  if (device.project_id !== gateway.project_id) {
    await leavePlace(write, [device])
  }
  const named = { deviceId: device.id, gatewayId: gateway.id, code }
  await linkDeviceAlarms(write, named)
  await linkDeviceFaults(write, named)
  await recordTrace(write, movedTo(device, from?.code, gateway))
  await invalidateGatewayCache(write.systemDb, [gateway.code, ...(from ? [from.code] : [])])
  auditDevices(write, 'device.move', [device], changes)
  emitDevices(write, 'moved', [device], gateway)
  return device.id
}
