import { type endpoints, type InputOf, DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { namesOf } from '../../../platform/both-names.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import {
  actorCompany,
  insertRow,
  lockRow,
  updateRow,
  deleteRow,
  dependantLimit,
  refuseInUse,
} from '../../../platform/rows/rows.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'
import { texts, translate } from '../../../platform/i18n.ts'

/** The columns that an input sets. @throws DomainError invalidInput if an alarm would have to be closed before it is confirmed */
const columnsOf = (ctx: Ctx, input: Omit<InputOf<typeof endpoints.alarmType.create>, 'code'>) => {
  const { closeS } = input
  if (closeS !== undefined && closeS < input.acknowledgeS) refuseField(ctx, 'closeS', 'afterAcknowledge')
  return {
    ...namesOf(ctx, input),
    level: input.level,
    acknowledge_s: input.acknowledgeS,
    close_s: closeS ?? null,
  }
}

/** Creates an alarm type. It takes effect once a report parameter uses it. */
export const createAlarmType = (ctx: Ctx, input: InputOf<typeof endpoints.alarmType.create>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const code = input.code.trim()
    const columns = columnsOf(ctx, input)
    const audit = { action: 'alarmType.create', name: columns.name_zh, owner: actorCompany(ctx), unique: ['code', code] } as const
    return { id: await insertRow(write, 'alarm_type', { code, ...columns }, audit) }
  })

/** Edits an alarm type. New alarms follow it; earlier ones keep their level and deadline. */
export const updateAlarmType = (ctx: Ctx, input: InputOf<typeof endpoints.alarmType.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const type = await lockRow(write, 'alarm_type', input)
    const columns = columnsOf(ctx, input)
    const audit = { action: 'alarmType.update', name: columns.name_zh, owner: actorCompany(ctx) } as const
    await updateRow(write, 'alarm_type', type, columns, audit)
    await invalidateGatewayCache(write.systemDb)
    return { id: type.id }
  })

/** Sets whether an alarm type is offered for new report parameters. Codes that already use it keep raising it: this silences nothing. */
export const setAlarmTypeEnabled = (ctx: Ctx, { id, enabled }: InputOf<typeof endpoints.alarmType.forbidden>): Promise<null> =>
  transact(ctx, async (write) => {
    const type = await lockRow(write, 'alarm_type', { id })
    const audit = { action: 'alarmType.forbidden', name: type.name_zh, owner: actorCompany(ctx) } as const
    await updateRow(write, 'alarm_type', type, { enabled }, audit)
    return null
  })

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
