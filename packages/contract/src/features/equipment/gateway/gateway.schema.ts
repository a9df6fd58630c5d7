import {
  day,
  id,
  input,
  instant,
  nullable,
  oneOf,
  optional,
  pageInput,
  ref,
  refs,
  ruled,
  text,
  tracked,
  Type,
  version,
  type Static,
} from '../../../kernel/schema.ts'
import { originFields, originRow } from '../device/device.schema.ts'
import type { LinkProtocolName } from './link-address.ts'

export const gatewayRow = Type.Object({
  id: id(),
  code: Type.String(),
  communicationCode: nullable(Type.String()),
  name: Type.String(),
  modelId: id(),
  modelName: Type.String(),
  /** The protocol of its model. */
  protocol: oneOf('modelProtocol'),
  companyId: id(),
  companyName: Type.String(),
  projectId: nullable(id()),
  projectName: nullable(Type.String()),
  /** The project's time zone, or the company's if there is no project. */
  timeZone: Type.String(),
  /** The first that applies of disabled, not activated, offline, online. */
  status: oneOf('gatewayStatus'),
  enabled: Type.Boolean(),
  disabledReason: nullable(Type.String()),
  activatedAt: nullable(instant()),
  online: Type.Boolean(),
  lastSeenAt: nullable(instant()),
  /** Heartbeat interval of its model, in seconds. */
  heartbeatS: Type.Integer(),
  ip: nullable(Type.String()),
  port: nullable(Type.Integer()),
  signal: nullable(Type.Integer()),
  firmware: nullable(Type.String()),
  /** The hardware revision that it reported. */
  hardware: nullable(Type.String()),
  iccid: nullable(Type.String()),
  simExpires: nullable(Type.String()),
  ...originRow,
  boundAt: nullable(instant()),
  malformedCount: Type.Integer(),
  /** Number of devices behind it, and how many of them are offline, low on power, or have an open alarm or fault. */
  devices: Type.Integer(),
  abnormalDevices: Type.Integer(),
  /** Open alarms and faults of the gateway and of everything behind it. */
  openAlarms: Type.Integer(),
  openFaults: Type.Integer(),
  ...tracked,
})
export type GatewayRow = Static<typeof gatewayRow>

export const gatewayDetail = Type.Object({
  ...gatewayRow.properties,
  /** Addresses and networks that its link may come from. Empty: any. */
  allowedSources: Type.Array(Type.String()),
  /** What it sends must be encrypted with its key, which nobody can read again. */
  hasLinkKey: Type.Boolean(),
  /** Seconds of silence after which it is offline. */
  offlineAfterS: Type.Integer(),
  customerId: nullable(id()),
  customerName: nullable(Type.String()),
  projectStopped: Type.Boolean(),
  /** When and why it was last refused, if nothing was received from it since. */
  refusedAt: nullable(instant()),
  refusedReason: nullable(oneOf('signInRefusal')),
  /** On test now, alone or with its project: its reports are stored and marked, and call nobody. */
  onTest: Type.Boolean(),
})
export type GatewayDetail = Static<typeof gatewayDetail>

export const gatewayPageInput = pageInput(
  {
    modelId: optional(ref('device_model')),
    protocol: optional(oneOf('modelProtocol')),
    online: optional(Type.Boolean()),
    activated: optional(Type.Boolean()),
    /** Its heartbeat is overdue. */
    heartbeatOverdue: optional(Type.Boolean()),
    projectId: optional(ref('project')),
    /** Belongs to a project. */
    bound: optional(Type.Boolean()),
    enabled: optional(Type.Boolean()),
    firmware: optional(text(40)),
    companyId: optional(ref('company')),
  },
  ['code', 'createdAt', 'lastSeenAt'],
)

const ownFields = {
  modelId: ref('device_model'),
  /** Default: the gateway's code. Required if the model's protocol is one of those with addresses: then it is the address of the transmitter. */
  communicationCode: optional(text(40)),
  ...originFields,
  iccid: optional(text(22)),
  simExpires: optional(day()),
}

/** Without a project it goes into the stock of the company; default: the caller's own. */
export const gatewayCreateInput = input({
  code: ruled('deviceCode'),
  name: text(80),
  ...ownFields,
  projectId: optional(ref('project')),
  companyId: optional(ref('company')),
})
export const gatewayUpdateInput = input({
  id: ref('gateway'),
  version: version(),
  name: text(80),
  ...ownFields,
  /** Addresses and networks (`10.0.0.0/8`) that its link may come from. Default: any. Only for gateways without a secret. */
  allowedSources: optional(Type.Array(text(50), { maxItems: 50, uniqueItems: true })),
})
/** Disabling requires a reason, which is shown to everybody who sees the gateway. */
export const gatewaySetEnabledInput = input({ id: ref('gateway'), enabled: Type.Boolean(), reason: optional(text(200)) })
export const gatewayBindInput = input({ ids: refs('gateway'), projectId: ref('project') })
export const gatewayUnbindInput = input({ ids: refs('gateway') })
/** Without a key: it has none any more. The key is never answered. */
export const gatewaySetLinkKeyInput = input({ id: ref('gateway'), linkKey: optional(ruled('linkKey')) })
export const gatewayIdInput = input({ id: ref('gateway') })

/** What the installer enters in the gateway. The secret is shown only this once. */
export const gatewaySecret = Type.Object({
  id: id(),
  code: Type.String(),
  /** Null: it has none, because it is known by its address. */
  secret: nullable(Type.String()),
  /** Its protocol and address (`gb26875:140`). Null for gateways with a secret. */
  linkAddress: nullable(Type.String()),
})
export type GatewaySecret = Static<typeof gatewaySecret>

