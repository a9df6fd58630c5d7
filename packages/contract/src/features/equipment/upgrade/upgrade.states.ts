import { states } from '../../../kernel/states.ts'
import type { EnumValue } from '../../../enums.ts'
import { upgradeApproveInput, upgradeDevicesInput, upgradeReasonInput, upgradeResumeInput } from './upgrade.schema.ts'

/** The time window and the waves of a task. */
export interface UpgradePlan {
  /** Cumulative shares of the devices, in per cent. */
  readonly waves: readonly number[]
  /** Minutes of the day at the site; both or none. */
  readonly windowFrom: number | null
  readonly windowTo: number | null
}

/** Whether each wave is larger than the one before, and the last one includes all devices. */
export const wavesFit = (waves: readonly number[]): boolean =>
  waves.at(-1) === 100 && waves.every((share, n) => share > (waves[n - 1] ?? 0))

/** Without a window at any time. With one, from and to must differ; it may run past midnight. */
export const windowFits = ({ windowFrom, windowTo }: Pick<UpgradePlan, 'windowFrom' | 'windowTo'>): boolean =>
  windowFrom === null ? windowTo === null : windowTo !== null && windowFrom !== windowTo

/** Devices under way may be silent for this long before the task reports it. */
export const upgradeSilenceMs = 5 * 60_000

interface Heard {
  readonly state: string
  readonly sent: number
  readonly downloading: number
  readonly verifying: number
  readonly installing: number
  readonly heardAt: string | null
  readonly startedAt: string | null
}

/** Since when the devices under way have been silent, if that is long. Silence is not progress. */
export const upgradeSilentSince = (task: Heard, now: number): string | null => {
  const isUnderWay = task.sent + task.downloading + task.verifying + task.installing > 0
  const since = task.heardAt ?? task.startedAt
  return isUnderWay && since !== null && now - Date.parse(since) > upgradeSilenceMs ? since : null
}

type Counter = 'waiting' | 'sent' | 'downloading' | 'verifying' | 'installing' | 'succeeded' | 'failed' | 'skipped'

/** The facts of a task that its preconditions need. */
export interface UpgradeTaskFacts extends UpgradePlan, Readonly<Record<Counter | 'total', number>> {
  readonly editionState: EnumValue<'firmwareState'>
  readonly approval: EnumValue<'upgradeApproval'>
  readonly requestedById: number | null
  readonly requestedForId: number | null
  readonly frozenAt: string | null
  readonly startedAt: string | null
}

/** Number of devices that have been offered an upgrade and have not finished it. */
export const underWayOf = (counts: Readonly<Record<'sent' | 'downloading' | 'verifying' | 'installing', number>>): number =>
  counts.sent + counts.downloading + counts.verifying + counts.installing

