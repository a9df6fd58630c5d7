import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { updateRow, auditRow } from '../../../platform/rows/rows.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { assertQuota } from '../../base/tenant/quotas.ts'
import { endSessions } from '../../base/access/end-sessions.ts'
import { assertAssignable, assertHoldsRightsOf, lockManaged, type AccountFamily, type ManagedAccount } from './account.rules.ts'
import { replaceRoles } from './account.store.ts'
import { resetAttempts } from '../../base/access/attempts.ts'
import { dropSubscriptionsOf } from '../push/push.verbs.ts'
import { assertStrongPassword } from '../../base/access/password.ts'
import { initialPassword } from './account.verbs.ts'
import { translate } from '../../../platform/i18n.ts'
import { sendMessages } from '../../base/message/message.verbs.ts'
import { removeSecret } from './two-step-secret.ts'
import { isPrivate } from '../../../platform/mask.ts'
import { callerOfAccount } from '../../base/access/authenticate.ts'
import { newTicket } from '../../base/access/token.ts'

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
  input: InputOf<typeof endpoints.account.setEnabled>,
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

/** Lifts the lock that wrong passwords put on an account. */
export const unlockAccount = async (
  ctx: Ctx,
  family: AccountFamily,
  input: InputOf<typeof endpoints.account.unlock>,
): Promise<null> =>
  transact(ctx, async (write) => {
    const account = await lockManaged(ctx, write, family, input)
    await resetAttempts(write.systemDb, account.account)
    auditRow(write, 'account', account, { action: 'account.unlock' })
    return null
  })

/** Ends all sessions of an account, and its push messages. */
export const logOutAccount = async (
  ctx: Ctx,
  family: AccountFamily,
  input: InputOf<typeof endpoints.account.endSessions>,
): Promise<null> =>
  transact(ctx, async (write) => {
    const account = await lockManaged(ctx, write, family, input)
    await endSessions(write, [account.id])
    await dropSubscriptionsOf(write.systemDb, account.id)
    auditRow(write, 'account', account, { action: 'account.logoutAll' })
    return null
  })

/** Sets another account's password, which its holder must replace at the next sign-in. Ends its sessions and lifts a lock. */
export const resetPassword = async (
  ctx: Ctx,
  family: AccountFamily,
  input: InputOf<typeof endpoints.account.changePwd>,
): Promise<{ id: number; password: string | null }> => {
  if (input.password !== undefined) assertStrongPassword(ctx, input.password, 'password')
  const initial = await initialPassword(ctx, input.password)
  return transact(ctx, async (write) => {
    const account = await lockManaged(ctx, write, family, input)
    await assertHoldsRightsOf(ctx, write, account)
    const columns = { password_hash: initial.hash, must_change_password: true, password_set_at: write.at }
    await updateRow(write, 'account', account, columns, {
      action: 'account.changePwd',
      changes: { must_change_password: null, password_set_at: null },
    })
    await endSessions(write, [account.id])
    await dropSubscriptionsOf(write.systemDb, account.id)
    await resetAttempts(write.systemDb, account.account)
    return { id: account.id, password: initial.shown }
  })
}

/**
 * Removes the second factor from an account whose holder has lost it. They sign in with their password and, if a role requires it, set it
 * up anew.
 */
export const resetTwoStep = async (
  ctx: Ctx,
  family: AccountFamily,
  input: InputOf<typeof endpoints.account.resetTwoStep>,
): Promise<null> =>
  transact(ctx, async (write) => {
    const account = await lockManaged(ctx, write, family, input)
    await assertHoldsRightsOf(ctx, write, account)
    if (!(await removeSecret(write.systemDb, account.id)))
      throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.twoStepOff') })
    await endSessions(write, [account.id])
    await sendMessages(write, [account.id], 'twoStepReset', { who: ctx.actor.name })
    await resetAttempts(write.systemDb, account.account)
    auditRow(write, 'account', account, { action: 'account.resetTwoStep' })
    return null
  })

/**
 * A ticket to sign in as another account. Only for staff, for accounts in their lists that they may manage, and never with rights that they
 * lack: not even a duty that they may assign, or one person could do the work and verify it (docs/decisions/0010).
 */
export const issueTicket = async (ctx: Ctx, input: InputOf<typeof endpoints.account.issueTicket>): Promise<{ ticket: string }> =>
  transact(ctx, async (write) => {
    if (isPrivate(ctx.actor.accountType)) throw new DomainError('noAccess')
    const account = await lockManaged(ctx, write, 'any', { id: input.accountId })
    await assertHoldsRightsOf(ctx, write, account, { asThemselves: true })
    // Not scoped: its roles may belong to a company above.
    if (!(await callerOfAccount(write.systemDb, ctx.clock)(account.id))) throw new DomainError('noAccess')
    const ticket = await newTicket(write, account.id, ctx.actor.accountId)
    auditRow(write, 'account', account, { action: 'account.ticket' })
    return { ticket }
  })
