import { originRow } from '../device/device.schema.ts'
import { id, input, instant, nullable, oneOf, optional, pageInput, ref, text, Type, type Static } from '../../../kernel/schema.ts'

/** A device in the list of the trace. */
export const tracedDeviceRow = Type.Object({
  id: id(),
  code: Type.String(),
  name: Type.String(),
  modelName: Type.String(),
  ...originRow,
  traceState: oneOf('traceState'),
  projectName: nullable(Type.String()),
  gatewayCode: nullable(Type.String()),
  companyId: id(),
  companyName: Type.String(),
  firmware: nullable(Type.String()),
  stockedAt: instant(),
  boundAt: nullable(instant()),
  lastStep: nullable(oneOf('traceStep')),
  lastStepAt: nullable(instant()),
})
export type TracedDeviceRow = Static<typeof tracedDeviceRow>

export const tracedDevicePageInput = pageInput(
  {
    batch: optional(text(40)),
    box: optional(text(40)),
    pallet: optional(text(40)),
    /** Range of codes, both ends included, ignoring case. */
    codeFrom: optional(text(40)),
    codeTo: optional(text(40)),
    modelId: optional(ref('device_model')),
    traceState: optional(oneOf('traceState')),
    projectId: optional(ref('project')),
  },
  ['stockedAt'],
)

/** One step in the operation log. */
export const traceLogRow = Type.Object({
  id: id(),
  at: instant(),
  step: oneOf('traceStep'),
  code: Type.String(),
  deviceId: nullable(id()),
  gatewayId: nullable(id()),
  fromPlace: nullable(Type.String()),
  toPlace: nullable(Type.String()),
  orderId: nullable(id()),
  orderCode: nullable(Type.String()),
  note: nullable(Type.String()),
  /** Why an upgrade failed. */
  failure: nullable(oneOf('upgradeFailure')),
  source: oneOf('traceSource'),
  /** Null: the system. */
  operator: nullable(Type.String()),
  companyId: id(),
  companyName: Type.String(),
  projectName: nullable(Type.String()),
})
export type TraceLogRow = Static<typeof traceLogRow>

export const traceLogPageInput = pageInput(
  {
    step: optional(oneOf('traceStep')),
    source: optional(oneOf('traceSource')),
    projectId: optional(ref('project')),
    companyId: optional(ref('company')),
  },
  ['at'],
)

/** A code that was typed or scanned. */
export const storyInput = input({ code: text(40) })

/** A step in the life of a device, or of one that it replaced. */
const storyStep = Type.Object({
  at: instant(),
  step: oneOf('traceStep'),
  code: Type.String(),
  fromPlace: nullable(Type.String()),
  toPlace: nullable(Type.String()),
  /** Name of the alarm or fault type. */
  typeNameZh: nullable(Type.String()),
  typeNameEn: nullable(Type.String()),
  /** State of an alarm, a fault or an order; or why an upgrade failed. */
  state: nullable(Type.String()),
  alarmId: nullable(id()),
  orderId: nullable(id()),
  orderCode: nullable(Type.String()),
  orderKind: nullable(oneOf('orderKind')),
  note: nullable(Type.String()),
  source: nullable(oneOf('traceSource')),
  operator: nullable(Type.String()),
  companyName: nullable(Type.String()),
})
export type StoryStep = Static<typeof storyStep>

export const deviceStory = Type.Object({
  kind: Type.Unsafe<'device' | 'gateway'>({ type: 'string', enum: ['device', 'gateway'] }),
  code: Type.String(),
  /** Null if the device has moved to another company: the history then ends with the move, and its current state is not shown. */
  now: nullable(
    Type.Object({
      id: id(),
      name: Type.String(),
      modelName: Type.String(),
      ...originRow,
      firmware: nullable(Type.String()),
      traceState: oneOf('traceState'),
      scrapReason: nullable(Type.String()),
      projectName: nullable(Type.String()),
      gatewayCode: nullable(Type.String()),
      companyName: Type.String(),
      boundAt: nullable(instant()),
      timeZone: Type.String(),
    }),
  ),
  /** The devices that replaced one another at this place, oldest first, including this one. */
  chain: Type.Array(Type.Object({ id: id(), code: Type.String(), traceState: oneOf('traceState') })),
  /** Newest first. */
  steps: Type.Array(storyStep),
  /** There are more steps than shown. */
  capped: Type.Boolean(),
})
export type DeviceStory = Static<typeof deviceStory>
