import { limits } from '../../../kernel/limits.ts'
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
} from '../../../kernel/schema.ts'

const count = Type.Integer()
const percent = (minimum: number) => Type.Integer({ minimum, maximum: 100 })

/** Number of devices of a task in each state. */
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

/** A task that upgrades many devices to one firmware edition. */
export const upgradeTaskRow = Type.Object({
  id: id(),
  name: Type.String(),
  state: oneOf('upgradeTaskState'),
  approval: oneOf('upgradeApproval'),
  /** The account that enabled it, and the person signed in as that account, if any. */
  requestedById: nullable(id()),
  requestedForId: nullable(id()),
  editionId: id(),
  editionName: Type.String(),
  editionState: oneOf('firmwareState'),
  modelId: id(),
  modelName: Type.String(),
  /** The target version. */
  toVersion: Type.String(),
  targetType: oneOf('upgradeTargetType'),
  initialVersion: nullable(Type.String()),
  method: oneOf('upgradeMethod'),
  startsAt: nullable(instant()),
  windowFrom: nullable(Type.Integer()),
  windowTo: nullable(Type.Integer()),
  /** Cumulative percentages, and the index of the one under way. */
  waves: Type.Array(Type.Integer()),
  wave: Type.Integer(),
  stoppedBy: nullable(oneOf('upgradeStop')),
  stoppedAt: nullable(instant()),
  frozenAt: nullable(instant()),
  startedAt: nullable(instant()),
  endedAt: nullable(instant()),
  /** When a device of the task last reported any progress. */
  heardAt: nullable(instant()),
  companyName: Type.String(),
  ...upgradeCounts,
  ...tracked,
})
export type UpgradeTaskRow = Static<typeof upgradeTaskRow>

/** The progress of one wave. */
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

/** A filter for devices, in addition to the model that the edition is for. */
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
  /** The target ids that the caller can see, with their names. */
  targets: Type.Array(Type.Object({ value: id(), label: Type.String() })),
  /** Number of targets that the caller cannot see. */
  hiddenTargets: Type.Integer(),
  filter: upgradeFilter,
  /** Names of its ids, as far as the caller can see them. */
  filterNames: Type.Array(Type.String()),
  requestedBy: nullable(Type.String()),
  requestedAt: nullable(instant()),
  decidedBy: nullable(Type.String()),
  decidedAt: nullable(instant()),
  decisionNote: nullable(Type.String()),
  progress: Type.Array(upgradeWave),
  /** Why devices are waiting although their wave is under way. */
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

/** The target. Only the list of the chosen kind counts. */
const meant = {
  editionId: ref('firmware_edition'),
  targetType: oneOf('upgradeTargetType'),
  ...target,
  /** Only devices that are on this version. */
  initialVersion: optional(ruled('version')),
  allowDowngrade: optional(Type.Boolean()),
}

export const upgradeWavesMax = 10
const minuteOfDay = () => Type.Integer({ minimum: 0, maximum: 1439 })

/** With an id it is an edit, which must give the version that it was made from. */
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

/** With the id of a task, devices are counted for the company that owns the task. */
export const upgradePreviewInput = input({ id: optional(ref('upgrade_task')), ...meant })
/** The devices that a task would have if it were enabled now. */
export const upgradePreview = Type.Object({
  /** All devices that would be in it, with or without a route. */
  total: count,
  /** Already on the version: left out. */
  onVersion: count,
  /** No released edition leads from their version to the target: in the task, but skipped. */
  withoutRoute: count,
  /** Version never reported. They count as having no route unless downgrades are allowed, because they may have a newer version. */
  unknownVersion: count,
  byVersion: Type.Array(
    Type.Object({
      version: nullable(Type.String()),
      hardware: nullable(Type.String()),
      count,
      /** The versions in between and the last one. Empty: already there; null: there is no route. */
      route: nullable(Type.Array(Type.String())),
    }),
  ),
})
export type UpgradePreview = Static<typeof upgradePreview>

export const upgradeChoicesInput = input({
  targetType: oneOf('upgradeTargetType'),
  /** Required for a list: its devices must be of this edition's model. */
  editionId: optional(ref('firmware_edition')),
  keyword: optional(text(60)),
  /** Already chosen ids: they are named in any case if the caller can see them. */
  ids: optional(Type.Array(id(), { maxItems: limits.rowsAtOnce })),
  /** Pasted device or gateway codes. */
  codes: optional(Type.Array(text(40), { maxItems: limits.rowsAtOnce })),
})
export const upgradeChoices = Type.Object({
  options: Type.Array(Type.Object({ value: id(), label: Type.String() })),
  /** Codes for which the caller can see no device of that model. */
  unknown: Type.Array(Type.String()),
})

const one = { id: ref('upgrade_task') }
export const upgradeTaskInput = input(one)
export const upgradeReasonInput = input({ ...one, reason: text(200) })
/** New limits instead of those that stopped it. */
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

/** A device, or a gateway itself, in a task. */
export const upgradeDeviceRow = Type.Object({
  id: id(),
  taskId: id(),
  /** Null: the task belongs to a company above, and the caller cannot see it. */
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
  /** Versions: before the task; before the step under way; after that step; in the end. */
  initialVersion: nullable(Type.String()),
  fromVersion: nullable(Type.String()),
  stepVersion: nullable(Type.String()),
  toVersion: Type.String(),
  percent: nullable(Type.Integer()),
  attempts: Type.Integer(),
  hold: nullable(oneOf('upgradeHold')),
  failure: nullable(oneOf('upgradeFailure')),
  /** The device's own words. */
  error: nullable(Type.String()),
  battery: nullable(Type.Integer()),
  signal: nullable(Type.Integer()),
  offeredAt: nullable(instant()),
  /** When it last reported progress on this upgrade. */
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
/** Number of chosen devices that it was done to; the others were no longer in a suitable state. */
export const upgradeDevicesDone = Type.Object({ done: count, left: count })
