import { DomainError } from '@emberwatch/contract'
import type { Actor, Ctx } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { translate } from '../../../platform/i18n.ts'
import { assertVersion, lockRow } from '../../../platform/rows/rows.ts'
import type { Write } from '../../../platform/transact.ts'
import { assertControls, managesLevel, noLevel, rightsOf } from '../role/control.ts'
import { roleFacts, type RoleFacts, coversType } from '../role/role.rules.ts'
import { assertMayView } from './account.lists.ts'
import { rolesHeldBy, type HeldRole, type StoredAccount } from './account.store.ts'

/** Customers' accounts have their own calls and permissions; some calls serve both. */
export type AccountFamily = 'staff' | 'customer' | 'any'

export const levelOf = (roles: readonly { readonly level: number }[]): number =>
  Math.min(noLevel, ...roles.map((role) => role.level))

/** Whether the actor may manage such an account: one of a lower level, or one in a company below, but never their own. */
export const managesAccount = (
  actor: Actor,
  account: Pick<StoredAccount, 'id' | 'company_id' | 'type'>,
  level: number,
): boolean =>
  account.id !== actor.accountId &&
  managesLevel(actor, { level, company_id: account.company_id }) &&
  coversType(actor, account.type)

/** @throws DomainError notFound for an account of the other family, as if there were none */
export const assertFamily = (account: Pick<StoredAccount, 'type'> | undefined, family: AccountFamily): void => {
  const fits = account && (family === 'any' || (account.type === 'customer') === (family === 'customer'))
  if (!fits) throw new DomainError('notFound', {}, 'id')
}

export type ManagedAccount = StoredAccount & { readonly roles: readonly HeldRole[] }

/**
 * An account that the caller is about to change, locked. It must be of the family, in one of the caller's lists, and one that they may
 * manage.
 * @throws DomainError notFound, noAccess, ownAccount, levelTooHigh, staleVersion
 */
export const lockManaged = async (
  ctx: Ctx,
  write: Write,
  family: AccountFamily,
  { id, version }: { readonly id: number; readonly version?: number },
  purpose: 'change' | 'delete' = 'change',
): Promise<ManagedAccount> => {
  const account = await lockRow(write, 'account', { id }, purpose)
  assertFamily(account, family)
  if (account.id === ctx.actor.accountId) throw new DomainError('ownAccount')
  assertMayView(ctx.actor, account)
  // Not scoped: roles of companies above count for the level too.
  const roles = await rolesHeldBy(write.systemDb, [account.id])
  if (!managesAccount(ctx.actor, account, levelOf(roles))) throw new DomainError('levelTooHigh')
  await assertVersion(write, 'account', account, version)
  return { ...account, roles }
}

/**
 * The roles that an account of `owner` is to get. Each must fit its type, be enabled, belong to its company or one above, have a level that
 * the actor may manage there, and contain nothing that the actor lacks.
 * @throws DomainError notFound, notHere, levelTooHigh, grantBeyondOwn
 */
export const assertAssignable = async (
  ctx: Ctx,
  write: Write,
  owner: { readonly companyId: number; readonly path: string; readonly type: StoredAccount['type'] },
  roleIds: readonly number[],
): Promise<void> => {
  const roles = await roleFacts(write.db, roleIds)
  if (roles.length < roleIds.length) throw new DomainError('notFound', {}, 'roleIds')
  for (const role of roles) {
    if (role.type !== owner.type || !role.enabled || !isBelow(owner.path, role.path))
      throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.roleUnfit', { role: role.name }) }, 'roleIds')
  }
  assertGrants(ctx, owner, roles)
}

/** Checks that the caller has everything the roles contain. */
const assertGrants = (
  ctx: Ctx,
  { companyId, type }: { readonly companyId: number; readonly type: StoredAccount['type'] },
  roles: readonly RoleFacts[],
): void => {
  for (const rights of roles) assertControls(ctx, { companyId, type, rights, field: 'roleIds' })
}

/** Somebody who lacks a right in a role may neither assign nor remove the role. @throws DomainError levelTooHigh, grantBeyondOwn */
export const assertRemovable = async (
  ctx: Ctx,
  write: Write,
  account: StoredAccount,
  roleIds: readonly number[],
): Promise<void> => assertGrants(ctx, { companyId: account.company_id, type: account.type }, await roleFacts(write.db, roleIds))

/**
 * A person who gains control of an account (its password, its second factor, a ticket), or enables it, can do whatever it may do. So it
 * must not have rights that they lack.
 * @throws DomainError levelTooHigh, grantBeyondOwn
 */
export const assertHoldsRightsOf = async (
  ctx: Ctx,
  write: Write,
  account: Pick<StoredAccount, 'id' | 'company_id' | 'type'>,
  as: { readonly asThemselves?: true } = {},
): Promise<void> => {
  // Not scoped, as for the level.
  const held = await rolesHeldBy(write.systemDb, [account.id])
  const roles = await roleFacts(
    write.systemDb,
    held.map((role) => role.id),
  )
  assertControls(ctx, { companyId: account.company_id, type: account.type, rights: rightsOf(roles), ...as })
}
