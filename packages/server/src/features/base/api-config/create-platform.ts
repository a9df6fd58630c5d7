import type { endpoints, InputOf } from '@emberwatch/contract'
import { changesBetween } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { columnsOf, sealedSecretOf, secretChange } from './operator-platform.fields.ts'

/** Adds a carrier platform of the caller's company, which is the operating company. */
export const createPlatform = async (
  ctx: Ctx,
  input: InputOf<typeof endpoints.operatorPlatform.create>,
): Promise<{ id: number }> => {
  const { code } = input
  const columns = { code, ...columnsOf(ctx, input) }
  const secret = input.secret === undefined ? null : sealedSecretOf(ctx.config.dataDir, code, input.secret)
  const row = { company_id: ctx.actor.companyId ?? 0, path: ctx.actor.companyPath, ...columns, secret }
  const changes = { ...changesBetween({}, columns), ...secretChange(secret !== null) }
  return transact(ctx, async (write) => ({
    id: await insertRow(write, 'operator_platform', row, { action: 'operatorPlatform.create', unique: ['code', code], changes }),
  }))
}
