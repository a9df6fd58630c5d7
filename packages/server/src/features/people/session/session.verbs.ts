import { DomainError, limits, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { insertLoginLog } from './login-log.store.ts'
import { transact } from '../../../platform/transact.ts'
import { sendMessages } from '../../base/message/message.verbs.ts'
import { recordSignIn, accountById, rehashPassword, accountByName } from '../account/own-account.ts'
import { blockersOf } from './account.reads.ts'
import { addressIn, rememberAddress, checkSecondFactor, checkPassword } from '../../base/access/attempts.ts'
import { callerOfAccount, stepBeforeUse } from '../../base/access/authenticate.ts'
import { sessionEnd, insertSession, takeTicket } from '../../base/access/sessions.ts'
import { recoveryCodesLeft } from '../account/two-step-secret.ts'
import { newToken, insertLoginStep, removeLoginStep, tryLoginStep, hashOf } from '../../base/access/token.ts'
import { isOwnCode, isRecoveryCode } from './two-step.verbs.ts'
import { checkCaptcha } from '../../base/access/captcha.ts'
import { hashPassword, isOutdated, verifyPassword } from '../../base/access/password.ts'
import { endSession, endSessionById, endSessions } from '../../base/access/end-sessions.ts'
import { selfAudit, ownId } from '../../../platform/self-audit.ts'
import { dropSubscriptionsOf } from '../push/push.verbs.ts'

/** Writes a rejected sign-in to the login log. */
const logRefusal = (
  ctx: Ctx,
  who: { readonly account: string; readonly accountId: number | null; readonly path: string | null },
  error: DomainError,
): Promise<void> =>
  insertLoginLog(ctx.systemDb, {
    at: ctx.clock.now(),
    path: who.path,
    account_id: who.accountId,
    account: who.account,
    result: error.reason,
    ip: ctx.origin.ip,
    user_agent: ctx.origin.userAgent,
  })

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
const refusalOf = async (ctx: Ctx, accountId: number): Promise<DomainError | undefined> => {
  const { company, disabled } = await blockersOf(ctx.systemDb, accountId, ctx.clock.now())
  if (company) return new DomainError(company.reason, { company: company.name })
  return disabled ? new DomainError('accountDisabled') : undefined
}

/** Opens a session for an authenticated account and returns its token. */
const openSession = async (ctx: Ctx, signIn: SignIn): Promise<string> => {
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

/**
 * Remembers a correct password until the code arrives. The ticket is valid for five minutes, at the same address. There is no
 * session yet.
 */
const beginLoginStep = async (
  ctx: Ctx,
  proved: { readonly accountId: number; readonly account: string; readonly verified: string },
): Promise<string> => {
  const { token, hash } = newToken()
  await insertLoginStep(ctx.systemDb, {
    ticket_hash: hash,
    account_id: proved.accountId,
    account: proved.account,
    address: addressIn(ctx),
    password_hash: proved.verified,
    expires_at: new Date(ctx.clock.now().getTime() + limits.loginStepLife),
  })
  return token
}

/** The second step of a sign-in: a code from the authenticator, or a recovery code, opens the session. */
export const finishLogin = async (ctx: Ctx, input: InputOf<typeof endpoints.session.loginCode>): Promise<string> => {
  const { systemDb } = ctx // no session yet, so no scope
  const hash = hashOf(input.ticket)
  const step = await tryLoginStep(systemDb, hash, addressIn(ctx), limits.loginStepTries, ctx.clock.now())
  if (!step) throw new DomainError('signInStepEnded')
  const own = await accountById(systemDb, step.account_id)
  try {
    const refusal = await refusalOf(ctx, own.id)
    if (refusal) throw refusal
    const attempt = { account: own.account, accountId: own.id }
    if (!(await checkSecondFactor(ctx, attempt, () => isOwnCode(ctx, own, input.code))))
      throw new DomainError('wrongCode', {}, 'code')
    await removeLoginStep(systemDb, hash)
    return await openSession(ctx, {
      accountId: own.id,
      account: step.account,
      action: 'session.login',
      verified: step.password_hash,
      withRecoveryCode: isRecoveryCode(input.code),
    })
  } catch (error) {
    if (error instanceof DomainError) await logRefusal(ctx, { account: step.account, accountId: own.id, path: own.path }, error)
    throw error
  }
}

/**
 * Signs in with account and password, or starts the second step. Only somebody who knows the password learns what is wrong with
 * an account or its company. Everybody else gets the same answer after the same time, whether or not the account exists.
 */
export const login = async (
  ctx: Ctx,
  input: InputOf<typeof endpoints.session.login>,
): Promise<OutputOf<typeof endpoints.session.login>> => {
  await checkCaptcha(ctx, input)
  const { systemDb } = ctx // no session yet, so no scope
  let known: Awaited<ReturnType<typeof accountByName>>
  try {
    known = await accountByName(systemDb, input.account)
    const hash = known?.password_hash ?? null
    const attempt = { account: input.account, accountId: known?.id ?? null }
    const right = await checkPassword(ctx, attempt, () => verifyPassword(input.password, hash))
    if (!known || !right) throw new DomainError('wrongCredentials')
    if (known.pending) throw new DomainError('registrationPending')
    const refusal = await refusalOf(ctx, known.id)
    if (refusal) throw refusal
    const newHash = isOutdated(known.password_hash) ? await hashPassword(input.password) : undefined
    if (newHash !== undefined) await rehashPassword(systemDb, known.id, known.password_hash, newHash)
    const proved = { accountId: known.id, account: input.account, verified: newHash ?? known.password_hash }
    if (known.two_step_secret !== null) return { secondStep: await beginLoginStep(ctx, proved) }
    return await openSession(ctx, { ...proved, action: 'session.login' })
  } catch (error) {
    if (error instanceof DomainError) {
      await logRefusal(ctx, { account: input.account, accountId: known?.id ?? null, path: known?.path ?? null }, error)
    }
    throw error
  }
}

/** Exchanges a ticket for a session of its account, if both it and the issuer may sign in. */
export const redeemTicket = async (ctx: Ctx, input: InputOf<typeof endpoints.session.redeemTicket>): Promise<string> => {
  const { systemDb } = ctx // no session yet, so no scope
  const ticket = await takeTicket(systemDb, hashOf(input.ticket), ctx.clock.now())
  if (!ticket) throw new DomainError('ticketInvalid')
  for (const id of [ticket.account_id, ticket.issued_by])
    if (id !== null && (await refusalOf(ctx, id))) throw new DomainError('ticketInvalid')
  // Whatever has changed since a key issued it.
  if (ticket.key_id !== null && (await stepBeforeUse(systemDb, ctx.config, ticket.account_id, ctx.clock.now())))
    throw new DomainError('ticketInvalid')
  const { account } = await accountById(systemDb, ticket.account_id)
  return openSession(ctx, {
    accountId: ticket.account_id,
    account,
    action: 'session.ticketLogin',
    issuedBy: ticket.issued_by,
    keyId: ticket.key_id,
  })
}

/** Ends the caller's session. */
export const logout = async (ctx: Ctx): Promise<null> =>
  transact(ctx, async (write) => {
    if (ctx.actor.sessionHash) await endSession(write, ctx.actor.sessionHash)
    write.audit(selfAudit(ctx.actor, 'session.logout'))
    return null
  })

/** Ends one of the caller's sessions. */
export const endOwnSession = async (ctx: Ctx, input: InputOf<typeof endpoints.session.endOwnSession>): Promise<null> =>
  transact(ctx, async (write) => {
    await endSessionById(write, input.id)
    write.audit(selfAudit(ctx.actor, 'session.end'))
    return null
  })

/**
 * Ends all of the caller's sessions except the current one, and push messages to the caller's phones: nobody knows which of them are still
 * theirs.
 */
export const endOtherSessions = async (ctx: Ctx): Promise<null> =>
  transact(ctx, async (write) => {
    await endSessions(write, [ownId(ctx.actor)], ctx.actor.sessionHash)
    await dropSubscriptionsOf(write.systemDb, ownId(ctx.actor))
    write.audit(selfAudit(ctx.actor, 'session.endOthers'))
    return null
  })
