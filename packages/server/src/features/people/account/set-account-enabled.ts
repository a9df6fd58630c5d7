import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { updateRow } from '../../../platform/rows/rows.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { assertQuota } from '../../base/tenant/quotas.ts'
import { endSessions } from '../../base/access/end-sessions.ts'
import { assertAssignable, assertHoldsRightsOf, lockManaged, type AccountFamily, type ManagedAccount } from './account.rules.ts'
import { replaceRoles } from './account.store.ts'

/** The first roles of an account that has none. An ordinary user must get one, as they could see nothing otherwise (readings.md). */
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

/** Enables or disables an account. Disabling ends its sessions. Enabling a registered account also gives it its first roles. */
export const setAccountEnabled = (
  ctx: Ctx,
  family: AccountFamily,
  input: InputOf<typeof endpoints.account.forbidden>,
): Promise<null> =>
  transact(ctx, async (write) => {
    const account = await lockManaged(ctx, write, family, { id: input.id })
    const { enabled, roleIds = [] } = input
    // Somebody who has registered would keep an account that a portal's key enabled. Disabling is always possible.
    if (enabled && ctx.actor.issuer?.byKey) throw new DomainError('notInPerson')
    if (enabled) await assertHoldsRightsOf(ctx, write, account)
    const roles = enabled ? await firstRoles(ctx, write, account, roleIds) : undefined
    // A registered account counts towards the quota from here on.
    const pending = account.pending && !enabled
    if (account.pending && enabled) await assertQuota(ctx, write, account.path, 'accounts', 1)
    const changes = {
      enabled: [account.enabled, enabled],
      pending: null,
      ...(roles ? { roles: [[], roles] as const } : {}),
    } as const
    await updateRow(write, 'account', account, { enabled, pending }, { action: 'account.forbidden', changes })
    if (!enabled) await endSessions(write, [account.id])
    return null
  })
