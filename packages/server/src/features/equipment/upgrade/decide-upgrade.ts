import { compareVersions, follows, type EnumValue } from '@emberwatch/contract'

// Decides what happens to a device in a task: pure functions of what is stored and what was reported. Times are in milliseconds.

export type UnitState = EnumValue<'upgradeDeviceState'>

/** The facts about a device in a task that decisions need and change. */
export interface Unit {
  readonly state: UnitState
  /** Identifies the step on the wire. Kept while a silent device may still be working on it. */
  readonly offer: string | null
  /** The version it last reported. */
  readonly fromVersion: string | null
  readonly stepVersion: string | null
  readonly toVersion: string
  /** Attempts of this step; `attempts` counts those of all steps. */
  readonly tries: number
  readonly attempts: number
  readonly percent: number | null
  /** When it claimed success. The version it reports has to prove it. */
  readonly claimedAt: number | null
  readonly publishedAt: number | null
  readonly dueAt: number | null
  readonly notBefore: number | null
  readonly hold: EnumValue<'upgradeHold'> | null
  readonly failure: EnumValue<'upgradeFailure'> | null
  readonly error: string | null
}

export type UnitAction = 'offer' | 'download' | 'verify' | 'install' | 'again' | 'succeed' | 'fail' | 'leave' | 'note'

/** A step of the state graph with the facts it changes. `note` changes no state. */
export interface UnitStep {
  readonly action: UnitAction
  readonly set: Partial<Omit<Unit, 'state'>>
}

/** How long a device may be silent in each stage (ms). `seen`: from its claim of success to the version that proves it. */
export interface Silences {
  readonly sent: number
  readonly downloading: number
  readonly verifying: number
  readonly installing: number
  readonly seen: number
}

export const silencesOf = (seconds: number): Silences => {
  const ms = seconds * 1000
  return { sent: ms, downloading: 5 * ms, verifying: 3 * ms, installing: 8 * ms, seen: 5 * ms }
}

export interface Rules {
  readonly retries: number
  readonly retryAfterMs: number
  /** Whether the task still makes offers. If not, a failed attempt is the last one. */
  readonly open: boolean
  readonly silences: Silences
}

export type Said =
  | {
      readonly kind: 'progress'
      readonly offer: string
      readonly state: string
      readonly percent: number | null
      readonly error: string | null
    }
  | { readonly kind: 'ask' | 'heartbeat'; readonly firmware: string | null }

/** Held-back devices are checked again after this. */
export const holdMs = 60_000
/** Those waiting for their time window, after this at the latest. */
export const longestHoldMs = 60 * holdMs

const stages = ['sent', 'downloading', 'verifying', 'installing'] as const
export type Stage = (typeof stages)[number]
const actions = { downloading: 'download', verifying: 'verify', installing: 'install' } as const
const failures = { sent: 'download', downloading: 'download', verifying: 'verify', installing: 'install' } as const

export const isUnderWay = (state: UnitState): state is Stage => stages.some((stage) => stage === state)

/** Whether both are the same version, however many zeros are written. */
const isSameVersion = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && (a === b || (follows('version', a) && follows('version', b) && compareVersions(a, b) === 0))

const attemptOver = { dueAt: null, publishedAt: null, claimedAt: null, percent: null } as const

/** An attempt failed: try again later, or fail for good. After silence the step keeps its id, since the device may still be working on it. */
const failAttempt = (
  { tries, offer }: Unit,
  failure: EnumValue<'upgradeFailure'>,
  error: string | null,
  { retries, retryAfterMs, open }: Rules,
  now: number,
): UnitStep => {
  const why = { ...attemptOver, failure, error }
  if (!open || tries > retries) return { action: 'fail', set: { ...why, offer: null, notBefore: null } }
  const kept = failure === 'notAnswered' || failure === 'notSeen' ? offer : null
  return { action: 'again', set: { ...why, offer: kept, hold: null, notBefore: now + retryAfterMs } }
}

const progress = (unit: Unit, said: Said & { kind: 'progress' }, rules: Rules, now: number): UnitStep | null => {
  const { state } = unit
  if (said.offer !== unit.offer || !isUnderWay(state)) return null
  if (said.state === 'failed') {
    const isRefused = said.error === 'refused'
    return failAttempt(unit, isRefused ? 'refused' : failures[state], isRefused ? null : said.error, rules, now)
  }
  // Only the version it reports proves success.
  if (said.state === 'succeeded')
    return { action: 'install', set: { percent: 100, claimedAt: unit.claimedAt ?? now, dueAt: now + rules.silences.seen } }
  const stage = stages.find((each) => each === said.state)
  // Late and repeated messages change nothing.
  if (stage === undefined || stage === 'sent' || stages.indexOf(stage) < stages.indexOf(state) || unit.claimedAt !== null)
    return null
  if (stage === state && stage !== 'downloading') return null
  const percent = stage === 'downloading' ? Math.max(unit.percent ?? 0, Math.min(100, Math.max(0, said.percent ?? 0))) : 100
  return { action: actions[stage], set: { percent, dueAt: now + rules.silences[stage] } }
}

