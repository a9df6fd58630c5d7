import { DomainError } from '@emberwatch/contract'
import { changesBetween } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Write } from '../../platform/transact.ts'
import { leaveAlarmsBehind, linkDeviceAlarms } from '../alarm/link-device.ts'
import { assertQuota } from '../company/quotas.ts'
import { leaveFaultsBehind, linkDeviceFaults } from '../fault/link-device-faults.ts'
import { directoryChanged } from '../ingest/directory-changes.ts'
import { lockDeviceByCode, unbindUsers, updateDevice, type LockedGateway } from './device.store.ts'

/**
 * Moves a device to the gateway that reports it, within a write. Alarms and faults that are open where it stood stay there; what it reports from now on
 * is new, and belongs to the gateway's company, customer and project. Answers its id.
 * @throws DomainError deviceMissing for a device outside the caller's scope, the same as for none: nothing of another project is revealed; quotaReached
 */
export const moveDevice = async (
  ctx: Ctx,
  write: Write,
  { gateway, code }: { readonly gateway: LockedGateway; readonly code: string },
): Promise<number> => {
  const device = await lockDeviceByCode(write.db, code)
  if (!device) throw new DomainError('deviceMissing')
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
  }
  // Without scope: both ends were found in the caller's.
  await updateDevice(write.systemDb, device.id, { ...changes, updated_at: write.at, updated_by: ctx.actor.accountId })
  if (device.project_id !== gateway.project_id) {
    await unbindUsers(write.systemDb, device.id)
    await leaveAlarmsBehind(write, device.id)
    await leaveFaultsBehind(write, device.id)
  }
  const named = { deviceId: device.id, gatewayId: gateway.id, code }
  await linkDeviceAlarms(write, named)
  await linkDeviceFaults(write, named)
  await directoryChanged(write.systemDb, [gateway.code, ...(from ? [from.code] : [])])
  const { company_id: _company, path: _path, bound_at: _bound, ...told } = changes
  for (const owner of device.path === gateway.path ? [gateway] : [gateway, device]) {
    write.audit({
      action: 'device.move',
      object: { kind: 'device', id: device.id, name: device.name },
      owner: { companyId: owner.company_id, path: owner.path },
      changes: changesBetween(device, told),
    })
    write.emit({
      kind: 'device',
      change: 'moved',
      objectId: device.id,
      owner: { path: owner.path, customerId: owner.customer_id, deviceId: device.id },
    })
  }
  return device.id
}
