import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact, type Write } from '../../platform/transact.ts'
import { assertQuota } from '../company/quotas.ts'
import { endSessions } from '../session/end-sessions.ts'
import { assertAssignable, assertHoldsRightsOf, lockManaged, type AccountFamily, type ManagedAccount } from './account.rules.ts'
import { replaceRoles, updateAccountRow } from './account.store.ts'

/** The roles that an account without any begins with; an ordinary user, who could see nothing without, must get one (readings.md). */
const firstRoles = async (
  ctx: Ctx,
  write: Write,
  account: ManagedAccount,
  roleIds: readonly number[],
): Promise<readonly number[] | undefined> => {
  if (account.roles.length > 0) return undefined
  if (roleIds.length === 0) {
    if (account.type === 'user') throw new DomainError('roleRequired', {}, 'roleIds')
    return undefined
  }
  await assertAssignable(ctx, write, { companyId: account.company_id, path: account.path, type: account.type }, roleIds)
  await replaceRoles(write.systemDb, account.id, roleIds)
  return roleIds
}

/** Enables or disables an account; disabled, its sessions end. A registered one gets its first roles with it. */
export const forbidAccount = async (
  ctx: Ctx,
  family: AccountFamily,
  input: InputOf<typeof endpoints.account.forbidden>,
): Promise<null> =>
  transact(ctx, async (write) => {
    const account = await lockManaged(ctx, write, family, input.id)
    const { enabled, roleIds = [] } = input
    if (enabled) await assertHoldsRightsOf(ctx, write, account)
    const roles = enabled ? await firstRoles(ctx, write, account, roleIds) : undefined
    // A registered account counts from here on.
    const pending = account.pending && !enabled
    if (account.pending && enabled) await assertQuota(ctx, write, account.path, 'accounts', 1)
    await updateAccountRow(write.db, account.id, account.version, { enabled, pending }, ctx.actor.accountId, write.at)
    if (!enabled) await endSessions(write, [account.id])
    write.audit({
      action: 'account.forbidden',
      object: { kind: 'account', id: account.id, name: account.name },
      owner: { companyId: account.company_id, path: account.path },
      changes: { enabled: [account.enabled, enabled], ...(roles ? { roles: [[], roles] } : {}) },
    })
    return null
  })
