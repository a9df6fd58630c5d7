import { liveKinds, type LiveKind, type OperationCode } from '@emberwatch/contract'

/** Kinds that only holders of one of these operations may see. */
const watchers = {
  alarm: ['alarm:view', 'dataHome:view', 'largeScreen:view'],
  order: [
    'installOrder:view',
    'repairOrder:view',
    'inspectOrder:view',
    'maintenanceOrder:view',
    'order:work',
    'dataHome:view',
    'largeScreen:view',
  ],
  command: ['sentCommand:view', 'sentCommand:send', 'linkedRule:view'],
  feedback: ['userFeedback:view'],
  duty: ['dutyTeam:view', 'largeScreen:view'],
  notifyRule: ['notifyRule:view'],
  appVersion: ['userApp:view', 'adminApp:view'],
  upgrade: ['upgradeTask:view'],
  messageTask: ['messageTask:view', 'messageRecord:view', 'messageTemplate:view'],
} as const satisfies Partial<Record<LiveKind, readonly OperationCode[]>>

const guarded = Object.entries(watchers) as [LiveKind, readonly string[]][]

/** The operations that determine what an account may watch. */
export const watchOperations: readonly string[] = [...new Set(Object.values(watchers).flat())]

/** The kinds that a holder of these operations may not watch. */
export const hiddenKinds = (operations: ReadonlySet<string>): LiveKind[] =>
  guarded.filter(([, codes]) => !codes.some((code) => operations.has(code))).map(([kind]) => kind)

/** What a wall needs to know of. */
const wallKinds: ReadonlySet<LiveKind> = new Set(['alarm', 'fault', 'order', 'device', 'gateway', 'project', 'duty', 'refresh'])

/** The kinds that a wall may not watch. */
export const hiddenFromWalls: LiveKind[] = liveKinds.filter((kind) => !wallKinds.has(kind))
