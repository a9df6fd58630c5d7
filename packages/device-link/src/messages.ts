import Type from 'typebox'
import { maxChunkBytes, maxCodeLength, maxFormatLength, maxReportCodeLength } from './constants.ts'

// Objects stay open: a newer gateway may send more than we know, and a fire report is never rejected for an extra key.

const Code = Type.String({ minLength: 1, maxLength: maxCodeLength })
/** Increases with every message of one `boot`. */
const Seq = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
/** A new random value each time the counter restarts. Simple gateways leave it out. */
const Boot = Type.String({ minLength: 1, maxLength: maxCodeLength })
/**
 * The device's clock, ISO 8601. Stored and shown, never trusted. A text that is not a date is stored as unknown, because a wrong
 * clock must not cost an alarm.
 */
const DeviceTime = Type.String({ maxLength: 40 })
const Values = Type.Record(Type.String(), Type.Union([Type.Number(), Type.String(), Type.Boolean(), Type.Null()]))

/** One report of one device. Without `device`, or with null, the gateway reports about itself. */
export const ReportItem = Type.Object({
  device: Type.Optional(Type.Union([Code, Type.Null()])),
  code: Type.String({ minLength: 1, maxLength: maxReportCodeLength }),
  format: Type.String({ minLength: 1, maxLength: maxFormatLength }),
  time: Type.Optional(DeviceTime),
  values: Type.Optional(Values),
})
export type ReportItem = Type.Static<typeof ReportItem>

/**
 * Payload of `report` as a gateway should send it, over MQTT and HTTP alike. Much more is accepted: see `decodeReportMessage`.
 */
export const ReportMessage = Type.Object({
  boot: Type.Optional(Boot),
  seq: Type.Optional(Seq),
  time: Type.Optional(DeviceTime),
  reports: Type.Array(ReportItem),
})
export type ReportMessage = Type.Static<typeof ReportMessage>

/** Payload of `heartbeat`. `signal` in dBm. */
export const HeartbeatMessage = Type.Object({
  boot: Type.Optional(Boot),
  seq: Type.Optional(Seq),
  time: Type.Optional(DeviceTime),
  ip: Type.Optional(Type.String({ maxLength: 64 })),
  port: Type.Optional(Type.Integer({ minimum: 0, maximum: 65535 })),
  signal: Type.Optional(Type.Number()),
  firmware: Type.Optional(Type.String({ maxLength: 32 })),
})
export type HeartbeatMessage = Type.Static<typeof HeartbeatMessage>

/** Payload of `command`. Must not be executed after `expires` (ISO 8601). */
export const CommandMessage = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64 }),
  device: Type.Optional(Code),
  /** What the gateway calls the device, if that is not its code. */
  communicationCode: Type.Optional(Code),
  command: Type.String({ minLength: 1, maxLength: 64 }),
  params: Type.Optional(Values),
  expires: Type.Optional(DeviceTime),
})
export type CommandMessage = Type.Static<typeof CommandMessage>

/** Payload of `command/reply`. */
export const CommandReplyMessage = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64 }),
  result: Type.Union([Type.Literal('ok'), Type.Literal('refused'), Type.Literal('failed')]),
  message: Type.Optional(Type.String({ maxLength: 1000 })),
  values: Type.Optional(Values),
})
export type CommandReplyMessage = Type.Static<typeof CommandReplyMessage>

/** Null or left out: the gateway itself. */
const OptionalDevice = Type.Optional(Type.Union([Code, Type.Null()]))
const OfferId = Type.String({ minLength: 1, maxLength: 64 })
const Version = Type.String({ minLength: 1, maxLength: 32 })

/**
 * Payload of `upgrade`: one step to install. `task` identifies the step, also when it is sent again: a step is installed only
 * once. `size` in bytes, `sha256` as 64 hexadecimal digits. A `url` without a host refers to the server that the gateway already
 * uses. `signature` (base64) is over `firmwareText`, with the key whose id is `key`. `from`: the version that must be installed
 * before. `chunk`: the largest piece sent over MQTT, in bytes.
 */
export const UpgradeMessage = Type.Object({
  task: OfferId,
  device: OptionalDevice,
  version: Version,
  from: Type.Optional(Type.Union([Version, Type.Null()])),
  url: Type.String({ minLength: 1, maxLength: 2000 }),
  size: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  signature: Type.Optional(Type.String({ maxLength: 200 })),
  key: Type.Optional(Type.String({ maxLength: 64 })),
  model: Type.Optional(Type.String({ maxLength: 64 })),
  hardware: Type.Optional(Type.String({ maxLength: 32 })),
  method: Type.Optional(Type.String({ maxLength: 16 })),
  expires: Type.Optional(DeviceTime),
  chunk: Type.Optional(Type.Integer({ minimum: 0 })),
})
export type UpgradeMessage = Type.Static<typeof UpgradeMessage>

/** The stages of an upgrade on a device, in this order unless it fails. */
export const upgradeStates = ['downloading', 'verifying', 'installing', 'succeeded', 'failed'] as const
export type UpgradeState = (typeof upgradeStates)[number]

/** Payload of `upgrade/progress`. */
export const UpgradeProgressMessage = Type.Object({
  task: OfferId,
  device: OptionalDevice,
  state: Type.Enum(upgradeStates),
  percent: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
  error: Type.Optional(Type.Union([Type.String({ maxLength: 1000 }), Type.Null()])),
})
export type UpgradeProgressMessage = Type.Static<typeof UpgradeProgressMessage>

/**
 * Payload of `upgrade/ask`: reports what is installed and asks for work. `battery` in percent, `signal` in dBm. Each field may be
 * left out, and unknown fields beside them are ignored; an object that only has unknown fields is rejected (codec.ts).
 */
export const UpgradeAskMessage = Type.Object({
  device: OptionalDevice,
  firmware: Type.Optional(Type.String({ maxLength: 200 })),
  hardware: Type.Optional(Type.String({ maxLength: 200 })),
  battery: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
  signal: Type.Optional(Type.Number({ minimum: -1000, maximum: 1000 })),
})
export type UpgradeAskMessage = Type.Static<typeof UpgradeAskMessage>

/** Payload of `upgrade/chunk/get`: asks for a piece of the file of an open step, for gateways without HTTP. */
export const UpgradeChunkRequest = Type.Object({
  task: OfferId,
  device: OptionalDevice,
  offset: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  length: Type.Integer({ minimum: 1, maximum: maxChunkBytes }),
})
export type UpgradeChunkRequest = Type.Static<typeof UpgradeChunkRequest>

/** Payload of `upgrade/chunk`. `data` in base64; `more`: further pieces follow. */
export const UpgradeChunkMessage = Type.Object({
  task: OfferId,
  offset: Type.Integer({ minimum: 0 }),
  total: Type.Integer({ minimum: 0 }),
  data: Type.String({ maxLength: 2 * maxChunkBytes }),
  more: Type.Boolean(),
})
export type UpgradeChunkMessage = Type.Static<typeof UpgradeChunkMessage>
