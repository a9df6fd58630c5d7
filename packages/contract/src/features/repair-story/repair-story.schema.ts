import { id, instant, nullable, oneOf, Type, type Static } from '../../kernel/schema.ts'

/** A signal of one of the order's devices while the work was going on: somebody set it off to see whether it is heard. */
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

/** What became of a repair order. */
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
  /** As the engineer stated them. */
  cause: nullable(Type.String()),
  action: nullable(Type.String()),
  retest: nullable(oneOf('retestResult')),
  /** Signals since the start, newest first, as they were received: nobody types them in. */
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
  /** What the order's devices have sent since it was started. */
  heard: Type.Array(heardSignal),
  startedAt: nullable(instant()),
})
export type OrderOrigin = Static<typeof orderOrigin>
