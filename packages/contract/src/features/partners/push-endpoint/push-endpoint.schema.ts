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
  tracked,
  Type,
  version,
  type Static,
} from '../../../kernel/schema.ts'
import type { PushBody } from './push-events.ts'

export const pushEventList = (minItems: number) => Type.Array(oneOf('pushEvent'), { minItems, maxItems: 30, uniqueItems: true })

/** A third party's endpoint and how it is doing. Its secrets are never included. */
export const pushEndpointRow = Type.Object({
  id: id(),
  code: Type.String(),
  name: Type.String(),
  companyId: id(),
  companyName: Type.String(),
  pushWay: oneOf('pushWay'),
  url: nullable(Type.String()),
  /** For MQTT: what it subscribes to, and the user name with which it signs in. */
  topic: nullable(Type.String()),
  mqttUser: nullable(Type.String()),
  pushAuth: oneOf('pushAuth'),
  pushUser: nullable(Type.String()),
  /** Until when the former secret is valid too. */
  oldSecretUntil: nullable(instant()),
  eventTypes: pushEventList(0),
  allowPrivate: Type.Boolean(),
  remark: Type.String(),
  pushHealth: oneOf('pushHealth'),
  pauseReason: nullable(oneOf('pushPauseReason')),
  /** Since when it has not taken anything. Null: it takes what it gets. */
  failingSince: nullable(instant()),
  pushFailures: Type.Integer(),
  /** Nothing is tried before. */
  downUntil: nullable(instant()),
  pushError: nullable(Type.String()),
  lastSuccessAt: nullable(instant()),
  lastFailureAt: nullable(instant()),
  /** Pushes that wait, and since when the oldest does. */
  pushesWaiting: Type.Integer(),
  oldestWaitingAt: nullable(instant()),
  /** Of the attempts of the last 24 hours; null if there were none. */
  successRate: nullable(Type.Number()),
  projectPushes: Type.Integer(),
  /** When it is deleted unless it is used. */
  deletesOn: nullable(instant()),
  ...tracked,
})
export type PushEndpointRow = Static<typeof pushEndpointRow>

export const pushEndpointPageInput = pageInput(
  {
    companyId: optional(ref('company')),
    pushWay: optional(oneOf('pushWay')),
    pushHealth: optional(oneOf('pushHealth')),
  },
  ['name', 'createdAt'],
)

const fields = {
  name: text(60),
  /** Required over HTTP. */
  url: optional(ruled('pushUrl', { maxLength: 500 })),
  pushAuth: oneOf('pushAuth'),
  pushUser: optional(text(120)),
  /** The password or token that the third party has given. In an update, left out: it stays. Keys for signatures are made here. */
  pushSecret: optional(text(500)),
  eventTypes: pushEventList(1),
  /** Only the operating company may allow addresses of the machine and of private networks. */
  allowPrivate: optional(Type.Boolean()),
  remark: optional(Type.String({ maxLength: 200 })),
}
export const pushEndpointCreateInput = input({ companyId: optional(ref('company')), pushWay: oneOf('pushWay'), ...fields })
export const pushEndpointUpdateInput = input({ id: ref('push_endpoint'), version: version(), ...fields })

export const pushEndpointIdInput = input({ id: ref('push_endpoint') })

/** A secret that was just made. Shown once and never again. */
export const pushSecretAnswer = Type.Object({ id: id(), code: Type.String(), secret: nullable(Type.String()) })
export type PushSecretAnswer = Static<typeof pushSecretAnswer>

export const pushTestAnswer = Type.Object({
  pushState: oneOf('pushState'),
  statusCode: nullable(Type.Integer()),
  ms: nullable(Type.Integer()),
  pushError: nullable(Type.String()),
  /** The beginning of what it answered, masked. */
  response: nullable(Type.String()),
})

/** Which ways this installation can push over. */
export const pushWaysAnswer = Type.Object({ mqtt: Type.Boolean(), allowPrivate: Type.Boolean() })

const delivery = {
  id: id(),
  eventId: Type.String(),
  pushEvent: oneOf('pushEvent'),
  pushedObject: Type.String(),
  projectId: nullable(id()),
  projectName: nullable(Type.String()),
  occurredAt: instant(),
  pushState: oneOf('pushState'),
  attempts: Type.Integer(),
  statusCode: nullable(Type.Integer()),
  ms: nullable(Type.Integer()),
  pushError: nullable(Type.String()),
  /** When it is tried next. Null: it is not. */
  nextTryAt: nullable(instant()),
  finishedAt: nullable(instant()),
}
export const pushDeliveryRow = Type.Object(delivery)
export type PushDeliveryRow = Static<typeof pushDeliveryRow>

export const pushDeliveryPageInput = pageInput(
  {
    endpointId: ref('push_endpoint'),
    pushState: optional(oneOf('pushState')),
    pushEvent: optional(oneOf('pushEvent')),
    projectId: optional(ref('project')),
  },
  ['occurredAt'],
)

const pushTry = Type.Object({
  at: instant(),
  statusCode: nullable(Type.Integer()),
  ms: Type.Integer(),
  pushError: nullable(Type.String()),
})
export type PushTry = Static<typeof pushTry>
export const pushDeliveryDetail = Type.Object({
  ...delivery,
  request: Type.Unsafe<PushBody>({ type: 'object', additionalProperties: true }),
  response: nullable(Type.String()),
  tries: Type.Array(pushTry),
})
export type PushDeliveryDetail = Static<typeof pushDeliveryDetail>

/** One push, or all of an endpoint that were given up since a time. */
export const pushReplayInput = input({
  id: ref('push_endpoint'),
  deliveryId: optional(ref('push_delivery')),
  replaySince: optional(instant()),
})
export const pushReplayAnswer = Type.Object({ count: Type.Integer() })
