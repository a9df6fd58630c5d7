import { id, instant, nullable, oneOf, Type, type Static } from '../../../kernel/schema.ts'

/** A signal of one of the order's devices during the work: somebody triggered it to check that it is received. */
const heardSignal = Type.Object({
  id: id(),
  at: instant(),
  deviceId: id(),
  deviceCode: Type.String(),
  type: oneOf('reportType'),
  format: nullable(Type.String()),
  code: Type.String(),
})

const storyStep = Type.Object({
  id: id(),
  action: Type.String(),
  at: instant(),
  actor: nullable(Type.String()),
  note: nullable(Type.String()),
})

/** The history of a repair order. */
export const repairStory = Type.Object({
  id: id(),
  code: Type.String(),
  status: oneOf('orderStatus'),
  /** Created, started, completed, verified, appraised: oldest first. */
  steps: Type.Array(storyStep),
  startedAt: nullable(instant()),
  finishedAt: nullable(instant()),
  completeType: nullable(oneOf('completeType')),
  completeNote: nullable(Type.String()),
  /** As entered by the engineer. */
  cause: nullable(Type.String()),
  action: nullable(Type.String()),
  retest: nullable(oneOf('retestResult')),
  /** Signals since the start, newest first, as received: nobody can enter them by hand. */
  heard: Type.Array(heardSignal),
})
export type RepairStory = Static<typeof repairStory>

export const orderOrigin = Type.Object({
  alarm: nullable(
    Type.Object({
      id: id(),
      code: Type.String(),
      typeNameZh: Type.String(),
      typeNameEn: Type.String(),
      state: oneOf('alarmState'),
      firstAt: instant(),
      closedAt: nullable(instant()),
      cause: nullable(oneOf('misreportCause')),
      note: nullable(Type.String()),
    }),
  ),
  faults: Type.Array(
    Type.Object({
      id: id(),
      code: Type.String(),
      typeNameZh: Type.String(),
      typeNameEn: Type.String(),
      state: oneOf('faultState'),
      firstAt: instant(),
      solvedAt: nullable(instant()),
      deviceCode: nullable(Type.String()),
      gatewayCode: nullable(Type.String()),
      /** It was released by this order and may have another one by now. */
      released: Type.Boolean(),
    }),
  ),
  /** What the order's devices have sent since the work started. */
  heard: Type.Array(heardSignal),
  startedAt: nullable(instant()),
})
export type OrderOrigin = Static<typeof orderOrigin>
