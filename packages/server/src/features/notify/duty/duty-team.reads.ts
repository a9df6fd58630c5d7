import {
  listedIn,
  type DutyTeamDetail,
  type DutyTeamRow,
  type endpoints,
  type InputOf,
  type Language,
  type OutputOf,
} from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { containing, listPage } from '../../../platform/list.ts'
import { fields, tracked, trackedColumns } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { gapsAhead } from './announce-gaps.ts'
import { gapRow, loadTeams } from './load-teams.ts'
import { shiftToNote } from './duty.rules.ts'
import { aheadOf, dutyAt } from './on-duty.ts'

type Entries = typeof endpoints.dutyTeam
type PageInput = InputOf<Entries['page']>

const read = async (ctx: Ctx, ids: readonly number[]): Promise<DutyTeamRow[]> => {
  const now = ctx.clock.now()
  const rows = await ctx.db
    .selectFrom('duty_team')
    .innerJoin('company', 'company.id', 'duty_team.company_id')
    .select(
      fields('duty_team', ['id', 'name', 'companyId', 'timeZone', 'memberIds', 'shifts', 'aroundTheClock', 'enabled', 'remark']),
    )
    .select('company.name as companyName')
    .select(tracked('duty_team'))
    .where('duty_team.id', 'in', ids)
    .execute()
  // Not scoped: anyone who sees a team sees its members.
  const teams = new Map((await loadTeams(ctx.systemDb, ids, aheadOf(now))).map((team) => [team.id, team]))
  return rows.map(({ memberIds, shifts, ...row }) => {
    const team = teams.get(row.id)
    const duty = team && dutyAt(team, now)
    const gap = team && gapsAhead(team, now)[0]
    return {
      ...row,
      members: team?.people(memberIds, now.getTime()) ?? [],
      shiftNames: shifts.map(({ name }) => name),
      onDuty: (duty && team?.people(duty.accountIds, now.getTime())) ?? [],
      until: duty?.until?.toISOString() ?? null,
      gap: team && gap ? gapRow(team, gap) : null,
    }
  })
}

export const pageTeams = (ctx: Ctx, input: PageInput): Promise<OutputOf<Entries['page']>> =>
  listPage<DutyTeamRow>(ctx.db, input, {
    rows: filtered(ctx.db.selectFrom('duty_team'), 'duty_team', input, {
      equal: ['companyId', 'enabled'],
      containing: ['name'],
      between: 'created_at',
    }),
    key: 'duty_team.id',
    sorts: { name: 'duty_team.name', createdAt: 'duty_team.created_at', updatedAt: 'duty_team.updated_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })

const peopleText = (people: unknown, locale: Language): string =>
  listedIn(
    locale,
    (people as DutyTeamRow['members']).map(({ name }) => name),
  )

/** Registered with the exports. */
export const dutyTeamExport: ExportDefinition = {
  columns: [
    { field: 'name', width: 24 },
    { field: 'companyName', width: 30 },
    { field: 'enabled', width: 10 },
    { field: 'onDuty', width: 30, text: ({ onDuty }, locale) => peopleText(onDuty, locale) },
    { field: 'members', width: 40, text: ({ members }, locale) => peopleText(members, locale) },
    { field: 'shiftNames', width: 30 },
    { field: 'timeZone' },
    { field: 'remark', width: 40 },
    ...trackedColumns,
  ],
  page: (ctx, input) => pageTeams(ctx, input as PageInput),
}

export const exportTeams = (ctx: Ctx, input: InputOf<Entries['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'dutyTeam', input)

export const teamDetail = async (ctx: Ctx, { id }: InputOf<Entries['detail']>): Promise<DutyTeamDetail> => {
  const [row] = await read(ctx, [id])
  if (!row) throw new Error(`duty team ${id} no longer exists`)
  const more = await ctx.db
    .selectFrom('duty_team')
    .select(fields('duty_team', ['shifts', 'groups', 'turnLength', 'turnUnit', 'startsOn']))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const now = ctx.clock.now().getTime()
  const { accountId } = ctx.actor
  const [team] = await loadTeams(ctx.systemDb, [id], aheadOf(new Date(now)))
  const mayNote = team !== undefined && accountId !== null && shiftToNote(team, accountId, now, undefined) !== undefined
  return { ...row, ...more, mayNote }
}

export const selectTeams = async (ctx: Ctx, { companyId }: InputOf<Entries['select']>): Promise<OutputOf<Entries['select']>> => {
  let query = ctx.db.selectFrom('duty_team').select(['id as value', 'name as label']).where('enabled', '=', true)
  if (companyId !== undefined) query = query.where('company_id', '=', companyId)
  return query.where('deleted_at', 'is', null).orderBy('name').limit(500).execute()
}

const shownAccounts = 50

/** Staff in the caller's scope: of a company and those above it, if one is given; with a team, its members. */
export const dutyAccounts = async (ctx: Ctx, input: InputOf<Entries['accounts']>): Promise<OutputOf<Entries['accounts']>> => {
  const { teamId, companyId, keyword } = input
  let query = ctx.db
    .selectFrom('account')
    .select(['id as value', sql<string>`concat(name, ' (', account, ')')`.as('label')])
    .where('deleted_at', 'is', null)
    .where('type', 'not in', ['customer', 'user'])
    .where('enabled', '=', true)
    .where('pending', '=', false)
  if (teamId !== undefined)
    query = query.where((e) =>
      e(
        'id',
        'in',
        e
          .selectFrom('duty_team')
          .select(sql<number>`unnest(duty_team.member_ids)`.as('id'))
          .where('duty_team.id', '=', teamId),
      ),
    )
  if (companyId !== undefined) query = query.where('company_id', '=', companyId)
  if (keyword)
    query = query.where((e) => e.or([e('name', 'ilike', containing(keyword)), e('account', 'ilike', containing(keyword))]))
  return query.orderBy('name').orderBy('id').limit(shownAccounts).execute()
}
