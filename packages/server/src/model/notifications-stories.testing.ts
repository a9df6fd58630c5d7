import type { DutyRoster, DutyShift, EnumValue, NotifyRule, NotifyStep } from '@emberwatch/contract'
import fc from 'fast-check'
import { slotsOf, type Override } from '../features/notify/duty/roster.ts'
import { restsAt } from '../features/notify/notification/notification.rules.ts'
import type { Facts, Receiver } from '../features/notify/notification/decide.ts'
import type { StoredRule } from '../tables/notifications.tables.ts'

// Random rules, people, rosters, hours, events and providers to test notification rules with, and what the engine learns of them.

export type Channel = EnumValue<'notifyMethod'>

export interface Human {
  readonly name: string
  readonly account: boolean
  readonly sees: boolean
  readonly enabled: boolean
  readonly phone: boolean
  readonly email: boolean
  readonly methods: readonly Channel[] | null
}

export interface Group {
  readonly kind: 'callList' | 'role' | 'duty'
  readonly people: readonly Human[]
}

/** A provider fails, or works again, a number of seconds after the event. */
interface Flip {
  readonly channel: keyof Facts['channels']
  readonly afterS: number
  readonly state: 'up' | 'down'
}

/** What happens to a message or call, in seconds after it was queued. */
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
  /** Of the project. */
  readonly quietHours: NotifyRule['activeHours']
  readonly facts: Pick<Facts, 'fire' | 'mayBeAlarm' | 'project' | 'channels'>
  /** Whether an event that is no fire may turn out to be one. */
  readonly doubtful: boolean
  readonly flips: readonly Flip[]
  /** By person and channel, in the order of `reactionOf`. */
  readonly reactions: readonly Reaction[]
  readonly stopS: number
  readonly mergeWindowS: number
  /** What else happens at the project, in order of time. */
  readonly further: readonly StoryEvent[]
}

/** A further event, some time after the first. */
export interface StoryEvent {
  readonly atS: number
  readonly fire: boolean
}

/** Several events notified together from a second on. */
export interface RunAtOnce {
  readonly atS: number
  readonly fire: boolean
  readonly count: number
}

/** The same story from a later second on, when another run of the rule begins. */
export const from = (played: Story, { atS, fire }: StoryEvent): Story => ({
  ...played,
  beganAt: played.beganAt + atS * 1000,
  stopS: played.stopS - atS,
  facts: { ...played.facts, fire, mayBeAlarm: fire || played.doubtful },
  flips: played.flips.map((flip) => ({ ...flip, afterS: flip.afterS - atS })),
})

export const eventsOf = ({ facts, further }: Story): StoryEvent[] => [{ atS: 0, fire: facts.fire }, ...further]

export const ruleOf = ({ steps, activeHours, mergeWindowS }: Story): StoredRule => ({
  steps: [...steps],
  stopWhen: 'taken',
  activeHours,
  language: null,
  mergeWindowS,
})

/** The health of the providers, some time after the event (ms). */
export const channelsAt = ({ facts, flips }: Story, passed: number): Facts['channels'] => {
  const channels = { ...facts.channels }
  for (const { channel, afterS, state } of flips)
    if (channels[channel] !== 'none' && afterS * 1000 <= passed) channels[channel] = state
  return channels
}

/** What the engine knows at a moment. */
export const factsAt = (played: Story, passed: number): Facts => ({
  ...played.facts,
  channels: channelsAt(played, passed),
  ...restsAt({ active: played.activeHours, quiet: played.quietHours }, played.roster.timeZone, played.beganAt + passed),
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

// Due times that never coincide: whole hundreds of seconds, plus the number of the step.
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
/** Zones with their clock changes in 2026, by an hour or by half an hour. */
export const changesIn: Readonly<Record<string, readonly string[]>> = {
  UTC: [],
  'Asia/Shanghai': [],
  'Asia/Kolkata': [],
  'America/New_York': ['2026-03-08T07:00Z', '2026-11-01T06:00Z'],
  'Europe/Berlin': ['2026-03-29T01:00Z', '2026-10-25T01:00Z'],
  'Australia/Lord_Howe': ['2026-04-04T15:00Z', '2026-10-03T15:30Z'],
}
const week = 7 * 1440
const minutesAfter = (instant: string, min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min, max }).map((minute) => Date.parse(instant) + minute * 60_000)
/** A zone and the time of the event: in some week, or around a clock change. */
const moment: fc.Arbitrary<{ timeZone: string; beganAt: number }> = fc.constantFrom(...Object.keys(changesIn)).chain((timeZone) =>
  fc.record({
    timeZone: fc.constant(timeZone),
    beganAt: fc.oneof(
      minutesAfter('2026-06-01T00:00Z', 0, week),
      ...(changesIn[timeZone] ?? []).map((change) => minutesAfter(change, -180, 180)),
    ),
  }),
)
const roster: fc.Arbitrary<Omit<DutyRoster, 'timeZone'>> = fc.record({
  shifts: fc.array(shift, { minLength: 1, maxLength: 3 }),
  groups: fc.constantFrom([[1], [2]], [[1, 2]], [[2], [1, 2]]),
  turnLength: fc.integer({ min: 1, max: 3 }),
  turnUnit: fc.constant('day' as const),
  startsOn: fc.constant('2026-01-01'),
  aroundTheClock: fc.constant(false),
})
/** Its moments are minutes since the event. */
const override: fc.Arbitrary<Override> = fc
  .tuple(
    fc.integer({ min: -3_000, max: 60 }),
    fc.integer({ min: 30, max: 3_000 }),
    fc.constantFrom(1, 2),
    fc.constantFrom(null, 1, 2),
  )
  .map(([start, length, accountId, insteadOfId]) => ({ id: 1, from: start, to: start + length, accountId, insteadOfId }))
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

const further: fc.Arbitrary<readonly StoryEvent[]> = fc
  .oneof(
    fc.constant([]),
    fc.array(fc.record({ atS: fc.integer({ min: 0, max: 1_200 }), fire: fc.integer({ min: 0, max: 3 }).map((n) => n === 0) }), {
      maxLength: 4,
    }),
  )
  .map((events) => events.toSorted((a, b) => a.atS - b.atS))

const notified = fc.record({
  steps: fc
    .integer({ min: 1, max: 4 })
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_each, index) => step(index)))),
  groups: fc.tuple(group('callList', names.slice(0, 4)), group('role', names.slice(2, 6))),
  team: fc.tuple(human('Gus'), human('Hal')),
  roster,
  overrides: fc.array(override, { maxLength: 1 }),
  activeHours,
  quietHours: activeHours,
  doubtful: fc.boolean(),
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
  mergeWindowS: fc.constantFrom(0, 60, 300, 600),
  further,
})
export const story: fc.Arbitrary<Story> = fc.tuple(moment, notified).map(([{ timeZone, beganAt }, rest]) => ({
  ...rest,
  facts: { ...rest.facts, mayBeAlarm: rest.facts.fire || rest.doubtful },
  beganAt,
  roster: { ...rest.roster, timeZone },
  overrides: rest.overrides.map((each) => ({ ...each, from: beganAt + each.from * 60_000, to: beganAt + each.to * 60_000 })),
}))
