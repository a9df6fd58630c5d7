import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { texts, translate } from '../../../platform/i18n.ts'
import { actorCompany, deleteRow, lockRow, refuseInUse } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'
import { hasRaised, restoresOf } from './report-param.store.ts'

/**
 * Deletes a code that has never raised anything. Others stay, because alarms and faults refer to them; they can be disabled.
 * @throws DomainError inUse, naming what uses it; notHere for a built-in one, which would be created again at the next start
 */
export const deleteReportParam = (ctx: Ctx, input: InputOf<typeof endpoints.reportParam.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const param = await lockRow(write, 'report_param', input, 'delete')
    if (param.created_by === null)
      throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.seededStays') }, 'id')
    const owner = actorCompany(ctx)
    const { menus } = texts[ctx.locale]
    // Not scoped: everything counts, wherever it is.
    const restores = await restoresOf(write.systemDb, param)
    const raised = await hasRaised(write.systemDb, param)
    const labels = [
      ...restores.map(({ format, code }) => `${format} ${code}`),
      ...(raised.alarm ? [menus['alarm.log']] : []),
      ...(raised.fault ? [menus['alarm.fault']] : []),
    ]
    refuseInUse(
      labels.map((label) => ({ label, path: owner.path })),
      () => true,
    )
    await deleteRow(write, 'report_param', param, { action: 'reportParam.del', name: `${param.format} ${param.code}`, owner })
    await invalidateGatewayCache(write.systemDb)
    return null
  })