/** A device that asks is checked now, unless it waits for its next attempt. An offer that it already has is sent again. */
const wantsWork = ({ state, hold, publishedAt }: Unit): UnitStep | null => {
  if (state === 'waiting' && hold !== null) return { action: 'note', set: { notBefore: null } }
  return state === 'sent' && publishedAt !== null ? { action: 'note', set: { publishedAt: null } } : null
}

const versionReported = (unit: Unit, kind: 'ask' | 'heartbeat', firmware: string, rules: Rules, now: number): UnitStep | null => {
  const { state, fromVersion, stepVersion, toVersion } = unit
  if (state === 'succeeded' || state === 'skipped') return null
  const isDone = isSameVersion(firmware, toVersion)
  const reached = { ...attemptOver, fromVersion: firmware, offer: null, failure: null, error: null, hold: null, notBefore: null }
  // Even after it was given up: the version that it runs counts.
  if (isDone) return { action: 'succeed', set: { ...reached, percent: 100 } }
  if (state === 'failed') return null
  const isFrom = isSameVersion(firmware, fromVersion)
  const asks = kind === 'ask' ? wantsWork(unit) : null
  if (state === 'waiting') {
    const set = { ...(isFrom ? {} : { fromVersion: firmware }), ...asks?.set }
    return Object.keys(set).length === 0 ? null : { action: 'note', set }
  }
  if (isSameVersion(firmware, stepVersion)) return { action: 'again', set: { ...reached, stepVersion: null, tries: 0 } }
  if (isFrom || fromVersion === null) {
    const isBack = state === 'installing' && fromVersion !== null && (kind === 'ask' || unit.claimedAt !== null)
    if (isBack) return failAttempt(unit, 'cameBack', null, rules, now)
    return asks
  }
  const failed = failAttempt(unit, 'otherVersion', firmware, rules, now)
  return { ...failed, set: { ...failed.set, fromVersion: firmware } }
}

/** The step that follows from a message of a device or its gateway. Null: nothing changes. */
export const hear = (unit: Unit, said: Said, rules: Rules, now: number): UnitStep | null => {
  if (said.kind === 'progress') return progress(unit, said, rules, now)
  if (said.firmware === null) return said.kind === 'ask' ? wantsWork(unit) : null
  if (!follows('version', said.firmware))
    return isUnderWay(unit.state) ? { action: 'note', set: { error: `firmware: ${said.firmware}` } } : null
  return versionReported(unit, said.kind, said.firmware, rules, now)
}

/** The step of a device that was silent for too long. An offer that never reached its gateway does not count as an attempt. */
export const timeOut = (unit: Unit, rules: Rules, now: number): UnitStep | null => {
  const { state, dueAt } = unit
  if (!isUnderWay(state) || dueAt === null || dueAt > now) return null
  if (state === 'sent' && unit.publishedAt === null && rules.open) {
    const set = {
      ...attemptOver,
      tries: unit.tries - 1,
      attempts: unit.attempts - 1,
      hold: 'offline',
      notBefore: now + holdMs,
    } as const
    return { action: 'again', set }
  }
  return failAttempt(unit, state === 'installing' ? 'notSeen' : 'notAnswered', null, rules, now)
}

/** The state around a device when its turn comes. */
export interface Surroundings {
  /** It was deleted, or no longer fits the edition. */
  readonly gone: boolean
  /** It is behind a gateway. */
  readonly bound: boolean
  readonly openAlarm: boolean
  readonly siteAlarm: boolean
  readonly onTest: boolean
  /** An engineer is working on a maintenance order of its project. */
  readonly maintained: boolean
  readonly online: boolean
  readonly lowPower: boolean
  readonly battery: number | null
  readonly signal: number | null
  readonly otherUpgrade: boolean
  readonly timeZone: string
}

export interface Conditions {
  readonly minBattery: number | null
  readonly minSignal: number | null
  /** Minutes since midnight. */
  readonly windowFrom: number | null
  readonly windowTo: number | null
}

