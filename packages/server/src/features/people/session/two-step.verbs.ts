import { limits, DomainError, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Ctx } from '../../../platform/context.ts'
import { openSecret, sealSecret } from '../../../platform/secret-box.ts'
import { accountById } from '../account/own-account.ts'
import { acceptStep, useRecoveryCode, adoptSecret, replaceRecoveryCodes, setPendingSecret } from '../account/two-step-secret.ts'
import { translate } from '../../../platform/i18n.ts'
import { transact } from '../../../platform/transact.ts'
import { sendMessages } from '../../base/message/message.verbs.ts'
import { checkSecondFactor } from '../../base/access/attempts.ts'
import { brandingsOnPath } from './company.reads.ts'
import { endSessions } from '../../base/access/end-sessions.ts'
import { reauthenticate } from './own-account.verbs.ts'
import { ownId, selfAudit } from '../../../platform/self-audit.ts'

type Account = Pick<Awaited<ReturnType<typeof accountById>>, 'id' | 'two_step_secret'>

/** What all authenticator apps support: RFC 6238 with SHA-1, 6 digits, 30 s. A clock may be off by one step. */
const stepSeconds = 30
const clockDrift = 1
/** RFC 4226, section 4, R6 recommends 160 bits. */
const secretBytes = 20

const totpOf = (secret: string, more: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...more, algorithm: 'SHA1', digits: 6, period: stepSeconds, secret: Secret.fromBase32(secret) })

/** A new secret in base 32, and the URI that an authenticator app reads from a QR code. */
const newSecret = (issuer: string, label: string): { secret: string; uri: string } => {
  const secret = new Secret({ size: secretBytes }).base32
  return { secret, uri: totpOf(secret, { issuer, label }).toString() }
}

/** The time step of a code, at most one away from `now`. Null if it is wrong. */
export const stepOf = (secret: string, code: string, now: Date): number | null => {
  const totp = totpOf(secret)
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: clockDrift })
  return delta === null ? null : totp.counter({ timestamp: now.getTime() }) + delta
}

const bound = (accountId: number): string => `account:${accountId}:two-step`
const seal = ({ config }: Ctx, accountId: number, secret: string): Buffer => sealSecret(config.dataDir, secret, bound(accountId))
const unseal = ({ config }: Ctx, accountId: number, box: Buffer): string => openSecret(config.dataDir, box, bound(accountId))

/** As stored: 80 random bits need no slow hash. */
const recoveryHash = (code: string): Buffer => createHash('sha256').update(code).digest()
const plain = (code: string): string => code.toLowerCase().replaceAll(/[\s-]/g, '')

/** New recovery codes in readable form (`k3v9-…`), and their hashes. */
export const newRecoveryCodes = (): { codes: string[]; hashes: Buffer[] } => {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
  const codes = Array.from({ length: limits.recoveryCodes }, () => {
    const text = [...randomBytes(16)].map((byte) => letters[byte % 32]).join('')
    return text.match(/.{4}/g)?.join('-') ?? text
  })
  return { codes, hashes: codes.map((code) => recoveryHash(plain(code))) }
}

/** Whether it is a recovery code and not one from the authenticator. */
export const isRecoveryCode = (entered: string): boolean => !/^\d{6}$/.test(plain(entered))

/** Whether this is a valid code of the account, from its authenticator or a recovery code. Each works once. */
export const isOwnCode = async (ctx: Ctx, account: Account, entered: string): Promise<boolean> => {
  const code = plain(entered)
  if (account.two_step_secret === null) return false
  if (isRecoveryCode(entered)) return useRecoveryCode(ctx.systemDb, account.id, recoveryHash(code))
  const step = stepOf(unseal(ctx, account.id, account.two_step_secret), code, ctx.clock.now())
  return step !== null && acceptStep(ctx.systemDb, account.id, step)
}

type Session = typeof endpoints.session

const alreadyOn = (ctx: Ctx): DomainError =>
  new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.twoStepOn') })

/** Starts to set up the second factor: shows a new secret, which takes effect once a first code proves that it was saved. */
export const beginTwoStep = async (
  ctx: Ctx,
  input: InputOf<Session['beginTwoStep']>,
): Promise<OutputOf<Session['beginTwoStep']>> => {
  const own = await reauthenticate(ctx, input.password)
  if (own.two_step_secret !== null) throw alreadyOn(ctx)
  const brandings = await brandingsOnPath(ctx.systemDb, own.path) // the platform's name may come from a parent company
  const issuer = brandings.find((each) => each.platform_name)?.platform_name ?? 'Emberwatch'
  const shown = newSecret(issuer, own.account)
  return transact(ctx, async (write) => {
    await setPendingSecret(write.systemDb, own.id, seal(ctx, own.id, shown.secret))
    write.audit(selfAudit(ctx.actor, 'account.beginTwoStep'))
    return shown
  })
}

/**
 * Switches the second factor on with a first code. Returns the recovery codes, which are shown only once. The caller's other
 * sessions end.
 */
export const confirmTwoStep = async (
  ctx: Ctx,
  input: InputOf<Session['confirmTwoStep']>,
): Promise<OutputOf<Session['confirmTwoStep']>> => {
  const own = await accountById(ctx.db, ownId(ctx.actor))
  const pending = own.two_step_pending
  if (own.two_step_secret !== null || pending === null) throw alreadyOn(ctx)
  const attempt = { account: own.account, accountId: own.id, signedIn: true } as const
  let step: number | null = null
  const right = await checkSecondFactor(ctx, attempt, async () => {
    step = stepOf(unseal(ctx, own.id, pending), input.code.replaceAll(/\s/g, ''), ctx.clock.now())
    return step !== null
  })
  if (!right || step === null) throw new DomainError('wrongCode', {}, 'code')
  const { codes, hashes } = newRecoveryCodes()
  const accepted: number = step
  return transact(ctx, async (write) => {
    if (!(await adoptSecret(write.systemDb, own.id, pending, accepted, write.at))) throw alreadyOn(ctx)
    await replaceRecoveryCodes(write.systemDb, own.id, hashes)
    await endSessions(write, [own.id], ctx.actor.sessionHash)
    await sendMessages(write, [own.id], 'twoStepOn', {})
    write.audit(selfAudit(ctx.actor, 'account.twoStepOn'))
    return { recoveryCodes: codes }
  })
}
