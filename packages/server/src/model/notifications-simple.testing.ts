import type { EnumValue, NotifyStep } from '@emberwatch/contract'
import fc from 'fast-check'
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
  readonly kind: 'callList' | 'role'
  readonly people: readonly Human[]
}

/** What becomes of a message or call, seconds after it was queued. */
interface Reaction {
  readonly state: 'answered' | 'busy' | 'refused' | 'failed' | 'noAnswer' | 'silent'
  readonly afterS: number
}

export interface Story {
  readonly steps: readonly NotifyStep[]
  readonly groups: readonly Group[]
  readonly facts: Facts
  /** By person and channel, in the order of `reactionOf`. */
  readonly reactions: readonly Reaction[]
  readonly stopS: number
}

export const ruleOf = ({ steps }: Story): StoredRule => ({
  steps: [...steps],
  stopWhen: 'taken',
  activeHours: null,
  language: null,
  mergeWindowS: 0,
})

/** The receivers as the engine gets them from its reads. */
export const receiversOf = ({ groups }: Story): Receiver[] =>
  groups.map(({ kind, people }) => ({
    kind,
    name: kind,
    people: people.map(({ name, account, sees, enabled, phone, email, methods }) => ({
      person: {
        kind,
        who: name,
        name,
        accountId: account || kind === 'role' ? 1 : null,
        phone: phone ? '+1' : '',
        email: email ? 'a@b.c' : null,
        language: 'en' as const,
      },
      enabled,
      sees: account || kind === 'role' ? sees : null,
      methods,
    })),
  }))

const channels: readonly Channel[] = ['app', 'sms', 'voice', 'mail', 'inSite']
const names = ['Ann', 'Ben', 'Cid', 'Dan', 'Eve', 'Fay']
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

const provider = fc.constantFrom('up', 'up', 'up', 'down', 'none')
const reaction: fc.Arbitrary<Reaction> = fc.record({
  state: fc.constantFrom('answered', 'busy', 'refused', 'failed', 'noAnswer', 'silent', 'silent'),
  afterS: fc.integer({ min: 0, max: 70 }),
})

export const story: fc.Arbitrary<Story> = fc.record({
  steps: fc
    .integer({ min: 1, max: 4 })
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_each, index) => step(index)))),
  groups: fc.tuple(group('callList', names.slice(0, 4)), group('role', names.slice(2))),
  facts: fc.record({
    fire: fc.boolean(),
    quiet: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
    project: fc.constantFrom(null, null, null, null, null, null, 'projectStopped' as const),
    channels: fc.record({ app: provider, sms: provider, voice: provider, mail: provider }),
  }),
  reactions: fc.array(reaction, { minLength: names.length * channels.length, maxLength: names.length * channels.length }),
  stopS: fc.oneof(fc.constant(5_000), fc.integer({ min: 1, max: 1_500 })),
})

/** In which order somebody is tried, without asking the engine. */
export const orderFor = (person: Human, kind: Group['kind'], wanted: readonly Channel[], facts: Facts): Channel[] => {
  if (facts.project !== null) return []
  if (facts.quiet && !facts.fire) return []
  if (!person.enabled) return []
  const hasAccount = person.account || kind === 'role'
  if (kind === 'role' && !person.sees) return []
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
    if (facts.channels[channel] === 'up') works.push(channel)
    if (facts.channels[channel] === 'down') down.push(channel)
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
      for (const { kind, people } of played.groups) {
        let turn = at
        for (const person of people) {
          const order = orderFor(person, kind, wanted, played.facts)
          if (order.length === 0) continue
          const { answered, now } = chain(turn, person.name, order, answerS)
          if (kind === 'role') continue
          if (answered) break
          turn = now
        }
      }
    }
  })
  return [...new Set(told)].filter((line) => Number(line.split(' ')[0]) < played.stopS).toSorted()
}
