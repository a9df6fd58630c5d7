import {
  dutyDays,
  type DutyNow,
  type DutyWarning,
  type endpoints,
  type InputOf,
  type OutputOf,
  listedIn,
  type DutyPerson,
  type Language,
} from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { holdersOf } from '../../base/access/access.rules.ts'
import { gapsAhead } from './announce-gaps.ts'
import { gapsOf, slotsOf, type Stretch } from './roster.ts'
import { gapRow, iso, loadTeams, type LoadedTeam } from './load-teams.ts'
import { aheadOf, dutyAt } from './on-duty.ts'
import { refuseDuty } from './duty.rules.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel, instantText } from '../../../platform/i18n.ts'

type Entries = typeof endpoints.dutyTeam
type Calendar = OutputOf<Entries['calendar']>

const overridesOf = async (ctx: Ctx, teamId: number, { from, to }: Stretch): Promise<Calendar['overrides']> => {
  const rows = await ctx.db
    .selectFrom('duty_override')
    .innerJoin('account', 'account.id', 'duty_override.account_id')
    .leftJoin('account as other', 'other.id', 'duty_override.instead_of_id')
    .leftJoin('account as maker', 'maker.id', 'duty_override.created_by')
    .select(['duty_override.id', 'duty_override.from_at as from', 'duty_override.to_at as to', 'duty_override.reason'])
    .select(['duty_override.account_id as accountId', 'account.name as accountName'])
    .select(['duty_override.instead_of_id as insteadOfId', 'other.name as insteadOfName'])
    .select(['duty_override.created_at as createdAt', 'maker.name as createdBy'])
    .where('duty_override.team_id', '=', teamId)
    .where('duty_override.from_at', '<', iso(to))
    .where('duty_override.to_at', '>', iso(from))
    .orderBy('duty_override.from_at')
    .execute()
  return rows
}

/** Who is on duty in a period. Gaps are shown only from now on: who counted in the past is no longer known. */
export const dutyCalendar = async (ctx: Ctx, input: InputOf<Entries['calendar']>): Promise<Calendar> => {
  const stretch = { from: Date.parse(input.startTime), to: Date.parse(input.endTime) }
  const { calendar: days } = dutyDays
  if (!(stretch.from < stretch.to) || stretch.to - stretch.from > days * 86_400_000)
    refuseDuty(ctx, 'endTime', 'dutySpan', { days })
  const [team] = await loadTeams(ctx.systemDb, [input.id], stretch)
  if (!team) throw new Error(`duty team ${input.id} no longer exists`)
  const ahead = { from: Math.max(stretch.from, ctx.clock.now().getTime()), to: stretch.to }
  const gaps = ahead.from < ahead.to && team.enabled ? gapsOf(team.roster, team.overrides, ahead, team.hearsUntil) : []
  return {
    timeZone: team.roster.timeZone,
    slots: slotsOf(team.roster, team.overrides, stretch).map((slot) => ({
      from: iso(slot.from),
      to: iso(slot.to),
      shift: slot.shift === null ? null : (team.roster.shifts[slot.shift]?.name ?? null),
      shiftFrom: iso(slot.shiftFrom),
      shiftTo: iso(slot.shiftTo),
      people: team.people(slot.accountIds, slot.from),
      overrideIds: [...slot.overrideIds],
    })),
    gaps: gaps.map((gap) => gapRow(team, gap)),
    overrides: await overridesOf(ctx, input.id, stretch),
  }
}

/** More than anybody would read. Teams with gaps come first. */
const teamsAtOnce = 300

const enabledTeams = async (ctx: Ctx, now: Date): Promise<(LoadedTeam & { companyId: number; companyName: string })[]> => {
  const rows = await ctx.db
    .selectFrom('duty_team')
    .innerJoin('company', 'company.id', 'duty_team.company_id')
    .select(['duty_team.id', 'company.id as companyId', 'company.name as companyName'])
    .where('duty_team.enabled', '=', true)
    .where('duty_team.deleted_at', 'is', null)
    .orderBy((e) => e('duty_team.gap_mark', '=', ''))
    .orderBy('duty_team.name')
    .limit(teamsAtOnce)
    .execute()
  const companies = new Map(rows.map(({ id, companyId, companyName }) => [id, { companyId, companyName }]))
  const teams = await loadTeams(ctx.systemDb, [...companies.keys()], aheadOf(now))
  return teams
    .flatMap((team) => {
      const company = companies.get(team.id)
      return company ? [{ ...team, ...company }] : []
    })
    .toSorted((a, b) => a.name.localeCompare(b.name) || a.id - b.id)
}

