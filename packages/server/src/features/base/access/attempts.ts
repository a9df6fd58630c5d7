import type { Kysely } from 'kysely'
import { DomainError, limits } from '@emberwatch/contract'
import { isIPv6 } from 'node:net'
import type { Tables } from '../../../tables/index.ts'
import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { sendMessages } from '../message/message.verbs.ts'
import {
  claimNotification,
  countAttempt,
  failuresOf,
  clearAttempts,
  clearAttemptsOf,
  locksAt,
  setPause,
  undoAttempt,
  takePause,
} from './attempts.store.ts'

type Db = Kysely<Tables>

/** Whether the account has signed in from the address since then. */
const isKnownAddress = async (db: Db, accountId: number, address: string, since: Date): Promise<boolean> => {
  const row = await db
    .selectFrom('sign_in_address')
    .select('address')
    .where('account_id', '=', accountId)
    .where('address', '=', address)
    .where('last_at', '>=', since.toISOString())
    .executeTakeFirst()
  return row !== undefined
}

export const rememberAddress = async (db: Db, accountId: number, address: string, at: Date): Promise<void> => {
  await db
    .insertInto('sign_in_address')
    .values({ account_id: accountId, address, last_at: at })
    .onConflict((conflict) => conflict.columns(['account_id', 'address']).doUpdateSet({ last_at: at }))
    .execute()
}

const hourMs = 3_600_000

/**
 * Notifies the owner of an account that passwords or codes are being tried on it, at most once an hour. Nothing waits for it, or
 * the response time would reveal that the account exists.
 */
const notifyOwner = (ctx: Ctx, accountId: number, failures: number): void =>
  void notify(ctx, accountId, failures).catch(() => undefined)

const notify = async (ctx: Ctx, accountId: number, failures: number): Promise<void> => {
  const now = ctx.clock.now()
  if (!(await claimNotification(ctx.systemDb, `told:${accountId}`, now, new Date(now.getTime() - hourMs)))) return
  const account = await ctx.systemDb
    .selectFrom('account')
    .select(['name', 'company_id', 'path'])
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  await transact(ctx, async (write) => {
    const { ip } = ctx.origin
    await sendMessages(write, [accountId], 'signInAttempts', { count: failures, ip: ip ?? '—' })
    write.audit({
      action: 'account.attempts',
      object: { kind: 'account', id: accountId, name: account.name },
      owner: { companyId: account.company_id, path: account.path },
      changes: { count: [null, failures] },
    })
  })
}

/**
 * Wrong passwords from one address before it has to wait. Ten times as many as for one account: a whole office may share an
 * address, and a colleague's typing errors must not lock out the others. Still, nobody can try one password on a thousand
 * accounts.
 */
const wrongPasswordsOfAddress = 50
/** Wrong codes for one account from addresses that it never signed in from. To try one, the password must be known. */
const wrongCodesFromElsewhere = 20
/**
 * This many wrong passwords of one account, or of all accounts together, are normal. Beyond it, unknown addresses have to wait.
 */
const freeFailures = { account: 10, total: 500 }
/** After how many more failures the pause doubles. */
const doublesEvery = { account: 1, total: 100 }
/** Counts but never locks. */
const noLock = 1_000_000_000

const dayMs = 86_400_000

const lockOutOf = ({ config }: Pick<Ctx, 'config'>): number => config.settings.lockOutMinutes * 60_000

/** A provider assigns a customer a whole IPv6 /64, so that counts as one address. */
export const addressOf = (ip: string): string => {
  if (!isIPv6(ip) || ip.includes('.')) return ip.replace(/^::ffff:/i, '')
  const [head = '', tail] = ip.replace(/%.*/, '').split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const gap = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...gap, ...right].slice(0, 4).join(':')
}

/** The address that a call is counted under. */
export const addressIn = ({ origin }: Pick<Ctx, 'origin'>): string => (origin.ip === null ? '' : addressOf(origin.ip))

/** Encoded, so that a name with an @ in it cannot count as another subject. */
const subjectOf = (kind: 'account' | 'code' | 'pause', account: string): string =>
  `${kind}:${encodeURIComponent(account.toLowerCase())}`

/** Counts one more attempt. @throws DomainError accountLocked if there were too many */
const count = async (ctx: Ctx, subject: string, limit: number): Promise<number> => {
  const now = ctx.clock.now()
  const { failures, locked_until } = await countAttempt(ctx.systemDb, subject, limit, lockOutOf(ctx), now)
  if (failures <= limit || locked_until === null) return failures
  throw new DomainError('accountLocked', { minutes: Math.max(1, Math.ceil((Date.parse(locked_until) - now.getTime()) / 60_000)) })
}

interface Attempt {
  /** The name as typed. */
  readonly account: string
  /** Null if there is no such account. */
  readonly accountId: number | null
  /** The caller is signed in and entered their password again. */
  readonly signedIn?: true
}

/** Whether the account recently signed in from this address. */
const isKnown = async (ctx: Ctx, { accountId, signedIn }: Attempt): Promise<boolean> => {
  if (signedIn) return true
  const since = new Date(ctx.clock.now().getTime() - limits.knownAddressDays * dayMs)
  // Also queried for names that do not exist, so that the answer takes just as long.
  return isKnownAddress(ctx.systemDb, accountId ?? 0, addressIn(ctx), since)
}

const pauseAfter = (failures: number, of: 'account' | 'total'): number =>
  failures < freeFailures[of]
    ? 0
    : Math.min(limits.signInPause, 1_000 * 2 ** Math.min(30, Math.floor((failures - freeFailures[of]) / doublesEvery[of])))

