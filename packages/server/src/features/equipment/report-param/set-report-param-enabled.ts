import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { actorCompany, lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'

/**
 * Enables or disables a code. A disabled one counts as unknown. If it was an alarm it is still raised, as the fault "unknown code"
 * (code-meanings.ts): nobody can silence a fire in a table.
 */
export const setReportParamEnabled = (
  ctx: Ctx,
  { id, enabled }: InputOf<typeof endpoints.reportParam.forbidden>,
): Promise<null> =>
  transact(ctx, async (write) => {
    const param = await lockRow(write, 'report_param', { id })
    const name = `${param.format} ${param.code}`
    await updateRow(
      write,
      'report_param',
      param,
      { enabled },
      { action: 'reportParam.forbidden', name, owner: actorCompany(ctx) },
    )
    await invalidateGatewayCache(write.systemDb)
    return null
  })
