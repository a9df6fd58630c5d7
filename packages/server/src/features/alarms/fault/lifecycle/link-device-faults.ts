import type { Write } from '../../../../platform/transact.ts'
import { devicePoint, gatewayPoint } from '../../signal/signal.ts'
import { openFaultsAtPoint, detachFaultPoints, detachGatewayFaultPoints, linkFault } from '../fault.store.ts'

interface NamedDevice {
  readonly deviceId: number
  readonly gatewayId: number
  /** As the gateway sent it. */
  readonly code: string
}

/**
 * Links open faults to a device that reported them before it was registered. Its next reports fold into them. Part of the write
 * that registers it.
 */
export const linkDeviceFaults = async (write: Write, { deviceId, gatewayId, code }: NamedDevice): Promise<void> => {
  // Not scoped: the caller who registers the device sees the gateway, and the faults belong to the gateway.
  for (const fault of await openFaultsAtPoint(write.systemDb, gatewayPoint(gatewayId, code))) {
    if (!(await linkFault(write.systemDb, fault.id, deviceId, devicePoint(deviceId)))) continue
    write.emit({
      kind: 'fault',
      change: 'deviceLinked',
      objectId: fault.id,
      owner: { path: fault.path, customerId: fault.customer_id, deviceId },
      data: { typeId: fault.type_id, state: fault.state },
    })
  }
}

/**
 * Devices move to another project. Their open faults stay where they were raised, and their next report is a new one. Part of the
 * write that moves them.
 */
export const detachDeviceFaults = (write: Write, deviceIds: readonly number[]): Promise<void> =>
  detachFaultPoints(write.systemDb, deviceIds.map(devicePoint))

/** The same for gateways that move, and for the unregistered devices that they reported. */
export const detachGatewayFaults = (write: Write, gatewayIds: readonly number[]): Promise<void> =>
  detachGatewayFaultPoints(write.systemDb, gatewayIds)
