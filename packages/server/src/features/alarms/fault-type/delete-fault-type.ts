import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { texts, translate } from '../../../platform/i18n.ts'
import { actorCompany, deleteRow, dependantLimit, lockRow, refuseInUse } from '../../../platform/rows/rows.ts'
import { transact, type Write } from '../../../platform/transact.ts'

/** What prevents deletion: parameters that use the type, and faults of it. Not scoped: everything counts, wherever it is. */
const dependantsOf = async (ctx: Ctx, { systemDb }: Write, id: number) => {
  const params = await systemDb
    .selectFrom('report_param')
    .select(['format', 'code'])
    .where('fault_type_id', '=', id)
    .orderBy('id')
    .limit(dependantLimit)
    .execute()
  const raised = await systemDb.selectFrom('fault').select('id').where('type_id', '=', id).limit(1).executeTakeFirst()
  const { path } = actorCompany(ctx)
  return [
    ...params.map(({ format, code }) => ({ label: `${format} ${code}`, path })),
    ...(raised ? [{ label: texts[ctx.locale].menus['alarm.fault'], path }] : []),
  ]
}

/** Deletes a fault type that is not used by any parameter or fault. @throws DomainError inUse, naming what uses it; notHere for a built-in one */
export const deleteFaultType = (ctx: Ctx, input: InputOf<typeof endpoints.faultType.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const type = await lockRow(write, 'fault_type', input, 'delete')
    // Built-in types would be created again at the next start.
    if (type.created_by === null) throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.seededStays') }, 'id')
    refuseInUse(await dependantsOf(ctx, write, type.id), () => true)
    await deleteRow(write, 'fault_type', type, { action: 'faultType.del', name: type.name_zh, owner: actorCompany(ctx) })
    return null
  })
