import type { Write } from '../../../platform/transact.ts'
import type { StoredFile } from '../../../platform/files.ts'
import { mimeOf, type Content } from './content.ts'
import { insertFile } from './file.store.ts'

interface KeptFile extends StoredFile {
  readonly name: string
  readonly content: Content
  readonly purpose: string
  readonly owner: { readonly companyId: number; readonly path: string; readonly customerId: number | null }
}

/** Registers a file that the program has written, in the write that refers to it. Everybody who sees its owner can read it. */
export const keepFile = (write: Write, { id, size, sha256, name, content, purpose, owner }: KeptFile): Promise<void> =>
  insertFile(write.systemDb, {
    id,
    size,
    sha256,
    name,
    purpose,
    mime: mimeOf(content),
    company_id: owner.companyId,
    path: owner.path,
    customer_id: owner.customerId,
    account_id: write.by,
    created_at: write.at,
  })
