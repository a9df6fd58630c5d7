import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  hear,
  holdMs,
  isUnderWay,
  decideWave,
  offer,
  silencesOf,
  timeOut,
  type Said,
  type Surroundings,
  type Unit,
  type UnitState,
  type UnitStep,
} from '../features/equipment/upgrade/decide-upgrade.ts'
import { upgradeDeviceStates } from '@emberwatch/contract'

// Random roll-outs in virtual time: devices that answer, fall silent, fail, report falsely, return with the old version or are held back,
// and people who suspend and resume. UPGRADE_SEED replays a seed, UPGRADE_RUNS sets the number: 1,000 in the gate, `UPGRADE_RUNS=50000` for
// a release.

const numRuns = Number(process.env['UPGRADE_RUNS'] ?? 1_000)
const seed = Number(process.env['UPGRADE_SEED'] ?? Date.now() % 2 ** 31)

const chain = ['1.0.000', '1.1.000', '1.2.000'] as const
const target = '1.2.000'
const silences = silencesOf(10)

interface Played {
  unit: Unit
  readonly wave: number
  /** What it really runs, and what is really installed on it over time. */
  runs: string
  readonly installed: string[]
  offers: string[]
  heldUntil: number
}

const happening = fc.record({
  device: fc.nat(39),
  what: fc.constantFrom(
    'good',
    'good',
    'good',
    'downloads',
    'fails',
    'lies',
    'powerLoss',
    'late',
    'foreign',
    'asks',
    'held',
    'suspend',
    'resume',
    'nothing',
  ),
  afterS: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 200 })),
})
const story = fc.record({
  devices: fc.integer({ min: 1, max: 15 }),
  waves: fc.constantFrom([100], [10, 100], [5, 25, 100]),
  retries: fc.nat(2),
  failureShare: fc.constantFrom(5, 20, 100),
  slots: fc.integer({ min: 1, max: 15 }),
  happenings: fc.array(happening, { minLength: 20, maxLength: 100 }),
})

const around = (held: boolean): Surroundings => ({
  gone: false,
  bound: true,
  openAlarm: held,
  siteAlarm: false,
  onTest: false,
  maintained: false,
  online: true,
  lowPower: false,
  battery: null,
  signal: null,
  otherUpgrade: false,
  timeZone: 'Asia/Shanghai',
})
const anyTime = { minBattery: null, minSignal: null, windowFrom: null, windowTo: null }

const after = (unit: Unit, step: UnitStep): Unit => {
  const found = upgradeDeviceStates.transitions.find(({ action, from }) => action === step.action && from.includes(unit.state))
  // Every decision is a step of the graph.
  if (step.action !== 'note') expect([unit.state, step.action, found !== undefined]).toEqual([unit.state, step.action, true])
  const state: UnitState = step.action === 'note' ? unit.state : (found?.to ?? unit.state)
  return { ...unit, ...step.set, state }
}

