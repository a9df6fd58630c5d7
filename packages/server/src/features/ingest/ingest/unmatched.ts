import type { ReceivedReport } from '@emberwatch/device-link'
import type { BrokerMessage } from '../../../platform/broker/broker.ts'
import { unknownGatewayId, type DeviceEntry, type GatewayEntry } from './gateway-cache.ts'
import type { ReportRow, UnknownEntry } from './inbound-message.ts'
import { payloadHead, toStorableText } from './storable-text.ts'

type Device = DeviceEntry | 'unknown' | 'foreign' | null

export const emptyEntry = { deviceId: null, deviceCode: null, format: null, code: null, mayBeAlarm: true } as const

export const unknownGatewayEntry = (message: BrokerMessage, gateway: GatewayEntry | undefined): UnknownEntry[] => {
  if (gateway?.id !== unknownGatewayId) return []
  return [{ ...emptyEntry, kind: 'unknownGateway', key: message.frame?.listedAs ?? gateway.code, report: payloadHead(message) }]
}

/** What could not be matched in a report: its device, or else its code. */
export const entryOf = (item: ReceivedReport, row: ReportRow, device: Device): UnknownEntry | undefined => {
  const { meaning, deviceCode, format, code } = row
  const isCodeUnknown = meaning === undefined || meaning.type === null
  const isDeviceUnknown = device === 'unknown' || device === 'foreign'
  if (!isCodeUnknown && !isDeviceUnknown) return undefined
  const mayBeAlarm = meaning?.type === null || meaning?.type === 'alarm'
  const entry = {
    deviceId: row.device?.id ?? null,
    deviceCode,
    format,
    code,
    mayBeAlarm,
    report: toStorableText(JSON.stringify({ ...item, time: undefined })),
  }
  if (isDeviceUnknown) return { ...entry, kind: device === 'foreign' ? 'foreignDevice' : 'unknownDevice', key: deviceCode ?? '' }
  return { ...entry, kind: 'unknownCode', key: `${format ?? ''} ${code}`.trim() }
}