/** Who is on duty now and who follows, for each enabled team. */
export const dutyNow = async (ctx: Ctx): Promise<DutyNow[]> => {
  const now = ctx.clock.now()
  const teams = (await enabledTeams(ctx, now)).map((team) => ({ team, duty: dutyAt(team, now) }))
  const people = [...new Set(teams.flatMap(({ duty }) => duty.accountIds))]
  const holders = await holdersOf(ctx.systemDb, 'alarm:confirm', now)
    .select('account.id')
    .where((e) => e('account.id', '=', e.fn.any(e.val(people))))
    .execute()
  const mayConfirm = new Set(holders.map(({ id }) => id))
  return teams.map(({ team, duty: { accountIds, until, next } }) => ({
    id: team.id,
    name: team.name,
    companyId: team.companyId,
    companyName: team.companyName,
    timeZone: team.roster.timeZone,
    onDuty: team.people(accountIds, now.getTime()),
    confirmers: accountIds.filter((id) => mayConfirm.has(id)),
    until: until?.toISOString() ?? null,
    next: until ? team.people(next, until.getTime()) : [],
    nextFrom: until?.toISOString() ?? null,
  }))
}

/** Enabled teams with gaps in the next days. */
export const dutyWarnings = async (ctx: Ctx): Promise<DutyWarning[]> => {
  const now = ctx.clock.now()
  return (await enabledTeams(ctx, now)).flatMap((team) => {
    const gaps = gapsAhead(team, now)
    if (gaps.length === 0) return []
    return [{ id: team.id, name: team.name, timeZone: team.roster.timeZone, gaps: gaps.map((gap) => gapRow(team, gap)) }]
  })
}

type Roster = typeof endpoints.dutyRoster
type Input = InputOf<Roster['export']> & { readonly after?: number | null; readonly pageSize?: number }

/** A period with the same people, or with nobody. */
interface RosterRow {
  /** Its position. */
  readonly id: number
  readonly name: string
  readonly timeZone: string
  readonly startTime: string
  readonly endTime: string
  readonly shiftName: string
  readonly members: readonly DutyPerson[]
  readonly gap: boolean
}

const rosterOf = async (ctx: Ctx, input: Input): Promise<RosterRow[]> => {
  // The requester of the export may no longer see the team.
  const team = await ctx.db
    .selectFrom('duty_team')
    .select('name')
    .where('id', '=', input.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!team) return []
  const { slots, gaps, timeZone } = await dutyCalendar(ctx, input)
  const stretches = [
    ...slots.map(({ from, to, shift, people }) => ({ from, to, shiftName: shift ?? '', members: people, gap: false })),
    ...gaps.map(({ from, to, people }) => ({ from, to, shiftName: '', members: people, gap: true })),
  ]
  return stretches
    .toSorted((a, b) => a.from.localeCompare(b.from))
    .map(({ from, to, ...rest }, at) => ({ id: at + 1, name: team.name, timeZone, startTime: from, endTime: to, ...rest }))
}

const named = ({ name, absence }: DutyPerson, locale: Language): string =>
  absence === null ? name : `${name} (${enumLabel(locale, 'dutyAbsence', absence)})`

const cell = (text: (row: RosterRow, locale: Language) => string) => (row: object, locale: Language) =>
  text(row as RosterRow, locale)

/** Registered with the exports. Times are in the team's time zone. */
export const dutyRosterExport: ExportDefinition = {
  columns: [
    { field: 'name', width: 24 },
    { field: 'startTime', width: 28, text: cell(({ startTime, timeZone }) => instantText(startTime, timeZone)) },
    { field: 'endTime', width: 28, text: cell(({ endTime, timeZone }) => instantText(endTime, timeZone)) },
    { field: 'shiftName', width: 16 },
    {
      field: 'members',
      width: 40,
      text: cell(({ members }, locale) =>
        listedIn(
          locale,
          members.map((person) => named(person, locale)),
        ),
      ),
    },
    { field: 'gap', width: 12 },
  ],
  page: async (ctx, given) => {
    const input = given as unknown as Input
    const rows = await rosterOf(ctx, input)
    const { after, pageSize = rows.length } = input
    return { list: rows.filter(({ id }) => id > (after ?? 0)).slice(0, pageSize), total: rows.length }
  },
}

export const exportRoster = async (ctx: Ctx, input: InputOf<Roster['export']>): Promise<{ exportId: number }> => {
  // Refused at once if the period is too long.
  await dutyCalendar(ctx, input)
  return startExport(ctx, 'dutyRoster', input)
}
