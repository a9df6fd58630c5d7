import { limits } from '@emberwatch/contract'
import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Ctx } from '../../../platform/context.ts'
import { openSecret, sealSecret } from '../../../platform/secret-box.ts'
import type { accountById } from '../account/own-account.ts'
import { acceptStep, useRecoveryCode } from '../account/two-step-secret.ts'

type Account = Pick<Awaited<ReturnType<typeof accountById>>, 'id' | 'two_step_secret'>

/** What all authenticator apps support: RFC 6238 with SHA-1, 6 digits, 30 s. A clock may be off by one step. */
const stepSeconds = 30
const clockDrift = 1
/** RFC 4226, section 4, R6 recommends 160 bits. */
const secretBytes = 20

const totpOf = (secret: string, more: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...more, algorithm: 'SHA1', digits: 6, period: stepSeconds, secret: Secret.fromBase32(secret) })

/** A new secret in base 32, and the URI that an authenticator app reads from a QR code. */
export const newSecret = (issuer: string, label: string): { secret: string; uri: string } => {
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
export const seal = ({ config }: Ctx, accountId: number, secret: string): Buffer =>
  sealSecret(config.dataDir, secret, bound(accountId))
export const unseal = ({ config }: Ctx, accountId: number, box: Buffer): string =>
  openSecret(config.dataDir, box, bound(accountId))

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
