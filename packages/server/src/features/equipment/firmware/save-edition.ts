import { compareVersions, DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import { sql, type Selectable } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { fieldName, translate } from '../../../platform/i18n.ts'
import { actorCompany, insertRow, lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import type { FirmwareEditionTable } from '../../../tables/firmware.tables.ts'
import { discardUpload } from '../../base/file/file.verbs.ts'
import { editionEvent } from './firmware.verbs.ts'
import { fitFile, takeFiles, WrongFile } from './edition-file.ts'

type Input = InputOf<typeof endpoints.firmwareEdition.save>
type Edition = Selectable<FirmwareEditionTable>

const refuse = (ctx: Ctx, field: string, reason: 'firmwareInitialNeeded' | 'firmwareInitialLater'): never => {
  throw new DomainError('precondition', { reason: translate(ctx.locale, `reasons.${reason}`) }, field)
}

/** The descriptive columns. They may change in any state. */
const describing = (input: Input) => ({
  name: input.name,
  notes_zh: input.notesZh ?? '',
  notes_en: input.notesEn ?? '',
  tested_by: input.testedBy ?? '',
  attachments: input.attachments ?? [],
})

/** The columns that are signed, or that decide which devices get the edition. They never change after the release. */
const fixed = (input: Input) => ({
  model_id: input.modelId,
  hardware: input.hardware ?? '',
  edition_version: input.editionVersion,
  package: input.package,
  initial_version: input.initialVersion ?? null,
  file_id: input.fileId,
  maker_signature: input.makerSignature ?? null,
})

const fieldOf: Readonly<Record<keyof ReturnType<typeof fixed>, string>> = {
  model_id: 'modelId',
  hardware: 'hardware',
  edition_version: 'editionVersion',
  package: 'package',
  initial_version: 'initialVersion',
  file_id: 'fileId',
  maker_signature: 'makerSignature',
}

const assertUnchanged = (ctx: Ctx, edition: Edition, input: Input): void => {
  const changed = Object.entries(fixed(input)).filter(([column, value]) => edition[column as keyof Edition] !== value)
  if (changed.length === 0) return
  const named = changed.map(([column]) => fieldName(ctx.locale, fieldOf[column as keyof typeof fieldOf]))
  throw new DomainError('precondition', {
    reason: translate(ctx.locale, 'reasons.firmwareFixed', { fields: named.join(ctx.locale === 'zh' ? '、' : ', ') }),
  })
}

/** The columns of a draft from the form, with its files attached and checked. */
const draftColumns = async (ctx: Ctx, write: Write, input: Input, before: Edition | undefined) => {
  const { initialVersion, editionVersion } = input
  if (initialVersion === undefined && input.package === 'delta') refuse(ctx, 'initialVersion', 'firmwareInitialNeeded')
  if (initialVersion !== undefined && compareVersions(initialVersion, editionVersion) >= 0)
    refuse(ctx, 'initialVersion', 'firmwareInitialLater')
  // If two drafts are saved at once with the same file, they are checked one after the other.
  await sql`select pg_advisory_xact_lock(hashtext('firmware files'))`.execute(write.systemDb)
  if (input.fileId !== before?.file_id) await takeFiles(ctx, write, { field: 'fileId', ids: [input.fileId], purpose: 'firmware' })
  const { is_gateway } = await write.systemDb
    .selectFrom('device_model')
    .select('is_gateway')
    .where('id', '=', input.modelId)
    .executeTakeFirstOrThrow()
  const target_type: Edition['target_type'] = is_gateway ? 'gateway' : 'device'
  return { ...fixed(input), ...describing(input), ...(await fitFile(ctx, write, input)), target_type }
}

/** The edition being edited, as it was read. */
const lockEdited = (ctx: Ctx, write: Write, { id, version }: Input): Promise<Edition | undefined> => {
  if (id === undefined) return Promise.resolve(undefined)
  if (version === undefined) return refuseField(ctx, 'version', 'required')
  return lockRow(write, 'firmware_edition', { id, version })
}

const save = (ctx: Ctx, input: Input): Promise<{ id: number; replaced?: string }> =>
  transact(ctx, async (write) => {
    const before = await lockEdited(ctx, write, input)
    const added = (input.attachments ?? []).filter((id) => !before?.attachments.includes(id))
    await takeFiles(ctx, write, { field: 'attachments', ids: added, purpose: 'attachment' })
    const audit = { unique: ['editionVersion', input.editionVersion], owner: actorCompany(ctx) } as const
    if (!before) {
      const columns = await draftColumns(ctx, write, input, before)
      const id = await insertRow(write, 'firmware_edition', columns, { ...audit, action: 'firmwareEdition.create' })
      write.emit(editionEvent(ctx, 'saved', id))
      return { id }
    }
    const { id, state, file_id } = before
    if (state !== 'draft') assertUnchanged(ctx, before, input)
    const columns = state === 'draft' ? await draftColumns(ctx, write, input, before) : describing(input)
    await updateRow(write, 'firmware_edition', before, columns, { ...audit, action: 'firmwareEdition.update' })
    write.emit(editionEvent(ctx, 'saved', id))
    return { id, ...(file_id === input.fileId ? {} : { replaced: file_id }) }
  })

/**
 * Creates a draft, or edits an edition. A wrong file is deleted at once, and so is a replaced one.
 * @throws noAccess, staleVersion, duplicate, precondition (a fixed column, or the file)
 */
export const saveEdition = async (ctx: Ctx, input: Input): Promise<{ id: number }> => {
  const operation = input.id === undefined ? 'firmwareEdition:create' : 'firmwareEdition:update'
  if (!ctx.actor.operations.has(operation)) throw new DomainError('noAccess')
  try {
    const { id, replaced } = await save(ctx, input)
    if (replaced !== undefined) await discardUpload(ctx, replaced)
    return { id }
  } catch (error) {
    if (error instanceof WrongFile) await discardUpload(ctx, input.fileId)
    throw error
  }
}
