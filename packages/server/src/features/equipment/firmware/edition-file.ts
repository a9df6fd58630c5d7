import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import type { Write } from '../../../platform/transact.ts'
import { attachFiles } from '../../base/file/file.verbs.ts'
import { isOwnUpload } from '../../base/file/file.reads.ts'
import { isSignedBy } from './ed25519.ts'

type Input = Pick<InputOf<typeof endpoints.firmwareEdition.save>, 'fileId' | 'modelId' | 'expectedSha256' | 'makerSignature'>

/** The file itself is wrong, not only the form, so it is deleted. */
export class WrongFile extends DomainError {}

/** Attaches files of the caller to rows of the operating company. @throws noAccess for somebody else's, or another kind of upload */
export const takeFiles = async (
  ctx: Ctx,
  write: Write,
  { field, ids, purpose }: { readonly field: string; readonly ids: readonly string[]; readonly purpose: string },
): Promise<void> => {
  for (const id of ids) if (!(await isOwnUpload(ctx, id, purpose))) throw new DomainError('noAccess', {}, field)
  const { companyId, companyPath: path } = ctx.actor
  await attachFiles(ctx, write, ids, { companyId: companyId ?? 0, path, customerId: null })
}

/**
 * Refuses a file that cannot be this model's firmware, as far as that can be known: only the device understands its content. Size and
 * SHA-256 were computed when it was stored.
 * @throws WrongFile; precondition if the maker's signature cannot be checked
 */
export const fitFile = async (
  ctx: Ctx,
  write: Write,
  { fileId, modelId, expectedSha256, makerSignature }: Input,
): Promise<{ size: number; sha256: string }> => {
  const { systemDb } = write
  const { size, sha256 } = await systemDb
    .selectFrom('file')
    .select(['size', 'sha256'])
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow()
  const wrong = (reason: 'firmwareFileUnfit' | 'firmwareMakerUnfit') =>
    new WrongFile('precondition', { reason: translate(ctx.locale, `reasons.${reason}`) }, 'fileId')
  if (expectedSha256 !== undefined && expectedSha256.toLowerCase() !== sha256) throw wrong('firmwareFileUnfit')
  if (makerSignature !== undefined) {
    const model = await systemDb
      .selectFrom('device_model')
      .select('maker_key')
      .where('id', '=', modelId)
      .executeTakeFirstOrThrow()
    if (model.maker_key === null)
      throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.firmwareMakerNoKey') }, 'makerSignature')
    if (!isSignedBy(model.maker_key, Buffer.from(sha256, 'hex'), makerSignature)) throw wrong('firmwareMakerUnfit')
  }
  const other = await systemDb
    .selectFrom('firmware_edition')
    .innerJoin('device_model', 'device_model.id', 'firmware_edition.model_id')
    .select(['device_model.name as model', 'firmware_edition.edition_version as version'])
    .where('firmware_edition.sha256', '=', sha256)
    .where('firmware_edition.model_id', '<>', modelId)
    .where('firmware_edition.deleted_at', 'is', null)
    .executeTakeFirst()
  if (other) throw new WrongFile('precondition', { reason: translate(ctx.locale, 'reasons.firmwareFileTaken', other) }, 'fileId')
  return { size, sha256 }
}
