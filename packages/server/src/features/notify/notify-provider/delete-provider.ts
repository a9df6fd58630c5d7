import type { endpoints, InputOf } from '@emberwatch/contract'
import { changesBetween } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { deleteRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { providersChanged } from './provider.store.ts'

/** Deletes a provider with its secrets. Records keep its name. */
export const deleteProvider = (ctx: Ctx, input: InputOf<typeof endpoints.notifyProvider.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const provider = await lockRow(write, 'notify_provider', input, 'delete')
    const changes = changesBetween({ ...provider }, { channel: null, kind: null, name: null })
    await deleteRow(write, 'notify_provider', provider, { action: 'notifyProvider.del', changes })
    await providersChanged(write.systemDb)
    return null
  })
