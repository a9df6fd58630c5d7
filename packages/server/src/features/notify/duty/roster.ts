import type { DutyRoster, DutyShift } from '@emberwatch/contract'

const clockOf = (text: string): Temporal.PlainTime => Temporal.PlainTime.from(text)

/**
 * The instant at which clocks in a zone show a day and time. Monotonic: a later reading never gives an earlier instant, so shifts that meet
 * on the clock meet in time. A time that is skipped maps to the moment of the change; a time that occurs twice maps to the first.
 */
const instantOf = (day: Temporal.PlainDate, clock: string, timeZone: string): number => {
  const reading = day.toPlainDateTime(clockOf(clock))
  const first = reading.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  if (first.toPlainDateTime().equals(reading)) return first.epochMilliseconds
  return first.getTimeZoneTransition('next')?.epochMilliseconds ?? first.epochMilliseconds
}

/** The calendar day of an instant in a time zone. */
const dayAt = (at: number, timeZone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate()

/** Somebody stands in for a period (ms), for one person or in addition to everybody. */
export interface Override {
  readonly id: number
  readonly from: number
  readonly to: number
  readonly accountId: number
  readonly insteadOfId: number | null
}

/** A part of one shift and seat with the same people. `shift` is null outside the shifts, for a change alone. */
export interface Slot {
  readonly from: number
  readonly to: number
  readonly shift: number | null
  /** The start of the whole shift, or of the whole change, that it is part of. */
  readonly shiftFrom: number
  readonly shiftTo: number
  readonly accountIds: readonly number[]
  readonly overrideIds: readonly number[]
}

export interface Stretch {
  readonly from: number
  readonly to: number
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by

/** Shifts by their start within a day: the order in which turns of single shifts are counted. */
const inOrder = (shifts: readonly DutyShift[]): number[] =>
  shifts
    .map((_shift, index) => index)
    .toSorted((a, b) => (shifts[a]?.starts ?? '').localeCompare(shifts[b]?.starts ?? '') || a - b)

const falls = (shift: DutyShift, day: Temporal.PlainDate): boolean => shift.weekdays.includes(day.dayOfWeek)

/** How many rotating shifts have started since the rotation began, before the shift with this index on this day. */
const shiftsBefore = (roster: DutyRoster, start: Temporal.PlainDate, day: Temporal.PlainDate, index: number): number => {
  const turning = inOrder(roster.shifts).filter((each) => roster.shifts[each]?.turns)
  const days = start.until(day).days
  const weekly = turning.reduce((sum, each) => sum + (roster.shifts[each]?.weekdays.length ?? 0), 0)
  let count = Math.floor(days / 7) * weekly
  for (let rest = days % 7; rest > 0; rest--) {
    const before = day.subtract({ days: rest })
    count += turning.filter((each) => falls(roster.shifts[each] as DutyShift, before)).length
  }
  const earlier = turning.slice(0, turning.indexOf(index))
  return count + earlier.filter((each) => falls(roster.shifts[each] as DutyShift, day)).length
}

/** The group that has a shift on a day. */
const groupOf = (roster: DutyRoster, start: Temporal.PlainDate, day: Temporal.PlainDate, index: number): readonly number[] => {
  const shift = roster.shifts[index] as DutyShift
  const days = start.until(day).days
  const passed = !shift.turns
    ? 0
    : roster.turnUnit === 'shift'
      ? shiftsBefore(roster, start, day, index)
      : Math.floor(days / (roster.turnUnit === 'week' ? 7 : 1))
  const turn = shift.turns ? Math.floor(passed / roster.turnLength) : 0
  return roster.groups[modulo(shift.first + turn, roster.groups.length)] ?? []
}

/**
 * The shifts that overlap a period, in full and without changes. Consecutive shifts of a seat have no gap or overlap where their times meet
 * on the clock.
 */
const plannedSlots = (roster: DutyRoster, { from, to }: Stretch): Slot[] => {
  const start = Temporal.PlainDate.from(roster.startsOn)
  const slots: Slot[] = []
  // A shift that began two days before may still be running where clocks were set back.
  let day = dayAt(from, roster.timeZone).subtract({ days: 2 })
  if (Temporal.PlainDate.compare(day, start) < 0) day = start
  const last = dayAt(to, roster.timeZone)
  for (; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
    for (const index of inOrder(roster.shifts)) {
      const shift = roster.shifts[index] as DutyShift
      if (!falls(shift, day)) continue
      const begins = instantOf(day, shift.starts, roster.timeZone)
      const ends = instantOf(shift.ends > shift.starts ? day : day.add({ days: 1 }), shift.ends, roster.timeZone)
      if (begins >= ends || ends <= from || begins >= to) continue
      const accountIds = groupOf(roster, start, day, index)
      slots.push({ from: begins, to: ends, shift: index, shiftFrom: begins, shiftTo: ends, accountIds, overrideIds: [] })
    }
  }
  return slots
}

/** Splits a slot where changes of its people begin or end. */
const withChanges = (slot: Slot, overrides: readonly Override[]): Slot[] => {
  const own = overrides.filter(
    ({ from, to, insteadOfId }) =>
      insteadOfId !== null && from < slot.to && to > slot.from && slot.accountIds.includes(insteadOfId),
  )
  const cuts = [...new Set([slot.from, slot.to, ...own.flatMap(({ from, to }) => [from, to])])]
    .filter((at) => at >= slot.from && at <= slot.to)
    .toSorted((a, b) => a - b)
  return cuts.slice(0, -1).map((from, index) => {
    const to = cuts[index + 1] as number
    const valid = own.filter((each) => each.from <= from && each.to >= to)
    const accountIds = slot.accountIds.map((id) => valid.find(({ insteadOfId }) => insteadOfId === id)?.accountId ?? id)
    return { ...slot, from, to, accountIds: [...new Set(accountIds)], overrideIds: valid.map(({ id }) => id) }
  })
}

/** The slots of people whom a change puts on duty in addition to the others. */
const besides = (overrides: readonly Override[]): Slot[] =>
  overrides
    .filter(({ insteadOfId }) => insteadOfId === null)
    .map(({ id, from, to, accountId }) => ({
      from,
      to,
      shift: null,
      shiftFrom: from,
      shiftTo: to,
      accountIds: [accountId],
      overrideIds: [id],
    }))

/**
 * Who is on duty: every slot that overlaps the period, in full, in order of time. The slots do not depend on how a time span is divided
 * into periods.
 */
export const slotsOf = (roster: DutyRoster, overrides: readonly Override[], stretch: Stretch): Slot[] =>
  [...plannedSlots(roster, stretch).flatMap((slot) => withChanges(slot, overrides)), ...besides(overrides)]
    .filter(({ from, to }) => from < stretch.to && to > stretch.from)
    .toSorted((a, b) => a.from - b.from || (a.shift ?? Infinity) - (b.shift ?? Infinity))

/** Until when somebody counts as being on duty, from an instant on. Undefined: not at all. */
export type CountsUntil = (accountId: number) => number | undefined

/** A period in which nobody counts, and the people who are on the roster nevertheless. */
export interface Gap extends Stretch {
  readonly accountIds: readonly number[]
}

/** Until when somebody of a slot counts; null: never. */
const mannedUntil = (slot: Slot, countsUntil: CountsUntil): number =>
  Math.min(slot.to, Math.max(...slot.accountIds.map((id) => countsUntil(id) ?? -Infinity)))

/** The parts of a period that are not covered, sorted and disjoint. */
const uncovered = ({ from, to }: Stretch, covered: readonly Stretch[]): Stretch[] => {
  const open: Stretch[] = []
  let at = from
  for (const each of covered.toSorted((a, b) => a.from - b.from)) {
    if (each.from > at) open.push({ from: at, to: Math.min(each.from, to) })
    at = Math.max(at, each.to)
    if (at >= to) return open
  }
  return at < to ? [...open, { from: at, to }] : open
}

/** The intersection of both. */
const common = (some: readonly Stretch[], others: readonly Stretch[]): Stretch[] =>
  some.flatMap((one) =>
    others.flatMap((other) => {
      const from = Math.max(one.from, other.from)
      const to = Math.min(one.to, other.to)
      return from < to ? [{ from, to }] : []
    }),
  )

/** The parts of a period in which nobody on duty counts: the whole period if the team is on duty around the clock, otherwise only within shifts. */
export const gapsOf = (roster: DutyRoster, overrides: readonly Override[], stretch: Stretch, countsUntil: CountsUntil): Gap[] => {
  const slots = slotsOf(roster, overrides, stretch)
  const manned = slots
    .map((slot) => ({ from: slot.from, to: mannedUntil(slot, countsUntil) }))
    .filter(({ from, to }) => from < to)
  const empty = uncovered(stretch, manned)
  const planned = slots.filter(({ shift }) => shift !== null)
  const joint = (all: Stretch[]) => uncovered(stretch, uncovered(stretch, all))
  const gaps = roster.aroundTheClock ? empty : joint(common(empty, planned))
  return gaps.map((gap) => ({
    ...gap,
    accountIds: [
      ...new Set(slots.filter((slot) => slot.from < gap.to && slot.to > gap.from).flatMap(({ accountIds }) => accountIds)),
    ],
  }))
}
