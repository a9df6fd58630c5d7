import { listedIn, type DutyPerson, type endpoints, type InputOf, type Language } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel, instantText } from '../../../platform/i18n.ts'
import { dutyCalendar } from './duty-calendar.reads.ts'

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
