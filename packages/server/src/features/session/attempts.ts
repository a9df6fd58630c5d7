import { DomainError, limits } from '@emberwatch/contract'
import { isIPv6 } from 'node:net'
import type { Ctx } from '../../platform/context.ts'
import {
  countAttempt,
  failuresOf,
  forgetAttempts,
  forgetAttemptsOf,
  isKnownAddress,
  locksAt,
  setPause,
  takeBackAttempt,
  takePause,
} from './attempts.store.ts'
import { tellOwner } from './tell-owner.ts'

/**
 * Wrong passwords from one address before it has to wait. Ten times what one account may have: a whole office sits behind one address,
 * and a typing error of a colleague must not keep the others out; yet nobody tries one password on a thousand accounts.
 */
const wrongPasswordsOfAddress = 50
/** Wrong codes of one account from addresses that it never signed in from: whoever tries them knows the password already. */
const wrongCodesFromElsewhere = 20
/** So many wrong passwords of one account, or of all accounts together, are everyday life; what comes beyond makes strangers wait. */
const everydayOf = { account: 10, everywhere: 500 }
/** How many more double the pause. */
const doubledBy = { account: 1, everywhere: 100 }
/** Counted, and never a lock. */
const noLock = 1_000_000_000

const dayMs = 86_400_000

/** A provider gives a customer a whole /64 of IPv6, so that is what counts as one address. */
export const addressOf = (ip: string): string => {
  if (!isIPv6(ip) || ip.includes('.')) return ip.replace(/^::ffff:/i, '')
  const [head = '', tail] = ip.replace(/%.*/, '').split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const gap = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...gap, ...right].slice(0, 4).join(':')
}

/** The address that a call counts for. */
export const addressIn = ({ origin }: Pick<Ctx, 'origin'>): string => (origin.ip === null ? '' : addressOf(origin.ip))

/** Whoever types a name with an @ in it counts as nobody else. */
const subjectOf = (kind: 'account' | 'code' | 'pause', account: string): string =>
  `${kind}:${encodeURIComponent(account.toLowerCase())}`

/** Counts one more attempt. @throws DomainError accountLocked when there were too many. */
const count = async (ctx: Ctx, subject: string, limit: number): Promise<number> => {
  const now = ctx.clock.now()
  const { failures, locked_until } = await countAttempt(ctx.systemDb, subject, limit, limits.lockOut, now)
  if (failures <= limit || locked_until === null) return failures
  throw new DomainError('accountLocked', { minutes: Math.max(1, Math.ceil((Date.parse(locked_until) - now.getTime()) / 60_000)) })
}

interface Attempt {
  /** The name as it was typed. */
  readonly account: string
  /** Null when there is no such account. */
  readonly accountId: number | null
  /** Somebody who is signed in and enters their password again. */
  readonly signedIn?: true
}

/** Did the account sign in from here of late? */
const isKnown = async (ctx: Ctx, { accountId, signedIn }: Attempt): Promise<boolean> => {
  if (signedIn) return true
  const since = new Date(ctx.clock.now().getTime() - limits.knownAddressDays * dayMs)
  // Asked for a name that nobody has as well: the answer takes as long.
  return isKnownAddress(ctx.systemDb, accountId ?? 0, addressIn(ctx), since)
}

const pauseAfter = (failures: number, of: 'account' | 'everywhere'): number =>
  failures < everydayOf[of]
    ? 0
    : Math.min(limits.signInPause, 1_000 * 2 ** Math.min(30, Math.floor((failures - everydayOf[of]) / doubledBy[of])))

/**
 * While passwords are being guessed, an address from which the account never signed in waits before each of its tries. It waits for itself alone, so
 * that whoever comes from a new address is slowed down and not kept out.
 * @throws DomainError signInPaused
 */
