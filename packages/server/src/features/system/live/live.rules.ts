import { liveKinds, type LiveKind, type OperationCode, limits } from '@emberwatch/contract'
import type { EventStream } from '../../../platform/http/binding.ts'

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

/** How long a displaced stream waits before it reconnects, so that many windows do not displace each other in turn. */
const retryMs = 30_000

const closeOldest = (streams: Set<EventStream>, limit: number): void => {
  for (const oldest of streams) {
    if (streams.size <= limit) return
    streams.delete(oldest)
    oldest.send({ event: 'ping', data: '', retryMs })
    oldest.close()
  }
}

/**
 * Limits the open streams per session and per account in this process. The oldest is closed, never the newest: a reloaded page must get its
 * stream even while its previous connection is still open.
 */
export const createStreamLimit = () => {
  const open = new Map<string, Set<EventStream>>()
  const add = (key: string, stream: EventStream, limit: number): void => {
    const streams = open.get(key) ?? new Set()
    open.set(key, streams.add(stream))
    closeOldest(streams, limit)
    stream.onClose(() => {
      streams.delete(stream)
      if (streams.size === 0 && open.get(key) === streams) open.delete(key)
    })
  }
  return (stream: EventStream, session: string, accountId: number): void => {
    add(`session ${session}`, stream, limits.streamsPerSession)
    add(`account ${accountId}`, stream, limits.streamsPerAccount)
  }
}
