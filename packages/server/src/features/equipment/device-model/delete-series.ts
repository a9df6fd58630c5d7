import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { actorCompany, deleteRow, dependantLimit, lockRow, refuseInUse } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { takeFile } from './series-fields.ts'

/** Deletes a series that has no models. */
export const deleteSeries = (ctx: Ctx, { id }: InputOf<typeof endpoints.deviceSeries.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const series = await lockRow(write, 'device_series', { id }, 'delete')
    const models = await write.db
      .selectFrom('device_model')
      .select('name')
      .where('series_id', '=', id)
      .orderBy('name')
      .limit(dependantLimit)
      .execute()
    refuseInUse(
      models.map(({ name }) => ({ label: name, path: '' })),
      () => true,
    )
    await takeFile(ctx, write, { field: 'image', id: null, before: series.image, purpose: 'deviceImage' })
    await deleteRow(write, 'device_series', series, { action: 'deviceSeries.del', owner: actorCompany(ctx) })
    return null
  })
