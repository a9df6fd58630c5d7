import { DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { hindrancesOf, noteSignIn } from './account.store.ts'
import { callerOfAccount } from './authenticate.ts'
import { insertLoginLog, insertSession } from './session.store.ts'
import { newToken } from './token.ts'

interface SignIn {
  readonly accountId: number
  /** The name for the log of sign-ins, as it was typed or as the account has it. */
  readonly account: string
  readonly action: 'session.login' | 'session.ticketLogin'
  /** The password hash that was verified, and a better one to keep instead. */
  readonly password?: { readonly verified: string; readonly newHash: string | null }
  /** Who signs in as the account by a ticket; otherwise its own holder does. */
  readonly issuedBy?: number | null
}

/** Why an account that proved who it is may still not sign in; undefined when it may. */
export const refusalOf = async (ctx: Ctx, accountId: number): Promise<DomainError | undefined> => {
  const { company, disabled } = await hindrancesOf(ctx.systemDb, accountId, ctx.clock.now())
  if (company) return new DomainError(company.reason, { company: company.name })
  return disabled ? new DomainError('accountDisabled') : undefined
}

/** Opens a session for an account that proved who it is, and answers its token. */
export const openSession = async (ctx: Ctx, signIn: SignIn): Promise<string> => {
  const { accountId, issuedBy = null } = signIn
  const caller = await callerOfAccount(ctx.systemDb, ctx.clock)(accountId, issuedBy)
  if (!caller) throw new DomainError('accountDisabled')
  const { token, hash } = newToken()
  const { actor } = caller
  return transact({ ...ctx, actor: { ...actor, sessionHash: hash }, scope: caller.scope }, async (write) => {
    const { systemDb, at } = write
    const { ip, userAgent } = ctx.origin
    // When and where its own holder signed in last stays known.
    if (issuedBy === null && !(await noteSignIn(systemDb, accountId, at, ip, signIn.password)))
      throw new DomainError('wrongCredentials')
    const expires_at = new Date(at.getTime() + ctx.config.sessionHours * 3_600_000)
    await insertSession(systemDb, {
      token_hash: hash,
      account_id: accountId,
      created_at: at,
      last_seen_at: at,
      expires_at,
      ip,
      user_agent: userAgent,
      issued_by: issuedBy,
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
    write.audit({
      action: signIn.action,
      object: { kind: 'account', id: accountId, name: actor.name },
      owner: { companyId: actor.companyId ?? 0, path },
    })
    return token
  })
}
