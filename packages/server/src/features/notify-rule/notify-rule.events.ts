import type { Write } from '../../platform/transact.ts'

/** Open lists of rules, and what they would do, refresh. */
export const emitRule = (write: Write, { id, path }: { readonly id: number; readonly path: string }, change: string): void =>
  write.emit({ kind: 'notifyRule', change, objectId: id, owner: { path, projectId: null } })