/** Where gateways connect. Null: not offered; a null host means that of the console. */
export const gatewayConnection = Type.Object({
  host: nullable(Type.String()),
  port: nullable(Type.Integer()),
  tlsPort: nullable(Type.Integer()),
  /** Where transmitters connect, by protocol: on the host of the console. */
  linkPorts: Type.Object({
    gb26875: nullable(Type.Integer()),
    siaDc09: nullable(Type.Integer()),
  } satisfies Record<LinkProtocolName, unknown>),
})
export type GatewayConnection = Static<typeof gatewayConnection>

export const gatewayFindInput = input({ code: ruled('deviceCode') })
/** What the caller may know about a code. */
export const gatewayFound = Type.Object({
  id: nullable(id()),
  modelId: nullable(id()),
  name: nullable(Type.String()),
  communicationCode: nullable(Type.String()),
  projectId: nullable(id()),
  projectName: nullable(Type.String()),
  activatedAt: nullable(instant()),
})
/** Registers a gateway on site: a new one, or one from stock, which then gets a new secret. */
export const gatewayRegisterInput = input({
  code: ruled('deviceCode'),
  modelId: ref('device_model'),
  projectId: ref('project'),
  name: optional(text(80)),
  /** As in `gatewayCreateInput`. Default for one from stock: the one it has. */
  communicationCode: optional(text(40)),
})

/** Gateway models for a drop-down; the QR code of a label gives the model's code. */
export const gatewayModels = Type.Array(
  Type.Object({ value: id(), label: Type.String(), code: Type.String(), protocol: oneOf('modelProtocol') }),
)

/** What is printed on a label. */
export const gatewayLabels = Type.Array(
  Type.Object({
    id: id(),
    code: Type.String(),
    name: Type.String(),
    modelName: Type.String(),
    modelCode: Type.String(),
    projectName: nullable(Type.String()),
  }),
)

export const gatewayDevicePageInput = pageInput({ gatewayId: ref('gateway') }, ['code'])
export const gatewayDeviceRow = Type.Object({
  id: id(),
  code: Type.String(),
  name: Type.String(),
  /** The first that applies of alarm, fault, low power, offline, online. */
  status: oneOf('deviceStatus'),
  modelName: Type.String(),
  roomNumber: nullable(Type.String()),
  battery: nullable(Type.Integer()),
  signal: nullable(Type.Integer()),
  lastSeenAt: nullable(instant()),
})

const { keyword: _keyword, ...outageFilters } = pageInput({ gatewayId: ref('gateway') }, ['at']).properties
/** No keyword: there is nothing to search. */
export const gatewayOutagePageInput = input(outageFilters)
/** A time during which nothing was received from the gateway. */
export const gatewayOutageRow = Type.Object({
  id: id(),
  /** Nothing was received since then, as far as the system could receive. */
  at: instant(),
  /** When the system noticed. */
  noticedAt: instant(),
  /** Null: it is still offline. */
  until: nullable(instant()),
  cause: oneOf('gatewayLinkCause'),
})
export type GatewayOutageRow = Static<typeof gatewayOutageRow>

const percent = nullable(Type.Number())
/** Share of the time that the gateway was online. Null: nothing is known about that time. */
export const gatewayAvailability = Type.Object({
  day: percent,
  week: percent,
  month: percent,
  /** When the record of its connection begins. */
  since: nullable(instant()),
  /** Each of the last 30 days, in the site's time zone. */
  days: Type.Array(Type.Object({ day: Type.String(), percent, outages: Type.Integer() })),
})
export type GatewayAvailability = Static<typeof gatewayAvailability>

export const gatewayMessagePageInput = pageInput({ gatewayId: ref('gateway'), result: optional(text(40)) }, ['at'])

/** What a gateway sent that could not be read or matched, by kind. */
export const gatewayBadInput = Type.Object({
  malformedCount: Type.Integer(),
  list: Type.Array(
    Type.Object({
      id: id(),
      kind: oneOf('unknownReportKind'),
      /** The device code, the format and code, or the reason. */
      key: Type.String(),
      count: Type.Integer(),
      mayBeAlarm: Type.Boolean(),
      firstAt: instant(),
      lastAt: instant(),
      handledAt: nullable(instant()),
    }),
  ),
})

export const gatewayPresetRow = Type.Object({
  id: id(),
  code: Type.String(),
  name: Type.String(),
  modelId: id(),
  modelName: Type.String(),
  companyId: id(),
  companyName: Type.String(),
  ...originRow,
  communicationCode: nullable(Type.String()),
  /** It has been in a project before, or has connected. */
  used: Type.Boolean(),
  activatedAt: nullable(instant()),
  stockedAt: instant(),
  ...tracked,
})
export type GatewayPresetRow = Static<typeof gatewayPresetRow>

export const gatewayPresetPageInput = pageInput(
  {
    modelId: optional(ref('device_model')),
    batch: optional(text(40)),
    box: optional(text(40)),
    pallet: optional(text(40)),
    companyId: optional(ref('company')),
    activated: optional(Type.Boolean()),
  },
  ['code', 'stockedAt'],
)
/** Default name: its code. */
export const gatewayPresetCreateInput = input({
  code: ruled('deviceCode'),
  ...ownFields,
  name: optional(text(80)),
  companyId: optional(ref('company')),
})
