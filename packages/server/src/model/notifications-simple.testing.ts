import type { DutyRoster, DutyShift, EnumValue, NotifyRule, NotifyStep } from '@emberwatch/contract'
import fc from 'fast-check'
import { slotsOf, type Override } from '../features/duty/roster.ts'
import { isQuiet } from '../features/notification/active-hours.ts'
import type { Facts, Receiver } from '../features/notification/decide.ts'
import type { StoredRule } from '../tables/notifications.tables.ts'

// A second, simple account of what notification rules come to, written without the engine's functions: people are told in plain loops over time.

export type Channel = EnumValue<'notifyMethod'>

interface Human {
  readonly name: string
  readonly account: boolean
  readonly sees: boolean
  readonly enabled: boolean
  readonly phone: boolean
  readonly email: boolean
  readonly methods: readonly Channel[] | null
}

interface Group {
  readonly kind: 'callList' | 'role' | 'duty'
  readonly people: readonly Human[]
}

/** A provider fails, or works again, so many seconds after the event. */
interface Flip {
  readonly channel: keyof Facts['channels']
  readonly afterS: number
  readonly state: 'up' | 'down'
}

/** What becomes of a message or call, seconds after it was queued. */
interface Reaction {
  readonly state: 'answered' | 'busy' | 'refused' | 'failed' | 'noAnswer' | 'silent'
  readonly afterS: number
}

export interface Story {
  readonly steps: readonly NotifyStep[]
  /** A call list and a role. */
  readonly groups: readonly Group[]
  /** Members of the team on duty; their ids count from 1. */
  readonly team: readonly Human[]
  readonly roster: DutyRoster
  readonly overrides: readonly Override[]
  /** When it happened (ms). */
  readonly beganAt: number
  readonly activeHours: NotifyRule['activeHours']
  readonly facts: Pick<Facts, 'fire' | 'project' | 'channels'>
  readonly flips: readonly Flip[]
  /** By person and channel, in the order of `reactionOf`. */
  readonly reactions: readonly Reaction[]
  readonly stopS: number
}

export const ruleOf = ({ steps, activeHours }: Story): StoredRule => ({
  steps: [...steps],
  stopWhen: 'taken',
  activeHours,
  language: null,
  mergeWindowS: 0,
})

/** What the providers' health says, so long after the event (ms). */
const channelsAt = ({ facts, flips }: Story, passed: number): Facts['channels'] => {
  const channels = { ...facts.channels }
  for (const { channel, afterS, state } of flips)
    if (channels[channel] !== 'none' && afterS * 1000 <= passed) channels[channel] = state
  return channels
}

/** What the engine knows at a moment, as it finds it out. */
export const factsAt = (played: Story, passed: number): Facts => ({
  ...played.facts,
  channels: channelsAt(played, passed),
  quiet: isQuiet(played.activeHours, played.roster.timeZone, played.beganAt + passed),
})

/** The receivers as the engine gets them from its reads. */
export const receiversAt = (played: Story, passed: number): Receiver[] => {
  const at = played.beganAt + passed
  const ids = slotsOf(played.roster, played.overrides, { from: at, to: at + 1 }).flatMap(({ accountIds }) => accountIds)
  const onDuty = [...new Set(ids)].flatMap((id) => played.team[id - 1] ?? [])
  return [...played.groups, { kind: 'duty' as const, people: onDuty }].map(({ kind, people }) => ({
    kind,
    name: kind,
    people: people.map(({ name, account, sees, enabled, phone, email, methods }) => ({
      person: {
        kind,
        who: name,
        name,
        accountId: account || kind !== 'callList' ? 1 : null,
        phone: phone ? '+1' : '',
        email: email ? 'a@b.c' : null,
        language: 'en' as const,
      },
      enabled,
      sees: account || kind !== 'callList' ? sees : null,
      methods,
    })),
  }))
}

