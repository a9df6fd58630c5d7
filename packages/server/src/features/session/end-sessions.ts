import { DomainError } from '@emberwatch/contract'
import type { Write } from '../../platform/transact.ts'
import { removeLoginStepsOf } from './login-step.store.ts'
import { deleteSession, deleteSessions, deleteSessionsInBranch, deleteSessionsOf, deleteTicketsOf } from './session.store.ts'

/** A whole branch may have many sessions: no event grows beyond some 70 KB. */
const namedAtOnce = 1_000

const announce = (write: Write, hashes: readonly Buffer[]): void => {
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
 * Ends all sessions of the accounts, and those that they opened as somebody else, but for one that may stay: calls fail from the commit on, and open
 * live streams are closed. Tickets by which more could be opened, and sign-ins that wait for a code, go with them.
 */
export const endSessions = async (
  write: Write,
  accountIds: readonly number[],
  exceptHash: Buffer | null = null,
): Promise<void> => {
  if (accountIds.length === 0) return
  await deleteTicketsOf(write.systemDb, accountIds)
  await removeLoginStepsOf(write.systemDb, accountIds)
  announce(write, await deleteSessionsOf(write.systemDb, accountIds, exceptHash))
}

/** Ends one session. */
export const endSession = async (write: Write, hash: Buffer): Promise<void> => {
  announce(write, await deleteSessions(write.systemDb, [hash]))
}

/** Ends the session of this number. @throws DomainError notFound when it has ended already, or is not one's own */
export const endSessionById = async (write: Write, id: number): Promise<void> => {
  const hash = await deleteSession(write.db, id)
  if (!hash) throw new DomainError('notFound', {}, 'id')
  announce(write, [hash])
}

/** Ends the sessions of a company and of all companies below it, customers and users included. */
export const endSessionsOfBranch = async (write: Write, path: string): Promise<void> => {
  announce(write, await deleteSessionsInBranch(write.systemDb, path))
}
