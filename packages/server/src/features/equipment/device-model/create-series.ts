import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { actorCompany, insertRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { seriesColumns, takeFile } from './series-fields.ts'

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
