import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import { randomBytes } from 'node:crypto'
import type { TestWorld } from '../../../testing/context.ts'

export type Create = InputOf<typeof endpoints.dutyTeam.create>

export const hour = 3_600_000
export const iso = (at: number): string => new Date(at).toISOString()
const clockAt = (at: number): string => iso(at).slice(11, 16)
const everyDay = [1, 2, 3, 4, 5, 6, 7]

/** A new account of the staff of North. */
export const newPerson = async (world: TestWorld, name: string): Promise<number> => {
  const { id: company_id, path } = world.companies.north
  const account = `duty${randomBytes(4).toString('hex')}`
  const row = { company_id, path, type: 'distributor', account, name, password_hash: '-' } as const
  return (await world.db.insertInto('account').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Two shifts of twelve hours, the first of which began an hour before `start`, with two people on it and a third on the next. */
export const twoShifts = (people: readonly number[], start: number): Create => {
  const [turn, other] = [clockAt(start - hour), clockAt(start + 11 * hour)]
  const [ada = 0, ben = 0, cem = 0] = people
  return {
    name: `Team ${randomBytes(4).toString('hex')}`,
    memberIds: [...people],
    timeZone: 'UTC',
    shifts: [
      { name: 'First', starts: turn, ends: other, weekdays: everyDay, first: 0, turns: false },
      { name: 'Second', starts: other, ends: turn, weekdays: everyDay, first: 1, turns: false },
    ],
    groups: [[ada, ben], [cem]],
    turnLength: 1,
    turnUnit: 'week',
    startsOn: iso(start - 5 * 24 * hour).slice(0, 10),
    aroundTheClock: true,
  }
}

/** The refusal of a verb. */
export const refusal = async (attempt: Promise<unknown>): Promise<Pick<DomainError, 'reason' | 'field' | 'params'>> => {
  try {
    await attempt
  } catch (error) {
    if (error instanceof DomainError) return { reason: error.reason, field: error.field, params: error.params }
    throw error
  }
  throw new Error('it was allowed')
}
