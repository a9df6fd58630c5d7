/** A condition that began or ended at a point. */
export interface ConditionChange {
  point: string
  typeId: number
  action: 'raise' | 'restore'
  at: Date
  /** Whether people are notified of it. */
  notify?: boolean
}

/** What one set-based step may write: each point and type is raised at most once and then restored at most once. */
export interface FoldedChanges<Item extends ConditionChange> {
  /** `first`: the first raise, with the earliest time. `repeats`: how often it was raised again within this step. `lastAt`: the latest time. */
  raises: { first: Item; repeats: number; lastAt: Date }[]
  restores: Item[]
}

/** Folds changes, in order, into as few steps as keep that order per point and type. Nearly always one. */
export function foldChanges<Item extends ConditionChange>(changes: readonly Item[]): FoldedChanges<Item>[] {
  const rounds: { raises: Map<string, FoldedChanges<Item>['raises'][number]>; restores: Map<string, Item> }[] = []
  const places = new Map<string, { round: number; restored: boolean }>()
  for (const change of changes) {
    const key = `${change.typeId} ${change.point}`
    const place = places.get(key) ?? { round: 0, restored: false }
    places.set(key, place)
    if (change.action === 'raise' && place.restored) {
      place.round++
      place.restored = false
    }
    const round = (rounds[place.round] ??= { raises: new Map(), restores: new Map() })
    if (change.action === 'restore') {
      place.restored = true
      round.restores.set(key, change)
      continue
    }
    const raised = round.raises.get(key)
    if (raised === undefined) round.raises.set(key, { first: change, repeats: 0, lastAt: change.at })
    else {
      raised.repeats++
      // Messages of two gateways that relay the same detector are written in turn, not in order of time.
      if (change.at > raised.lastAt) raised.lastAt = change.at
      if (change.at < raised.first.at) raised.first = { ...raised.first, at: change.at }
      // A code that nobody is notified of must not silence one that people are.
      if (change.notify === true && raised.first.notify === false) raised.first = { ...raised.first, notify: true }
    }
  }
  // Always the same order, so that two writers never deadlock.
  const byPoint = (a: ConditionChange, b: ConditionChange) => a.typeId - b.typeId || (a.point < b.point ? -1 : 1)
  return rounds.map(({ raises, restores }) => ({
    raises: [...raises.values()].sort((a, b) => byPoint(a.first, b.first)),
    restores: [...restores.values()].sort(byPoint),
  }))
}