/**
 * While passwords are being guessed, an address from which the account never signed in has to wait before each try. It only waits
 * for itself, so a user at a new address is slowed down but not locked out.
 * @throws DomainError signInPaused
 */
const pauseUnknownAddress = async (ctx: Ctx, account: string): Promise<void> => {
  const now = ctx.clock.now()
  const [ofAccount, total] = await Promise.all([
    failuresOf(ctx.systemDb, subjectOf('account', account), lockOutOf(ctx), now),
    failuresOf(ctx.systemDb, 'everywhere', lockOutOf(ctx), now),
  ])
  const pause = Math.max(pauseAfter(ofAccount, 'account'), pauseAfter(total, 'total'))
  if (pause === 0) return
  const subject = `${subjectOf('pause', account)}@${addressIn(ctx)}`
  if (await takePause(ctx.systemDb, subject, now, new Date(now.getTime() - lockOutOf(ctx)))) return
  const until = await setPause(ctx.systemDb, subject, now, new Date(now.getTime() + pause))
  throw new DomainError('signInPaused', { seconds: Math.max(1, Math.ceil((Date.parse(until) - now.getTime()) / 1_000)) })
}

/**
 * Checks one attempt at an account's password, whether or not the account exists (domain.md, "Accounts"). Wrong passwords lock
 * the account for that address. Many from anywhere make unknown addresses wait, and the owner is notified. An address from which
 * the account recently signed in is not affected by other addresses.
 * @throws DomainError accountLocked, signInPaused, without checking
 */
export const checkPassword = async (ctx: Ctx, attempt: Attempt, verify: () => Promise<boolean>): Promise<boolean> => {
  const { systemDb } = ctx // counters are outside any scope
  const { account, accountId } = attempt
  const ofPair = `${subjectOf('account', account)}@${addressIn(ctx)}`
  const ofAddress = `address:${addressIn(ctx)}`
  const known = await isKnown(ctx, attempt)
  const undo = async (): Promise<void> => {
    if (!known) await undoAttempt(systemDb, ofAddress, wrongPasswordsOfAddress)
  }
  if (!known) await count(ctx, ofAddress, wrongPasswordsOfAddress)
  let right: boolean
  try {
    if (!known) await pauseUnknownAddress(ctx, account)
    await count(ctx, ofPair, ctx.config.settings.wrongPasswords)
  } catch (error) {
    if (error instanceof DomainError && error.reason === 'signInPaused') await undo()
    throw error
  }
  try {
    right = await verify()
  } catch (error) {
    // It was not checked, so it must not count.
    await undo()
    await undoAttempt(systemDb, ofPair, ctx.config.settings.wrongPasswords)
    throw error
  }
  if (right) {
    await undo()
    await clearAttempts(systemDb, ofPair)
    return true
  }
  const now = ctx.clock.now()
  await countAttempt(systemDb, 'everywhere', noLock, lockOutOf(ctx), now)
  const { failures } = await countAttempt(systemDb, subjectOf('account', account), noLock, lockOutOf(ctx), now)
  if (accountId !== null && failures >= ctx.config.settings.wrongPasswords) notifyOwner(ctx, accountId, failures)
  return false
}

/**
 * Checks one attempt at the code of the second factor, which requires the password first. Five wrong codes from one address, or
 * twenty from addresses that the account never signed in from, lock them.
 * @throws DomainError accountLocked, without checking
 */
export const checkSecondFactor = async (ctx: Ctx, attempt: Attempt, verify: () => Promise<boolean>): Promise<boolean> => {
  const { systemDb } = ctx
  const ofAccount = subjectOf('code', attempt.account)
  const ofPair = `${ofAccount}@${addressIn(ctx)}`
  const known = await isKnown(ctx, attempt)
  const fromElsewhere = known ? 0 : await count(ctx, ofAccount, wrongCodesFromElsewhere)
  const tries = Math.max(fromElsewhere, await count(ctx, ofPair, ctx.config.settings.wrongPasswords))
  if (await verify()) {
    if (!known) await undoAttempt(systemDb, ofAccount, wrongCodesFromElsewhere)
    await clearAttempts(systemDb, ofPair)
    return true
  }
  if (attempt.accountId !== null && tries >= ctx.config.settings.wrongPasswords) notifyOwner(ctx, attempt.accountId, tries)
  return false
}

/** Lifts every lock and pause of an account and clears its wrong passwords and codes. The counts of the addresses stay. */
export const resetAttempts = (systemDb: Ctx['systemDb'], account: string): Promise<void> =>
  clearAttemptsOf(systemDb, [subjectOf('account', account), subjectOf('code', account), subjectOf('pause', account)])

/** The ends of the accounts' locks, by lower-case name. Accounts that are not locked are left out. */
export const locksOf = async (
  systemDb: Ctx['systemDb'],
  accounts: readonly string[],
  now: Date,
): Promise<Map<string, string>> => {
  const names = new Map(
    accounts.flatMap((account) => [
      [subjectOf('account', account), account.toLowerCase()],
      [subjectOf('code', account), account.toLowerCase()],
    ]),
  )
  const locks = new Map<string, string>()
  for (const { subject, locked_until } of await locksAt(systemDb, [...names.keys()], now)) {
    const name = names.get(subject)
    if (name !== undefined && locked_until > (locks.get(name) ?? '')) locks.set(name, locked_until)
  }
  return locks
}
