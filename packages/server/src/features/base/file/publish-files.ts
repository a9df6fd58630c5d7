import type { Write } from '../../../platform/transact.ts'
import { setPublic } from './file.store.ts'

/**
 * Makes files public, or private again: the pictures of a sign-in page while they are used. Call it in the write that sets them, which has
 * checked their owner.
 */
export const publishFiles = async (write: Write, ids: readonly string[], isPublic: boolean): Promise<void> => {
  if (ids.length > 0) await setPublic(write.systemDb, ids, isPublic)
}
