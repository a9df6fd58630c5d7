import type { DutyPerson, DutyRoster, EnumValue } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { isStopped } from '../../base/tenant/tenant.rules.ts'
import type { CountsUntil, Gap, Override, Stretch } from './roster.ts'

interface Person {
  readonly name: string
  readonly path: string
  readonly gone: 'disabled' | 'deleted' | null
  readonly validUntil: number
}

/** A team with everything that determines who is on duty in a period. */
export interface LoadedTeam {
  readonly id: number
  readonly path: string
  readonly name: string
  readonly enabled: boolean
  readonly roster: DutyRoster
  readonly memberIds: readonly number[]
  readonly overrides: readonly Override[]
  readonly countsUntil: CountsUntil
  /** The same, but only for members within the team's own line of companies. Members who moved away with their company hear nothing here. */
  readonly hearsUntil: CountsUntil
  /** Accounts by name, with the reason if they do not count at an instant. */
  people(ids: readonly number[], at: number): DutyPerson[]
}

/** No shift is longer, even where clocks are set back. */
const longestShift = 2 * 86_400_000

const overridesOf = async (db: Kysely<Tables>, ids: readonly number[], { from, to }: Stretch) => {
  const rows = await db
    .selectFrom('duty_override')
    .select(['id', 'team_id', 'from_at', 'to_at', 'account_id', 'instead_of_id'])
    .where('team_id', 'in', ids)
    .where('to_at', '>', new Date(from - longestShift).toISOString())
    .where('from_at', '<', new Date(to + longestShift).toISOString())
    .orderBy('id')
    .execute()
  const overrides = rows.map(({ id, team_id, from_at, to_at, account_id, instead_of_id }) => ({
    id,
    teamId: team_id,
    from: Date.parse(from_at),
    to: Date.parse(to_at),
    accountId: account_id,
    insteadOfId: instead_of_id,
  }))
  return Map.groupBy(overrides, ({ teamId }) => teamId)
}

const peopleOf = async (db: Kysely<Tables>, ids: readonly number[], at: Date): Promise<Map<number, Person>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('account')
    .select([
      'id',
      'name',
      'path',
      'enabled',
      'pending',
      'valid_until',
      'deleted_at',
      isStopped('account.path', at).as('stopped'),
    ])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, name, path, enabled, pending, valid_until, deleted_at, stopped }) => [
      id,
      {
        name,
        path,
        gone: deleted_at !== null ? 'deleted' : !enabled || pending || stopped ? 'disabled' : null,
        validUntil: valid_until === null ? Infinity : Date.parse(valid_until),
      },
    ]),
  )
}

const isElsewhere = ({ path }: Person, teamPath: string): boolean => !isBelow(path, teamPath) && !isBelow(teamPath, path)

const absenceOf = (person: Person | undefined, teamPath: string, at: number): EnumValue<'dutyAbsence'> | null => {
  if (person === undefined) return 'deleted'
  if (person.gone !== null) return person.gone
  if (person.validUntil <= at) return 'expired'
  return isElsewhere(person, teamPath) ? 'elsewhere' : null
}

/**
 * Teams by id, in no particular order. Not scoped: anyone who may see a team sees the names of its members. Deleted teams are left out.
 * @param db the system's database
 */
export const loadTeams = async (db: Kysely<Tables>, ids: readonly number[], stretch: Stretch): Promise<LoadedTeam[]> => {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('duty_team').selectAll().where('id', 'in', ids).where('deleted_at', 'is', null).execute()
  const overrides = await overridesOf(db, ids, stretch)
  const named = rows.flatMap(({ id, member_ids, groups }) => [
    ...member_ids,
    ...groups.flat(),
    ...(overrides.get(id) ?? []).flatMap(({ accountId, insteadOfId }) => [
      accountId,
      ...(insteadOfId === null ? [] : [insteadOfId]),
    ]),
  ])
  const people = await peopleOf(db, [...new Set(named)], new Date(stretch.from))
  const countsUntil: CountsUntil = (id) => {
    const person = people.get(id)
    return person && person.gone === null ? person.validUntil : undefined
  }
  return rows.map((row) => ({
    id: row.id,
    path: row.path,
    name: row.name,
    enabled: row.enabled,
    roster: {
      timeZone: row.time_zone,
      shifts: row.shifts,
      groups: row.groups,
      turnLength: row.turn_length,
      turnUnit: row.turn_unit,
      startsOn: row.starts_on,
      aroundTheClock: row.around_the_clock,
    },
    memberIds: row.member_ids,
    overrides: overrides.get(row.id) ?? [],
    countsUntil,
    hearsUntil: (id) => {
      const person = people.get(id)
      return person && isElsewhere(person, row.path) ? undefined : countsUntil(id)
    },
    people: (wanted, at) =>
      wanted.map((id) => ({ id, name: people.get(id)?.name ?? '—', absence: absenceOf(people.get(id), row.path, at) })),
  }))
}

export const iso = (at: number): string => new Date(at).toISOString()

/** A gap as returned by calls. */
export const gapRow = (team: LoadedTeam, { from, to, accountIds }: Gap) => ({
  from: iso(from),
  to: iso(to),
  people: team.people(accountIds, from),
})
