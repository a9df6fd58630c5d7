import { sql } from 'kysely'
import type { Write } from '../../../platform/transact.ts'
import { linkDeviceAlarms } from '../../alarms/alarm/lifecycle/link-device.ts'
import { linkDeviceFaults } from '../../alarms/fault/lifecycle/link-device-faults.ts'

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
