import { decide, DomainError, firmwareStates, type AuditActionOf } from '@emberwatch/contract'
import type { Selectable, Updateable } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel, translate } from '../../../platform/i18n.ts'
import { actorCompany, updateRow } from '../../../platform/rows/rows.ts'
import type { Write } from '../../../platform/transact.ts'
import { lastEditor } from '../../../platform/versioned.ts'
import type { FirmwareEditionTable } from '../../../tables/firmware.tables.ts'
import { editionEvent } from './edition-event.ts'
import { currentKey, type StoredKey } from './firmware-key.store.ts'

type Edition = Selectable<FirmwareEditionTable>

const audited = {
  release: 'firmwareEdition.issue',
  withdraw: 'firmwareEdition.withdraw',
} as const satisfies Record<string, AuditActionOf<'firmwareEdition'>>

/**
 * One step of a locked edition: state graph → row with its version and editor → live event, audit. `changes` gets the key used for signing.
 * @throws wrongState, precondition (no key), noAccess
 */
export const stepEdition = async (
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
