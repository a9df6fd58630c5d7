import type { Config } from '../../../config.ts'

export type SessionLength = Pick<Config, 'sessionHours' | 'sessionDays' | 'settings'>

const hourMs = 3_600_000

/** When a session that is used now will end: some hours later, but no later than some days after it began. */
export const sessionEnd = ({ sessionHours, sessionDays }: SessionLength, createdAt: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + sessionHours * hourMs, createdAt.getTime() + sessionDays * 24 * hourMs))

/** A session that began before this has ended, however recently it was used. */
export const oldestSession = ({ sessionDays }: SessionLength, now: Date): Date =>
  new Date(now.getTime() - sessionDays * 24 * hourMs)
