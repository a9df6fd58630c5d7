import { randomBytes } from 'node:crypto'
import { emberwatch, unreadableCode } from '@emberwatch/device-link'
import type { AlarmSignal } from '../../alarms/alarm/lifecycle/alarm-signal.ts'
import { devicePoint, gatewayPoint, type Signal } from '../../alarms/signal/signal.ts'
import { gatewayIdOf, unknownGatewayId, type GatewayEntry } from './gateway-cache.ts'
import { rowOwner, type InboundMessage, type ReportRow } from './inbound-message.ts'
import type { DetectedFault } from './report-code-table.ts'

/** A signal of an alarm, with the message that reported it. */
export interface ReportedAlarm extends AlarmSignal {
  readonly message: InboundMessage
}

/** What a message raises or restores, in report order. */
export interface Signals {
  alarms: ReportedAlarm[]
  readonly faults: Signal[]
}

/** The signals of a message. `reportIds`: the ids reserved for reports that an alarm refers to. */
export const signalsOf = (item: InboundMessage, reportIds: ReadonlyMap<ReportRow, number> = new Map()): Signals => {
  const { gateway } = item
  const signals: Signals = { alarms: [], faults: [] }
  if (gateway === undefined) return signals
  for (const row of item.rows) {
    const { meaning, device, deviceCode } = row
    if (meaning === undefined) continue
    const { format, code, notify, mergeWindowS } = meaning
    const owner = rowOwner(gateway, row)
    const signal = {
      point: item.triedBy === undefined ? pointOf(gateway, row) : testPoint(item.receivedAt),
      action: meaning.type === 'restore' ? 'restore' : 'raise',
      at: item.receivedAt,
      owner,
      gatewayId: gatewayIdOf(gateway),
      deviceId: device?.id ?? null,
      name: device?.name ?? deviceCode ?? gateway.name,
      format,
      code,
    } as const
    if (meaning.alarm !== null && (meaning.type === 'alarm' || meaning.type === 'restore')) {
      signals.alarms.push({
        ...signal,
        typeId: meaning.alarm.id,
        type: meaning.alarm,
        owner,
        deviceCode: device?.code ?? deviceCode,
        deviceName: device?.name ?? null,
        roomNumber: device?.roomNumber ?? null,
        deviceTime: row.deviceTime,
        decodedAt: item.decodedAt,
        reportId: reportIds.get(row) ?? null,
        message: item,
        notify,
        mergeWindowS,
        // What nothing ends may have happened again. Another unreadable message may come from another fire, whatever ends it.
        eachIsNew: !meaning.hasRestore || (meaning.format === emberwatch && meaning.code === unreadableCode),
        triedBy: item.triedBy ?? null,
      })
    }
    if (meaning.faultTypeId !== null) signals.faults.push({ ...signal, typeId: meaning.faultTypeId })
  }
  return signals
}

const pointOf = ({ id }: GatewayEntry, { device, deviceCode }: ReportRow): string =>
  device === null ? gatewayPoint(id, deviceCode) : devicePoint(device.id)

/** A test alarm of a person must never meet a real one, nor another test. */
const testPoint = (at: Date): string => `test ${at.toISOString()} ${randomBytes(6).toString('base64url')}`

const faultCodes: Readonly<Record<DetectedFault, string>> = {
  offline: 'offline',
  unreadable: 'unreadable',
  numbersRestarted: 'numbers_restarted',
  unknownCode: 'unknown_code',
}

/** A fault of the gateway itself that ingest detected. */
export const detectedFault = (fault: DetectedFault, typeId: number, gateway: GatewayEntry, at: Date): Signal => {
  return {
    point: gatewayPoint(gateway.id, gateway.id === unknownGatewayId ? gateway.code : null),
    typeId,
    action: 'raise',
    at,
    owner: gateway,
    gatewayId: gatewayIdOf(gateway),
    deviceId: null,
    name: gateway.name,
    format: emberwatch,
    code: faultCodes[fault],
  }
}

/** Whether a message raises or restores anything that people must know about immediately. */
export const isUrgent = (rows: readonly ReportRow[]): boolean => {
  return rows.some(({ meaning }) => meaning !== undefined && (meaning.alarm !== null || meaning.faultTypeId !== null))
}

/** Whether a message raises or restores an alarm. It is stored before thousands of messages about lost gateways. */
export const isAboutAlarm = (rows: readonly ReportRow[]): boolean => {
  return rows.some(({ meaning }) => meaning !== undefined && meaning.alarm !== null)
}

/** Our own code for a lost gateway, sent as its Will. Not a sign of life. If the device could not be read, it is about some device. */
export const isOfflineReport = ({ meaning, device, deviceCode, problem }: ReportRow): boolean => {
  const isItself = device === null && deviceCode === null && problem?.split(' ').includes('device') !== true
  return meaning?.format === emberwatch && meaning.code === 'offline' && isItself
}
