import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { actorCompany, insertRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { modelColumns } from './model-fields.ts'
import { takeFile } from './series-fields.ts'

/** Adds a model of devices or gateways, for the whole product. */
export const createModel = (ctx: Ctx, input: InputOf<typeof endpoints.deviceModel.create>): Promise<{ id: number }> => {
  const kind = { is_gateway: input.isGateway ?? false }
  const row = { ...modelColumns(ctx, input, kind), ...kind }
  return transact(ctx, async (write) => {
    await takeFile(ctx, write, { field: 'manualFile', id: row.manual_file, before: null, purpose: 'attachment' })
    const audit = {
      action: 'deviceModel.create',
      unique: ['code', row.code],
      owner: actorCompany(ctx),
    } as const
    return { id: await insertRow(write, 'device_model', row, audit) }
  })
}
