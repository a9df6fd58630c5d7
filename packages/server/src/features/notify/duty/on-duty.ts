import { dutyDays } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import { type CountsUntil, slotsOf, type Slot, type Stretch } from './roster.ts'
import { loadTeams, type LoadedTeam } from './load-teams.ts'

/** The period in which gaps, and the next change of who is on duty, are looked for. */
export const aheadOf = (at: Date): Stretch => ({ from: at.getTime(), to: at.getTime() + dutyDays.ahead * 86_400_000 })

const countingAt = (slots: readonly Slot[], countsUntil: CountsUntil, at: number): number[] => {
  const ids = slots.filter(({ from, to }) => from <= at && to > at).flatMap(({ accountIds }) => accountIds)
  return [...new Set(ids)].filter((id) => (countsUntil(id) ?? -Infinity) > at)
}

const isSame = (some: readonly number[], others: readonly number[]): boolean =>
  some.length === others.length && some.every((id) => others.includes(id))

/** Who of a team is on duty and counts from an instant on, until when that stays so, and who follows. Nobody of a disabled team is. */
export const dutyAt = (team: Pick<LoadedTeam, 'enabled' | 'roster' | 'overrides' | 'countsUntil'>, at: Date) => {
  const { roster, overrides, countsUntil } = team
  const stretch = aheadOf(at)
  if (!team.enabled) return { accountIds: [], until: null, next: [] }
  const slots = slotsOf(roster, overrides, stretch)
  const accountIds = countingAt(slots, countsUntil, stretch.from)
  const ends = slots.flatMap((slot) => [slot.from, slot.to, ...slot.accountIds.map((id) => countsUntil(id) ?? Infinity)])
  const changes = [...new Set(ends)].filter((each) => each > stretch.from && each < stretch.to).toSorted((a, b) => a - b)
  for (const change of changes) {
    const next = countingAt(slots, countsUntil, change)
    if (!isSame(next, accountIds)) return { accountIds, until: new Date(change), next }
  }
  return { accountIds, until: null, next: [] }
}

/**
 * Who is on duty in a team at an instant and counts, and until when that stays so (null: for at least the next two weeks). Nobody of a
 * disabled or deleted team is.
 * @param db the system's unscoped database
 */
export const onDuty = async (
  db: Kysely<Tables>,
  teamId: number,
  at: Date,
): Promise<{ accountIds: number[]; until: Date | null }> => {
  const [team] = await loadTeams(db, [teamId], aheadOf(at))
  if (!team) return { accountIds: [], until: null }
  const { accountIds, until } = dutyAt(team, at)
  return { accountIds, until }
}
