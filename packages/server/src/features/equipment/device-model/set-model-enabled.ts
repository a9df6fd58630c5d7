import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { actorCompany, lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'

/** Enables or disables a model. A disabled model cannot be used for new devices; existing ones keep reporting and are supervised. */
export const setModelEnabled = (ctx: Ctx, { id, enabled }: InputOf<typeof endpoints.deviceModel.forbidden>): Promise<null> =>
  transact(ctx, async (write) => {
    const model = await lockRow(write, 'device_model', { id })
    const changes = { enabled: [model.enabled, enabled] } as const
    await updateRow(
      write,
      'device_model',
      model,
      { enabled },
      { action: 'deviceModel.forbidden', changes, owner: actorCompany(ctx) },
    )
    return null
  })
