import { DomainError, type DutyShift, type endpoints, type ErrorParams, type InputOf } from '@emberwatch/contract'
import type { ReasonName } from '@emberwatch/contract/texts/zh'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { assertTimeZone } from '../../../platform/refuse-field.ts'
import type { Write } from '../../../platform/transact.ts'
import type { LoadedTeam } from './load-teams.ts'
import { slotsOf, type Slot } from './roster.ts'

type Fields = Omit<InputOf<typeof endpoints.dutyTeam.create>, 'companyId'>

/** Answers 422 at a field, with the reason. @throws DomainError notHere */
export const refuseDuty = (ctx: Ctx, field: string, reason: ReasonName, params: ErrorParams = {}): never => {
  throw new DomainError('notHere', { reason: translate(ctx.locale, `reasons.${reason}`, params) }, field)
}

/** Only staff of companies may be on duty. The people were found in the caller's scope. @throws DomainError notHere at the field */
export const assertStaff = async (ctx: Ctx, write: Write, field: string, ids: readonly number[]): Promise<void> => {
  const others = await write.systemDb
    .selectFrom('account')
    .select('id')
    .where('id', 'in', ids)
    .where('type', 'in', ['customer', 'user'])
    .limit(1)
    .execute()
  if (others.length > 0) refuseDuty(ctx, field, 'dutyStaffOnly')
}

const assertShifts = (ctx: Ctx, shifts: readonly DutyShift[], groups: number): void => {
  const names = new Set<string>()
  for (const { name, first } of shifts) {
    if (names.has(name)) refuseDuty(ctx, 'shifts', 'dutyShiftNames', { name })
    names.add(name)
    if (first >= groups) refuseDuty(ctx, 'shifts', 'dutyFirstGroup', { shift: name })
  }
}

const assertGroups = async (ctx: Ctx, write: Write, { groups, memberIds }: Fields): Promise<void> => {
  const members = new Set(memberIds)
  const outsiders = [...new Set(groups.flat())].filter((id) => !members.has(id))
  if (outsiders.length === 0) return
  const rows = await write.db.selectFrom('account').select('name').where('id', 'in', outsiders).execute()
  refuseDuty(ctx, 'groups', 'dutyGroupMember', { names: rows.map(({ name }) => name) })
}

/** The columns that a form sets about a team. @throws DomainError notHere, invalidInput */
export const teamColumns = async (ctx: Ctx, write: Write, input: Fields) => {
  assertTimeZone(ctx, input.timeZone)
  assertShifts(ctx, input.shifts, input.groups.length)
  await assertGroups(ctx, write, input)
  await assertStaff(ctx, write, 'memberIds', input.memberIds)
  return {
    name: input.name,
    time_zone: input.timeZone,
    member_ids: input.memberIds,
    shifts: JSON.stringify(input.shifts),
    groups: JSON.stringify(input.groups),
    turn_length: input.turnLength,
    turn_unit: input.turnUnit,
    starts_on: input.startsOn,
    around_the_clock: input.aroundTheClock,
    remark: input.remark ?? '',
  }
}

const weekdays = ({ weekdays: days }: DutyShift): string => days.toSorted((a, b) => a - b).join('')

/** Shifts as the audit log shows them: `Night 22:00–06:00 (1–7: 1234567)`. */
export const shiftsText = (shifts: readonly DutyShift[]): string[] =>
  shifts.map(
    (shift) => `${shift.name} ${shift.starts}–${shift.ends} (${weekdays(shift)}) ${shift.turns ? '' : '= '}${shift.first + 1}`,
  )

/** Groups as the audit log shows them, by the names of their members. */
export const groupsText = async (write: Write, groups: readonly (readonly number[])[]): Promise<string[]> => {
  const ids = [...new Set(groups.flat())]
  const rows =
    ids.length === 0 ? [] : await write.systemDb.selectFrom('account').select(['id', 'name']).where('id', 'in', ids).execute()
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return groups.map((group) => group.map((id) => names.get(id) ?? '—').join(' + '))
}

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
