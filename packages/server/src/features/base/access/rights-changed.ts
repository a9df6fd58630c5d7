import type { Write } from '../../../platform/transact.ts'

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
