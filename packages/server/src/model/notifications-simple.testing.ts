import {
  changesIn,
  channelsAt,
  eventsOf,
  reactionOf,
  type RunAtOnce,
  type Channel,
  type Group,
  type Human,
  type Story,
} from './notifications-stories.testing.ts'

// A second, simple implementation of notification rules, written without the engine's functions: plain loops over time.

/** Which events are notified together and when, independent of the engine. */
export const batchesOf = (played: Story): RunAtOnce[] => {
  const fires: RunAtOnce[] = []
  const others: { atS: number; fire: false; count: number }[] = []
  for (const { atS, fire } of eventsOf(played)) {
    const last = others.at(-1)
    if (fire || played.mergeWindowS === 0) fires.push({ atS, fire, count: 1 })
    // Within the window: the waiting message covers this event too.
    else if (last && atS <= last.atS) last.count += 1
    else if (last && atS < last.atS + played.mergeWindowS) others.push({ atS: last.atS + played.mergeWindowS, fire, count: 1 })
    else others.push({ atS, fire, count: 1 })
  }
  return [...fires, ...others]
}

const dayMs = 86_400_000
const offsets = new Map<string, number>()
/** How far a zone's clocks are ahead of UTC. They change only at the moments above, so one computation between two of them is enough. */
const offsetAt = (timeZone: string, at: number): number => {
  const [period = 0] = [0, ...(changesIn[timeZone] ?? []).map((change) => Date.parse(change))]
    .filter((since) => since <= at)
    .slice(-1)
  const key = `${timeZone} ${period}`
  let offset = offsets.get(key)
  if (offset === undefined) {
    const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at)
    offset = Date.parse(`${shown.replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000
    offsets.set(key, offset)
  }
  return offset
}
/** The local calendar and clock, as if the zone were UTC (ms). */
const wallOf = (timeZone: string, at: number): number => at + offsetAt(timeZone, at)
/**
 * The latest local time shown so far. A shift begins when its time is first shown or skipped; clocks that are set back do not end a shift
 * or start one again.
 */
const furthestOf = (timeZone: string, at: number): number =>
  Math.max(
    wallOf(timeZone, at),
    ...(changesIn[timeZone] ?? []).flatMap((change) => {
      const last = Date.parse(change) - 1
      return last < at ? [wallOf(timeZone, last)] : []
    }),
  )
const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
/** The days (as of `wallOf`) whose period from `from` to `to` contains a moment: today, or yesterday past midnight. */
const daysOfStretch = (wall: number, from: string, to: string, days: readonly number[]): number[] => {
  const length = (minutes(to) - minutes(from) + 1440) % 1440
  return [0, 1].flatMap((back) => {
    const day = Math.floor(wall / dayMs) * dayMs - back * dayMs
    const since = (wall - day) / 60_000 - minutes(from)
    const weekday = ((day / dayMs + 3) % 7) + 1
    return days.includes(weekday) && since >= 0 && since < length ? [day] : []
  })
}

/** Whether it is outside the hours in which people are notified, independent of the engine. */
const isIn = (
  hours: NonNullable<Story['activeHours']>,
  { roster: { timeZone }, beganAt: began }: Story,
  second: number,
): boolean => daysOfStretch(wallOf(timeZone, began + second * 1000), hours.from, hours.to, hours.days).length > 0
const quietAt = (played: Story, second: number): boolean =>
  played.activeHours !== null && !isIn(played.activeHours, played, second)

/** Who is on duty, independent of the roster: daily turns, and at most one change. */
const onDutyAt = ({ roster: plan, overrides, team, beganAt: began }: Story, second: number): Human[] => {
  const at = began + second * 1000
  const [change] = overrides.filter(({ from, to }) => from <= at && at < to)
  const ids = new Set<number>()
  for (const { starts, ends, weekdays: days, first, turns } of plan.shifts)
    for (const day of daysOfStretch(furthestOf(plan.timeZone, at), starts, ends, days)) {
      const turn = turns ? Math.floor((day - Date.parse(plan.startsOn)) / dayMs / plan.turnLength) : 0
      for (const id of plan.groups[(first + turn) % plan.groups.length] ?? [])
        ids.add(change && change.insteadOfId === id ? change.accountId : id)
    }
  if (change?.insteadOfId === null) ids.add(change.accountId)
  return [...ids].flatMap((id) => team[id - 1] ?? [])
}

/** Everybody that a step covers at that second. */
export const groupsAt = (played: Story, second: number): Group[] => [
  ...played.groups,
  { kind: 'duty', people: onDutyAt(played, second) },
]

/** The order in which somebody's channels are tried, independent of the engine. */
export const orderFor = (
  played: Story,
  second: number,
  person: Human,
  kind: Group['kind'],
  wanted: readonly Channel[],
): Channel[] => {
  const { fire, mayBeAlarm, project } = played.facts
  if (project !== null) return []
  if (!fire && quietAt(played, second)) return []
  if (!person.enabled) return []
  const hasAccount = person.account || kind !== 'callList'
  if (kind !== 'callList' && !person.sees) return []
  const channels = channelsAt(played, second * 1000)
  const sleeps = !mayBeAlarm && played.quietHours !== null && isIn(played.quietHours, played, second)
  const works: Channel[] = []
  const down: Channel[] = []
  for (const channel of wanted) {
    if (channel === 'inSite') {
      if (hasAccount && person.sees) works.push(channel)
      continue
    }
    if (sleeps) continue
    if (channel === 'app' && !(hasAccount && person.sees)) continue
    if (person.methods && !person.methods.includes(channel)) continue
    if (['sms', 'voice'].includes(channel) && !person.phone) continue
    if (channel === 'mail' && !person.email) continue
    if (channels[channel] === 'up') works.push(channel)
    if (channels[channel] === 'down') down.push(channel)
  }
  return works.concat(down)
}

/** Everybody that one run has to notify, when and how: `<second> <name> <channel>`, once if several steps do so in the same second. */
export const expectedOf = (played: Story): string[] => {
  const notified: string[] = []
  const chain = (from: number, name: string, order: readonly Channel[], answerS: number) => {
    let now = from
    for (const channel of order) {
      notified.push(`${now} ${name} ${channel}`)
      const { state, afterS } = reactionOf(played, name, channel)
      // Its outcome is known in the next second at the earliest.
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
  return [...new Set(notified)].filter((line) => Number(line.split(' ')[0]) < played.stopS).toSorted()
}