const channels: readonly Channel[] = ['app', 'sms', 'voice', 'mail', 'inSite']
const names = ['Ann', 'Ben', 'Cid', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal']
export const reactionOf = ({ reactions }: Story, name: string, channel: Channel): Reaction =>
  reactions[names.indexOf(name) * channels.length + channels.indexOf(channel)] ?? { state: 'silent', afterS: 0 }

const human = (name: string): fc.Arbitrary<Human> =>
  fc.record({
    name: fc.constant(name),
    account: fc.boolean(),
    sees: fc.boolean(),
    enabled: fc.integer({ min: 0, max: 4 }).map((n) => n > 0),
    phone: fc.integer({ min: 0, max: 4 }).map((n) => n > 0),
    email: fc.boolean(),
    methods: fc.option(fc.subarray(channels.filter((channel) => channel !== 'inSite')), { freq: 2 }),
  })
const group = (kind: Group['kind'], of: readonly string[]): fc.Arbitrary<Group> =>
  fc.subarray([...of]).chain((some) => fc.tuple(...some.map(human)).map((people) => ({ kind, people })))

// Due times that never coincide: whole hundreds of seconds, and the number of the step.
const step = (index: number): fc.Arbitrary<NotifyStep> =>
  fc.record({
    afterS: fc.integer({ min: 0, max: 6 }).map((n) => n * 100 + index),
    receivers: fc.constant([]),
    channels: fc.shuffledSubarray([...channels], { minLength: 1 }),
    answerS: fc.integer({ min: 10, max: 60 }),
    repeats: fc.integer({ min: 0, max: 3 }),
    everyS: fc.integer({ min: 1, max: 3 }).map((n) => n * 100),
  })

const minuteInDay = fc.integer({ min: 0, max: 1439 })
const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const weekdays = fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 })
const shift: fc.Arbitrary<DutyShift> = fc
  .tuple(minuteInDay, minuteInDay, weekdays, fc.integer({ min: 0, max: 1 }), fc.boolean())
  .filter(([starts, ends]) => starts !== ends)
  .map(([starts, ends, days, first, turns]) => ({
    name: 'Shift',
    starts: clockOf(starts),
    ends: clockOf(ends),
    weekdays: days,
    first,
    turns,
  }))
// Zones without a change of their clocks at that time of the year; roster.test.ts has those with one.
const roster: fc.Arbitrary<DutyRoster> = fc.record({
  timeZone: fc.constantFrom('UTC', 'Asia/Shanghai', 'America/New_York', 'Asia/Kolkata'),
  shifts: fc.array(shift, { minLength: 1, maxLength: 3 }),
  groups: fc.constantFrom([[1], [2]], [[1, 2]], [[2], [1, 2]]),
  turnLength: fc.integer({ min: 1, max: 3 }),
  turnUnit: fc.constant('day' as const),
  startsOn: fc.constant('2026-01-01'),
  aroundTheClock: fc.constant(false),
})
const week = 7 * 1440
const firstDay = Date.parse('2026-06-01T00:00:00Z')
const beganAt = fc.integer({ min: 0, max: week }).map((minute) => firstDay + minute * 60_000)
const override: fc.Arbitrary<Override> = fc
  .tuple(beganAt, fc.integer({ min: 30, max: 3_000 }), fc.constantFrom(1, 2), fc.constantFrom(null, 1, 2))
  .map(([from, minutes, accountId, insteadOfId]) => ({ id: 1, from, to: from + minutes * 60_000, accountId, insteadOfId }))
const activeHours: fc.Arbitrary<NotifyRule['activeHours']> = fc.option(
  fc
    .tuple(minuteInDay, minuteInDay, weekdays)
    .filter(([from, to]) => from !== to)
    .map(([from, to, days]) => ({ from: clockOf(from), to: clockOf(to), days })),
  { freq: 2 },
)

const provider = fc.constantFrom('up', 'up', 'up', 'down', 'none')
const reaction: fc.Arbitrary<Reaction> = fc.record({
  state: fc.constantFrom('answered', 'busy', 'refused', 'failed', 'noAnswer', 'silent', 'silent'),
  afterS: fc.integer({ min: 0, max: 70 }),
})

export const story: fc.Arbitrary<Story> = fc.record({
  steps: fc
    .integer({ min: 1, max: 4 })
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_each, index) => step(index)))),
  groups: fc.tuple(group('callList', names.slice(0, 4)), group('role', names.slice(2, 6))),
  team: fc.tuple(human('Gus'), human('Hal')),
  roster,
  overrides: fc.array(override, { maxLength: 1 }),
  beganAt,
  activeHours,
  flips: fc.array(
    fc.record({
      channel: fc.constantFrom('app', 'sms', 'voice', 'mail'),
      afterS: fc.integer({ min: 0, max: 1_200 }),
      state: fc.constantFrom('up', 'down'),
    }),
    { maxLength: 4 },
  ),
  facts: fc.record({
    fire: fc.boolean(),
    project: fc.constantFrom(null, null, null, null, null, null, 'projectStopped' as const),
    channels: fc.record({ app: provider, sms: provider, voice: provider, mail: provider }),
  }),
  reactions: fc.array(reaction, { minLength: names.length * channels.length, maxLength: names.length * channels.length }),
  stopS: fc.oneof(fc.constant(5_000), fc.integer({ min: 1, max: 1_500 })),
})