test(
  'no device is offered two steps at once, none beyond its wave, none after the stop, and only versions make success',
  () => {
    let offersMade = 0
    let finished = 0
    fc.assert(
      fc.property(story, ({ devices, waves, retries, failureShare, slots, happenings }) => {
        let now = 1_000_000
        let names = 0
        let wave = 0
        let judged = { succeeded: 0, failed: 0 }
        let state: 'enabled' | 'suspended' | 'completed' = 'enabled'
        const all: Played[] = Array.from({ length: devices }, (_, index) => ({
          unit: {
            state: 'waiting',
            offer: null,
            fromVersion: chain[0],
            stepVersion: null,
            toVersion: target,
            tries: 0,
            attempts: 0,
            percent: null,
            claimedAt: null,
            publishedAt: null,
            dueAt: null,
            notBefore: null,
            hold: null,
            failure: null,
            error: null,
          },
          wave: waves.findIndex((share) => index + 1 <= Math.ceil((devices * share) / 100)),
          runs: chain[0],
          installed: [],
          offers: [],
          heldUntil: 0,
        }))
        const counters = new Map<UnitState, number>([['waiting', devices]])
        const rules = () => ({ retries, retryAfterMs: 5_000, open: state !== 'completed', silences })
        const apply = (played: Played, step: UnitStep | null) => {
          if (step === null) return
          const before = played.unit.state
          played.unit = after(played.unit, step)
          counters.set(before, (counters.get(before) ?? 0) - 1)
          counters.set(played.unit.state, (counters.get(played.unit.state) ?? 0) + 1)
          if (played.wave === wave && before !== played.unit.state) {
            if (played.unit.state === 'succeeded') judged.succeeded++
            if (played.unit.state === 'failed') judged.failed++
            if (before === 'failed') judged.failed--
          }
          // It succeeds by the version it runs, never by what it claims.
          if (played.unit.state === 'succeeded' && before !== 'succeeded') expect(played.runs).toBe(target)
        }
        const say = (played: Played, said: Said) => apply(played, hear(played.unit, said, rules(), now))
        const progress = (played: Played, stage: string, error: string | null = null) =>
          say(played, { kind: 'progress', offer: played.unit.offer ?? '', state: stage, percent: 50, error })

        const look = () => {
          for (const played of all) apply(played, timeOut(played.unit, rules(), now))
          if (state !== 'enabled') return
          for (let turn = 0; turn < waves.length; turn++) {
            const own = all.filter((each) => each.wave === wave)
            const verdict = decideWave({
              wave,
              waves: waves.length,
              size: own.length,
              ...judged,
              busy: own.some(({ unit }) => isUnderWay(unit.state) || (unit.state === 'waiting' && unit.hold === null)),
              held: own.some(({ unit }) => unit.state === 'waiting' && unit.hold !== null),
              anyWaiting: all.some(({ unit }) => unit.state === 'waiting' || isUnderWay(unit.state)),
              successShare: 50,
              failureShare,
            })
            const sum = judged.succeeded + judged.failed
            const isOver = sum > 0 && sum >= Math.min(10, own.length) && judged.failed * 100 > failureShare * sum
            expect(verdict === 'failureShare').toBe(isOver)
            if (verdict === 'failureShare' || verdict === 'successShare') {
              state = 'suspended'
              return
            }
            if (verdict === 'finish') {
              state = 'completed'
              expect(all.every(({ unit }) => ['succeeded', 'failed'].includes(unit.state))).toBe(true)
              return
            }
            if (verdict === null) break
            wave++
            judged = { succeeded: 0, failed: 0 }
          }
          for (const played of all) {
            const { unit } = played
            const busy = all.filter((each) => each.unit.state === 'sent' || each.unit.state === 'downloading').length
            if (busy >= slots || unit.state !== 'waiting' || played.wave > wave || (unit.notBefore ?? 0) > now) continue
            const index = chain.findIndex((each) => each === unit.fromVersion)
            const route = chain.slice(index + 1).map((version) => ({ version }))
            const step = offer(unit, route, around(played.heldUntil > now), anyTime, {
              now,
              newOffer: () => `o${++names}`,
              sentMs: silences.sent,
            })
            expect(isUnderWay(unit.state)).toBe(false)
            apply(played, step)
            if (step.action === 'note') expect(step.set.notBefore).toBe(now + holdMs)
            if (step.action !== 'offer') continue
            offersMade++
            expect(played.heldUntil > now).toBe(false)
            // The next edition of its route, and never more attempts of one step than allowed.
            expect(step.edition?.version).toBe(chain[index + 1])
            expect(played.unit.tries).toBeLessThanOrEqual(retries + 1)
            played.unit = { ...played.unit, publishedAt: now }
            played.offers.push(played.unit.offer ?? '')
          }
        }

        look()
        for (const { device, what, afterS } of happenings) {
          now += afterS * 1000
          // Mostly devices that have something to do.
          const busy = all.filter(({ unit }) => isUnderWay(unit.state))
          const among = busy.length > 0 && device % 4 > 0 ? busy : all
          const played = among[device % among.length]
          if (!played) continue
          const before = all.map(({ unit }) => unit.attempts).reduce((a, b) => a + b, 0)
          const wasSuspended = state !== 'enabled'
          const { unit } = played
          const step = unit.stepVersion
          if (what === 'suspend' && state === 'enabled') state = 'suspended'
          else if (what === 'resume' && state === 'suspended') {
            state = 'enabled'
            judged = { succeeded: 0, failed: 0 }
          } else if (what === 'held') played.heldUntil = now + afterS * 1000
          else if (what === 'asks') say(played, { kind: 'ask', firmware: played.runs })
          else if (what === 'foreign')
            say(played, { kind: 'progress', offer: 'another', state: 'failed', percent: 0, error: null })
          else if (isUnderWay(unit.state) && step !== null) {
            if (what === 'downloads') progress(played, 'downloading')
            if (what === 'fails') progress(played, 'failed', 'x')
            if (what === 'lies') {
              progress(played, 'succeeded')
              expect(played.unit.state).toBe('installing')
            }
            if (what === 'powerLoss') {
              progress(played, 'installing')
              say(played, { kind: 'ask', firmware: played.runs })
            }
            if (what === 'good' || what === 'late') {
              for (const stage of ['downloading', 'verifying', 'installing']) progress(played, stage)
              if (played.unit.state !== 'installing') throw new Error(`installing, but ${played.unit.state}`)
              // Late: its time limit passes before it reports.
              if (what === 'late') now += silences.installing + 1_000
              if (what === 'late') look()
              // Nothing is installed that the route forbids, nor twice.
              expect(chain.findIndex((each) => each === step)).toBe(chain.findIndex((each) => each === played.runs) + 1)
              expect(played.installed).not.toContain(step)
              played.installed.push(step)
              played.runs = step
              say(played, { kind: 'heartbeat', firmware: played.runs })
            }
          }
          look()
          const made = all.map(({ unit: { attempts } }) => attempts).reduce((a, b) => a + b, 0)
          // No new offers while it is suspended or over; an offer that reached nobody is withdrawn, not added.
          if (wasSuspended && what !== 'resume') expect(made).toBeLessThanOrEqual(before)
          expect(all.filter(({ unit: { state: each } }) => each === 'sent' || each === 'downloading').length).toBeLessThanOrEqual(
            slots,
          )
          for (const each of all) if (each.wave > wave) expect(each.unit.attempts).toBe(0)
          for (const each of ['waiting', 'sent', 'downloading', 'verifying', 'installing', 'succeeded', 'failed'] as const)
            expect(counters.get(each) ?? 0).toBe(all.filter((one) => one.unit.state === each).length)
        }
        if (all.some(({ unit }) => unit.state === 'succeeded')) finished++
      }),
      { numRuns, seed },
    )
    console.info(`UPGRADE_SEED=${seed}: ${numRuns} roll-outs, ${offersMade} offers, ${finished} with success`)
    expect(offersMade).toBeGreaterThan(numRuns)
    expect(finished).toBeGreaterThan(numRuns / 10)
  },
  120_000 + numRuns * 20,
)
