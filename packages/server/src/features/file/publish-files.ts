import type { Write } from '../../platform/transact.ts'
import { setPublic } from './file.store.ts'

/**
 * Opens files to whoever has no session, or closes them again: the pictures of a sign-in page, as long as it shows them. To be called in
 * the write that puts them there, which has judged whose they are.
 */
export const publishFiles = async (write: Write, ids: readonly string[], isPublic: boolean): Promise<void> => {
  if (ids.length > 0) await setPublic(write.systemDb, ids, isPublic)
}
