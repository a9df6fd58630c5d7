import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { type Write, transact } from '../../../platform/transact.ts'
import { isOwnUpload } from '../../base/file/file.reads.ts'
import { publishFiles } from '../../base/file/file.verbs.ts'
import {
  actorCompany,
  insertRow,
  lockRow,
  updateRow,
  deleteRow,
  dependantLimit,
  refuseInUse,
} from '../../../platform/rows/rows.ts'

type Fields = Omit<InputOf<typeof endpoints.deviceSeries.update>, 'id' | 'version'>

/** The columns that a form sets about a series. */
const seriesColumns = (input: Fields) => ({
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

/** Adds a series of devices, for the whole product. */
export const createSeries = (ctx: Ctx, input: InputOf<typeof endpoints.deviceSeries.create>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const row = seriesColumns(input)
    await takeFile(ctx, write, { field: 'image', id: row.image, before: null, purpose: 'deviceImage' })
    const unique = ['code', row.code] as const
    return {
      id: await insertRow(write, 'device_series', row, { action: 'deviceSeries.create', unique, owner: actorCompany(ctx) }),
    }
  })

/** Edits a series. */
export const updateSeries = (ctx: Ctx, input: InputOf<typeof endpoints.deviceSeries.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const series = await lockRow(write, 'device_series', input)
    const changes = seriesColumns(input)
    await takeFile(ctx, write, { field: 'image', id: changes.image, before: series.image, purpose: 'deviceImage' })
    await updateRow(write, 'device_series', series, changes, {
      action: 'deviceSeries.update',
      unique: ['code', changes.code],
      owner: actorCompany(ctx),
    })
    return { id: series.id }
  })

/** Enables or disables a series. A disabled one is no longer offered; its devices are not affected. */
export const setSeriesEnabled = (ctx: Ctx, { id, enabled }: InputOf<typeof endpoints.deviceSeries.setEnabled>): Promise<null> =>
  transact(ctx, async (write) => {
    const series = await lockRow(write, 'device_series', { id })
    const changes = { enabled: [series.enabled, enabled] } as const
    await updateRow(
      write,
      'device_series',
      series,
      { enabled },
      { action: 'deviceSeries.forbidden', changes, owner: actorCompany(ctx) },
    )
    return null
  })

/** Deletes a series that has no models. */
export const removeSeries = (ctx: Ctx, { id }: InputOf<typeof endpoints.deviceSeries.remove>): Promise<null> =>
  transact(ctx, async (write) => {
    const series = await lockRow(write, 'device_series', { id }, 'delete')
    await refuseInUse(write, (db) =>
      db
        .selectFrom('device_model')
        .select('name as label')
        .where('series_id', '=', id)
        .orderBy('name')
        .limit(dependantLimit)
        .execute(),
    )
    await takeFile(ctx, write, { field: 'image', id: null, before: series.image, purpose: 'deviceImage' })
    await deleteRow(write, 'device_series', series, { action: 'deviceSeries.del', owner: actorCompany(ctx) })
    return null
  })
