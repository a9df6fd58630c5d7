import type { LoadedTeam } from './load-teams.ts'
import { slotsOf, type Slot } from './roster.ts'

const hour = 3_600_000
/** How long after the end of a shift its people may still leave a note. */
const writeAfter = 24 * hour
/** How long before their shift people may confirm a note. */
const readBefore = hour
/** How long after its shift a note can be confirmed. */
export const readWithin = 7 * 24 * hour

/** The shift about which somebody may leave a note now: the one starting at `shiftFrom`, or else the last one that they are or were on. */
export const shiftToNote = (team: LoadedTeam, accountId: number, now: number, shiftFrom: number | undefined): Slot | undefined =>
  slotsOf(team.roster, team.overrides, { from: now - writeAfter, to: now })
    .filter((slot) => slot.accountIds.includes(accountId) && (shiftFrom === undefined || slot.shiftFrom === shiftFrom))
    .findLast(({ from }) => from <= now)

/** Whether somebody comes after a shift: on duty at its end or later, already or within the hour. */
export const comesAfter = (team: LoadedTeam, accountId: number, shiftTo: number, now: number): boolean =>
  now < shiftTo + readWithin &&
  slotsOf(team.roster, team.overrides, { from: shiftTo, to: now + readBefore }).some((slot) =>
    slot.accountIds.includes(accountId),
  )
