import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { providersChanged } from './provider.store.ts'

/** Enables or disables a provider. Once enabled, it is tried at once. */
export const setProviderEnabled = (ctx: Ctx, input: InputOf<typeof endpoints.notifyProvider.forbidden>): Promise<null> =>
  transact(ctx, async (write) => {
    const provider = await lockRow(write, 'notify_provider', input)
    const changes = {
      enabled: input.enabled,
      ...(input.enabled ? { failures: 0, refused: [], undelivered: [], down_until: null } : {}),
    }
    await updateRow(write, 'notify_provider', provider, changes, {
      action: 'notifyProvider.forbidden',
      changes: { failures: null, refused: null, undelivered: null, downUntil: null },
    })
    await providersChanged(write.systemDb)
    return null
  })
