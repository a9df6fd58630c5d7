import type { Ctx } from '../../../platform/context.ts'
import { ownId } from '../../../platform/self-audit.ts'
import { transact } from '../../../platform/transact.ts'
import { deleteUnusedFile } from './file.store.ts'

const nothingToDo = Symbol('nothing to do')

/** Deletes the caller's upload at once, with its bytes. Files in use, or of somebody else, stay. */
export const discardUpload = async (ctx: Ctx, id: string): Promise<void> => {
  try {
    await transact(ctx, async (write) => {
      const file = await deleteUnusedFile(write.systemDb, id, ownId(ctx.actor))
      // Without an audit entry, the write is rolled back.
      if (!file) throw nothingToDo
      const { name, company_id: companyId, path } = file
      write.audit({ action: 'file.del', object: { kind: 'file', id, name }, owner: { companyId, path } })
    })
  } catch (error) {
    if (error === nothingToDo) return
    throw error
  }
  await ctx.files.remove(id)
}
