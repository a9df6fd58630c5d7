import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { actorCompany, insertRow } from '../../platform/rows/rows.ts'
import { transact } from '../../platform/transact.ts'
import { modelColumns, thresholdChange } from './model-fields.ts'
import { takeFile } from './series-fields.ts'

/** Adds a model of devices or gateways, for the whole product. */
export const createModel = (ctx: Ctx, input: InputOf<typeof endpoints.deviceModel.create>): Promise<{ id: number }> => {
  const row = { ...modelColumns(ctx, input), is_gateway: input.isGateway ?? false }
  return transact(ctx, async (write) => {
    await takeFile(ctx, write, { field: 'manualFile', id: row.manual_file, before: null, purpose: 'attachment' })
    const audit = {
      action: 'deviceModel.create',
      unique: ['code', row.code],
      changes: { thresholds: thresholdChange([], input.thresholds) },
      owner: actorCompany(ctx),
    } as const
    return { id: await insertRow(write, 'device_model', row, audit) }
  })
}
