import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { actorCompany, lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { modelColumns } from './model-fields.ts'
import { takeFile } from './series-fields.ts'

/**
 * Edits a model. Whether it is a gateway model cannot change, because its devices are one or the other. A shorter offline timeout applies
 * to a device from its next check on, which is due no later than the old timeout; a changed supervision within seconds.
 */
export const updateModel = (ctx: Ctx, input: InputOf<typeof endpoints.deviceModel.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const model = await lockRow(write, 'device_model', input)
    const columns = modelColumns(ctx, input, model)
    await takeFile(ctx, write, { field: 'manualFile', id: columns.manual_file, before: model.manual_file, purpose: 'attachment' })
    await updateRow(write, 'device_model', model, columns, {
      action: 'deviceModel.update',
      unique: ['code', columns.code],
      owner: actorCompany(ctx),
    })
    return { id: model.id }
  })
