import { DomainError, limits } from '@emberwatch/contract'
import { isIPv6 } from 'node:net'
import type { Ctx } from '../../platform/context.ts'
import { countAttempt, forgetAttempts, locksAt, takeBackAttempt } from './session.store.ts'

/**
 * Wrong passwords from one address before it has to wait. Ten times what one account may have: a whole office sits behind one address,
 * and a typing error of a colleague must not keep the others out; yet nobody tries one password on a thousand accounts.
 */
const wrongPasswordsOfAddress = 50

/** A provider gives a customer a whole /64 of IPv6, so that is what counts as one address. */
export const addressOf = (ip: string): string => {
  if (!isIPv6(ip) || ip.includes('.')) return ip.replace(/^::ffff:/i, '')
  const [head = '', tail] = ip.replace(/%.*/, '').split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const gap = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...gap, ...right].slice(0, 4).join(':')
}

const subjectOf = (account: string): string => `account:${account.toLowerCase()}`

/** Counts one more attempt. @throws DomainError accountLocked when there were too many. */
const count = async (ctx: Ctx, subject: string, limit: number): Promise<void> => {
  const now = ctx.clock.now()
  const { failures, locked_until } = await countAttempt(ctx.systemDb, subject, limit, limits.lockOut, now)
  if (failures <= limit || locked_until === null) return
  throw new DomainError('accountLocked', { minutes: Math.max(1, Math.ceil((Date.parse(locked_until) - now.getTime()) / 60_000)) })
}

/**
 * Judges one attempt at the password of an account, whether or not there is such an account. A wrong password counts against the
 * account's name and against the address that it came from; a right one counts against neither.
 * @throws DomainError accountLocked after too many wrong ones, without judging.
 */
export const judgePassword = async (ctx: Ctx, account: string, verify: () => Promise<boolean>): Promise<boolean> => {
  const { systemDb } = ctx // counters belong to nobody's scope
  const ofAccount = subjectOf(account)
  const ofAddress = ctx.origin.ip === null ? null : `address:${addressOf(ctx.origin.ip)}`
  const takeBack = async (): Promise<void> => {
    if (ofAddress) await takeBackAttempt(systemDb, ofAddress, wrongPasswordsOfAddress)
  }
  if (ofAddress) await count(ctx, ofAddress, wrongPasswordsOfAddress)
  await count(ctx, ofAccount, limits.wrongPasswords)
  let right: boolean
  try {
    right = await verify()
  } catch (error) {
    // Not judged, so not counted.
    await takeBack()
    await takeBackAttempt(systemDb, ofAccount, limits.wrongPasswords)
    throw error
  }
  if (right) {
    await takeBack()
    await forgetAttempts(systemDb, ofAccount)
  }
  return right
}

/** Lifts the lock of an account and forgets its wrong passwords; the address that they came from stays counted. */
export const forgiveAttempts = (systemDb: Ctx['systemDb'], account: string): Promise<void> =>
  forgetAttempts(systemDb, subjectOf(account))

/** Until when accounts are locked, by their names in lower case; those that are not are left out. */
export const locksOf = async (
  systemDb: Ctx['systemDb'],
  accounts: readonly string[],
  now: Date,
): Promise<Map<string, string>> => {
  const rows = await locksAt(systemDb, accounts.map(subjectOf), now)
  return new Map(rows.map(({ subject, locked_until }) => [subject.slice(subjectOf('').length), locked_until]))
}
