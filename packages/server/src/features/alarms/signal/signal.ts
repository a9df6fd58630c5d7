import type { Cause } from '../notify-cause/cause.batch.ts'

/** The place in the company tree that alarms, faults and events belong to. */
export interface Owner {
  readonly companyId: number
  readonly path: string
  readonly customerId: number | null
  readonly projectId: number | null
}

/** That something began or ended at a point. */
export interface PointSignal {
  readonly point: string
  readonly typeId: number
  readonly action: 'raise' | 'restore'
  readonly at: Date
  /** Whether people are notified of it. */
  readonly notify?: boolean
  /** It has no restore: after a confirmation it is new. */
  readonly eachIsNew?: boolean
}

/** What a report says once its code is looked up, or what the program has found itself. */
export interface Signal extends PointSignal {
  readonly owner: Owner
  readonly gatewayId: number | null
  readonly deviceId: number | null
  /** How the audit log names the point. */
  readonly name: string
  readonly format: string
  readonly code: string
}

/** The signals of one point and type that raise it. */
export interface Raise<S extends PointSignal> {
  /** The first signal, with the earliest time. */
  first: S
  /** How often it was raised again. */
  repeats: number
  /** The latest time. */
  lastAt: Date
}

/** What one set-based statement may write: each point and type is raised at most once and then restored at most once. */
export interface SignalGroup<S extends PointSignal> {
  readonly raises: readonly Raise<S>[]
  readonly restores: readonly S[]
}

/** The point of alarms and faults of a device. There is one open record per point and type (domain.md). */
export const devicePoint = (deviceId: number): string => `d${deviceId}`

/** The point of a gateway, or of an unregistered device behind it. */
export const gatewayPoint = (gatewayId: number, deviceCode: string | null = null): string =>
  deviceCode === null ? `g${gatewayId}` : `g${gatewayId}/${deviceCode}`

/** Identifies the alarm or fault that a signal is about. */
export const keyOf = (typeId: number, point: string): string => `${typeId} ${point}`

/** Groups signals, in order, into as few groups as keep that order per point and type. Nearly always one. */
export const groupSignals = <S extends PointSignal>(signals: readonly S[]): SignalGroup<S>[] => {
  const groups: { raises: Map<string, Raise<S>>; restores: Map<string, S> }[] = []
  const places = new Map<string, { group: number; restored: boolean }>()
  for (const signal of signals) {
    const key = keyOf(signal.typeId, signal.point)
    const place = places.get(key) ?? { group: 0, restored: false }
    places.set(key, place)
    if (signal.action === 'raise' && place.restored) {
      place.group++
      place.restored = false
    }
    const group = (groups[place.group] ??= { raises: new Map(), restores: new Map() })
    if (signal.action === 'restore') {
      place.restored = true
      group.restores.set(key, signal)
      continue
    }
    const raised = group.raises.get(key)
    if (raised === undefined) group.raises.set(key, { first: signal, repeats: 0, lastAt: signal.at })
    else {
      raised.repeats++
      // Messages of two gateways that relay the same detector are written in turn, not in order of time.
      if (signal.at > raised.lastAt) raised.lastAt = signal.at
      if (signal.at < raised.first.at) raised.first = { ...raised.first, at: signal.at }
      // A code that nobody is notified of must not silence one that people are.
      if (signal.notify === true && raised.first.notify === false) raised.first = { ...raised.first, notify: true }
      // Nor must a repeat hide one that is new each time.
      if (signal.eachIsNew === true && raised.first.eachIsNew === false) raised.first = { ...raised.first, eachIsNew: true }
    }
  }
  // Always the same order, so that two writers never deadlock.
  const byPoint = (a: PointSignal, b: PointSignal) => a.typeId - b.typeId || (a.point < b.point ? -1 : 1)
  return groups.map(({ raises, restores }) => ({
    raises: [...raises.values()].sort((a, b) => byPoint(a.first, b.first)),
    restores: [...restores.values()].sort(byPoint),
  }))
}

/** What people may have to be notified of because of a signal. */
export const causeOf = (
  { owner, deviceId, typeId }: Pick<Signal, 'owner' | 'deviceId' | 'typeId'>,
  what: Pick<Cause, 'kind' | 'id' | 'firstAt' | 'roundAt' | 'clock' | 'level'>,
): Cause => {
  const { companyId, path, customerId, projectId } = owner
  return { ...what, companyId, path, customerId, projectId, deviceId, typeId }
}
