import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { assertFuture } from '../../../platform/refuse-field.ts'
import { updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { endSessions } from '../../base/access/end-sessions.ts'
import { assertAssignable, assertHoldsRightsOf, assertRemovable, lockManaged, type AccountFamily } from './account.rules.ts'
import { replaceRoles } from './account.store.ts'

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
