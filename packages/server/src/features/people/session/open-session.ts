import { DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { sendMessages } from '../../base/message/send-messages.ts'
import { recordSignIn } from '../account/own-account.ts'
import { accountById } from '../account/own-account.ts'
import { blockersOf } from './account.reads.ts'
import { addressIn } from '../../base/access/attempts.ts'
import { rememberAddress } from '../../base/access/known-addresses.ts'
import { callerOfAccount } from '../../base/access/authenticate.ts'
import { sessionEnd } from '../../base/access/session-length.ts'
import { insertSession } from '../../base/access/sessions.ts'
import { insertLoginLog } from './login-log.store.ts'
import { recoveryCodesLeft } from '../account/two-step-secret.ts'
import { newToken } from '../../base/access/token.ts'

interface SignIn {
  readonly accountId: number
  /** The name for the login log, as it was typed or as the account has it. */
  readonly account: string
  readonly action: 'session.login' | 'session.ticketLogin'
  /** The password hash that was verified. */
  readonly verified?: string
  /** Used instead of the authenticator's code. The owner is notified. */
  readonly withRecoveryCode?: boolean
  /** The account that signs in as this one with a ticket. Otherwise its own holder signs in. */
  readonly issuedBy?: number | null
  /** The key that issued the ticket on behalf of that account. */
  readonly keyId?: number | null
}

/** Why an authenticated account may still not sign in. Undefined if it may. */
export const refusalOf = async (ctx: Ctx, accountId: number): Promise<DomainError | undefined> => {
  const { company, disabled } = await blockersOf(ctx.systemDb, accountId, ctx.clock.now())
  if (company) return new DomainError(company.reason, { company: company.name })
  return disabled ? new DomainError('accountDisabled') : undefined
}

/** Opens a session for an authenticated account and returns its token. */
export const openSession = async (ctx: Ctx, signIn: SignIn): Promise<string> => {
  const { accountId, issuedBy = null, keyId = null } = signIn
  const caller = await callerOfAccount(ctx.systemDb, ctx.clock)(accountId, issuedBy, keyId)
  if (!caller) throw new DomainError('accountDisabled')
  const { token, hash } = newToken()
  const { actor } = caller
  return transact({ ...ctx, actor: { ...actor, sessionHash: hash }, scope: caller.scope }, async (write) => {
    const { systemDb, at } = write
    const { ip, userAgent } = ctx.origin
    const { last_login_at } = await accountById(systemDb, accountId)
    if (issuedBy === null) {
      if (!(await recordSignIn(systemDb, accountId, at, ip, signIn.verified))) throw new DomainError('wrongCredentials')
      await rememberAddress(systemDb, accountId, addressIn(ctx), at)
    }
    await insertSession(systemDb, {
      token_hash: hash,
      account_id: accountId,
      created_at: at,
      last_seen_at: at,
      expires_at: sessionEnd(ctx.config, at, at),
      previous_login_at: last_login_at,
      // A ticket proves nothing.
      proved_at: issuedBy === null ? at : null,
      ip,
      user_agent: userAgent,
      issued_by: issuedBy,
      key_id: keyId,
    })
    const { companyPath: path } = actor
    await insertLoginLog(systemDb, {
      at,
      path,
      account_id: accountId,
      account: signIn.account,
      result: issuedBy === null ? 'ok' : 'signedInAs',
      ip,
      user_agent: userAgent,
    })
    const { withRecoveryCode = false } = signIn
    if (withRecoveryCode)
      await sendMessages(write, [accountId], 'recoveryCodeUsed', { left: await recoveryCodesLeft(systemDb, accountId) })
    write.audit({
      action: signIn.action,
      object: { kind: 'account', id: accountId, name: actor.name },
      owner: { companyId: actor.companyId ?? 0, path },
      changes: withRecoveryCode ? { recoveryCode: [null, true] } : {},
    })
    return token
  })
}