/** Whether the daily time window is open in this time zone. One that ends before it begins spans midnight. */
export const isInWindow = (
  { windowFrom: from, windowTo: to }: Pick<Conditions, 'windowFrom' | 'windowTo'>,
  timeZone: string,
  now: number,
): boolean => {
  if (from === null || to === null || from === to) return true
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone)
  const at = hour * 60 + minute
  return from < to ? at >= from && at < to : at >= from || at < to
}

/** When the window opens next (ms), at most an hour ahead: the device may move to another time zone meanwhile. */
const opensAt = (from: number, timeZone: string, now: number): number => {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone)
  const today = local.withPlainTime({ hour: Math.floor(from / 60), minute: from % 60 })
  const opens = today.epochMilliseconds > now ? today : today.add({ days: 1 })
  return Math.min(opens.epochMilliseconds, now + longestHoldMs)
}

/** When a held-back device is checked again (ms). */
export const heldUntil = (
  hold: EnumValue<'upgradeHold'>,
  { windowFrom }: Pick<Conditions, 'windowFrom'>,
  timeZone: string,
  now: number,
): number => (hold === 'outsideWindow' && windowFrom !== null ? opensAt(windowFrom, timeZone, now) : now + holdMs)

/** Why a device has to wait although it is its turn. Values it never reported (battery, signal) do not hold it back. */
export const holdOf = (around: Surroundings, conditions: Conditions, now: number): EnumValue<'upgradeHold'> | null => {
  const { battery, signal } = around
  const { minBattery, minSignal } = conditions
  if (!around.bound) return 'notBound'
  if (around.openAlarm) return 'openAlarm'
  if (around.siteAlarm) return 'siteAlarm'
  if (around.onTest) return 'onTest'
  if (around.maintained) return 'maintenance'
  if (!around.online) return 'offline'
  if (around.lowPower || (minBattery !== null && battery !== null && battery < minBattery)) return 'lowBattery'
  if (minSignal !== null && signal !== null && signal < minSignal) return 'weakSignal'
  if (!isInWindow(conditions, around.timeZone, now)) return 'outsideWindow'
  return around.otherUpgrade ? 'otherUpgrade' : null
}

/** The step of a device whose turn has come. `route`: the editions that lead to its target version. */
export const offer = <E extends { readonly version: string }>(
  unit: Unit,
  route: readonly E[] | null,
  around: Surroundings,
  conditions: Conditions,
  { now, newOffer, sentMs }: { now: number; newOffer: () => string; sentMs: number },
): UnitStep & { edition?: E } => {
  const end = { ...attemptOver, offer: null, hold: null, notBefore: null }
  if (around.gone) return { action: 'fail', set: { ...end, failure: 'gone' } }
  if (route === null) return { action: 'fail', set: { ...end, failure: 'noRoute' } }
  const [edition] = route
  if (edition === undefined) return { action: 'succeed', set: { ...end, failure: null, error: null, percent: 100 } }
  const hold = holdOf(around, conditions, now)
  if (hold !== null) return { action: 'note', set: { hold, notBefore: heldUntil(hold, conditions, around.timeZone, now) } }
  const isSame = isSameVersion(edition.version, unit.stepVersion)
  const set = {
    ...attemptOver,
    offer: isSame && unit.offer !== null ? unit.offer : newOffer(),
    stepVersion: edition.version,
    tries: isSame ? unit.tries + 1 : 1,
    attempts: unit.attempts + 1,
    hold: null,
    notBefore: null,
    dueAt: now + sentMs,
  }
  return { action: 'offer', set, edition }
}

/** The standing of a task's current wave. */
export interface Wave {
  readonly wave: number
  readonly waves: number
  readonly size: number
  /** Counted since the wave began or was resumed. */
  readonly succeeded: number
  readonly failed: number
  /** Some device is under way or waiting for its turn. */
  readonly busy: boolean
  /** Some device is held back. */
  readonly held: boolean
  /** Whether any device of the whole task is still waiting, held back or under way. */
  readonly anyWaiting: boolean
  /** Percent. */
  readonly successShare: number
  readonly failureShare: number
}

const fewestJudged = 10

/** What happens to a task after its devices changed. Null: its wave continues. */
export const decideWave = (wave: Wave): 'failureShare' | 'successShare' | 'next' | 'finish' | null => {
  const ended = wave.succeeded + wave.failed
  if (ended > 0 && ended >= Math.min(fewestJudged, wave.size) && wave.failed * 100 > wave.failureShare * ended)
    return 'failureShare'
  if (wave.busy) return null
  // No device has proved yet that the edition works.
  if (ended === 0 && wave.held) return null
  if (ended > 0 && wave.succeeded * 100 < wave.successShare * ended) return 'successShare'
  if (wave.wave < wave.waves - 1) return 'next'
  return wave.anyWaiting ? null : 'finish'
}
