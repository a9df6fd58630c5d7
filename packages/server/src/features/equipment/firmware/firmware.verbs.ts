import { decide, DomainError, firmwareStates, type AuditActionOf, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Selectable, Updateable } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { type EventDraft, type Write, transact } from '../../../platform/transact.ts'
import { enumLabel, translate } from '../../../platform/i18n.ts'
import { actorCompany, updateRow, lockRow, deleteRow } from '../../../platform/rows/rows.ts'
import { lastEditor } from '../../../platform/versioned.ts'
import type { FirmwareEditionTable } from '../../../tables/firmware.tables.ts'
import { currentKey, type StoredKey, lockKeys } from './firmware-key.store.ts'
import { secretOf, signatureOf } from './sign-edition.ts'
import { discardUpload } from '../../base/file/file.verbs.ts'

/** Tells open lists of the operating company that an edition or the keys changed. */
export const editionEvent = (ctx: Ctx, change: string, objectId: number | null): EventDraft => ({
  kind: 'firmware',
  change,
  objectId,
  owner: { path: ctx.actor.companyPath, projectId: null },
})

type Edition = Selectable<FirmwareEditionTable>

const audited = {
  release: 'firmwareEdition.issue',
  withdraw: 'firmwareEdition.withdraw',
} as const satisfies Record<string, AuditActionOf<'firmwareEdition'>>

/**
 * One step of a locked edition: state graph → row with its version and editor → live event, audit. `changes` gets the key used for signing.
 * @throws wrongState, precondition (no key), noAccess
 */
const stepEdition = async (
  ctx: Ctx,
  write: Write,
  edition: Edition,
  action: keyof typeof audited,
  changes: (key: StoredKey | undefined) => Updateable<FirmwareEditionTable> | Promise<Updateable<FirmwareEditionTable>>,
): Promise<void> => {
  const key = await currentKey(write.systemDb)
  const verdict = decide(firmwareStates, action, edition.state, { signable: key !== undefined }, ctx.actor)
  if (!verdict.allowed) {
    if (verdict.reason === 'noAccess') throw new DomainError('noAccess')
    if (verdict.reason !== 'wrongState')
      throw new DomainError('precondition', { reason: translate(ctx.locale, `reasons.${verdict.reason}`) })
    const state = enumLabel(ctx.locale, 'firmwareState', edition.state)
    throw new DomainError('wrongState', { state, ...(await lastEditor(write.systemDb, 'firmware_edition', edition.id)) })
  }
  await updateRow(
    write,
    'firmware_edition',
    edition,
    { ...(await changes(key)), state: verdict.to },
    { action: audited[action], owner: actorCompany(ctx) },
  )
  write.emit(editionEvent(ctx, verdict.to, edition.id))
}

/** Signs a draft with the current key and offers it. From now on its file and version numbers cannot change. */
export const releaseEdition = (ctx: Ctx, { id }: InputOf<typeof endpoints.firmwareEdition.release>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    await lockKeys(write)
    const edition = await lockRow(write, 'firmware_edition', { id })
    await stepEdition(ctx, write, edition, 'release', async (key) => {
      if (!key) throw new Error('released without a key')
      const { code } = await write.systemDb
        .selectFrom('device_model')
        .select('code')
        .where('id', '=', edition.model_id)
        .executeTakeFirstOrThrow()
      return { ...signatureOf(secretOf(ctx, key), key.id, code, edition), released_at: write.at, released_by: write.by }
    })
    return { id }
  })

/** Withdraws an edition: it is no longer offered to devices. Devices that have it keep it. */
export const withdrawEdition = (ctx: Ctx, input: InputOf<typeof endpoints.firmwareEdition.withdraw>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const reason = input.reason.trim()
    if (reason === '') throw new DomainError('reasonRequired', {}, 'reason')
    const edition = await lockRow(write, 'firmware_edition', { id: input.id })
    await stepEdition(ctx, write, edition, 'withdraw', () => ({ reason, withdrawn_at: write.at, withdrawn_by: write.by }))
    return { id: edition.id }
  })

/** Deletes a draft with its file. Released editions stay, for the history of the devices that have them. @throws wrongState */
export const removeEdition = async (ctx: Ctx, { id }: InputOf<typeof endpoints.firmwareEdition.delete>): Promise<null> => {
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
