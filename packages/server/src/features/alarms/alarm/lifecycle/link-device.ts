import type { Write } from '../../../../platform/transact.ts'
import { devicePoint, gatewayPoint } from '../../signal/signal.ts'
import { findAlarm, detachGatewayPoints, detachPoints, linkAlarm, openAlarmsAtPoint } from '../alarm.store.ts'
import { auditTarget, emitAlarm } from './alarm-event.ts'

interface NamedDevice {
  readonly deviceId: number
  readonly gatewayId: number
  /** As the gateway sent it. */
  readonly code: string
}

/**
 * Links open alarms to a device that raised them before it was registered. Its next reports fold into them. Part of the write
 * that registers it. Returns how many alarms.
 */
export const linkDeviceAlarms = async (write: Write, { deviceId, gatewayId, code }: NamedDevice): Promise<number> => {
  let linked = 0
  // Not scoped: the caller who registers the device sees the gateway, and the alarms belong to the gateway.
  for (const { alarm_id: id, type_id: typeId, point } of await openAlarmsAtPoint(write.systemDb, gatewayPoint(gatewayId, code))) {
    if (!(await linkAlarm(write.systemDb, { id, typeId, point, deviceId, to: devicePoint(deviceId) }))) continue
    const alarm = await findAlarm(write.systemDb, id)
    if (!alarm) continue
    linked++
    write.audit({ action: 'alarm.deviceLinked', ...auditTarget(alarm), changes: { deviceId: [null, deviceId] } })
    await emitAlarm({ ...write, db: write.systemDb }, alarm, 'deviceLinked')
  }
  return linked
}

/**
 * Devices move to another project. Their open alarms stay where they were raised, and their next report is a new fire. Part of the write
 * that moves them.
 */
export const detachDeviceAlarms = (write: Write, deviceIds: readonly number[]): Promise<void> =>
  detachPoints(write.systemDb, deviceIds.map(devicePoint))

/** The same for gateways that move, and for the unregistered devices that they reported. */
export const detachGatewayAlarms = (write: Write, gatewayIds: readonly number[]): Promise<void> =>
  detachGatewayPoints(write.systemDb, gatewayIds)
