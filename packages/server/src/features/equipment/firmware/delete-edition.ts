import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { actorCompany, deleteRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { lastEditor } from '../../../platform/versioned.ts'
import { discardUpload } from '../../base/file/discard-upload.ts'
import { editionEvent } from './edition-event.ts'

/** Deletes a draft with its file. Released editions stay, for the history of the devices that have them. @throws wrongState */
export const deleteEdition = async (ctx: Ctx, { id }: InputOf<typeof endpoints.firmwareEdition.delete>): Promise<null> => {
  const files = await transact(ctx, async (write) => {
    const edition = await lockRow(write, 'firmware_edition', { id }, 'delete')
    if (edition.state !== 'draft') {
      const state = enumLabel(ctx.locale, 'firmwareState', edition.state)
      throw new DomainError('wrongState', { state, ...(await lastEditor(write.systemDb, 'firmware_edition', id)) })
    }
    // The row stays, marked as deleted; its files do not.
    await write.systemDb.updateTable('firmware_edition').set({ file_id: '', attachments: [] }).where('id', '=', id).execute()
    await deleteRow(write, 'firmware_edition', edition, { action: 'firmwareEdition.del', owner: actorCompany(ctx) })
    write.emit(editionEvent(ctx, 'deleted', id))
    return [edition.file_id, ...edition.attachments]
  })
  for (const file of files) await discardUpload(ctx, file)
  return null
}
