import { DomainError } from '@emberwatch/contract'
import type { Write } from '../../../platform/transact.ts'
import { removeLoginStepsOf } from './token.ts'
import {
  deleteSession,
  deleteSessions,
  deleteSessionsInBranch,
  deleteSessionsOf,
  deleteSessionsOfKey,
  deleteTicketsOf,
} from './sessions.ts'

/** A branch may have many sessions. This keeps each event below about 70 KB. */
const namedAtOnce = 1_000

/** Tells every process that these sessions have ended: their streams say so and close. */
export const announceEnded = (write: Write, hashes: readonly Buffer[]): void => {
  for (let i = 0; i < hashes.length; i += namedAtOnce) {
    write.emit({
      kind: 'session',
      change: 'ended',
      objectId: null,
      owner: { path: '', accountId: null },
      data: { sessions: hashes.slice(i, i + namedAtOnce).map((hash) => hash.toString('hex')) },
    })
  }
}

/**
 * Ends all sessions of the accounts and those they opened as somebody else, except one that may stay: calls fail from the commit
 * on, and open live streams are closed. Tickets that could open more, and sign-ins waiting for a code, are deleted too.
 */
export const endSessions = async (
  write: Write,
  accountIds: readonly number[],
  exceptHash: Buffer | null = null,
): Promise<void> => {
  if (accountIds.length === 0) return
  await deleteTicketsOf(write.systemDb, accountIds)
  await removeLoginStepsOf(write.systemDb, accountIds)
  announceEnded(write, await deleteSessionsOf(write.systemDb, accountIds, exceptHash))
}

/** Ends one session. */
export const endSession = async (write: Write, hash: Buffer): Promise<void> => {
  announceEnded(write, await deleteSessions(write.systemDb, [hash]))
}

/** Ends the session with this number. @throws DomainError notFound if it has ended already or is not the caller's own */
export const endSessionById = async (write: Write, id: number): Promise<void> => {
  const hash = await deleteSession(write.db, id)
  if (!hash) throw new DomainError('notFound', {}, 'id')
  announceEnded(write, [hash])
}

/** Ends the sessions that were opened with tickets of a key. */
export const endSessionsOfKey = async (write: Write, keyId: number): Promise<void> => {
  announceEnded(write, await deleteSessionsOfKey(write.systemDb, keyId))
}

/** Ends the sessions of a company and of all companies below it, including customers and users. */
export const endSessionsOfBranch = async (write: Write, path: string): Promise<void> => {
  announceEnded(write, await deleteSessionsInBranch(write.systemDb, path))
}

/**
 * Tells that what accounts may see has changed: their open streams reread it at once, not only in their turn
 * (features/system/live/open-streams.ts). Calls look it up each time anyway.
 */
export const rightsChanged = (write: Write, accountIds: readonly number[]): void =>
  write.emit({
    kind: 'session',
    change: 'rights',
    objectId: null,
    owner: { path: '', projectId: null },
    data: { accounts: accountIds },
  })
