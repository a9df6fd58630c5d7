import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { actorCompany, lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { seriesColumns, takeFile } from './series-fields.ts'

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
