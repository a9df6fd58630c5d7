import type { EnumValue } from '../../../enums.ts'
import {
  base64,
  day,
  fileRef,
  id,
  input,
  nullable,
  oneOf,
  optional,
  pageInput,
  ref,
  ruled,
  text,
  tracked,
  Type,
  version,
  type Static,
} from '../../../kernel/schema.ts'

export const deviceSeriesRow = Type.Object({
  id: id(),
  code: Type.String(),
  name: Type.String(),
  category: oneOf('deviceCategory'),
  network: oneOf('network'),
  image: nullable(Type.String()),
  manufacturer: Type.String(),
  certificateNo: nullable(Type.String()),
  certificateExpires: nullable(day()),
  serviceYears: nullable(Type.Integer()),
  enabled: Type.Boolean(),
  models: Type.Integer(),
  ...tracked,
})
export type DeviceSeriesRow = Static<typeof deviceSeriesRow>

export const deviceSeriesPageInput = pageInput(
  { category: optional(oneOf('deviceCategory')), network: optional(oneOf('network')), enabled: optional(Type.Boolean()) },
  ['code', 'name', 'createdAt', 'updatedAt'],
)

const seriesFields = {
  name: text(60),
  code: ruled('orgCode'),
  category: oneOf('deviceCategory'),
  network: oneOf('network'),
  image: optional(fileRef()),
  manufacturer: optional(text(80)),
  certificateNo: optional(text(60)),
  certificateExpires: optional(day()),
  serviceYears: optional(Type.Integer({ minimum: 1, maximum: 50 })),
}
export const deviceSeriesCreateInput = input(seriesFields)
export const deviceSeriesUpdateInput = input({ id: ref('device_series'), version: version(), ...seriesFields })

export const deviceModelRow = Type.Object({
  id: id(),
  code: Type.String(),
  name: Type.String(),
  seriesId: id(),
  seriesName: Type.String(),
  network: oneOf('network'),
  isGateway: Type.Boolean(),
  protocol: oneOf('modelProtocol'),
  codecVersion: nullable(Type.String()),
  heartbeatS: Type.Integer(),
  offlineAfterS: Type.Integer(),
  supervision: oneOf('supervision'),
  lowBatteryPercent: Type.Integer(),
  batteryType: nullable(Type.String()),
  testMethod: nullable(Type.String()),
  manualFile: nullable(Type.String()),
  /** The raw Ed25519 public key of the firmware maker. */
  makerKey: nullable(Type.String()),
  resendUnanswered: Type.Boolean(),
  enabled: Type.Boolean(),
  /** Registered devices and gateways of this model, those in stock as well. */
  installed: Type.Integer(),
  commands: Type.Integer(),
  ...tracked,
})
export type DeviceModelRow = Static<typeof deviceModelRow>

export const deviceModelPageInput = pageInput(
  {
    seriesId: optional(ref('device_series')),
    isGateway: optional(Type.Boolean()),
    protocol: optional(oneOf('modelProtocol')),
    enabled: optional(Type.Boolean()),
  },
  ['code', 'name', 'createdAt', 'updatedAt'],
)

const seconds = (most: number) => Type.Integer({ minimum: 5, maximum: most })
const modelFields = {
  name: text(60),
  code: ruled('orgCode'),
  seriesId: ref('device_series'),
  /** One of `receivedProtocols`. A model may keep another that it already has. */
  protocol: oneOf('modelProtocol'),
  codecVersion: optional(text(20)),
  /** Default: `heartbeat`, which is the only one for gateways. */
  supervision: optional(oneOf('supervision')),
  heartbeatS: seconds(86_400),
  /** Seconds of silence after which it is offline. Default: three heartbeats. */
  offlineAfterS: optional(seconds(604_800)),
  lowBatteryPercent: Type.Integer({ minimum: 1, maximum: 90 }),
  batteryType: optional(text(40)),
  testMethod: optional(text(500)),
  manualFile: optional(fileRef()),
  makerKey: optional(base64(32)),
  /** Whether a delivered but unanswered command may be sent again. Only for devices that carry out an id once. */
  resendUnanswered: optional(Type.Boolean()),
}
export const deviceModelCreateInput = input({ ...modelFields, isGateway: optional(Type.Boolean()) })
export const deviceModelUpdateInput = input({ id: ref('device_model'), version: version(), ...modelFields })

/** Heartbeats that may be missed before a device counts as offline (domain.md). */
export const missedHeartbeats = 3

/** The protocols over which this version receives reports. */
export const receivedProtocols = ['mqtt', 'http', 'gb26875', 'siaDc09'] as const satisfies readonly EnumValue<'modelProtocol'>[]
