import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { columnsOf, sealedSecretOf, secretChange } from './operator-platform.fields.ts'

/** Edits a carrier platform. A secret left out stays. */
export const updatePlatform = (ctx: Ctx, input: InputOf<typeof endpoints.operatorPlatform.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const before = await lockRow(write, 'operator_platform', input)
    const secret = input.secret === undefined ? before.secret : sealedSecretOf(ctx.config.dataDir, before.code, input.secret)
    const audit = {
      action: 'operatorPlatform.update',
      name: before.name,
      changes: secretChange(secret !== before.secret),
    } as const
    await updateRow(write, 'operator_platform', before, { ...columnsOf(ctx, input), secret }, audit)
    return { id: before.id }
  })
