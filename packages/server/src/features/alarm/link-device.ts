import { audited, tellNews } from './alarm.news.ts'
import { findAlarm, leavePoint, linkAlarm, openOfPoint } from './alarm.store.ts'
import type { Write } from '../../platform/transact.ts'

interface NamedDevice {
  readonly deviceId: number
  readonly gatewayId: number
  /** As the gateway sent it. */
  readonly code: string
}

/**
 * A detector that raised alarms without being registered is registered: its open alarms become the device's, and what it reports next folds into them.
 * Part of the write that registers it; answers how many alarms.
 */
export const linkDeviceAlarms = async (write: Write, { deviceId, gatewayId, code }: NamedDevice): Promise<number> => {
  let linked = 0
  // Without scope: whoever registers sees the gateway, and the alarms are the gateway's.
  for (const { alarm_id: id, type_id: typeId, point } of await openOfPoint(write.systemDb, `g${gatewayId}/${code}`)) {
    if (!(await linkAlarm(write.systemDb, { id, typeId, point, deviceId, to: `d${deviceId}` }))) continue
    const alarm = await findAlarm(write.systemDb, id)
    if (!alarm) continue
    linked++
    write.audit({ action: 'alarm.deviceLinked', ...audited(alarm), changes: { deviceId: [null, deviceId] } })
    await tellNews({ ...write, db: write.systemDb }, alarm, 'deviceLinked')
  }
  return linked
}

/** A device moves to another project: its open alarms stay where they arose, and what it reports next is a new fire. Part of the write that moves it. */
export const leaveAlarmsBehind = (write: Write, deviceId: number): Promise<void> => leavePoint(write.systemDb, `d${deviceId}`)
