import {
  fileRef,
  id,
  input,
  nullable,
  oneOf,
  optional,
  pageInput,
  ref,
  text,
  tracked,
  Type,
  version,
  type Static,
} from '../../../kernel/schema.ts'

/** The drawing of one floor of a project, with devices placed on it. */
export const floorPlanRow = Type.Object({
  id: id(),
  projectId: id(),
  building: Type.String(),
  floor: Type.String(),
  image: Type.String(),
  /** Number of devices placed on it. */
  devices: Type.Integer(),
  ...tracked,
})
export type FloorPlanRow = Static<typeof floorPlanRow>

/** Position of a device on a plan: fraction of its width from the left, and of its height from the top. */
const part = () => Type.Number({ minimum: 0, maximum: 1 })

export const planPin = Type.Object({
  deviceId: id(),
  code: Type.String(),
  name: Type.String(),
  place: Type.String(),
  status: oneOf('deviceStatus'),
  x: Type.Number(),
  y: Type.Number(),
})
export type PlanPin = Static<typeof planPin>

export const floorPlanDetail = Type.Object({ ...floorPlanRow.properties, pins: Type.Array(planPin) })
export type FloorPlanDetail = Static<typeof floorPlanDetail>

export const floorPlanPageInput = pageInput({ projectId: ref('project') }, ['building', 'floor', 'createdAt'])
const planFields = { building: text(40), floor: text(20), image: fileRef() }
export const floorPlanCreateInput = input({ projectId: ref('project'), ...planFields })
/** If the image is replaced, all positions stay as fractions of the new one. */
export const floorPlanUpdateInput = input({ id: ref('floor_plan'), version: version(), ...planFields })

export const placeInput = input({ planId: ref('floor_plan'), deviceId: ref('device'), x: part(), y: part() })
export const unplaceInput = input({ planId: ref('floor_plan'), deviceId: ref('device') })
export const planDevicesInput = input({ id: ref('floor_plan'), keyword: optional(text(60)) })

/** The plan that a device is on, and its position there. */
export const planOfDevice = nullable(Type.Object({ plan: floorPlanRow, pin: planPin }))
