import type { AlarmRow } from '@emberwatch/contract'
import { create } from 'zustand'
import { isFire, type QueuedAlarm } from './queued-alarm.ts'
import type { OpenAlarms } from './open-alarms.ts'

/** The known open alarms at some moment. */
export type Known = Pick<OpenAlarms, 'complete' | 'sounding' | 'soundingLesser' | 'tests' | 'updatedAt'> & {
  readonly list: readonly (QueuedAlarm & Pick<AlarmRow, 'state'>)[] | undefined
}

/** The waiting alarms, as this console knows them from live events and from the list of open alarms. */
interface Queue {
  /** Every unconfirmed fire, and the lesser alarms and tests that this user has not dismissed. */
  readonly waiting: ReadonlyMap<number, QueuedAlarm>
  /** Unconfirmed fires that this user has not muted. While there is one, it sounds. */
  readonly sounding: ReadonlySet<number>
  /** The same for lesser alarms, which sound at longer intervals. A test is in neither. */
  readonly lesser: ReadonlySet<number>
  /** The latest alarm, for screen readers and for the collapsed queue. */
  readonly latest: QueuedAlarm | null
  /** The latest test, which interrupts nobody. */
  readonly latestTest: QueuedAlarm | null
  readonly folded: boolean
}

const empty: Queue = {
  waiting: new Map(),
  sounding: new Set(),
  lesser: new Set(),
  latest: null,
  latestTest: null,
  folded: false,
}
export const useQueue = create<Queue>(() => empty)

/**
 * When this console learned of an alarm, saw it handled, and muted it (ms). A list answer that was already on its way does not
 * reflect it yet.
 */
const addedAt = new Map<number, number>()
const removedAt = new Map<number, number>()
const mutedAt = new Map<number, number>()
/** End of a mute (ms), if this window keeps the mutes. */
const mutedUntil = new Map<number, number>()
const staleAnswerMs = 10_000

const lesserLevels: readonly QueuedAlarm['level'][] = ['warning', 'notice']
/** The server returns at most this many sounding alarms per level. */
const mostNamed = 1_000

/** Alarms already listed, and whether the last list was complete: only then are newly listed alarms new. */
let known = new Set<number>()
let listComplete = false

/** Fires that this user has put aside by folding the queue. */
let seen: ReadonlySet<number> = new Set()

/** What a live event does to the queue: adds an alarm, maybe one that is raised again, or takes one out. */
export type QueueChange = { readonly alarm: QueuedAlarm; readonly again: boolean } | { readonly settled: number }

/**
 * Applies changes in their order, in one step: thousands may come together. Returns the alarms that were not there yet. One that
 * is raised again sounds again, even if it was muted or handled before.
 */
export const changeQueue = (changes: readonly QueueChange[]): readonly QueuedAlarm[] => {
  const before = useQueue.getState()
  const [waiting, sounding, lesser] = [new Map(before.waiting), new Set(before.sounding), new Set(before.lesser)]
  const now = Date.now()
  const added: QueuedAlarm[] = []
  let settled = false
  for (const change of changes) {
    if ('settled' in change) {
      forgetSeen(change.settled)
      addedAt.delete(change.settled)
      removedAt.set(change.settled, now)
      const waited = waiting.delete(change.settled)
      lesser.delete(change.settled)
      settled = sounding.delete(change.settled) || waited || settled
      continue
    }
    const { alarm, again } = change
    const { id } = alarm
    if (!again && waiting.has(id) && addedAt.has(id)) continue
    if (again) forgetSeen(id)
    addedAt.set(id, now)
    removedAt.delete(id)
    mutedAt.delete(id)
    known.add(id)
    waiting.set(id, again ? alarm : (waiting.get(id) ?? alarm))
    if (!alarm.test) (isFire(alarm) ? sounding : lesser).add(id)
    added.push(alarm)
  }
  // An alarm may have been acted on in the same frame.
  const left = added.filter(({ id }) => waiting.has(id))
  if (settled || added.length > 0)
    useQueue.setState({
      waiting,
      sounding,
      lesser,
      latest: left.findLast(({ test }) => !test) ?? before.latest,
      latestTest: left.findLast(({ test }) => test) ?? before.latestTest,
    })
  return left
}