const pauseStranger = async (ctx: Ctx, account: string): Promise<void> => {
  const now = ctx.clock.now()
  const [ofAccount, everywhere] = await Promise.all([
    failuresOf(ctx.systemDb, subjectOf('account', account), limits.lockOut, now),
    failuresOf(ctx.systemDb, 'everywhere', limits.lockOut, now),
  ])
  const pause = Math.max(pauseAfter(ofAccount, 'account'), pauseAfter(everywhere, 'everywhere'))
  if (pause === 0) return
  const subject = `${subjectOf('pause', account)}@${addressIn(ctx)}`
  if (await takePause(ctx.systemDb, subject, now, new Date(now.getTime() - limits.lockOut))) return
  const until = await setPause(ctx.systemDb, subject, now, new Date(now.getTime() + pause))
  throw new DomainError('signInPaused', { seconds: Math.max(1, Math.ceil((Date.parse(until) - now.getTime()) / 1_000)) })
}

/**
 * Judges one attempt at the password of an account, whether or not there is such an account (domain.md, "Accounts"). Wrong ones lock the account for
 * that address; many from everywhere make unknown addresses wait, and its owner hears of them. An address from which the account signed in of late is
 * kept out by nobody else's.
 * @throws DomainError accountLocked, signInPaused, without judging
 */
export const judgePassword = async (ctx: Ctx, attempt: Attempt, verify: () => Promise<boolean>): Promise<boolean> => {
  const { systemDb } = ctx // counters belong to nobody's scope
  const { account, accountId } = attempt
  const ofPair = `${subjectOf('account', account)}@${addressIn(ctx)}`
  const ofAddress = `address:${addressIn(ctx)}`
  const known = await isKnown(ctx, attempt)
  const takeBack = async (): Promise<void> => {
    if (!known) await takeBackAttempt(systemDb, ofAddress, wrongPasswordsOfAddress)
  }
  if (!known) await count(ctx, ofAddress, wrongPasswordsOfAddress)
  let right: boolean
  try {
    if (!known) await pauseStranger(ctx, account)
    await count(ctx, ofPair, limits.wrongPasswords)
  } catch (error) {
    if (error instanceof DomainError && error.reason === 'signInPaused') await takeBack()
    throw error
  }
  try {
    right = await verify()
  } catch (error) {
    // Not judged, so not counted.
    await takeBack()
    await takeBackAttempt(systemDb, ofPair, limits.wrongPasswords)
    throw error
  }
  if (right) {
    await takeBack()
    await forgetAttempts(systemDb, ofPair)
    return true
  }
  const now = ctx.clock.now()
  await countAttempt(systemDb, 'everywhere', noLock, limits.lockOut, now)
  const { failures } = await countAttempt(systemDb, subjectOf('account', account), noLock, limits.lockOut, now)
  if (accountId !== null && failures >= limits.wrongPasswords) tellOwner(ctx, accountId, failures)
  return false
}

/**
 * Judges one attempt at the code of the second step, which only who knows the password gets to: five wrong ones from an address, or twenty from
 * addresses that the account never signed in from, lock there.
 * @throws DomainError accountLocked, without judging
 */
export const judgeCode = async (ctx: Ctx, attempt: Attempt, verify: () => Promise<boolean>): Promise<boolean> => {
  const { systemDb } = ctx
  const ofAccount = subjectOf('code', attempt.account)
  const ofPair = `${ofAccount}@${addressIn(ctx)}`
  const known = await isKnown(ctx, attempt)
  const fromElsewhere = known ? 0 : await count(ctx, ofAccount, wrongCodesFromElsewhere)
  const tries = Math.max(fromElsewhere, await count(ctx, ofPair, limits.wrongPasswords))
  if (await verify()) {
    if (!known) await takeBackAttempt(systemDb, ofAccount, wrongCodesFromElsewhere)
    await forgetAttempts(systemDb, ofPair)
    return true
  }
  if (attempt.accountId !== null && tries >= limits.wrongPasswords) tellOwner(ctx, attempt.accountId, tries)
  return false
}

/** Lifts every lock and pause of an account and forgets its wrong passwords and codes; the addresses that they came from stay counted. */
export const forgiveAttempts = (systemDb: Ctx['systemDb'], account: string): Promise<void> =>
  forgetAttemptsOf(systemDb, [subjectOf('account', account), subjectOf('code', account), subjectOf('pause', account)])

/** Until when accounts are locked for some address, by their names in lower case; those that are not are left out. */
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
