import { DomainError, mayGrant } from '@emberwatch/contract'
import type { Actor, Ctx } from '../../platform/context.ts'
import { isBelow } from '../../platform/database/scope.ts'
import { texts, translate } from '../../platform/i18n.ts'
import type { Write } from '../../platform/transact.ts'
import { assertScope, coversType, managesLevel } from '../role/role.rules.ts'
import { assertMayView } from './account.lists.ts'
import { lockAccount, roleFacts, rolesHeldBy, type HeldRole, type RoleFacts, type StoredAccount } from './account.store.ts'

/** Customers' accounts have calls and permissions of their own; some calls serve both. */
export type AccountFamily = 'staff' | 'customer' | 'any'

/** Below every level there is: an account without a role. */
const noLevel = 99

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
 * @throws DomainError notFound, noAccess, ownAccount, levelTooHigh
 */
export const lockManaged = async (
  ctx: Ctx,
  write: Write,
  family: AccountFamily,
  id: number,
  purpose: 'change' | 'delete' = 'change',
): Promise<ManagedAccount> => {
  const account = await lockAccount(write.db, id, purpose)
  assertFamily(account, family)
  if (!account) throw new DomainError('notFound', {}, 'id')
  if (account.id === ctx.actor.accountId) throw new DomainError('ownAccount')
  assertMayView(ctx.actor, account)
  // Without scope: a role of a company above counts for the level as well.
  const roles = await rolesHeldBy(write.systemDb, [account.id])
  if (!managesAccount(ctx.actor, account, levelOf(roles))) throw new DomainError('levelTooHigh')
  return { ...account, roles }
}

/** @throws DomainError grantBeyondOwn naming the operations that are not the actor's to give */
const assertHolds = (ctx: Ctx, operations: readonly string[], field?: string): void => {
  const beyond = operations.filter((code) => !mayGrant(ctx.actor.operations, code))
  if (beyond.length === 0) return
  const labels = texts[ctx.locale].operations as Record<string, string>
  throw new DomainError('grantBeyondOwn', { grants: [...new Set(beyond)].map((code) => labels[code] ?? code).join(', ') }, field)
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
    assertGrants(ctx, owner.companyId, role)
  }
}

const assertGrants = (ctx: Ctx, companyId: number, role: RoleFacts): void => {
  if (!managesLevel(ctx.actor, { level: role.level, company_id: companyId })) throw new DomainError('levelTooHigh', {}, 'roleIds')
  assertScope(ctx, role.data_scope, 'roleIds')
  assertHolds(ctx, role.operations, 'roleIds')
}

/** Whoever lacks what a role carries neither gives nor takes it. @throws DomainError levelTooHigh, grantBeyondOwn */
export const assertRemovable = async (ctx: Ctx, write: Write, companyId: number, roleIds: readonly number[]): Promise<void> => {
  for (const role of await roleFacts(write.db, roleIds)) assertGrants(ctx, companyId, role)
}

/**
 * Whoever sets an account's password can sign in as it, so it may hold nothing that they lack.
 * @throws DomainError grantBeyondOwn
 */
export const assertHoldsRightsOf = async (ctx: Ctx, write: Write, account: ManagedAccount): Promise<void> => {
  // Without scope: as for the level.
  const roles = await roleFacts(
    write.systemDb,
    account.roles.map((role) => role.id),
  )
  assertHolds(
    ctx,
    roles.flatMap((role) => role.operations),
  )
}
