import {
  day,
  fileRef,
  id,
  input,
  instant,
  nullable,
  oneOf,
  optional,
  pageInput,
  ref,
  refs,
  text,
  tracked,
  Type,
  version,
  type Static,
  pageFacts,
  record,
  zoneFilter,
} from '../../../kernel/schema.ts'
import { checkItem } from '../order-checklist/order-checklist.schema.ts'
import type { OrderKindName } from './order.kinds.ts'
import { onBehalfReason, orderCheck, orderPart, orderPhotos, orderPlace, requiring, without } from './order-work.schema.ts'

const person = Type.Object({
  id: id(),
  name: Type.String(),
  phone: nullable(Type.String()),
  /** Whether the engineer can still work on orders: enabled, and with a role that permits it. */
  available: Type.Boolean(),
})

export const orderRow = Type.Object({
  id: id(),
  code: Type.String(),
  kind: oneOf('orderKind'),
  status: oneOf('orderStatus'),
  origin: oneOf('orderOrigin'),
  priority: oneOf('orderPriority'),
  projectId: id(),
  projectName: Type.String(),
  customerName: Type.String(),
  companyId: id(),
  companyName: Type.String(),
  /** Time zone of the project. */
  timeZone: Type.String(),
  description: Type.String(),
  deviceCount: Type.Integer(),
  engineers: Type.Array(person),
  /** When the work is planned. */
  scheduledFrom: nullable(instant()),
  scheduledTo: nullable(instant()),
  dueAt: nullable(instant()),
  /** When an engineer first accepted or declined it. */
  firstResponseAt: nullable(instant()),
  finishedAt: nullable(instant()),
  rating: nullable(Type.Integer()),
  /** For an order on hold: the state it returns to, when it does so automatically, and the reason. */
  heldFrom: nullable(oneOf('orderStatus')),
  holdUntil: nullable(instant()),
  holdReason: nullable(Type.String()),
  /** Facts for the preconditions of the order graph (order.states.ts). */
  completedById: nullable(id()),
  creatorCompanyId: id(),
  sitesMissing: Type.Integer(),
  sitesSigned: Type.Integer(),
  ...tracked,
})
export type OrderRow = Static<typeof orderRow>

export const orderPageInput = pageInput(
  {
    code: optional(text(40)),
    status: optional(oneOf('orderStatus')),
    projectId: optional(ref('project')),
    origin: optional(oneOf('orderOrigin')),
    priority: optional(oneOf('orderPriority')),
    engineerId: optional(ref('account')),
    customerId: optional(ref('customer')),
    /** `open`: neither complete nor cancelled. */
    open: optional(Type.Boolean()),
    overdue: optional(Type.Boolean()),
    /** Orders assigned to the caller. */
    mine: optional(Type.Boolean()),
    /** Orders with this rating or a worse one. */
    ratingMost: optional(Type.Integer({ minimum: 1, maximum: 5 })),
    /** The company's own, and those of all below it. */
    companyId: optional(ref('company')),
    projectTypeId: optional(ref('project_type')),
    dueFrom: optional(instant()),
    dueTo: optional(instant()),
    /** Where the project is. */
    ...zoneFilter,
  },
  ['createdAt', 'dueAt', 'updatedAt'],
)
/** `list` and `total` as in every list. `counts`: number of orders by status under the other filters, and of overdue ones and the caller's own. */
export const orderPage = Type.Object({
  list: Type.Array(orderRow),
  ...pageFacts,
  counts: record(Type.Integer()),
})

const orderFields = {
  priority: oneOf('orderPriority'),
  description: text(1_000),
  scheduledFrom: optional(instant()),
  scheduledTo: optional(instant()),
  dueAt: optional(instant()),
  siteIds: optional(refs('sign_site', 0)),
  photos: optional(Type.Array(fileRef(), { maxItems: orderPhotos })),
}

const createInput = input({
  projectId: optional(ref('project')),
  deviceIds: optional(refs('device', 0)),
  /** Instead of devices: all devices of the project of these models. */
  modelIds: optional(refs('device_model', 0)),
  ...orderFields,
  /** The alarm, fault or feedback that the order is created from. Sets the origin. */
  alarmId: optional(ref('alarm')),
  faultId: optional(ref('fault')),
  feedbackId: optional(ref('user_feedback')),
  /** The inspection or maintenance order whose result the order is created from. */
  sourceOrderId: optional(ref('work_order')),
  engineerIds: optional(refs('account', 0)),
})
const editInput = input({
  id: ref('work_order'),
  version: version(),
  deviceIds: optional(refs('device', 0)),
  ...orderFields,
})

