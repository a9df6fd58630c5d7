import type { Write } from '../../../platform/transact.ts'

/** Makes open lists of rules, and previews, refresh. */
export const emitRule = (write: Write, { id, path }: { readonly id: number; readonly path: string }, change: string): void =>
  write.emit({ kind: 'notifyRule', change, objectId: id, owner: { path, projectId: null } })
