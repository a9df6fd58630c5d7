import type { Write } from '../../platform/transact.ts'
import { openFaultsOfPoint, leaveFaultPoints, linkFault } from './fault.store.ts'

interface NamedDevice {
  readonly deviceId: number
  readonly gatewayId: number
  /** As the gateway sent it. */
  readonly code: string
}

/**
 * A detector that reported without being registered is registered: its open faults become the device's, and what it reports next folds into them. Part of
 * the write that registers it.
 */
export const linkDeviceFaults = async (write: Write, { deviceId, gatewayId, code }: NamedDevice): Promise<void> => {
  // Without scope: whoever registers sees the gateway, and the faults are the gateway's.
  for (const fault of await openFaultsOfPoint(write.systemDb, `g${gatewayId}/${code}`)) {
    if (!(await linkFault(write.systemDb, fault.id, deviceId, `d${deviceId}`))) continue
    write.emit({
      kind: 'fault',
      change: 'deviceLinked',
      objectId: fault.id,
      owner: { path: fault.path, customerId: fault.customer_id, deviceId },
      data: { typeId: fault.type_id, state: fault.state },
    })
  }
}

/** A device moves to another project: its open faults stay where they arose, and what it reports next is new. Part of the write that moves it. */
export const leaveFaultsBehind = (write: Write, deviceId: number): Promise<void> =>
  leaveFaultPoints(write.systemDb, `d${deviceId}`)
