import type { endpoints, EnumValue, InputOf } from '@emberwatch/contract'
import { sql, type SelectQueryBuilder } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { containing } from '../../platform/list.ts'
import type { Tables } from '../../tables/index.ts'
import { typeIn, type AccountList } from './account.lists.ts'

export type AccountPageInput = InputOf<typeof endpoints.account.pageCompany>
type Accounts = SelectQueryBuilder<Tables, 'account', object>

const dayMs = 86_400_000
/** Up to so many accounts with the keyword are handed over as ids; what more of them are is found soon by walking the list itself (as for alarms). */
const idLimit = 1_000
/** Shorter ones are in no index of parts of words. */
const indexedLength = 3

/**
 * The ids of all accounts with a keyword, where they are few and an index knows them; undefined otherwise. A keyword is a part of the login name or of
 * the name; not of a phone number: who sees it masked could ask for one digit after the other.
 */
const idsWith = async (ctx: Ctx, like: string, keyword: string): Promise<number[] | undefined> => {
  if (keyword.length < indexedLength) return undefined
  // Without scope, which would lead away from the index of words: the ids only narrow a list that is scoped.
  const found = await ctx.systemDb
    .selectFrom('account')
    .select('id')
    .where((e) => e.or([e('account', 'ilike', like), e('name', 'ilike', like)]))
    .where('deleted_at', 'is', null)
    .limit(idLimit + 1)
    .execute()
  return found.length > idLimit ? undefined : found.map((row) => row.id)
}

const withKeyword = async (ctx: Ctx, rows: Accounts, type: EnumValue<'accountType'>, keyword: string): Promise<Accounts> => {
  const like = containing(keyword)
  const ids = await idsWith(ctx, like, keyword)
  // With a type that no index recognises, PostgreSQL looks the ids up instead of walking the whole list in its order to find them.
  if (ids) return rows.where(sql<boolean>`account.id = any(${ids}::bigint[]) and account.type || '' = ${type}`)
  return rows
    .where('account.type', '=', type)
    .where((e) => e.or([e('account.account', 'ilike', like), e('account.name', 'ilike', like)]))
}

/** The accounts of a list that an input asks for. */
export const filteredAccounts = async (ctx: Ctx, list: AccountList, input: AccountPageInput): Promise<Accounts> => {
  let rows: Accounts = ctx.db.selectFrom('account').where('account.deleted_at', 'is', null)
  if (list === 'company') rows = rows.where('account.company_id', '=', ctx.actor.companyId ?? 0)
  if (input.companyId !== undefined) rows = rows.where('account.company_id', '=', input.companyId)
  if (input.customerId !== undefined) rows = rows.where('account.customer_id', '=', input.customerId)
  if (input.enabled !== undefined) rows = rows.where('account.enabled', '=', input.enabled)
  if (input.neverLoggedIn !== undefined) rows = rows.where('account.last_login_at', input.neverLoggedIn ? 'is' : 'is not', null)
  if (input.inactiveDays !== undefined) {
    const since = new Date(ctx.clock.now().getTime() - input.inactiveDays * dayMs).toISOString()
    rows = rows.where('account.last_login_at', '<', since)
  }
  if (input.startTime) rows = rows.where('account.created_at', '>=', input.startTime)
  if (input.endTime) rows = rows.where('account.created_at', '<=', input.endTime)
  if (input.roleId !== undefined) {
    const { roleId } = input
    rows = rows.where('account.id', 'in', (e) => e.selectFrom('account_role').select('account_id').where('role_id', '=', roleId))
  }
  const type = typeIn(list, ctx.actor)
  return input.keyword ? withKeyword(ctx, rows, type, input.keyword) : rows.where('account.type', '=', type)
}