/**
 * A repair order is created for devices, which must exist. The other kinds are created for a project: an installation order lists
 * the planned devices; the others list what they cover, or nothing if it is the whole project.
 */
export const orderCreateInput = (kind: OrderKindName): typeof createInput =>
  kind === 'repair'
    ? requiring(without(createInput, ['projectId', 'modelIds']), 'deviceIds', refs('device'))
    : requiring(
        without(createInput, ['alarmId', 'faultId', 'feedbackId', 'sourceOrderId', ...(kind === 'install' ? ['modelIds'] : [])]),
        'projectId',
        ref('project'),
      )
/** A repair order always lists its devices. In other kinds, devices that are left out stay as they are. */
export const orderEditInput = (kind: OrderKindName): typeof editInput =>
  kind === 'repair' ? requiring(editInput, 'deviceIds', refs('device')) : editInput

/** `version` as the caller saw it, so that an order just assigned by somebody else is not reassigned by mistake. */
export const orderAssignInput = input({
  id: ref('work_order'),
  version: optional(version()),
  engineerIds: refs('account'),
  note: text(500),
})
/** Assigns several orders to the same engineers. `versions` as the caller saw them, in the same order. */
export const orderAssignManyInput = input({
  ids: Type.Array(ref('work_order'), { minItems: 1, maxItems: 100, uniqueItems: true }),
  versions: optional(Type.Array(version(), { minItems: 1, maxItems: 100 })),
  engineerIds: refs('account'),
  note: text(500),
})
/** Without `until`, the order stays on hold until somebody resumes it. */
export const orderHoldInput = input({ id: ref('work_order'), reason: text(500), until: optional(instant()) })
export const orderUnholdInput = input({ id: ref('work_order'), note: optional(text(500)) })
/** New dates, also after an engineer has accepted the order. Dates left out are cleared. */
export const orderRescheduleInput = input({
  id: ref('work_order'),
  version: version(),
  scheduledFrom: optional(instant()),
  scheduledTo: optional(instant()),
  dueAt: optional(instant()),
  note: text(500),
})
export const orderCancelInput = input({ id: ref('work_order'), reason: text(500) })
export const orderReceiveInput = input({ id: ref('work_order'), onBehalfReason })
export const orderRefuseInput = input({ id: ref('work_order'), reason: text(500) })
export const orderStartInput = input({ id: ref('work_order'), onBehalfReason })
/** Sign-in of an engineer at a sign-in address. `reason` is required outside its radius or for a mock location. */
export const orderSignInInput = input({
  id: ref('work_order'),
  siteId: ref('sign_site'),
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
  coordinateSystem: oneOf('coordinateSystem'),
  /** As reported by the phone, in metres. */
  accuracyM: optional(Type.Number({ minimum: 0, maximum: 100_000 })),
  mock: optional(Type.Boolean()),
  /** The code at the address, as it was scanned or typed. The server judges it. */
  scan: optional(text(120)),
  reason: optional(text(500)),
})

export const orderVerifyInput = input({ id: ref('work_order'), agree: Type.Boolean(), reason: optional(text(500)) })
export const orderAppraiseInput = input({
  id: ref('work_order'),
  rating: Type.Integer({ minimum: 1, maximum: 5 }),
  note: optional(text(500)),
})

export const orderHistoryEntry = Type.Object({
  id: id(),
  action: Type.String(),
  from: nullable(oneOf('orderStatus')),
  to: oneOf('orderStatus'),
  actor: nullable(Type.String()),
  onBehalf: Type.Boolean(),
  engineers: Type.Array(Type.String()),
  note: nullable(Type.String()),
  /** Why somebody who is not an assigned engineer took the step. */
  onBehalfReason: nullable(Type.String()),
  at: instant(),
  /** When it was entered on a phone without a network, by the phone's clock. Null: it was sent at once. */
  enteredAt: nullable(instant()),
})

/** An in-site message about an order. */
export const orderMessage = Type.Object({
  id: id(),
  at: instant(),
  receiver: Type.String(),
  title: Type.String(),
  content: Type.String(),
  readAt: nullable(instant()),
})

