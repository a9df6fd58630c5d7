import { randomBytes } from 'node:crypto'
import { EMBERWATCH, UNREADABLE_CODE } from '@emberwatch/device-link'
import { gatewayIdOf, UNKNOWN_GATEWAY_ID } from './gateway-cache.ts'
import type { GatewayEntry } from './gateway-cache.ts'
import { rowOwner, pointOf } from './inbound-message.ts'
import type { InboundMessage, ReportRow } from './inbound-message.ts'
import type { DetectedFault } from './report-code-table.ts'
import type { AlarmChange } from './alarm-change.ts'
import type { FaultChange } from './write-faults.ts'

/** The conditions that a message raises or restores, in report order. */
export interface Conditions {
  alarms: AlarmChange[]
  faults: FaultChange[]
}

/** The conditions of a message. `reportIds`: the ids reserved for reports that an alarm refers to. */
export function conditionsOf(item: InboundMessage, reportIds: ReadonlyMap<ReportRow, number> = new Map()): Conditions {
  const { gateway } = item
  const conditions: Conditions = { alarms: [], faults: [] }
  if (gateway === undefined) return conditions
  for (const row of item.rows) {
    const { meaning, device, deviceCode } = row
    if (meaning === undefined) continue
    const { format, code, notify, mergeWindowS } = meaning
    const change = {
      point: item.triedBy === undefined ? pointOf(gateway.id, device, deviceCode) : testPoint(item.receivedAt),
      action: meaning.type === 'restore' ? 'restore' : 'raise',
      at: item.receivedAt,
      owner: rowOwner(gateway, row),
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
        deviceCode: device?.code ?? deviceCode,
        deviceTime,
        decodedAt,
        reportId,
        message: item,
        notify,
        mergeWindowS,
        // Another unreadable message may come from another fire.
        eachIsNew: meaning.format === EMBERWATCH && meaning.code === UNREADABLE_CODE,
      })
    }
    if (meaning.faultTypeId !== null) {
      conditions.faults.push({
        ...change,
        typeId: meaning.faultTypeId,
        gatewayId: gatewayIdOf(gateway),
        deviceId: device?.id ?? null,
        name: device?.name ?? deviceCode ?? gateway.name,
      })
    }
  }
  return conditions
}

/** A test alarm of a person must never meet a real one, nor another test. */
const testPoint = (at: Date): string => `test ${at.toISOString()} ${randomBytes(6).toString('base64url')}`

const faultCodes: Readonly<Record<DetectedFault, string>> = {
  offline: 'offline',
  unreadable: 'unreadable',
  numbersRestarted: 'numbers_restarted',
  unknownCode: 'unknown_code',
}

/** A fault of the gateway itself that ingest detected. */
export function detectedFault(fault: DetectedFault, typeId: number, gateway: GatewayEntry, at: Date): FaultChange {
  return {
    point: pointOf(gateway.id, null, gateway.id === UNKNOWN_GATEWAY_ID ? gateway.code : null),
    typeId,
    action: 'raise',
    at,
    owner: gateway,
    gatewayId: gatewayIdOf(gateway),
    deviceId: null,
    name: gateway.name,
    format: EMBERWATCH,
    code: faultCodes[fault],
  }
}

/** Whether a message raises or restores anything that people must know about immediately. */
export function isUrgent(rows: readonly ReportRow[]): boolean {
  return rows.some(({ meaning }) => meaning !== undefined && (meaning.alarm !== null || meaning.faultTypeId !== null))
}

/** Whether a message raises or restores an alarm. It is stored before thousands of messages about lost gateways. */
export function isAboutAlarm(rows: readonly ReportRow[]): boolean {
  return rows.some(({ meaning }) => meaning !== undefined && meaning.alarm !== null)
}

/** Our own code for a lost gateway, sent as its Will. Not a sign of life. If the device could not be read, it is about some device. */
export function isOfflineReport({ meaning, device, deviceCode, problem }: ReportRow): boolean {
  const isItself = device === null && deviceCode === null && problem?.split(' ').includes('device') !== true
  return meaning?.format === EMBERWATCH && meaning.code === 'offline' && isItself
}
