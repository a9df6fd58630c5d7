import { id, input, instant, nullable, oneOf, optional, ref, text, Type, type Static } from '../../kernel/schema.ts'

/** A label that an engineer scanned or typed: the code of a device or of a gateway, or a device's communication code. */
export const appFindInput = input({ code: text(80) })

/** What an engineer in front of a device or gateway has to know. */
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
  /** Until then signals of it are marked as a test, and nobody is called. Null: it is not on test, and an alarm calls people. */
  onTestUntil: nullable(instant()),
  /** How to test it, as its model says. */
  testMethod: nullable(Type.String()),
  /** The caller's open orders that it is on. */
  orders: Type.Array(Type.Object({ id: id(), code: Type.String() })),
})
export type AppFound = Static<typeof appFound>

/** What was heard of it since a moment: exactly one of the two ids is given. */
export const appHeardInput = input({
  deviceId: optional(ref('device')),
  gatewayId: optional(ref('gateway')),
  since: instant(),
})

export const appHeard = Type.Object({
  /** The server's time, to ask from the next time. */
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
