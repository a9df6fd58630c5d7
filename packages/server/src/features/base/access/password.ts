import { readFileSync } from 'node:fs'
import { DomainError, isStrongPassword } from '@emberwatch/contract'
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import type { Ctx } from '../../../platform/context.ts'

/**
 * The 10,000 most common passwords of at least six characters, in lower case, with a few dozen that are common on Chinese sites. From
 * @zxcvbn-ts/language-common 4.1.3 (MIT, © zxcvbn-ts contributors; the ranking is that of zxcvbn, MIT, © Dropbox). A file of our own, so that
 * no program is added for it and nothing is asked of the network.
 */
const file = new URL('common-passwords.txt', import.meta.url)

let known: ReadonlySet<string> | undefined

/** Whether a password is among those that are tried first. Case and full-width forms make no difference. */
export const isCommonPassword = (password: string): boolean => {
  known ??= new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean))
  return known.has(password.normalize('NFKC').toLowerCase())
}

/** Refuses a password that a person has chosen against the settings, and those that everybody tries first. @throws DomainError weakPassword, commonPassword */
export const assertStrongPassword = ({ config }: Pick<Ctx, 'config'>, password: string, field: string): void => {
  const { passwordMin, passwordKinds } = config.settings
  if (!isStrongPassword(config.settings, password))
    throw new DomainError('weakPassword', { length: passwordMin, kinds: passwordKinds }, field)
  if (isCommonPassword(password)) throw new DomainError('commonPassword', {}, field)
}

const dayMs = 86_400_000

/**
 * Whether a password has to be replaced because of its age. That is asked at a sign-in: until it is done there is only a form, and in the middle of the night
 * that would stand in the place of all alarms.
 */
export const isTooOld = ({ settings }: Pick<Ctx['config'], 'settings'>, setAt: string, signedInAt: Date): boolean =>
  settings.passwordAgeDays > 0 && signedInAt.getTime() - Date.parse(setAt) > settings.passwordAgeDays * dayMs

const derive = promisify(argon2)

/**
 * OWASP Password Storage Cheat Sheet for argon2id: 19 MiB, 2 passes, 1 lane. A stored hash contains its own parameters, so these
 * may be raised.
 */
const current = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const hashBytes = 32

/** One core stays free for alarms, however many people sign in. */
const maxConcurrent = Math.max(1, availableParallelism() - 1)
const mostWaiting = 200
let running = 0
const waiting: (() => void)[] = []

const whenSlotFree = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running < maxConcurrent) running++
  else {
    if (waiting.length >= mostWaiting) throw new DomainError('tooManyRequests', { seconds: 10 })
    // A caller that finishes passes its slot on, so `running` stays the same.
    await new Promise<void>((start) => waiting.push(start))
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

interface Hash {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
  readonly salt: Buffer
  readonly hash: Buffer
}

const parse = (phc: string): Hash => {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(phc)
  if (!parts) throw new Error('not an argon2id hash')
  const [, m, t, p, salt = '', hash = ''] = parts
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64')
  return { memory: Number(m), passes: Number(t), parallelism: Number(p), salt: bytes(salt), hash: bytes(hash) }
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

const digest = (
  password: string,
  { memory, passes, parallelism, salt, hash }: Omit<Hash, 'hash'> & { hash: { length: number } },
) =>
  whenSlotFree(() =>
    derive('argon2id', {
      message: password.normalize('NFC'),
      nonce: salt,
      memory,
      passes,
      parallelism,
      tagLength: hash.length,
    }),
  )

const phcOf = (salt: Buffer, hash: Buffer): string =>
  `$argon2id$v=19$m=${current.memory},t=${current.passes},p=${current.parallelism}$${base64(salt)}$${base64(hash)}`

/** Verified if there is no such account: costs the same and matches nothing. */
const nobodysHash = phcOf(Buffer.alloc(saltBytes), Buffer.alloc(hashBytes))

/** Hashes a password, as a PHC string. @throws DomainError tooManyRequests if too many are waiting */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(saltBytes)
  return phcOf(salt, await digest(password, { ...current, salt, hash: { length: hashBytes } }))
}

/** Whether the password matches the hash. Without a hash it takes just as long and returns false. @throws as hashPassword */
export const verifyPassword = async (password: string, phc: string | null): Promise<boolean> => {
  const stored = parse(phc ?? nobodysHash)
  return timingSafeEqual(await digest(password, stored), stored.hash) && phc !== null
}

/** Whether the hash was made with other parameters than today's. */
export const isOutdated = (phc: string): boolean => {
  const { memory, passes, parallelism } = parse(phc)
  return memory !== current.memory || passes !== current.passes || parallelism !== current.parallelism
}
