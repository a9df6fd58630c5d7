import {
  id,
  input,
  instant,
  nullable,
  oneOf,
  optional,
  pageInput,
  ref,
  ruled,
  text,
  Type,
  type Static,
} from '../../../kernel/schema.ts'

// The rows of the open API are stable: fields are added, and none changes its meaning or goes. They name no person and no number.

export const openAlarm = Type.Object({
  id: id(),
  code: Type.String(),
  state: oneOf('alarmState'),
  level: oneOf('alarmLevel'),
  typeZh: Type.String(),
  typeEn: Type.String(),
  /** Whether the source is still active at the device. */
  sourceActive: Type.Boolean(),
  /** Raised while its place was on test. */
  test: Type.Boolean(),
  projectId: nullable(id()),
  projectName: nullable(Type.String()),
  deviceCode: nullable(Type.String()),
  deviceName: nullable(Type.String()),
  roomNumber: nullable(Type.String()),
  gatewayCode: nullable(Type.String()),
  repeatCount: Type.Integer(),
  firstAt: instant(),
  lastAt: instant(),
  confirmedAt: nullable(instant()),
  closedAt: nullable(instant()),
  result: nullable(oneOf('alarmResult')),
  handleWay: nullable(oneOf('handleWay')),
  cause: nullable(oneOf('misreportCause')),
  orderCode: nullable(Type.String()),
})
export type OpenAlarm = Static<typeof openAlarm>

export const openAlarmDetail = Type.Object({
  ...openAlarm.properties,
  /** What happened to it, oldest first. */
  steps: Type.Array(Type.Object({ at: instant(), step: oneOf('journeyStep') })),
})

export const openFault = Type.Object({
  id: id(),
  code: Type.String(),
  state: oneOf('faultState'),
  level: oneOf('alarmLevel'),
  typeZh: Type.String(),
  typeEn: Type.String(),
  test: Type.Boolean(),
  projectId: nullable(id()),
  projectName: nullable(Type.String()),
  deviceCode: nullable(Type.String()),
  deviceName: nullable(Type.String()),
  roomNumber: nullable(Type.String()),
  gatewayCode: nullable(Type.String()),
  repeatCount: Type.Integer(),
  firstAt: instant(),
  lastAt: instant(),
  restoredAt: nullable(instant()),
  solvedAt: nullable(instant()),
  solvedWay: nullable(oneOf('faultSolvedWay')),
  orderCode: nullable(Type.String()),
})
export type OpenFault = Static<typeof openFault>

export const openDevice = Type.Object({
  code: Type.String(),
  name: Type.String(),
  status: oneOf('deviceStatus'),
  /** Null: its model is not supervised. */
  online: nullable(Type.Boolean()),
  enabled: Type.Boolean(),
  seriesName: Type.String(),
  modelName: Type.String(),
  network: oneOf('network'),
  projectId: nullable(id()),
  projectName: nullable(Type.String()),
  gatewayCode: nullable(Type.String()),
  building: nullable(Type.String()),
  floor: nullable(Type.String()),
  roomNumber: nullable(Type.String()),
  place: nullable(Type.String()),
  battery: nullable(Type.Integer()),
  signal: nullable(Type.Integer()),
  firmware: nullable(Type.String()),
  lastSeenAt: nullable(instant()),
  boundAt: nullable(instant()),
})
export type OpenDevice = Static<typeof openDevice>

export const openGateway = Type.Object({
  code: Type.String(),
  name: Type.String(),
  status: oneOf('gatewayStatus'),
  online: Type.Boolean(),
  enabled: Type.Boolean(),
  modelName: Type.String(),
  projectId: nullable(id()),
  projectName: nullable(Type.String()),
  devices: Type.Integer(),
  abnormalDevices: Type.Integer(),
  signal: nullable(Type.Integer()),
  firmware: nullable(Type.String()),
  lastSeenAt: nullable(instant()),
})
export type OpenGateway = Static<typeof openGateway>

