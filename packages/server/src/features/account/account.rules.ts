import { DomainError } from '@emberwatch/contract'
import type { Actor, Ctx } from '../../platform/context.ts'
import { isBelow } from '../../platform/database/scope.ts'
import { translate } from '../../platform/i18n.ts'
import { assertVersion, lockRow } from '../../platform/rows/rows.ts'
import type { Write } from '../../platform/transact.ts'
import { assertControls, managesLevel, noLevel, rightsOf } from '../role/control.ts'
import { roleFacts, type RoleFacts } from '../role/role-facts.ts'
import { coversType } from '../role/role.rules.ts'
import { assertMayView } from './account.lists.ts'
import { rolesHeldBy, type HeldRole, type StoredAccount } from './account.store.ts'

/** Customers' accounts have calls and permissions of their own; some calls serve both. */
export type AccountFamily = 'staff' | 'customer' | 'any'

export const levelOf = (roles: readonly { readonly level: number }[]): number =>
  Math.min(noLevel, ...roles.map((role) => role.level))

/** May the actor manage such an account? Of a lower level than their own, or in a company below; never their own. */
export const managesAccount = (
  actor: Actor,
  account: Pick<StoredAccount, 'id' | 'company_id' | 'type'>,
  level: number,
): boolean =>
  account.id !== actor.accountId &&
  managesLevel(actor, { level, company_id: account.company_id }) &&
  coversType(actor, account.type)

/** @throws DomainError notFound for an account of the other family, as for none at all */
export const assertFamily = (account: Pick<StoredAccount, 'type'> | undefined, family: AccountFamily): void => {
  const fits = account && (family === 'any' || (account.type === 'customer') === (family === 'customer'))
  if (!fits) throw new DomainError('notFound', {}, 'id')
}

export type ManagedAccount = StoredAccount & { readonly roles: readonly HeldRole[] }

/**
 * An account that the caller is about to change, locked: of the family, in a list of theirs, and theirs to manage.
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
  // Without scope: a role of a company above counts for the level as well.
  const roles = await rolesHeldBy(write.systemDb, [account.id])
  if (!managesAccount(ctx.actor, account, levelOf(roles))) throw new DomainError('levelTooHigh')
  await assertVersion(write, 'account', account, version)
  return { ...account, roles }
}

/**
 * The roles that an account of `owner` is to get: of its type, enabled, of its company or one above, of a level that the actor may manage there,
 * and with nothing that the actor lacks.
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

/** What each of the roles carries is the caller's to give. */
const assertGrants = (
  ctx: Ctx,
  { companyId, type }: { readonly companyId: number; readonly type: StoredAccount['type'] },
  roles: readonly RoleFacts[],
): void => {
  for (const rights of roles) assertControls(ctx, { companyId, type, rights, field: 'roleIds' })
}

/** Somebody who lacks what a role carries neither gives nor takes it. @throws DomainError levelTooHigh, grantBeyondOwn */
export const assertRemovable = async (
  ctx: Ctx,
  write: Write,
  account: StoredAccount,
  roleIds: readonly number[],
): Promise<void> => assertGrants(ctx, { companyId: account.company_id, type: account.type }, await roleFacts(write.db, roleIds))

/**
 * A person who comes by an account (its password, its second step, a ticket), or switches it on, may do what it may: it holds nothing that they lack.
 * @throws DomainError levelTooHigh, grantBeyondOwn
 */
export const assertHoldsRightsOf = async (
  ctx: Ctx,
  write: Write,
  account: Pick<StoredAccount, 'id' | 'company_id' | 'type'>,
  as: { readonly asThemselves?: true } = {},
): Promise<void> => {
  // Without scope: as for the level.
  const held = await rolesHeldBy(write.systemDb, [account.id])
  const roles = await roleFacts(
    write.systemDb,
    held.map((role) => role.id),
  )
  assertControls(ctx, { companyId: account.company_id, type: account.type, rights: rightsOf(roles), ...as })
}
