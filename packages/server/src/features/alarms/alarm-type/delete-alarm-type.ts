import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { texts, translate } from '../../../platform/i18n.ts'
import { actorCompany, deleteRow, dependantLimit, lockRow, refuseInUse } from '../../../platform/rows/rows.ts'
import { transact, type Write } from '../../../platform/transact.ts'

/** What prevents deletion: parameters that use the type, and alarms of it. Not scoped: everything counts, wherever it is. */
const dependantsOf = async (ctx: Ctx, { systemDb }: Write, id: number) => {
  const params = await systemDb
    .selectFrom('report_param')
    .select(['format', 'code'])
    .where('alarm_type_id', '=', id)
    .orderBy('id')
    .limit(dependantLimit)
    .execute()
  const raised = await systemDb.selectFrom('alarm').select('id').where('type_id', '=', id).limit(1).executeTakeFirst()
  const { path } = actorCompany(ctx)
  return [
    ...params.map(({ format, code }) => ({ label: `${format} ${code}`, path })),
    ...(raised ? [{ label: texts[ctx.locale].menus['alarm.log'], path }] : []),
  ]
}

/** Deletes an alarm type that is not used by any parameter or alarm. @throws DomainError inUse, naming what uses it; notHere for a built-in one */
export const deleteAlarmType = (ctx: Ctx, input: InputOf<typeof endpoints.alarmType.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const type = await lockRow(write, 'alarm_type', input, 'delete')
    // Built-in types would be created again at the next start.
    if (type.created_by === null) throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.seededStays') }, 'id')
    refuseInUse(await dependantsOf(ctx, write, type.id), () => true)
    await deleteRow(write, 'alarm_type', type, { action: 'alarmType.del', name: type.name_zh, owner: actorCompany(ctx) })
    return null
  })