export const openProject = Type.Object({
  id: id(),
  code: Type.String(),
  name: Type.String(),
  typeZh: Type.String(),
  typeEn: Type.String(),
  status: oneOf('projectStatus'),
  audit: oneOf('auditState'),
  stopped: Type.Boolean(),
  onTest: Type.Boolean(),
  address: Type.String(),
  timeZone: Type.String(),
  devices: Type.Integer(),
  gateways: Type.Integer(),
  abnormal: Type.Integer(),
  openAlarms: Type.Integer(),
  dueAt: nullable(instant()),
})
export type OpenProject = Static<typeof openProject>

export const openOrder = Type.Object({
  id: id(),
  code: Type.String(),
  kind: oneOf('orderKind'),
  status: oneOf('orderStatus'),
  origin: oneOf('orderOrigin'),
  priority: oneOf('orderPriority'),
  projectId: id(),
  projectName: Type.String(),
  deviceCount: Type.Integer(),
  scheduledFrom: nullable(instant()),
  scheduledTo: nullable(instant()),
  dueAt: nullable(instant()),
  firstResponseAt: nullable(instant()),
  finishedAt: nullable(instant()),
  createdAt: instant(),
  updatedAt: instant(),
})
export type OpenOrder = Static<typeof openOrder>

export const openAlarmPageInput = pageInput(
  {
    state: optional(oneOf('alarmState')),
    /** `open`: unconfirmed or confirmed. */
    open: optional(Type.Boolean()),
    level: optional(oneOf('alarmLevel')),
    projectId: optional(ref('project')),
    test: optional(Type.Boolean()),
  },
  ['firstAt'],
)
export const openFaultPageInput = pageInput(
  {
    state: optional(oneOf('faultState')),
    /** `open`: pending or processing. */
    open: optional(Type.Boolean()),
    level: optional(oneOf('alarmLevel')),
    projectId: optional(ref('project')),
  },
  ['firstAt'],
)
export const openDevicePageInput = pageInput(
  {
    status: optional(oneOf('deviceStatus')),
    online: optional(Type.Boolean()),
    projectId: optional(ref('project')),
  },
  ['createdAt', 'code'],
)
export const openGatewayPageInput = pageInput(
  { online: optional(Type.Boolean()), projectId: optional(ref('project')), enabled: optional(Type.Boolean()) },
  ['code', 'createdAt'],
)
export const openProjectPageInput = pageInput({ status: optional(oneOf('projectStatus')), stopped: optional(Type.Boolean()) }, [
  'code',
  'name',
  'createdAt',
])
export const openOrderPageInput = pageInput(
  {
    kind: oneOf('orderKind'),
    status: optional(oneOf('orderStatus')),
    projectId: optional(ref('project')),
    priority: optional(oneOf('orderPriority')),
  },
  ['createdAt', 'dueAt', 'updatedAt'],
)

/** Most changes in one answer. */
export const openChangesMost = 500

/** Without `since`: where to follow from, before reading the list. */
export const openChangesInput = input({
  since: optional(Type.String({ minLength: 1, maxLength: 6_000 })),
  limit: optional(Type.Integer({ minimum: 1, maximum: openChangesMost, default: 100 })),
})

/**
 * What has changed, as it is now, in the order in which it became visible. `next` is the following call's `since`; with `more` there is
 * something to be had at once. What changes while it is read may come twice, and nothing is left out.
 */
export const openChangesOf = <Row extends ReturnType<typeof Type.Object>>(row: Row) =>
  Type.Object({ list: Type.Array(row), next: Type.String(), more: Type.Boolean() })

export const openRepairInput = input({
  deviceCodes: Type.Array(ruled('deviceCode'), { minItems: 1, maxItems: 50, uniqueItems: true }),
  description: text(1_000),
  priority: oneOf('orderPriority'),
  /** The alarm or fault that it is about. */
  alarmId: optional(ref('alarm')),
  faultId: optional(ref('fault')),
  dueAt: optional(instant()),
})
export const openRepairOrder = Type.Object({ id: id(), code: Type.String(), status: oneOf('orderStatus') })

export const openFeedbackInput = input({
  projectId: ref('project'),
  deviceCode: optional(ruled('deviceCode')),
  content: text(1_000),
})

export const openTicketInput = input({
  /** The account's sign-in name. */
  account: text(60),
})
/** To be opened in the person's browser: `<console>/#/autoLogin?ticket=<ticket>&to=<page>`. */
export const openTicket = Type.Object({ ticket: Type.String(), expiresAt: instant() })
