import type { Write } from '../../platform/transact.ts'

/**
 * What the accounts may see has changed: their open streams read it again at once, instead of with their turn
 * (features/live/open-streams.ts). Calls look it up each time anyway.
 */
export const rightsChanged = (write: Write, accountIds: readonly number[]): void =>
  write.emit({
    kind: 'session',
    change: 'rights',
    objectId: null,
    owner: { path: '', projectId: null },
    data: { accounts: accountIds },
  })
