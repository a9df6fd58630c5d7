import type { Write } from '../../platform/transact.ts'
import { deleteSessions, deleteSessionsOf } from './session.store.ts'

const announce = (write: Write, hashes: readonly Buffer[]): void => {
  if (hashes.length === 0) return
  write.emit({
    kind: 'session',
    change: 'ended',
    objectId: null,
    owner: { path: '', accountId: null },
    data: { sessions: hashes.map((hash) => hash.toString('hex')) },
  })
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