/** Somebody has acted on the alarm. */
export const removeAlarm = (id: number): void => void changeQueue([{ settled: id }])

/** Mutes the alarms here at once, before the server has stored it. */
export const muteLocally = (ids: readonly number[], minutes = Infinity): void => {
  const now = Date.now()
  for (const id of ids) mutedAt.set(id, now)
  for (const id of ids) mutedUntil.set(id, now + minutes * 60_000)
  const loud = (all: ReadonlySet<number>) => new Set([...all].filter((id) => !mutedAt.has(id)))
  useQueue.setState(({ sounding, lesser }) => ({ sounding: loud(sounding), lesser: loud(lesser) }))
}

/** The server rejected a mute: it sounds again. */
export const undoMute = (ids: readonly number[]): void => {
  for (const id of ids) mutedAt.delete(id)
  useQueue.setState(({ sounding, lesser, waiting }) => {
    const real = ids.flatMap((id) => waiting.get(id) ?? []).filter(({ test }) => !test)
    const idsOf = (fire: boolean) => real.filter((alarm) => isFire(alarm) === fire).map(({ id }) => id)
    return { sounding: new Set([...sounding, ...idsOf(true)]), lesser: new Set([...lesser, ...idsOf(false)]) }
  })
}

/**
 * Applies the list of open alarms, which has every waiting fire after a reload, a sign-in or a lost connection. Returns the
 * lesser alarms and tests that were missed. Fires need no announcement: they sound while they wait.
 * @param kept whether the user's mutes are stored on the server; if not (signed in as somebody else), those of this window apply
 */
export const syncWithList = (
  { list = [], complete, sounding, soundingLesser, tests, updatedAt }: Known,
  kept = true,
): readonly QueuedAlarm[] => {
  // A time in the future is from before the clock was set back; otherwise it would count as recent until then.
  const now = Date.now()
  const recent = (times: Map<number, number>, id: number) => {
    const at = times.get(id)
    return at !== undefined && at <= now && at + staleAnswerMs >= updatedAt
  }
  const rows = list.filter(({ id, state }) => state === 'unconfirmed' && !recent(removedAt, id))
  const listed = new Map<number, QueuedAlarm>(rows.map((row) => [row.id, row]))
  const { waiting: before } = useQueue.getState()
  // A full list only has the most urgent alarms, so another one may be missing just because of that.
  const isStillWaiting = ({ id }: QueuedAlarm) => listed.has(id) || recent(addedAt, id) || !complete
  const quiet = new Set(soundingLesser)
  const muted = (id: number) => (kept ? recent(mutedAt, id) : mutedAt.has(id) && (mutedUntil.get(id) ?? 0) > Date.now())
  const shown = new Set(tests.filter((id) => !muted(id)))
  const missed =
    listComplete && complete ? rows.filter((row) => !isFire(row) && (!row.test || shown.has(row.id)) && !known.has(row.id)) : []
  // For alarms beyond the list, the server does not say whether they are muted, so they stay in the queue too.
  const cut = new Set(
    lesserLevels.filter((level) => rows.filter((row) => row.level === level && quiet.has(row.id)).length >= mostNamed),
  )
  const waiting = new Map<number, QueuedAlarm>()
  for (const [id, alarm] of before) if (isStillWaiting(alarm)) waiting.set(id, listed.get(id) ?? alarm)
  for (const row of rows)
    if (row.test ? shown.has(row.id) : isFire(row) || quiet.has(row.id) || cut.has(row.level)) waiting.set(row.id, row)
  const loud = sounding.filter((id) => !recent(removedAt, id) && !muted(id))
  const others = [...waiting.values()].filter(
    ({ id, level, test }) => level !== 'fire' && !test && (quiet.has(id) || cut.has(level) || recent(addedAt, id)) && !muted(id),
  )
  const unlisted = [...waiting.values()].filter((alarm) => isFire(alarm) && recent(addedAt, alarm.id) && !muted(alarm.id))
  for (const { id } of rows) known.add(id)
  // A page that is open for weeks: what is no longer waiting is forgotten. If it is raised again unnoticed, it is new.
  if (complete) known = new Set([...known].filter((id) => listed.has(id) || addedAt.has(id)))
  for (const id of addedAt.keys()) if (!waiting.has(id)) addedAt.delete(id)
  if (kept) for (const [id] of mutedAt) if (!recent(mutedAt, id)) mutedAt.delete(id)
  for (const [id] of removedAt) if (!recent(removedAt, id)) removedAt.delete(id)
  listComplete = complete
  useQueue.setState({
    waiting,
    sounding: new Set([...loud, ...unlisted.map(({ id }) => id)]),
    lesser: new Set(others.map(({ id }) => id)),
  })
  return missed
}