export const orderDevice = Type.Object({
  id: id(),
  code: Type.String(),
  name: Type.String(),
  modelName: Type.String(),
  /** Installation: the room that the engineer entered. */
  roomNumber: nullable(Type.String()),
  result: nullable(oneOf('orderResult')),
  note: nullable(Type.String()),
  value: nullable(Type.String()),
  method: nullable(Type.String()),
  expected: nullable(Type.String()),
  actual: nullable(Type.String()),
  gatewayId: nullable(id()),
  gatewayCode: nullable(Type.String()),
  photos: Type.Array(Type.String()),
  /** Whether it is still in the order's project; for an installation, whether it will be. */
  here: Type.Boolean(),
  /** The repair order that was created from the device's result. */
  repairOrderId: nullable(id()),
  repairOrderCode: nullable(Type.String()),
})
export type OrderDevice = Static<typeof orderDevice>

/** A sign-in address of an order, with the position to compare with. */
const orderSite = Type.Object({
  id: id(),
  name: Type.String(),
  address: Type.String(),
  latitude: nullable(Type.Number()),
  longitude: nullable(Type.Number()),
  coordinateSystem: nullable(oneOf('coordinateSystem')),
  radiusM: Type.Integer(),
  /** The first sign-in there. */
  signedAt: nullable(instant()),
})

export const orderSignIn = Type.Object({
  id: id(),
  at: instant(),
  siteName: Type.String(),
  engineer: Type.String(),
  result: oneOf('signInResult'),
  /** Metres to the sign address. Null if it has no position. */
  distanceM: nullable(Type.Integer()),
  accuracyM: nullable(Type.Integer()),
  /** Null: nothing was scanned. */
  scan: nullable(oneOf('signScan')),
  reason: nullable(Type.String()),
})
/** The result of a sign-in. */
export const orderSignedIn = Type.Object({
  id: id(),
  result: oneOf('signInResult'),
  distanceM: nullable(Type.Integer()),
  scan: nullable(oneOf('signScan')),
})

export type OrderSignIn = Static<typeof orderSignIn>

export const orderDetail = Type.Object({
  ...orderRow.properties,
  alarmId: nullable(id()),
  alarmCode: nullable(Type.String()),
  faultId: nullable(id()),
  feedbackId: nullable(id()),
  /** The inspection or maintenance order that it follows from. */
  sourceOrderId: nullable(id()),
  sourceOrderCode: nullable(Type.String()),
  sourceOrderKind: nullable(oneOf('orderKind')),
  /** The due day of the project's plan. */
  planDueOn: nullable(day()),
  completeType: nullable(oneOf('completeType')),
  completeNote: nullable(Type.String()),
  /** Repair: the cause, what was done, and the result of the retest. */
  faultCause: nullable(Type.String()),
  repairAction: nullable(Type.String()),
  retest: nullable(oneOf('retestResult')),
  impairmentNotice: nullable(oneOf('yesNo')),
  labourMinutes: nullable(Type.Integer()),
  /** Who accepted the work on site. */
  acceptedBy: nullable(Type.String()),
  /** File with the signature. */
  acceptedSignature: nullable(Type.String()),
  parts: Type.Array(orderPart),
  /** The questions as they were when the order was created, and their answers. */
  checklist: Type.Array(checkItem),
  checks: Type.Array(orderCheck),
  site: orderPlace,
  appraisal: nullable(Type.String()),
  devices: Type.Array(orderDevice),
  /** Installation: the project's gateways, through which its devices can report. */
  gateways: optional(Type.Array(Type.Object({ id: id(), code: Type.String(), name: Type.String() }))),
  sites: Type.Array(orderSite),
  signIns: Type.Array(orderSignIn),
  photos: Type.Array(Type.String()),
  completePhotos: Type.Array(Type.String()),
  history: Type.Array(orderHistoryEntry),
})
export type OrderDetail = Static<typeof orderDetail>

/** The result of looking up a device in the form. A device in stock has no project. */
export const orderDeviceFound = Type.Object({
  id: id(),
  code: Type.String(),
  name: Type.String(),
  modelName: Type.String(),
  roomNumber: nullable(Type.String()),
  projectId: nullable(id()),
  projectName: nullable(Type.String()),
  /** An open order of the same kind that includes the device. */
  openOrderCode: nullable(Type.String()),
})
