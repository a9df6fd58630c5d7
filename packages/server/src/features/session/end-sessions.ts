import type { Write } from '../../platform/transact.ts'
import { deleteSessions, deleteSessionsInBranch, deleteSessionsOf } from './session.store.ts'

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

/** Ends all sessions of the accounts, but for one that may stay: calls fail from the commit on, and open live streams are closed. */
export const endSessions = async (
  write: Write,
  accountIds: readonly number[],
  exceptHash: Buffer | null = null,
): Promise<void> => {
  if (accountIds.length === 0) return
  announce(write, await deleteSessionsOf(write.systemDb, accountIds, exceptHash))
}

/** Ends one session. */
export const endSession = async (write: Write, hash: Buffer): Promise<void> => {
  announce(write, await deleteSessions(write.systemDb, [hash]))
}

/** Ends the sessions of a company and of all companies below it, customers and users included. */
export const endSessionsOfBranch = async (write: Write, path: string): Promise<void> => {
  announce(write, await deleteSessionsInBranch(write.systemDb, path))
}
