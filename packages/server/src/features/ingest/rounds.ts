/** A condition that began or ended at a point. */
export interface Change {
  point: string
  typeId: number
  action: 'raise' | 'restore'
  at: Date
}

/** What may be written in one set-based step: each point and type raised at most once, then restored at most once. */
export interface Round<Item extends Change> {
  /** `repeats`: how often it was raised again within the round; `lastAt`: the last time. */
  raises: { first: Item; repeats: number; lastAt: Date }[]
  restores: Item[]
}

/** Folds changes, in the order in which they happened, into as few rounds as keep that order for each point and type: nearly always one. */
export function inRounds<Item extends Change>(changes: readonly Item[]): Round<Item>[] {
  const rounds: { raises: Map<string, Round<Item>['raises'][number]>; restores: Map<string, Item> }[] = []
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
      raised.lastAt = change.at
    }
  }
  // In one order everywhere, so that two writers never wait for each other.
  const byPoint = (a: Change, b: Change) => a.typeId - b.typeId || (a.point < b.point ? -1 : 1)
  return rounds.map(({ raises, restores }) => ({
    raises: [...raises.values()].sort((a, b) => byPoint(a.first, b.first)),
    restores: [...restores.values()].sort(byPoint),
  }))
}
