import type { DutyRoster } from '@emberwatch/contract'
import { slotsOf, type Override, type Slot, type Stretch } from './roster.ts'

/** Whether somebody counts at an instant: until when they do. Undefined: not at all. */
export type CountsUntil = (accountId: number) => number | undefined

/** A time without anybody who counts, and who is on the roster then all the same. */
export interface Gap extends Stretch {
  readonly accountIds: readonly number[]
}

/** When somebody of a slot counts; null: never. */
const mannedUntil = (slot: Slot, countsUntil: CountsUntil): number =>
  Math.min(slot.to, Math.max(...slot.accountIds.map((id) => countsUntil(id) ?? -Infinity)))

/** The times of a stretch, sorted and apart, that are not covered. */
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

/** Where both are. */
const common = (some: readonly Stretch[], others: readonly Stretch[]): Stretch[] =>
  some.flatMap((one) =>
    others.flatMap((other) => {
      const from = Math.max(one.from, other.from)
      const to = Math.min(one.to, other.to)
      return from < to ? [{ from, to }] : []
    }),
  )

/**
 * The times of a stretch at which nobody on duty counts: outside the shifts as well if the team is there around the clock, else only within them.
 */
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
