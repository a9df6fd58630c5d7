import { type AccountRow, type EnumValue, DomainError, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { maskedEmail, maskedPhone, nameShown, isPrivate } from '../../../platform/mask.ts'
import { fields, tracked } from '../../../platform/rows/columns.ts'
import { isStopped } from '../../base/tenant/tenant.rules.ts'
import { shownName } from '../customer/customer.masks.ts'
import { locksOf } from '../../base/access/attempts.ts'
import { levelOf, managesAccount, assertFamily, type AccountFamily } from './account.rules.ts'
import { rolesHeldBy, accountInScope, lastSignIns } from './account.store.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { listPage } from '../../../platform/list.ts'
import { callerOfAccount, dataScopeOf } from '../../base/access/authenticate.ts'
import { sessionsOfAccount } from '../../base/access/sessions.ts'
import { filteredAccounts, type AccountPageInput, assertListOpen, assertMayView, type AccountList } from './account.lists.ts'

interface Person {
  readonly id: number
  readonly type: EnumValue<'accountType'>
  readonly name: string
  readonly phone: string | null
  readonly email: string | null
}

/**
 * What lists and details show of a person. Phone and email are masked for everybody, and so is the name of customers and ordinary users,
 * who are private persons. Callers who may see more request it for a single account (`unmask`), which is logged. One's own are shown
 * (readings.md).
 */
const shown = (ctx: Ctx, { id, type, name, phone, email }: Person): Pick<Person, 'name' | 'phone' | 'email'> => {
  if (id === ctx.actor.accountId && ctx.actor.issuer === null) return { name, phone, email }
  return { name: nameShown(type, name), phone: maskedPhone(phone), email: maskedEmail(email) }
}

interface Hindrances {
  readonly enabled: boolean
  readonly validUntil: string | null
  readonly companyStopped: boolean
  readonly customerStopped: boolean
}

/** What prevents an account from signing in; its own reasons come first. */
const stateOf = (account: Hindrances, lockedUntil: string | null, now: Date): EnumValue<'accountState'> => {
  if (!account.enabled) return 'disabled'
  if (account.validUntil !== null && Date.parse(account.validUntil) <= now.getTime()) return 'ended'
  if (account.companyStopped) return 'companyStopped'
  if (account.customerStopped) return 'customerStopped'
  return lockedUntil === null ? 'enabled' : 'locked'
}

/** The names of the companies on an account's path, as lists of companies show them. */
const companyPath = sql<string>`(
  select string_agg(above.name, ' › ' order by length(above.path)) from company as above
  where above.id = any(string_to_array(account.path, '.')::bigint[]))`

/** Accounts as lists show them. */
const readAccounts = async (ctx: Ctx, ids: number[]): Promise<AccountRow[]> => {
  const now = ctx.clock.now()
  const [rows, roles] = await Promise.all([
    ctx.db
      .selectFrom('account')
      .innerJoin('company', 'company.id', 'account.company_id')
      .leftJoin('customer', 'customer.id', 'account.customer_id')
      .select(fields('account', ['id', 'account', 'name', 'phone', 'email', 'type', 'companyId', 'customerId', 'enabled']))
      .select(
        fields('account', [
          'validUntil',
          'certificateExpires',
          'lastLoginAt',
          'lastLoginIp',
          'mustChangePassword',
          'twoStepSince',
        ]),
      )
      .select(['company.name as companyName', companyPath.as('companyPath'), isStopped('account.path', now).as('companyStopped')])
      .select(['customer.name as customerName', 'customer.type as customerType'])
      .select(
        sql<boolean>`customer.id is not null and (not customer.enabled or customer.deleted_at is not null)`.as('customerStopped'),
      )
      .select(tracked('account'))
      .where('account.id', 'in', ids)
      .execute(),
    // Not scoped: an account may have a role of a company above, and counters of wrong passwords are in no scope.
    rolesHeldBy(ctx.systemDb, ids),
  ])
  const locks = await locksOf(
    ctx.systemDb,
    rows.map((row) => row.account),
    now,
  )
  const heldBy = Map.groupBy(roles, (role) => role.account_id)
  return rows.map(({ companyStopped, customerStopped, customerType, twoStepSince, ...row }) => {
    const held = heldBy.get(row.id) ?? []
    const lockedUntil = locks.get(row.account.toLowerCase()) ?? null
    return {
      ...row,
      ...shown(ctx, row),
      customerName: row.customerName === null ? null : shownName(customerType, row.customerName),
      roleIds: held.filter((role) => isBelow(role.path, ctx.actor.companyPath)).map((role) => role.id),
      roleNames: held.map((role) => role.name),
      state: stateOf({ ...row, companyStopped, customerStopped }, lockedUntil, now),
      lockedUntil,
      twoStep: twoStepSince !== null,
      manageable: managesAccount(ctx.actor, { ...row, company_id: row.companyId }, levelOf(held)),
    }
  })
}

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
