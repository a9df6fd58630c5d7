import { enums, type EnumValue } from '../../../enums.ts'
import { instant, oneOf, Type, type Static, type TSchema } from '../../../kernel/schema.ts'
import { orderStatus } from '../../orders/order/order-status.ts'

export type PushEvent = EnumValue<'pushEvent'>

/** The version of the payloads. A field that is added does not change it; one that is removed, or means something else, does. */
export const pushVersion = 1

/** As JSON Schema says it, because third parties read these. */
const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

const id = () => Type.Integer({ minimum: 1 })
const names = { nameZh: Type.String(), nameEn: Type.String() }

const project = Type.Object({ id: id(), code: Type.String(), name: Type.String() })
/** Null: the gateway itself, or a device that is not registered. */
const device = nullable(
  Type.Object({
    id: id(),
    code: Type.String(),
    name: Type.String(),
    model: Type.String(),
    roomNumber: nullable(Type.String()),
  }),
)

const alarm = Type.Object({
  alarm: Type.Object({
    id: id(),
    code: Type.String(),
    level: oneOf('alarmLevel'),
    state: oneOf('alarmState'),
    /** During a test: nobody is called, and a receiver should treat it as a test too. */
    test: Type.Boolean(),
    firstAt: instant(),
    type: Type.Object({ id: id(), ...names }),
  }),
  project,
  device,
})
const fault = Type.Object({
  fault: Type.Object({ id: id(), type: Type.Object({ id: id(), ...names }) }),
  project,
  device,
})
const ofDevice = Type.Object({ project, device })
const ofGateway = Type.Object({ gateway: Type.Object({ id: id(), code: Type.String(), name: Type.String() }), project })
const order = Type.Object({
  order: Type.Object({ id: id(), code: Type.String(), kind: oneOf('orderKind'), status: oneOf('orderStatus') }),
  project,
})
const test = Type.Object({ message: Type.String() })

const exampleProject = { id: 7, code: 'P-000007', name: 'Harbour Hotel' }
const exampleDevice = { id: 12, code: 'SD-000012', name: 'Smoke detector 12', model: 'SD-1', roomNumber: '305' }
const exampleType = { id: 2, nameZh: '烟雾报警', nameEn: 'Smoke alarm' }
const exampleAlarm = (state: EnumValue<'alarmState'>) => ({
  alarm: {
    id: 4711,
    code: 'A20261120-004711',
    level: 'fire' as const,
    state,
    test: false,
    firstAt: '2026-11-20T08:00:00.000Z',
    type: exampleType,
  },
  project: exampleProject,
  device: exampleDevice,
})
const exampleFault = {
  fault: { id: 91, type: { id: 5, nameZh: '主电源故障', nameEn: 'Mains failure' } },
  project: exampleProject,
  device: exampleDevice,
}
const exampleOrder = (status: EnumValue<'orderStatus'>) => ({
  order: { id: 33, code: 'R20261120-000033', kind: 'repair' as const, status },
  project: exampleProject,
})

interface PushEventEntry {
  /** The JSON schema of `data`. */
  readonly data: TSchema
  readonly example: object
}

/** Every event that is pushed, with its data. Nothing in it names a person. Telemetry is not pushed. */
export const pushEvents = {
  'alarm.raised': { data: alarm, example: exampleAlarm('unconfirmed') },
  'alarm.raisedAgain': { data: alarm, example: exampleAlarm('unconfirmed') },
  'alarm.confirmed': { data: alarm, example: exampleAlarm('confirmed') },
  'alarm.dealt': { data: alarm, example: exampleAlarm('cleared') },
  'alarm.misreport': { data: alarm, example: exampleAlarm('misreport') },
  'alarm.restored': { data: alarm, example: exampleAlarm('confirmed') },
  'alarm.closed': { data: alarm, example: exampleAlarm('cleared') },
  'fault.raised': { data: fault, example: exampleFault },
  'fault.solved': { data: fault, example: exampleFault },
  'device.online': { data: ofDevice, example: { project: exampleProject, device: exampleDevice } },
  'device.offline': { data: ofDevice, example: { project: exampleProject, device: exampleDevice } },
  'gateway.online': {
    data: ofGateway,
    example: { gateway: { id: 3, code: 'GW-000003', name: 'Gateway 3' }, project: exampleProject },
  },
  'gateway.offline': {
    data: ofGateway,
    example: { gateway: { id: 3, code: 'GW-000003', name: 'Gateway 3' }, project: exampleProject },
  },
  'order.created': { data: order, example: exampleOrder(orderStatus.unassigned) },
  'order.statusChanged': { data: order, example: exampleOrder(orderStatus.inProgress) },
  test: { data: test, example: { message: 'This is a test of Emberwatch. Nothing happened.' } },
} as const satisfies Readonly<Record<PushEvent, PushEventEntry>>

export type PushData<E extends PushEvent> = Static<(typeof pushEvents)[E]['data']>

/** The events that can be chosen. `test` is sent by the test push alone. */
export const chosenPushEvents = enums.pushEvent.filter((event) => event !== 'test')

/** The body of a push. `id` stays the same over all attempts: a receiver that has seen it ignores it. */
export const pushBody = (event: PushEvent) =>
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    type: Type.String({ const: event }),
    version: Type.Integer({ const: pushVersion }),
    timestamp: instant(),
    data: pushEvents[event].data,
  })

export interface PushBody {
  readonly id: string
  readonly type: PushEvent
  readonly version: number
  readonly timestamp: string
  readonly data: object
}

/** Limits of the outgoing half of the open platform. */
export const pushLimits = {
  /** Endpoints of one company: each is pushed to at the same time. */
  endpoints: 50,
  /** An endpoint has this long to answer. */
  timeoutMs: 10_000,
  /** A push that was not delivered by then is given up. */
  giveUpMs: 24 * 3_600_000,
  /** After this many failures in a row only one push at a time is tried, with growing pauses. */
  failuresUntilPause: 3,
  /** Only failures for this long: the endpoint is disabled. */
  disableAfterMs: 3 * 86_400_000,
  /** Both secrets are valid for this long after a rotation. */
  oldSecretMs: 24 * 3_600_000,
  /** An unused endpoint is deleted after this long (specification, section 5), */
  unusedMs: 7 * 86_400_000,
  /** and its company is notified on day 5, at least two days before. */
  warnMs: 5 * 86_400_000,
  keptMs: 30 * 86_400_000,
  /** Pushes kept per endpoint, and how many of these may wait. */
  keptRows: 200_000,
  waitingRows: 100_000,
  longestDelayS: 3_600,
} as const