/** domain.md, "Upgrades". A task waiting for approval is enabled, but nothing is sent. */
export const upgradeTaskStates = states<UpgradeTaskFacts>()({
  name: 'upgradeTask',
  field: 'state',
  states: ['disabled', 'enabled', 'suspended', 'completed', 'terminated'],
  initial: ['disabled'],
  preconditions: {
    upgradeEditionReleased: ({ editionState }) => editionState === 'released',
    upgradeHasDevices: ({ frozenAt, total }) => frozenAt === null || total > 0,
    upgradeWavesFit: ({ waves }) => wavesFit(waves),
    upgradeWindowFits: (plan) => windowFits(plan),
    upgradeNothingSent: (task) => task.startedAt === null && underWayOf(task) + task.succeeded + task.failed === 0,
    upgradeApprovalWaits: ({ approval }) => approval === 'waiting',
    upgradeApprovalDone: ({ approval }) => approval !== 'waiting',
    // A person signed in as somebody else is still the same person (server: upgrade-task-start.verbs.ts adds who is behind the session).
    upgradeSecondPerson: ({ requestedById, requestedForId }, { accountId }) =>
      accountId === null || (accountId !== requestedById && accountId !== requestedForId),
    upgradeSomeSucceeded: ({ succeeded }) => succeeded > 0,
    upgradeNoneUnderWay: (task) => underWayOf(task) === 0,
  },
  transitions: [
    { action: 'save', from: ['disabled'], to: 'disabled', operations: ['upgradeTask:save'] },
    {
      action: 'enable',
      from: ['disabled'],
      to: 'enabled',
      operations: ['upgradeTask:enable', 'upgradeTask:direct'],
      needs: ['upgradeEditionReleased', 'upgradeHasDevices', 'upgradeWavesFit', 'upgradeWindowFits'],
    },
    {
      action: 'approve',
      from: ['enabled'],
      to: 'enabled',
      operations: ['upgradeTask:approve'],
      input: upgradeApproveInput,
      needs: ['upgradeApprovalWaits', 'upgradeSecondPerson', 'upgradeEditionReleased'],
    },
    {
      action: 'reject',
      from: ['enabled'],
      to: 'disabled',
      operations: ['upgradeTask:approve'],
      input: upgradeApproveInput,
      needs: ['upgradeApprovalWaits', 'upgradeSecondPerson'],
    },
    {
      action: 'disable',
      from: ['enabled'],
      to: 'disabled',
      operations: ['upgradeTask:enable'],
      needs: ['upgradeNothingSent'],
    },
    {
      action: 'suspend',
      from: ['enabled'],
      to: 'suspended',
      operations: ['upgradeTask:enable'],
      input: upgradeReasonInput,
      needs: ['upgradeApprovalDone'],
    },
    { action: 'stop', from: ['enabled'], to: 'suspended', operations: [], automatic: true },
    {
      action: 'resume',
      from: ['suspended'],
      to: 'enabled',
      operations: ['upgradeTask:enable'],
      input: upgradeResumeInput,
      needs: ['upgradeEditionReleased'],
    },
    {
      action: 'complete',
      from: ['enabled', 'suspended'],
      to: 'completed',
      operations: ['upgradeTask:end'],
      needs: ['upgradeApprovalDone', 'upgradeSomeSucceeded'],
    },
    { action: 'finish', from: ['enabled'], to: 'completed', operations: [], automatic: true },
    {
      action: 'terminate',
      from: ['enabled', 'suspended'],
      to: 'terminated',
      operations: ['upgradeTask:end'],
      input: upgradeReasonInput,
      needs: ['upgradeApprovalDone'],
    },
    { action: 'delete', from: ['disabled'], to: 'disabled', operations: ['upgradeTask:del'] },
    {
      action: 'delete',
      from: ['completed'],
      to: 'completed',
      operations: ['upgradeTask:del'],
      needs: ['upgradeNoneUnderWay'],
    },
    {
      action: 'delete',
      from: ['terminated'],
      to: 'terminated',
      operations: ['upgradeTask:del'],
      needs: ['upgradeNoneUnderWay'],
    },
  ],
})

/** The facts of a device in a task that its preconditions need. */
export interface UpgradeDeviceFacts {
  /** Null: the task belongs to a company above. */
  readonly taskState: EnumValue<'upgradeTaskState'> | null
  readonly initialVersion: string | null
}

const underWay = ['sent', 'downloading', 'verifying', 'installing'] as const
export const upgradeUnderWayStates = underWay

/** `succeeded` only follows from the version that the device reports, so a device can get there from any state, even after it was given up. */
export const upgradeDeviceStates = states<UpgradeDeviceFacts>()({
  name: 'upgradeDevice',
  field: 'state',
  states: ['waiting', 'sent', 'downloading', 'verifying', 'installing', 'succeeded', 'failed', 'skipped'],
  initial: ['waiting', 'skipped'],
  preconditions: {
    upgradeTaskSeen: ({ taskState }) => taskState !== null,
    upgradeTaskRuns: ({ taskState }) => taskState === 'enabled' || taskState === 'suspended',
    upgradeEarlierVersion: ({ initialVersion }) => initialVersion !== null,
  },
  transitions: [
    { action: 'offer', from: ['waiting'], to: 'sent', operations: [], automatic: true },
    { action: 'download', from: ['sent', 'downloading'], to: 'downloading', operations: [], automatic: true },
    { action: 'verify', from: ['sent', 'downloading', 'verifying'], to: 'verifying', operations: [], automatic: true },
    { action: 'install', from: [...underWay], to: 'installing', operations: [], automatic: true },
    // The next step of its route, or another attempt.
    { action: 'again', from: [...underWay], to: 'waiting', operations: [], automatic: true },
    { action: 'succeed', from: ['waiting', ...underWay, 'failed'], to: 'succeeded', operations: [], automatic: true },
    { action: 'fail', from: ['waiting', ...underWay], to: 'failed', operations: [], automatic: true },
    { action: 'leave', from: ['waiting'], to: 'skipped', operations: [], automatic: true },
    {
      action: 'retry',
      from: ['failed', 'skipped'],
      to: 'waiting',
      operations: ['upgradeDevice:retry'],
      input: upgradeDevicesInput,
      needs: ['upgradeTaskSeen', 'upgradeTaskRuns'],
    },
    {
      action: 'skip',
      from: ['waiting'],
      to: 'skipped',
      operations: ['upgradeDevice:retry'],
      input: upgradeDevicesInput,
      needs: ['upgradeTaskSeen', 'upgradeTaskRuns'],
    },
    {
      action: 'rollBack',
      from: ['succeeded'],
      to: 'succeeded',
      operations: ['upgradeTask:save'],
      needs: ['upgradeEarlierVersion'],
    },
  ],
})
