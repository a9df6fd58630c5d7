import { type endpoints, type InputOf, DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { namesOf } from '../../../platform/both-names.ts'
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

/** Creates a fault type. It takes effect once a report parameter uses it. */
export const createFaultType = (ctx: Ctx, input: InputOf<typeof endpoints.faultType.create>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const code = input.code.trim()
    const names = namesOf(ctx, input)
    const audit = { action: 'faultType.create', name: names.name_zh, owner: actorCompany(ctx), unique: ['code', code] } as const
    return {
      id: await insertRow(write, 'fault_type', { code, ...names, level: input.level }, audit),
    }
  })

/** Edits a fault type. New faults follow it; earlier ones keep their level. */
export const updateFaultType = (ctx: Ctx, input: InputOf<typeof endpoints.faultType.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const type = await lockRow(write, 'fault_type', input)
    const names = namesOf(ctx, input)
    const audit = { action: 'faultType.update', name: names.name_zh, owner: actorCompany(ctx) } as const
    await updateRow(write, 'fault_type', type, { ...names, level: input.level }, audit)
    await invalidateGatewayCache(write.systemDb)
    return { id: type.id }
  })

/** Sets whether a fault type is offered for new report parameters. Codes that already use it keep raising it: this silences nothing. */
export const setFaultTypeEnabled = (ctx: Ctx, { id, enabled }: InputOf<typeof endpoints.faultType.forbidden>): Promise<null> =>
  transact(ctx, async (write) => {
    const type = await lockRow(write, 'fault_type', { id })
    const audit = { action: 'faultType.forbidden', name: type.name_zh, owner: actorCompany(ctx) } as const
    await updateRow(write, 'fault_type', type, { enabled }, audit)
    return null
  })

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
