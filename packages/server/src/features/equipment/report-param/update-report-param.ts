import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { actorCompany, lockRow, refuseInUse, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'
import { meaningOf } from './meaning.ts'
import { followRestored, restoresOf } from './report-param.store.ts'
import { toldOf } from './told.ts'

/**
 * Changes a code's meaning from the next report on; its restores follow. Making an alarm something else requires a note, which is kept in
 * the audit log.
 * @throws DomainError staleVersion; invalidInput; notHere; inUse while restores refer to a code that would raise nothing
 */
export const updateReportParam = (ctx: Ctx, input: InputOf<typeof endpoints.reportParam.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const param = await lockRow(write, 'report_param', input)
    const { note } = input
    if (param.type === 'alarm' && input.type !== 'alarm' && !note) refuseField(ctx, 'note', 'required')
    const changes = { ...(await meaningOf(ctx, write, param.format, input, param)), ...toldOf(ctx, input) }
    if (changes.type === 'restore' || (changes.alarm_type_id ?? changes.fault_type_id) === null) {
      const { path } = actorCompany(ctx)
      const restores = await restoresOf(write.systemDb, param)
      refuseInUse(
        restores.map(({ format, code }) => ({ label: `${format} ${code}`, path })),
        () => true,
      )
    }
    await updateRow(write, 'report_param', param, changes, {
      action: 'reportParam.update',
      name: `${param.format} ${param.code}`,
      owner: actorCompany(ctx),
      ...(note ? { changes: { note: [null, note] } } : {}),
    })
    await followRestored(write.systemDb, param, changes)
    await invalidateGatewayCache(write.systemDb)
    return { id: param.id }
  })
