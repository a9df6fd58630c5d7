import { id, input, instant, nullable, oneOf, optional, ref, text, Type, type Static } from '../../../kernel/schema.ts'
import { about, endpoint } from '../../../kernel/endpoint.ts'

/** The text of a label that was scanned or typed: a device code, a gateway code, or a device's communication code. */
export const appFindInput = input({ code: text(80) })

/** What an engineer needs to know about a device or gateway on site. */
export const appFound = Type.Object({
  kind: Type.Unsafe<'device' | 'gateway'>({ type: 'string', enum: ['device', 'gateway'] }),
  id: id(),
  code: Type.String(),
  name: Type.String(),
  modelName: Type.String(),
  projectId: nullable(id()),
  projectName: nullable(Type.String()),
  /** Building, floor, room and place, as far as they are known. */
  place: Type.Array(Type.String()),
  /** Of a gateway: online or offline. */
  status: oneOf('deviceStatus'),
  lastSeenAt: nullable(instant()),
  battery: nullable(Type.Number()),
  signal: nullable(Type.Number()),
  gatewayCode: nullable(Type.String()),
  disabledReason: nullable(Type.String()),
  /** Until then, its signals are marked as a test and nobody is called. Null: it is not on test, and an alarm calls people. */
  onTestUntil: nullable(instant()),
  /** How to test it, from its model. */
  testMethod: nullable(Type.String()),
  /** The caller's open orders that include it. */
  orders: Type.Array(Type.Object({ id: id(), code: Type.String() })),
})
export type AppFound = Static<typeof appFound>

/** Signals received since a moment, for exactly one of the two ids. */
export const appHeardInput = input({
  deviceId: optional(ref('device')),
  gatewayId: optional(ref('gateway')),
  since: instant(),
})

export const appHeard = Type.Object({
  /** The server's time, to be sent as the start of the next query. */
  at: instant(),
  status: oneOf('deviceStatus'),
  lastSeenAt: nullable(instant()),
  onTestUntil: nullable(instant()),
  /** Newest first, at most 20. */
  signals: Type.Array(
    Type.Object({
      id: id(),
      at: instant(),
      /** Null: no report parameter defines the code. */
      type: nullable(oneOf('reportType')),
      code: Type.String(),
    }),
  ),
})
export type AppHeard = Static<typeof appHeard>

/** What an engineer's phone asks about a device or gateway on site. */
export const appDeviceEndpoints = about([], {
  find: endpoint({
    method: 'GET',
    path: 'app/device/find',
    access: 'order:work',
    input: appFindInput,
    output: appFound,
    summary: 'The device or gateway with a scanned code, within the caller’s scope',
    errors: ['deviceMissing'],
  }),
  heard: endpoint({
    method: 'GET',
    path: 'app/device/heard',
    access: 'order:work',
    input: appHeardInput,
    output: appHeard,
    summary: 'What was heard of it since a moment',
  }),
})
