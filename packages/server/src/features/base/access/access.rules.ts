import { DomainError } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import type { Ctx, Actor } from '../../../platform/context.ts'
import type { Tables } from '../../../tables/index.ts'
import { isStopped } from '../tenant/tenant.rules.ts'
import { scoped } from '../../../platform/database/scope.ts'
import type { Write } from '../../../platform/transact.ts'
import { callerOfAccount } from './authenticate.ts'

/**
 * Projects, stock, installation and scrapping are for company staff. A customer's account and an ordinary user see only what is theirs,
 * whatever their role holds.
 * @throws DomainError noAccess
 */
export const assertStaff = ({ actor }: Pick<Ctx, 'actor'>): void => {
  if (actor.customerId !== null || actor.accountType === 'user') throw new DomainError('noAccess')
}

type People = readonly (number | null | undefined)[]

/** The people behind an actor: the account, and the person who has signed in as it. */
const peopleBehind = ({ accountId, issuer }: Pick<Actor, 'accountId' | 'issuer'>): number[] =>
  [accountId, issuer?.accountId].filter((id): id is number => typeof id === 'number')

/**
 * Whether the actor is a different person from those who asked, applied or did the work. Another account is not enough: somebody who signs
 * in as another account stays the same person, on either side.
 */
export const isSecondPerson = (actor: Pick<Actor, 'accountId' | 'issuer'>, first: People): boolean =>
  !peopleBehind(actor).some((id) => first.includes(id))

/** Accounts that may sign in now and have an operation through one of their roles. */
export const holdersOf = (db: Kysely<Tables>, operation: string, now: Date) =>
  db
    .selectFrom('account')
    .where('account.enabled', '=', true)
    .where('account.deleted_at', 'is', null)
    .where((e) => e.or([e('account.valid_until', 'is', null), e('account.valid_until', '>', now.toISOString())]))
    .where((e) => e.not(isStopped('account.path', now)))
    .where(
      sql<boolean>`exists (select from account_role
        join role on role.id = account_role.role_id and role.enabled
        join role_menu on role_menu.role_id = role.id
        join menu on menu.code = role_menu.menu_code and menu.enabled and account.type = any(menu.account_types)
        where account_role.account_id = account.id and menu.operation_code = ${operation})`,
    )

/** A company's staff with an operation, to be notified of what waits for them. */
export const staffWith = async (systemDb: Kysely<Tables>, companyId: number, operation: string, now: Date): Promise<number[]> => {
  const rows = await holdersOf(systemDb, operation, now)
    .select('account.id')
    .where('account.company_id', '=', companyId)
    .where('account.type', 'not in', ['customer', 'user'])
    .execute()
  return rows.map(({ id }) => id)
}

/** Beyond this many receivers, nobody in particular is notified. */
const maxNotified = 50

/**
 * Which of these accounts see any of some rows, and how many. The others could not open what a message is about, and must not read what it
 * says. Each account is checked on its own, so call this before locking rows that reports write to.
 */
export const whoSees = async (
  { systemDb, at }: Pick<Write, 'systemDb' | 'at'>,
  accountIds: readonly number[],
  table: 'work_order' | 'user_feedback',
  rowIds: readonly number[],
): Promise<ReadonlyMap<number, number>> => {
  const callerOf = callerOfAccount(systemDb, { now: () => at })
  const found = new Map<number, number>()
  for (const id of accountIds) {
    if (found.size >= maxNotified) break
    const caller = await callerOf(id)
    if (!caller) continue
    const { seen } = await scoped(systemDb, caller.scope)
      .selectFrom<'work_order' | 'user_feedback'>(table)
      .select((e) => e.fn.countAll<number>().as('seen'))
      .where('id', 'in', rowIds)
      .executeTakeFirstOrThrow()
    if (seen > 0) found.set(id, seen)
  }
  return found
}