/** How many of the waiting alarms are fires. */
export const countFires = (waiting: Queue['waiting']): number => {
  let fires = 0
  for (const alarm of waiting.values()) if (isFire(alarm)) fires++
  return fires
}

/** How many of them are tests. */
export const countTests = (waiting: Queue['waiting']): number => {
  let tests = 0
  for (const { test } of waiting.values()) if (test) tests++
  return tests
}

/**
 * The alarm shown by a collapsed queue: the latest, but never a lesser one while a fire is waiting, nor a test while anything real is. After
 * a reload, or once the latest is handled, the latest of those still waiting.
 */
export const foldedAlarm = ({ waiting, latest }: Pick<Queue, 'waiting' | 'latest'>): QueuedAlarm | undefined => {
  const still = latest ? waiting.get(latest.id) : undefined
  if (still && isFire(still)) return still
  const fires = [...waiting.values()].filter(isFire)
  if (fires.length === 0 && still) return still
  const real = fires.length > 0 ? fires : [...waiting.values()].filter(({ test }) => !test)
  const among = real.length > 0 ? real : [...waiting.values()]
  let found = among[0]
  for (const alarm of among) if (found === undefined || Date.parse(alarm.raisedAt) > Date.parse(found.raisedAt)) found = alarm
  return found
}

export const setFolded = (folded: boolean): void => useQueue.setState({ folded })

const forgetSeen = (id: number): void => {
  if (seen.has(id)) seen = new Set([...seen].filter((each) => each !== id))
}

/** Somebody folds or unfolds the queue: a fire that waits now has been seen, and does not unfold it again. */
export const foldByHand = (folded: boolean): void => {
  const { waiting } = useQueue.getState()
  seen = new Set(folded ? [...waiting].flatMap(([id, alarm]) => (isFire(alarm) ? [id] : [])) : [])
  setFolded(folded)
}

/** Whether a fire waits that was not there when this user folded the queue: however it became known, it unfolds the queue. */
export const isNewFireWaiting = (waiting: Queue['waiting'] = useQueue.getState().waiting): boolean => {
  for (const [id, alarm] of waiting) if (isFire(alarm) && !seen.has(id)) return true
  return false
}

/** Removes the lesser alarms and tests from the screen. A fire stays until somebody takes it. */
export const dismissLesser = (): void =>
  useQueue.setState(({ waiting }) => ({
    waiting: new Map([...waiting].filter(([, alarm]) => isFire(alarm))),
    lesser: new Set(),
  }))

/** The next user starts with an empty queue. */
export const resetQueue = (): void => {
  for (const times of [addedAt, removedAt, mutedAt, mutedUntil]) times.clear()
  known = new Set()
  seen = new Set()
  listComplete = false
  useQueue.setState(empty)
}
