import {
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
} from '../../kernel/schema.ts'

const person = Type.Object({ id: id(), name: Type.String(), phone: nullable(Type.String()) })

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
  companyName: Type.String(),
  /** The project's. */
  timeZone: Type.String(),
  description: Type.String(),
  deviceCount: Type.Integer(),
  engineers: Type.Array(person),
  dueAt: nullable(instant()),
  finishedAt: nullable(instant()),
  rating: nullable(Type.Integer()),
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
    overdue: optional(Type.Boolean()),
  },
  ['createdAt', 'dueAt', 'updatedAt'],
)
/** `list` and `total` as in every list. `counts` is the number of orders by status under the other filters. */
export const orderPage = Type.Object({
  list: Type.Array(orderRow),
  ...pageFacts,
  counts: Type.Record(Type.String(), Type.Integer()),
})

const orderFields = {
  priority: oneOf('orderPriority'),
  description: text(1_000),
  dueAt: optional(instant()),
  siteIds: optional(refs('sign_site', 0)),
  photos: optional(Type.Array(fileRef(), { maxItems: 9 })),
}

export const repairCreateInput = input({
  deviceIds: refs('device'),
  ...orderFields,
  /** The alarm or fault that the order is created from. Sets the origin. */
  alarmId: optional(ref('alarm')),
  faultId: optional(ref('fault')),
  engineerIds: optional(refs('account', 0)),
})
export const repairEditInput = input({ id: ref('work_order'), version: version(), deviceIds: refs('device'), ...orderFields })

export const orderAssignInput = input({ id: ref('work_order'), engineerIds: refs('account'), note: text(500) })
/** Required if somebody who is not assigned takes an engineer's step. Assigned engineers leave it out. */
const onBehalfReason = optional(text(500))
export const orderReceiveInput = input({ id: ref('work_order'), onBehalfReason })
export const orderRefuseInput = input({ id: ref('work_order'), reason: text(500) })
export const orderStartInput = input({ id: ref('work_order'), onBehalfReason })
/** An engineer is at a sign address. `reason` is required outside its radius or if the position is mocked. */
export const orderSignInInput = input({
  id: ref('work_order'),
  siteId: ref('sign_site'),
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
  coordinateSystem: oneOf('coordinateSystem'),
  /** As reported by the phone, in metres. */
  accuracyM: optional(Type.Number({ minimum: 0, maximum: 100_000 })),
  mock: optional(Type.Boolean()),
  reason: optional(text(500)),
})
export const orderCompleteInput = input({
  id: ref('work_order'),
  completeType: oneOf('completeType'),
  note: text(1_000),
  devices: Type.Array(
    Type.Object(
      { deviceId: ref('device'), result: oneOf('completeType'), note: optional(text(200)) },
      { additionalProperties: false },
    ),
    { minItems: 1, maxItems: 1_000 },
  ),
  photos: optional(Type.Array(fileRef(), { maxItems: 9 })),
  onBehalfReason,
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
  /** Why somebody other than an assigned engineer took the step. */
  onBehalfReason: nullable(Type.String()),
  at: instant(),
})

export const orderDevice = Type.Object({
  id: id(),
  code: Type.String(),
  name: Type.String(),
  modelName: Type.String(),
  roomNumber: nullable(Type.String()),
  result: nullable(oneOf('completeType')),
  note: nullable(Type.String()),
})

/** A sign address of an order, with the position to compare with. */
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
  reason: nullable(Type.String()),
})
/** The result of a sign-in. */
export const orderSignedIn = Type.Object({ id: id(), result: oneOf('signInResult'), distanceM: nullable(Type.Integer()) })

export type OrderSignIn = Static<typeof orderSignIn>

export const orderDetail = Type.Object({
  ...orderRow.properties,
  alarmId: nullable(id()),
  alarmCode: nullable(Type.String()),
  faultId: nullable(id()),
  completeType: nullable(oneOf('completeType')),
  completeNote: nullable(Type.String()),
  appraisal: nullable(Type.String()),
  devices: Type.Array(orderDevice),
  sites: Type.Array(orderSite),
  signIns: Type.Array(orderSignIn),
  photos: Type.Array(Type.String()),
  completePhotos: Type.Array(Type.String()),
  history: Type.Array(orderHistoryEntry),
})
export type OrderDetail = Static<typeof orderDetail>

/** The result of the repair form's device lookup. */
export const repairDevice = Type.Object({
  id: id(),
  code: Type.String(),
  name: Type.String(),
  modelName: Type.String(),
  roomNumber: nullable(Type.String()),
  projectId: id(),
  projectName: Type.String(),
  openOrderCode: nullable(Type.String()),
})