const dayMs = 86_400_000
const offsets = new Map<string, number>()
/** What calendar and clock on the wall show, as if the zone were UTC (ms). None of the zones changes its clocks meanwhile. */
const wallOf = (timeZone: string, at: number): number => {
  let offset = offsets.get(timeZone)
  if (offset === undefined) {
    const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(firstDay)
    offset = Date.parse(`${shown.replace(' ', 'T')}Z`) - firstDay
    offsets.set(timeZone, offset)
  }
  return at + offset
}
const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
/** The days (as of `wallOf`) on whose stretch from `from` to `to` a moment lies: today, or yesterday past midnight. */
const daysOfStretch = (wall: number, from: string, to: string, days: readonly number[]): number[] => {
  const length = (minutes(to) - minutes(from) + 1440) % 1440
  return [0, 1].flatMap((back) => {
    const day = Math.floor(wall / dayMs) * dayMs - back * dayMs
    const since = (wall - day) / 60_000 - minutes(from)
    const weekday = ((day / dayMs + 3) % 7) + 1
    return days.includes(weekday) && since >= 0 && since < length ? [day] : []
  })
}

/** Is it outside the hours in which people are told? Without asking the engine. */
const quietAt = ({ activeHours: hours, roster: { timeZone }, beganAt: began }: Story, second: number): boolean =>
  hours !== null && daysOfStretch(wallOf(timeZone, began + second * 1000), hours.from, hours.to, hours.days).length === 0

/** Who is on duty, without asking the roster: turns by days, and at most one change. */
const onDutyAt = ({ roster: plan, overrides, team, beganAt: began }: Story, second: number): Human[] => {
  const at = began + second * 1000
  const [change] = overrides.filter(({ from, to }) => from <= at && at < to)
  const ids = new Set<number>()
  for (const { starts, ends, weekdays: days, first, turns } of plan.shifts)
    for (const day of daysOfStretch(wallOf(plan.timeZone, at), starts, ends, days)) {
      const turn = turns ? Math.floor((day - Date.parse(plan.startsOn)) / dayMs / plan.turnLength) : 0
      for (const id of plan.groups[(first + turn) % plan.groups.length] ?? [])
        ids.add(change && change.insteadOfId === id ? change.accountId : id)
    }
  if (change?.insteadOfId === null) ids.add(change.accountId)
  return [...ids].flatMap((id) => team[id - 1] ?? [])
}

/** Everybody whom a step means at that second. */
export const groupsAt = (played: Story, second: number): Group[] => [
  ...played.groups,
  { kind: 'duty', people: onDutyAt(played, second) },
]

/** In which order somebody is tried, without asking the engine. */
export const orderFor = (
  played: Story,
  second: number,
  person: Human,
  kind: Group['kind'],
  wanted: readonly Channel[],
): Channel[] => {
  const { fire, project } = played.facts
  if (project !== null) return []
  if (!fire && quietAt(played, second)) return []
  if (!person.enabled) return []
  const hasAccount = person.account || kind !== 'callList'
  if (kind !== 'callList' && !person.sees) return []
  const health = channelsAt(played, second * 1000)
  const works: Channel[] = []
  const down: Channel[] = []
  for (const channel of wanted) {
    if (channel === 'inSite') {
      if (hasAccount && person.sees) works.push(channel)
      continue
    }
    if (channel === 'app' && !(hasAccount && person.sees)) continue
    if (person.methods && !person.methods.includes(channel)) continue
    if (['sms', 'voice'].includes(channel) && !person.phone) continue
    if (channel === 'mail' && !person.email) continue
    if (health[channel] === 'up') works.push(channel)
    if (health[channel] === 'down') down.push(channel)
  }
  return works.concat(down)
}

/** Everybody who has to be told, when and how: `<second> <name> <channel>`, once for what several steps say in the same second. */
export const expectedOf = (played: Story): string[] => {
  const told: string[] = []
  const chain = (from: number, name: string, order: readonly Channel[], answerS: number) => {
    let now = from
    for (const channel of order) {
      told.push(`${now} ${name} ${channel}`)
      const { state, afterS } = reactionOf(played, name, channel)
      // What becomes of it is known with the next second at the earliest.
      const seen = Math.max(1, afterS)
      const reacts = channel !== 'inSite' && state !== 'silent' && seen <= answerS
      if (reacts && state === 'answered') return { answered: true, now: now + seen }
      now += reacts ? seen : answerS
    }
    return { answered: false, now }
  }
  played.steps.forEach(({ afterS, repeats, everyS, answerS, channels: wanted }) => {
    for (let round = 0; round <= repeats; round++) {
      const at = afterS + round * everyS
      for (const { kind, people } of groupsAt(played, at)) {
        let turn = at
        for (const person of people) {
          const order = orderFor(played, at, person, kind, wanted)
          if (order.length === 0) continue
          const { answered, now } = chain(turn, person.name, order, answerS)
          if (kind !== 'callList') continue
          if (answered) break
          turn = now
        }
      }
    }
  })
  return [...new Set(told)].filter((line) => Number(line.split(' ')[0]) < played.stopS).toSorted()
}
