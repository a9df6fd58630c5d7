import type { Write } from '../../../platform/transact.ts'

/** Tells open lists that an upgrade task changed or made progress. */
export const emitTask = (write: Pick<Write, 'emit'>, { id, path }: { id: number; path: string }, change: string): void =>
  write.emit({ kind: 'upgrade', change, objectId: id, owner: { path, projectId: null } })
