import type { EnumValue } from '../../../enums.ts'
import {
  fileRef,
  id,
  input,
  instant,
  nullable,
  oneOf,
  optional,
  ref,
  text,
  Type,
  type Static,
  type TObject,
} from '../../../kernel/schema.ts'
import { orderKindFacts, type OrderKindName } from './order.kinds.ts'

/** Maximum number of photos of one step of an order. */
export const orderPhotos = 30
/** Maximum number of photos of one device of an order. */
export const orderDevicePhotos = 5

/** The same input without optional fields that a kind does not have. Its type stays the same. */
export const without = <S extends TObject>(schema: S, fields: readonly string[]): S => {
  const kept = Object.entries(schema.properties).filter(([field]) => !fields.includes(field))
  return input(Object.fromEntries(kept)) as unknown as S
}

/** The same input with an optional field required. */
export const requiring = <S extends TObject>(schema: S, field: string, required: object): S =>
  input({ ...schema.properties, [field]: required } as S['properties']) as unknown as S

/** Required if somebody who is not assigned takes an engineer's step. Assigned engineers leave it out. */
export const onBehalfReason = optional(text(500))

/**
 * A device of the order. It is looked up only among the order's devices, because it may belong to another company by now, and its
 * result must still be accepted.
 */
const deviceOfOrder = id

const deviceRecord = input({
  deviceId: deviceOfOrder(),
  result: oneOf('orderResult'),
  note: optional(text(200)),
  /** Inspection: what was measured. */
  value: optional(text(60)),
  /** Maintenance: how it was tested, what should have happened, and what did. */
  method: optional(text(120)),
  expected: optional(text(120)),
  actual: optional(text(120)),
  /** Installation: the project's gateway that the device reports through, and its room. */
  gatewayId: optional(ref('gateway')),
  roomNumber: optional(text(40)),
  /** Photos of the device and its place. */
  photos: optional(Type.Array(fileRef(), { maxItems: orderDevicePhotos })),
})
export type OrderDeviceRecord = Static<typeof deviceRecord>

/** One value of an enumeration, limited to those that a kind of order allows. */
const someOf = <N extends 'orderResult' | 'completeType'>(name: N, values: readonly EnumValue<N>[]) =>
  Type.Unsafe<EnumValue<N>>({ type: 'string', enum: [...values], enumeration: name })

/** An answer to one question of the order's checklist (order-checklist/check-answers.ts). */
const checkAnswer = input({
  /** Index of the question in the order's checklist. */
  item: Type.Integer({ minimum: 0, maximum: 59 }),
  deviceId: optional(deviceOfOrder()),
  yes: optional(Type.Boolean()),
  value: optional(Type.Number({ minimum: -1e12, maximum: 1e12 })),
  text: optional(text(300)),
  photos: optional(Type.Array(fileRef(), { maxItems: 5 })),
})
export type OrderCheckAnswer = Static<typeof checkAnswer>
const checkAnswers = Type.Array(checkAnswer, { maxItems: 2_000 })

/** A part that was used. With `deviceId` and `newCode`, a device of the order was replaced by the one in stock with that code. */
const partUsed = input({
  name: text(60),
  quantity: Type.Integer({ minimum: 1, maximum: 9_999 }),
  deviceId: optional(ref('device')),
  newCode: optional(text(40)),
})
export type OrderPartUsed = Static<typeof partUsed>

export const orderPart = Type.Object({
  id: id(),
  name: Type.String(),
  quantity: Type.Integer(),
  oldCode: nullable(Type.String()),
  newCode: nullable(Type.String()),
})

/** Where the work is, whom to call there, and how to get in. */
export const orderPlace = Type.Object({
  address: Type.String(),
  latitude: nullable(Type.Number()),
  longitude: nullable(Type.Number()),
  coordinateSystem: nullable(oneOf('coordinateSystem')),
  phone: nullable(Type.String()),
  controlRoomPhone: nullable(Type.String()),
  accessNotes: nullable(Type.String()),
  vehicleAccess: nullable(Type.String()),
  keysHeld: nullable(Type.String()),
  hazards: nullable(Type.String()),
  /** The first people of the project's call list. Phones are masked as everywhere. */
  contacts: Type.Array(
    Type.Object({ id: id(), name: Type.String(), role: oneOf('notifierRole'), phone: nullable(Type.String()) }),
  ),
})

export const orderCheck = Type.Object({
  item: Type.Integer(),
  deviceId: nullable(id()),
  yes: nullable(Type.Boolean()),
  value: nullable(Type.Number()),
  text: nullable(Type.String()),
  photos: Type.Array(Type.String()),
  answeredBy: nullable(Type.String()),
  answeredAt: instant(),
})

const allRecords = ['value', 'method', 'expected', 'actual', 'gatewayId', 'roomNumber']
const recordOf = (kind: OrderKindName): typeof deviceRecord => {
  const { results, records } = orderKindFacts[kind]
  const foreign = allRecords.filter((field) => !(records as readonly string[]).includes(field))
  return requiring(without(deviceRecord, foreign), 'result', someOf('orderResult', results))
}
const recordsOf = (record: typeof deviceRecord) => Type.Array(record, { maxItems: 1_000 })

const recordInput = (record: typeof deviceRecord) =>
  input({ id: ref('work_order'), devices: recordsOf(record), checks: optional(checkAnswers), onBehalfReason })
const completeInput = (record: typeof deviceRecord, completeType: ReturnType<typeof oneOf<'completeType'>>) =>
  input({
    id: ref('work_order'),
    completeType,
    note: text(1_000),
    /** Devices whose results have been saved before may be left out. */
    devices: recordsOf(record),
    photos: optional(Type.Array(fileRef(), { maxItems: orderPhotos })),
    checks: optional(checkAnswers),
    parts: optional(Type.Array(partUsed, { maxItems: 50 })),
    labourMinutes: optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
    /** Who accepted the work on site, and the signature drawn by that person. */
    acceptedBy: optional(text(60)),
    acceptedSignature: optional(fileRef()),
    faultCause: optional(text(300)),
    repairAction: optional(text(500)),
    retest: optional(oneOf('retestResult')),
    /** Whoever has to know that the protection was impaired has been notified. */
    impairmentNotice: optional(oneOf('yesNo')),
    onBehalfReason,
  })

/** Results of some devices, saved during the work. */
export const orderRecordInput = (kind: OrderKindName) => recordInput(recordOf(kind))
export const orderCompleteInput = (kind: OrderKindName) => {
  const complete = completeInput(recordOf(kind), someOf('completeType', orderKindFacts[kind].completeTypes))
  return kind === 'repair' ? complete : without(complete, ['faultCause', 'repairAction', 'retest', 'impairmentNotice'])
}
/** For calls that serve every kind: the verb checks that a result is allowed for the order's kind. */
export const anyOrderRecordInput = recordInput(deviceRecord)
export const anyOrderCompleteInput = completeInput(deviceRecord, oneOf('completeType'))
