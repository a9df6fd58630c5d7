import type { DutyRoster } from '@emberwatch/contract'
import { slotsOf, type Override, type Slot, type Stretch } from './roster.ts'

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
