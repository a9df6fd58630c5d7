import { limits } from '../../kernel/limits.ts'
import {
  id,
  input,
  instant,
  nullable,
  oneOf,
  optional,
  pageInput,
  ref,
  refs,
  ruled,
  text,
  tracked,
  Type,
  version,
  zoneFilter,
  type Static,
} from '../../kernel/schema.ts'

const count = Type.Integer()
const percent = (minimum: number) => Type.Integer({ minimum, maximum: 100 })

/** How many devices of a task are in each state. */
export const upgradeCounts = {
  total: count,
  waiting: count,
  sent: count,
  downloading: count,
  verifying: count,
  installing: count,
  succeeded: count,
  failed: count,
  skipped: count,
}

/** An upgrade of many devices to one firmware edition. */
export const upgradeTaskRow = Type.Object({
  id: id(),
  name: Type.String(),
  state: oneOf('upgradeTaskState'),
  approval: oneOf('upgradeApproval'),
  /** Who wants it enabled, and who sat there in their place. */
  requestedById: nullable(id()),
  requestedForId: nullable(id()),
  editionId: id(),
  editionName: Type.String(),
  editionState: oneOf('firmwareState'),
  modelId: id(),
  modelName: Type.String(),
  /** Where it leads. */
  toVersion: Type.String(),
  targetType: oneOf('upgradeTargetType'),
  initialVersion: nullable(Type.String()),
  method: oneOf('upgradeMethod'),
  startsAt: nullable(instant()),
  windowFrom: nullable(Type.Integer()),
  windowTo: nullable(Type.Integer()),
  /** Cumulative shares in per cent; and which of them is under way, from 0. */
  waves: Type.Array(Type.Integer()),
  wave: Type.Integer(),
  stoppedBy: nullable(oneOf('upgradeStop')),
  stoppedAt: nullable(instant()),
  frozenAt: nullable(instant()),
  startedAt: nullable(instant()),
  endedAt: nullable(instant()),
  /** When a device of the task last said anything about it. */
  heardAt: nullable(instant()),
  companyName: Type.String(),
  ...upgradeCounts,
  ...tracked,
})
export type UpgradeTaskRow = Static<typeof upgradeTaskRow>

/** How far one wave is. */
export const upgradeWave = Type.Object({
  wave: Type.Integer(),
  /** Cumulative, in per cent. */
  share: Type.Integer(),
  total: count,
  waiting: count,
  held: count,
  underWay: count,
  succeeded: count,
  failed: count,
  skipped: count,
})
export type UpgradeWave = Static<typeof upgradeWave>

/** What devices a filter means, besides the model that the edition is for. */
export const upgradeFilter = input({
  customerId: optional(ref('customer')),
  projectTypeId: optional(ref('project_type')),
  batch: optional(text(40)),
  online: optional(Type.Boolean()),
  ...zoneFilter,
})
export type UpgradeFilter = Static<typeof upgradeFilter>

const target = {
  companyIds: optional(refs('company', 0)),
  projectIds: optional(refs('project', 0)),
  deviceIds: optional(refs('device', 0)),
  gatewayIds: optional(refs('gateway', 0)),
  filter: optional(upgradeFilter),
}

export const upgradeTaskDetail = Type.Object({
  ...upgradeTaskRow.properties,
  ofGateways: Type.Boolean(),
  hardware: Type.String(),
  allowDowngrade: Type.Boolean(),
  successShare: Type.Integer(),
  failureShare: Type.Integer(),
  retries: Type.Integer(),
  retryAfterS: Type.Integer(),
  minBattery: nullable(Type.Integer()),
  minSignal: nullable(Type.Integer()),
  remark: Type.String(),
  /** The ids of its target that the caller sees, with their names. */
  targets: Type.Array(Type.Object({ value: id(), label: Type.String() })),
  /** How many more the caller does not see. */
  hiddenTargets: Type.Integer(),
  filter: upgradeFilter,
  /** What its ids name, as far as the caller sees it. */
  filterNames: Type.Array(Type.String()),
  requestedBy: nullable(Type.String()),
  requestedAt: nullable(instant()),
  decidedBy: nullable(Type.String()),
  decidedAt: nullable(instant()),
  decisionNote: nullable(Type.String()),
  progress: Type.Array(upgradeWave),
  /** Why devices wait although their wave is under way. */
  held: count,
  holds: Type.Array(Type.Object({ hold: oneOf('upgradeHold'), count })),
  /** Why devices failed. */
  failures: Type.Array(Type.Object({ failure: nullable(oneOf('upgradeFailure')), count })),
})
export type UpgradeTaskDetail = Static<typeof upgradeTaskDetail>

export const upgradeTaskPageInput = pageInput(
  {
    state: optional(oneOf('upgradeTaskState')),
    approval: optional(oneOf('upgradeApproval')),
    modelId: optional(ref('device_model')),
    editionId: optional(ref('firmware_edition')),
    targetType: optional(oneOf('upgradeTargetType')),
  },
  ['name', 'createdAt', 'startedAt'],
)

/** What decides which devices are meant. Only the list of the chosen kind counts. */
const meant = {
  editionId: ref('firmware_edition'),
  targetType: oneOf('upgradeTargetType'),
  ...target,
  /** Only devices on this version. */
  initialVersion: optional(ruled('version')),
  allowDowngrade: optional(Type.Boolean()),
}

