import { randomBytes } from 'node:crypto'
import { DomainError, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { hashPassword } from '../../base/access/password.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { companyInScope } from '../../base/tenant/tenant.reads.ts'
import { lockOwner } from '../../base/tenant/tenant.rules.ts'
import { coversType } from '../role/role.rules.ts'
import { assertMayView } from './account.lists.ts'
import { assertAssignable, assertHoldsRightsOf, assertRemovable, lockManaged, type AccountFamily } from './account.rules.ts'
import { lockCustomerOf, replaceRoles, accountInScope, deleteAccountRows, openOrdersOf } from './account.store.ts'
import { addAccount, type AccountOwner } from './add-account.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { assertFuture } from '../../../platform/refuse-field.ts'
import { updateRow, auditRow, refuseInUse } from '../../../platform/rows/rows.ts'
import { endSessions } from '../../base/access/end-sessions.ts'

export interface InitialPassword {
  readonly hash: string
  /** A random password, to be shown once to the person who created or reset the account. Null if they know it already. */
  readonly shown: string | null
}

/**
 * The first password of an account: the chosen one, or the default of the settings, or a random one (readings.md, "Numbers that the spec
 * gives twice"). Its holder must choose their own at the next sign-in.
 */
export const initialPassword = async (ctx: Ctx, chosen?: string): Promise<InitialPassword> => {
  const known = chosen ?? ctx.config.defaultAccountPassword
  const random = known === undefined ? randomBytes(9).toString('base64url') : null
  return { hash: await hashPassword(known ?? random ?? ''), shown: random }
}

type Input = InputOf<typeof endpoints.account.create>

/**
 * Where a new account belongs: to a customer, to a company, or to the caller's own company. This determines its type. Customer and company
 * are locked against deletion until the write ends.
 * @throws DomainError notFound; noAccess if the caller may not see the resulting list; levelTooHigh
 */
export const accountOwner = async (
  ctx: Ctx,
  write: Write,
  input: Pick<Input, 'companyId' | 'customerId'>,
): Promise<AccountOwner> => {
  const owner =
    input.customerId === undefined
      ? await companyOwner(ctx, write, input.companyId)
      : await customerOwner(write, input.customerId, input.companyId)
  assertMayView(ctx.actor, { type: owner.type, company_id: owner.companyId })
  if (owner.type === 'customer' && !ctx.actor.operations.has('customerAccount:create')) throw new DomainError('noAccess')
  if (!coversType(ctx.actor, owner.type)) throw new DomainError('levelTooHigh')
  // Not scoped: the owner was found in the caller's scope.
  await lockOwner(write.systemDb, owner.companyId)
  return owner
}

const companyOwner = async (ctx: Ctx, write: Write, companyId = ctx.actor.companyId): Promise<AccountOwner> => {
  const company = companyId === null ? undefined : await companyInScope(write.db, companyId)
  if (!company) throw new DomainError('notFound', {}, 'companyId')
  return { companyId: company.id, path: company.path, type: company.type, customerId: null }
}

const customerOwner = async (write: Write, customerId: number, companyId: number | undefined): Promise<AccountOwner> => {
  const customer = await lockCustomerOf(write.db, customerId)
  if (!customer || (companyId !== undefined && companyId !== customer.company_id))
    throw new DomainError('notFound', {}, 'customerId')
  return { companyId: customer.company_id, path: customer.path, type: 'customer', customerId }
}

/** Creates an account with a first password, which is returned once unless a default is set. */
export const createAccount = async (ctx: Ctx, input: Input): Promise<{ id: number; password: string | null }> => {
  const initial = await initialPassword(ctx)
  return transact(ctx, async (write) => {
    const owner = await accountOwner(ctx, write, input)
    await assertAssignable(ctx, write, owner, input.roleIds)
    const { companyId: _company, customerId: _customer, ...fields } = input
    const id = await addAccount(ctx, write, { ...fields, owner, passwordHash: initial.hash })
    return { id, password: initial.shown }
  })
}

/** Edits an account and its roles. Changed roles, or an end in the past, end its sessions. */
export const updateAccount = (
  ctx: Ctx,
  family: AccountFamily,
  input: InputOf<typeof endpoints.account.update>,
): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const account = await lockManaged(ctx, write, family, input)
    assertFuture(ctx, 'validUntil', input.validUntil, write.at, account.valid_until)
    const { actor } = ctx
    const changes = {
      name: input.name ?? account.name,
      phone: input.phone ?? account.phone,
      // A caller who sees it only masked cannot send it back.
      email: input.email ?? (actor.operations.has('account:unmask') ? null : account.email),
      certificate_no: input.certificateNo ?? null,
      certificate_expires: input.certificateExpires ?? null,
      valid_until: input.validUntil ?? null,
    }
    const held = account.roles.map((role) => role.id)
    const seen = account.roles.filter((role) => isBelow(role.path, actor.companyPath)).map((role) => role.id)
    const wanted = input.roleIds ?? seen
    const added = wanted.filter((id) => !held.includes(id))
    const removed = seen.filter((id) => !wanted.includes(id))
    await assertAssignable(ctx, write, { companyId: account.company_id, path: account.path, type: account.type }, added)
    await assertRemovable(ctx, write, account, removed)
    const roles = [...held.filter((id) => !removed.includes(id)), ...added]
    const otherRoles = added.length + removed.length > 0
    if (otherRoles) await replaceRoles(write.systemDb, account.id, roles)
    const hasEnded = (until: string | null): boolean => until !== null && Date.parse(until) <= write.at.getTime()
    const ended = hasEnded(changes.valid_until)
    // A new end brings the account back to life.
    if (hasEnded(account.valid_until) && !ended) await assertHoldsRightsOf(ctx, write, account)
    if (otherRoles || ended) await endSessions(write, [account.id])
    await updateRow(write, 'account', account, changes, {
      action: 'account.update',
      changes: otherRoles ? { roles: [held, roles] } : {},
    })
    return { id: account.id }
  })

/** Shows an account's name, phone and email in full, and records that in the audit log. */
export const unmaskAccount = async (
  ctx: Ctx,
  input: InputOf<typeof endpoints.account.unmask>,
): Promise<OutputOf<typeof endpoints.account.unmask>> =>
  transact(ctx, async (write) => {
    const account = await accountInScope(write.db, input.id)
    if (!account) throw new DomainError('notFound', {}, 'id')
    assertMayView(ctx.actor, account)
    auditRow(write, 'account', account, { action: 'account.unmask', name: account.account })
    const { name, phone, email } = account
    return { name, phone, email }
  })

/** Deletes an account without open orders; otherwise the error names the orders. The row stays for the history. */
export const removeAccount = (ctx: Ctx, family: AccountFamily, input: InputOf<typeof endpoints.account.remove>): Promise<null> =>
  transact(ctx, async (write) => {
    const account = await lockManaged(ctx, write, family, input, 'delete')
    await refuseInUse(write, (db) => openOrdersOf(db, account.id))
    await endSessions(write, [account.id])
    await deleteAccountRows(write.systemDb, [account.id], write.by, write.at)
    const changes = { account: [account.account, null], name: [account.name, null] } as const
    auditRow(write, 'account', account, { action: 'account.del', changes })
    return null
  })

/** Deletes accounts together with their owner, within the owner's deletion, which has checked the rights and is audited. */
export const removeAccounts = async (ctx: Ctx, write: Write, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  await endSessions(write, ids)
  await deleteAccountRows(write.systemDb, ids, ctx.actor.accountId, write.at)
}
