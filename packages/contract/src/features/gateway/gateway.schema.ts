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
} from '../../kernel/schema.ts'
import { originFields, originRow } from '../device/device.schema.ts'

export const gatewayRow = Type.Object({
  id: id(),
  code: Type.String(),
  communicationCode: nullable(Type.String()),
  name: Type.String(),
  modelId: id(),
  modelName: Type.String(),
  /** How its model speaks to us. */
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
  /** How often its model says something, in seconds. */
  heartbeatS: Type.Integer(),
  ip: nullable(Type.String()),
  port: nullable(Type.Integer()),
  signal: nullable(Type.Integer()),
  firmware: nullable(Type.String()),
  /** The revision of its hardware, as it told it. */
  hardware: nullable(Type.String()),
  iccid: nullable(Type.String()),
  simExpires: nullable(Type.String()),
  ...originRow,
  boundAt: nullable(instant()),
  malformedCount: Type.Integer(),
  /** Devices behind it, and how many of them are offline, low on power, or have an open alarm or fault. */
  devices: Type.Integer(),
  abnormalDevices: Type.Integer(),
  /** Of the gateway and of everything behind it. */
  openAlarms: Type.Integer(),
  openFaults: Type.Integer(),
  ...tracked,
})
export type GatewayRow = Static<typeof gatewayRow>

export const gatewayDetail = Type.Object({
  ...gatewayRow.properties,
  /** It is taken offline after this many seconds of silence. */
  offlineAfterS: Type.Integer(),
  customerId: nullable(id()),
  customerName: nullable(Type.String()),
  projectStopped: Type.Boolean(),
  /** It is on test now, alone or with its project: what it reports is stored, marked, and calls nobody. */
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
  /** Left out: the gateway's code. */
  communicationCode: optional(text(40)),
  ...originFields,
  iccid: optional(text(22)),
  simExpires: optional(day()),
}

/** Without a project it is stock of the company, or of one's own if that is left out as well. */
export const gatewayCreateInput = input({
  code: ruled('deviceCode'),
  name: text(80),
  ...ownFields,
  projectId: optional(ref('project')),
  companyId: optional(ref('company')),
})
export const gatewayUpdateInput = input({ id: ref('gateway'), version: version(), name: text(80), ...ownFields })
/** Disabling asks for a reason, which is shown to everybody who sees the gateway. */
export const gatewayForbiddenInput = input({ id: ref('gateway'), enabled: Type.Boolean(), reason: optional(text(200)) })
export const gatewayBindInput = input({ ids: refs('gateway'), projectId: ref('project') })
export const gatewayUnbindInput = input({ ids: refs('gateway') })
export const gatewayIdInput = input({ id: ref('gateway') })

/** What the person who installs it types into the gateway. The secret is shown this once. */
export const gatewaySecret = Type.Object({ id: id(), code: Type.String(), secret: Type.String() })
export type GatewaySecret = Static<typeof gatewaySecret>

/** Where gateways connect. Null: not offered. The host is the console's own if this names none. */
export const gatewayConnection = Type.Object({
  host: nullable(Type.String()),
  port: nullable(Type.Integer()),
  tlsPort: nullable(Type.Integer()),
})
export type GatewayConnection = Static<typeof gatewayConnection>

export const gatewayFindInput = input({ code: ruled('deviceCode') })
/** What is known of a code, as far as the caller may see it. */
export const gatewayFound = Type.Object({
  id: nullable(id()),
  modelId: nullable(id()),
  name: nullable(Type.String()),
  projectId: nullable(id()),
  projectName: nullable(Type.String()),
  activatedAt: nullable(instant()),
})
/** Registers a gateway where it is installed: a new one, or one from stock, which then gets a new secret. */
export const gatewayRegisterInput = input({
  code: ruled('deviceCode'),
  modelId: ref('device_model'),
  projectId: ref('project'),
  name: optional(text(80)),
})

/** Models of gateways, for a drop-down; a label's QR code names the model by its code. */
export const gatewayModels = Type.Array(Type.Object({ value: id(), label: Type.String(), code: Type.String() }))

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
/** There is nothing to search in. */
export const gatewayOutagePageInput = input(outageFilters)
/** A time in which nothing was heard of the gateway. */
export const gatewayOutageRow = Type.Object({
  id: id(),
  /** Since then nothing was heard, as far as the system could hear. */
  at: instant(),
  /** When the system noticed. */
  noticedAt: instant(),
  /** Null: still. */
  until: nullable(instant()),
  cause: oneOf('gatewayLinkCause'),
})
export type GatewayOutageRow = Static<typeof gatewayOutageRow>

const percent = nullable(Type.Number())
/** How much of the time the gateway was online. Null: nothing is known of that time. */
export const gatewayAvailability = Type.Object({
  day: percent,
  week: percent,
  month: percent,
  /** When what is known of its link begins. */
  since: nullable(instant()),
  /** Each of the last 30 days, in the time zone of the site. */
  days: Type.Array(Type.Object({ day: Type.String(), percent, outages: Type.Integer() })),
})
export type GatewayAvailability = Static<typeof gatewayAvailability>

export const gatewayMessagePageInput = pageInput({ gatewayId: ref('gateway'), result: optional(text(40)) }, ['at'])

/** What a gateway sent that could not be read or placed, by kind. */
export const gatewayBadInput = Type.Object({
  malformedCount: Type.Integer(),
  list: Type.Array(
    Type.Object({
      id: id(),
      kind: oneOf('unknownReportKind'),
      /** The device's code, the format and code, or the reason. */
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
  /** It was in a project before, or has signed in. */
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
/** Without a name it is called as its code. */
export const gatewayPresetCreateInput = input({
  code: ruled('deviceCode'),
  ...ownFields,
  name: optional(text(80)),
  companyId: optional(ref('company')),
})