export const upgradeWavesMax = 10
const minuteOfDay = () => Type.Integer({ minimum: 0, maximum: 1439 })

/** With an id it is an edit, which says the version that it was made from. */
export const upgradeTaskSaveInput = input({
  id: optional(ref('upgrade_task')),
  version: optional(version()),
  name: text(60),
  ...meant,
  method: oneOf('upgradeMethod'),
  startsAt: optional(instant()),
  windowFrom: optional(minuteOfDay()),
  windowTo: optional(minuteOfDay()),
  waves: Type.Array(percent(1), { minItems: 1, maxItems: upgradeWavesMax }),
  successShare: percent(1),
  failureShare: percent(0),
  retries: Type.Integer({ minimum: 0, maximum: 10 }),
  retryAfterS: Type.Integer({ minimum: 60, maximum: 86_400 }),
  minBattery: optional(percent(1)),
  minSignal: optional(Type.Integer({ minimum: -140, maximum: -20 })),
  remark: optional(text(500, 0)),
})

/** With the id of a task it is counted for the company that owns the task. */
export const upgradePreviewInput = input({ id: optional(ref('upgrade_task')), ...meant })
/** How many devices a task would have, as it would be frozen now. */
export const upgradePreview = Type.Object({
  /** All that would be in it: those that get it, and those without a route. */
  total: count,
  /** On the version already: left out. */
  onVersion: count,
  /** No released edition leads there from their version: in it, but skipped. */
  withoutRoute: count,
  /** Never told their version. They count among those without a route, unless a downgrade is allowed: they may have a newer one. */
  unknownVersion: count,
  byVersion: Type.Array(
    Type.Object({
      version: nullable(Type.String()),
      hardware: nullable(Type.String()),
      count,
      /** The versions in between and the last one. Empty: it is there already; null: there is no route. */
      route: nullable(Type.Array(Type.String())),
    }),
  ),
})
export type UpgradePreview = Static<typeof upgradePreview>

export const upgradeChoicesInput = input({
  targetType: oneOf('upgradeTargetType'),
  /** Needed for a list: its devices are of this edition's model. */
  editionId: optional(ref('firmware_edition')),
  keyword: optional(text(60)),
  /** Chosen already: named in any case, if they are seen at all. */
  ids: optional(Type.Array(id(), { maxItems: limits.rowsAtOnce })),
  /** Pasted codes of devices or gateways. */
  codes: optional(Type.Array(text(40), { maxItems: limits.rowsAtOnce })),
})
export const upgradeChoices = Type.Object({
  options: Type.Array(Type.Object({ value: id(), label: Type.String() })),
  /** Codes that name no device of that model which the caller sees. */
  unknown: Type.Array(Type.String()),
})

const one = { id: ref('upgrade_task') }
export const upgradeTaskInput = input(one)
export const upgradeReasonInput = input({ ...one, reason: text(200) })
/** Other limits than those that stopped it. */
export const upgradeResumeInput = input({
  ...one,
  successShare: optional(percent(1)),
  failureShare: optional(percent(0)),
})
export const upgradeApproveInput = input({
  ...one,
  agree: Type.Boolean(),
  /** Required to reject. */
  note: optional(text(200)),
})

/** A device in a task, or a gateway itself. */
export const upgradeDeviceRow = Type.Object({
  id: id(),
  taskId: id(),
  /** Null: the task is of a company above, which is not seen. */
  taskName: nullable(Type.String()),
  taskState: nullable(oneOf('upgradeTaskState')),
  /** Null: the gateway itself. */
  deviceId: nullable(id()),
  gatewayId: id(),
  code: Type.String(),
  name: nullable(Type.String()),
  projectId: nullable(id()),
  projectName: nullable(Type.String()),
  wave: Type.Integer(),
  state: oneOf('upgradeDeviceState'),
  /** Before the task; before the step under way; after that step; in the end. */
  initialVersion: nullable(Type.String()),
  fromVersion: nullable(Type.String()),
  stepVersion: nullable(Type.String()),
  toVersion: Type.String(),
  percent: nullable(Type.Integer()),
  attempts: Type.Integer(),
  hold: nullable(oneOf('upgradeHold')),
  failure: nullable(oneOf('upgradeFailure')),
  /** In the device's own words. */
  error: nullable(Type.String()),
  battery: nullable(Type.Integer()),
  signal: nullable(Type.Integer()),
  offeredAt: nullable(instant()),
  /** When it last said anything about this upgrade. */
  heardAt: nullable(instant()),
  notBefore: nullable(instant()),
  dueAt: nullable(instant()),
  startedAt: nullable(instant()),
  endedAt: nullable(instant()),
})
export type UpgradeDeviceRow = Static<typeof upgradeDeviceRow>

export const upgradeDevicePageInput = pageInput(
  {
    taskId: optional(ref('upgrade_task')),
    deviceId: optional(ref('device')),
    /** Of the gateway itself. */
    gatewayId: optional(ref('gateway')),
    state: optional(oneOf('upgradeDeviceState')),
    wave: optional(Type.Integer({ minimum: 0, maximum: upgradeWavesMax - 1 })),
    hold: optional(oneOf('upgradeHold')),
    failure: optional(oneOf('upgradeFailure')),
  },
  ['createdAt'],
)

export const upgradeDevicesInput = input({ ids: refs('upgrade_device') })
/** How many of the chosen ones it was done to; the others were no longer in a fitting state. */
export const upgradeDevicesDone = Type.Object({ done: count, left: count })
