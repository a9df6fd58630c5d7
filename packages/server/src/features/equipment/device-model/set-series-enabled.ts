import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { actorCompany, lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'

/** Enables or disables a series. A disabled one is no longer offered; its devices are not affected. */
export const setSeriesEnabled = (ctx: Ctx, { id, enabled }: InputOf<typeof endpoints.deviceSeries.forbidden>): Promise<null> =>
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
