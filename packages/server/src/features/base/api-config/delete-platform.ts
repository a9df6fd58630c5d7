import type { endpoints, InputOf } from '@emberwatch/contract'
import { changesBetween } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { deleteRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'

const nothing = { code: null, name: null, protocol: null, url: null }

/** Deletes a carrier platform with its secret. */
export const deletePlatform = (ctx: Ctx, input: InputOf<typeof endpoints.operatorPlatform.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const platform = await lockRow(write, 'operator_platform', input, 'delete')
    const changes = changesBetween({ ...platform }, nothing)
    await deleteRow(write, 'operator_platform', platform, { action: 'operatorPlatform.del', changes })
    return null
  })
