import { DomainError, type AccountRow, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { listPage } from '../../../platform/list.ts'
import { isPrivate } from '../../../platform/mask.ts'
import { callerOfAccount, dataScopeOf } from '../../base/access/authenticate.ts'
import { sessionsOfAccount } from '../../base/access/sessions-of-account.ts'
import { filteredAccounts, type AccountPageInput } from './account.filter.ts'
import { assertListOpen, assertMayView, type AccountList } from './account.lists.ts'
import { readAccounts } from './account.rows.ts'
import { assertFamily, type AccountFamily } from './account.rules.ts'
import { accountInScope, lastSignIns } from './account.store.ts'

type Account = typeof endpoints.account

export const pageAccounts = async (
  ctx: Ctx,
  list: AccountList,
  input: AccountPageInput,
): Promise<OutputOf<Account['pageCompany']>> => {
  assertListOpen(ctx.actor, list)
  return listPage<AccountRow>(ctx.db, input, {
    ...(await filteredAccounts(ctx, list, input)),
    key: 'account.id',
    sorts: { account: 'account.account', createdAt: 'account.created_at', lastLoginAt: 'account.last_login_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => readAccounts(ctx, ids),
  })
}

/** An account of the family, in one of the caller's lists. @throws DomainError notFound, noAccess */
export const visibleAccount = async (ctx: Ctx, family: AccountFamily, id: number) => {
  const account = await accountInScope(ctx.db, id)
  assertFamily(account, family)
  if (!account) throw new DomainError('notFound', {}, 'id')
  assertMayView(ctx.actor, account)
  return account
}

/** An account with what it may do at present (nothing while it is disabled), its sessions and its last sign-ins. */
export const accountDetail = async (
  ctx: Ctx,
  family: AccountFamily,
  input: InputOf<Account['detail']>,
): Promise<OutputOf<Account['detail']>> => {
  const { id } = await visibleAccount(ctx, family, input.id)
  const [[row], more, caller, sessions, logins, dataScope] = await Promise.all([
    readAccounts(ctx, [id]),
    ctx.db.selectFrom('account').select('certificate_no').where('id', '=', id).executeTakeFirst(),
    // Not scoped: the account is in the caller's scope, but its roles may belong to a company above.
    callerOfAccount(ctx.systemDb, ctx.clock)(id),
    sessionsOfAccount(ctx, id),
    lastSignIns(ctx.systemDb, id),
    dataScopeOf(ctx.systemDb, id),
  ])
  if (!row || !more) throw new DomainError('notFound', {}, 'id')
  return {
    ...row,
    dataScope: isPrivate(row.type) ? null : dataScope,
    certificateNo: more.certificate_no,
    operations: [...(caller?.actor.operations ?? [])].sort(),
    sessions,
    logins,
  }
}

/** The lists of accounts; the input says which one. */
export const accountExport: ExportDefinition = {
  columns: [
    { field: 'account' },
    { field: 'name', label: 'personName' },
    { field: 'phone' },
    { field: 'email' },
    { field: 'accountType', text: (row, locale) => enumLabel(locale, 'accountType', row['type']) },
    { field: 'companyName', width: 30 },
    { field: 'companyPath', width: 50 },
    { field: 'customerName' },
    { field: 'roleNames', width: 30 },
    { field: 'state', text: (row, locale) => enumLabel(locale, 'accountState', row['state']) },
    { field: 'validUntil' },
    { field: 'lastLoginAt' },
    { field: 'lastLoginIp' },
    { field: 'mustChangePassword', width: 10 },
    { field: 'createdAt' },
    { field: 'createdBy' },
  ],
  page: (ctx, input) => {
    const { list, ...filters } = input as AccountPageInput & { list: AccountList }
    return pageAccounts(ctx, list, filters)
  },
}

export const exportAccounts = (ctx: Ctx, input: InputOf<Account['export']>): Promise<{ exportId: number }> => {
  assertListOpen(ctx.actor, input.list)
  return startExport(ctx, 'account', input)
}
