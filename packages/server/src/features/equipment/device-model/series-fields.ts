import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import type { Write } from '../../../platform/transact.ts'
import { isOwnUpload } from '../../base/file/file.reads.ts'
import { publishFiles } from '../../base/file/publish-files.ts'

type Fields = Omit<InputOf<typeof endpoints.deviceSeries.update>, 'id' | 'version'>

/** The columns that a form sets about a series. */
export const seriesColumns = (input: Fields) => ({
  code: input.code,
  name: input.name,
  category: input.category,
  network: input.network,
  image: input.image ?? null,
  manufacturer: input.manufacturer ?? '',
  certificate_no: input.certificateNo ?? null,
  certificate_expires: input.certificateExpires ?? null,
  service_years: input.serviceYears ?? null,
})

/**
 * Attaches a file to a product-wide row: the caller's own upload, or the file already attached. It becomes public, because everybody who
 * sees a device of the model sees it. The file it replaces becomes private again, and is deleted once nothing refers to it.
 * @throws DomainError noAccess for somebody else's upload
 */
export const takeFile = async (
  ctx: Ctx,
  write: Write,
  file: { readonly field: string; readonly id: string | null; readonly before: string | null; readonly purpose: string },
): Promise<void> => {
  const { field, id, before, purpose } = file
  if (id === before) return
  if (id !== null && !(await isOwnUpload(ctx, id, purpose))) throw new DomainError('noAccess', {}, field)
  if (before !== null) await publishFiles(write, [before], false)
  if (id !== null) await publishFiles(write, [id], true)
}
