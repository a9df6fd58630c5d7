import { EMBERWATCH } from '@emberwatch/device-link'
import { idOf, STRANGER_ID } from './directory.ts'
import type { GatewayEntry } from './directory.ts'
import { ownerOf, pointOf } from './inbound.ts'
import type { Inbound, ReportRow } from './inbound.ts'
import type { OwnFault } from './meanings.ts'
import type { AlarmChange } from './alarm-change.ts'
import type { FaultChange } from './write-faults.ts'

/** The conditions that a message begins or ends, in the order of its reports. */
export interface Conditions {
  alarms: AlarmChange[]
  faults: FaultChange[]
}

/** The conditions of a message. `reportIds`: the ids that reports will have, for the alarms that point at them. */
export function conditionsOf(item: Inbound, reportIds: ReadonlyMap<ReportRow, number> = new Map()): Conditions {
  const { gateway } = item
  const conditions: Conditions = { alarms: [], faults: [] }
  if (gateway === undefined) return conditions
  for (const row of item.rows) {
    const { meaning, device, deviceCode } = row
    if (meaning === undefined) continue
    const { format, code, notify } = meaning
    const change = {
      point: pointOf(gateway.id, device, deviceCode),
      action: meaning.type === 'restore' ? 'restore' : 'raise',
      at: item.receivedAt,
      owner: ownerOf(gateway, row),
      format,
      code,
    } as const
    if (meaning.alarm !== null && (meaning.type === 'alarm' || meaning.type === 'restore')) {
      const { alarm: type } = meaning
      const reportId = reportIds.get(row) ?? null
      const { decodedAt } = item
      const { deviceTime } = row
      conditions.alarms.push({
        ...change,
        typeId: type.id,
        type,
        gateway,
        device,
        deviceCode,
        deviceTime,
        decodedAt,
        reportId,
        notify,
      })
    }
    if (meaning.faultTypeId !== null) {
      conditions.faults.push({
        ...change,
        typeId: meaning.faultTypeId,
        gatewayId: idOf(gateway),
        deviceId: device?.id ?? null,
        name: device?.name ?? deviceCode ?? gateway.name,
      })
    }
  }
  return conditions
}

const ownCodes: Readonly<Record<OwnFault, string>> = {
  offline: 'offline',
  unreadable: 'unreadable',
  numbersRestarted: 'numbers_restarted',
  unknownCode: 'unknown_code',
}

/** A fault of the gateway itself that we found. */
export function ownFault(fault: OwnFault, typeId: number, gateway: GatewayEntry, at: Date): FaultChange {
  return {
    point: pointOf(gateway.id, null, gateway.id === STRANGER_ID ? gateway.code : null),
    typeId,
    action: 'raise',
    at,
    owner: gateway,
    gatewayId: idOf(gateway),
    deviceId: null,
    name: gateway.name,
    format: EMBERWATCH,
    code: ownCodes[fault],
  }
}

/** Whether a message begins or ends something that people must know of at once. */
export function isUrgent(rows: readonly ReportRow[]): boolean {
  return rows.some(({ meaning }) => meaning !== undefined && (meaning.alarm !== null || meaning.faultTypeId !== null))
}

/** Our own word for a gateway that is gone, as a Will says it: no sign of life. */
export function saysOffline({ meaning, device, deviceCode }: ReportRow): boolean {
  return meaning?.format === EMBERWATCH && meaning.code === 'offline' && device === null && deviceCode === null
}
