import type { endpoints, InputOf } from '@emberwatch/contract'
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

/** A keyword is a part of the login name or of the name. Not of a phone number: who sees it masked could ask for one digit after the other. */
const withKeyword = async (rows: Accounts, keyword: string): Promise<Accounts> => {
  const like = containing(keyword)
  const matching = rows.where((e) => e.or([e('account.account', 'ilike', like), e('account.name', 'ilike', like)]))
  if (keyword.length < indexedLength) return matching
  const found = await matching
    .select('account.id')
    .limit(idLimit + 1)
    .execute()
  return found.length > idLimit ? matching : rows.where(sql<boolean>`account.id = any(${found.map((row) => row.id)}::bigint[])`)
}

/** The accounts of a list that an input asks for. */
export const filteredAccounts = async (ctx: Ctx, list: AccountList, input: AccountPageInput): Promise<Accounts> => {
  let rows: Accounts = ctx.db
    .selectFrom('account')
    .where('account.type', '=', typeIn(list, ctx.actor))
    .where('account.deleted_at', 'is', null)
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
  return input.keyword ? withKeyword(rows, input.keyword) : rows
}
