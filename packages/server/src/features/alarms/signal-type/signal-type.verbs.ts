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

type AlarmTypeFields = Omit<InputOf<typeof endpoints.alarmType.create>, 'code'>
type FaultTypeFields = Omit<InputOf<typeof endpoints.faultType.create>, 'code'>

/** Two kinds of types, and all they differ in. */
const kinds = {
  alarm: { calls: 'alarmType', table: 'alarm_type', param: 'alarm_type_id', raised: 'alarm', log: 'alarm.log' },
  fault: { calls: 'faultType', table: 'fault_type', param: 'fault_type_id', raised: 'fault', log: 'alarm.fault' },
} as const
type Kind = (typeof kinds)[keyof typeof kinds]

/** The columns that an input sets. @throws DomainError invalidInput if an alarm would have to be closed before it is confirmed */
const columnsOf = (ctx: Ctx, input: AlarmTypeFields | FaultTypeFields) => {
  const columns = { ...namesOf(ctx, input), level: input.level }
  if (!('acknowledgeS' in input)) return columns
  const { acknowledgeS, closeS } = input
  if (closeS !== undefined && closeS < acknowledgeS) refuseField(ctx, 'closeS', 'afterAcknowledge')
  return { ...columns, acknowledge_s: acknowledgeS, close_s: closeS ?? null }
}

/** What prevents deletion: parameters that use the type, and alarms or faults of it. Not scoped: everything counts, wherever it is. */
const dependantsOf = async (ctx: Ctx, { systemDb }: Write, { param, raised, log }: Kind, id: number) => {
  const params = await systemDb
    .selectFrom('report_param')
    .select(['format', 'code'])
    .where(param, '=', id)
    .orderBy('id')
    .limit(dependantLimit)
    .execute()
  const one = await systemDb.selectFrom(raised).select('id').where('type_id', '=', id).limit(1).executeTakeFirst()
  return [
    ...params.map(({ format, code }) => ({ label: `${format} ${code}` })),
    ...(one ? [{ label: texts[ctx.locale].menus[log] }] : []),
  ]
}

/** The verbs of one kind of types. */
const verbsOf = <Fields extends AlarmTypeFields | FaultTypeFields>(kind: Kind) => {
  const { calls, table } = kind
  return {
    /** Creates a type. It takes effect once a report parameter uses it. */
    create: (ctx: Ctx, input: Fields & { code: string }): Promise<{ id: number }> =>
      transact(ctx, async (write) => {
        const code = input.code.trim()
        const columns = columnsOf(ctx, input)
        const audit = {
          action: `${calls}.create`,
          name: columns.name_zh,
          owner: actorCompany(ctx),
          unique: ['code', code],
        } as const
        return { id: await insertRow(write, table, { code, ...columns }, audit) }
      }),

    /** Edits a type. What is raised from now on follows it; earlier alarms and faults keep their level and deadline. */
    update: (ctx: Ctx, input: Fields & { id: number; version: number }): Promise<{ id: number }> =>
      transact(ctx, async (write) => {
        const type = await lockRow(write, table, input)
        const columns = columnsOf(ctx, input)
        const audit = { action: `${calls}.update`, name: columns.name_zh, owner: actorCompany(ctx) } as const
        await updateRow(write, table, type, columns, audit)
        await invalidateGatewayCache(write.systemDb)
        return { id: type.id }
      }),

    /** Sets whether a type is offered for new report parameters. Codes that already use it keep raising it: this silences nothing. */
    setEnabled: (ctx: Ctx, { id, enabled }: { id: number; enabled: boolean }): Promise<null> =>
      transact(ctx, async (write) => {
        const type = await lockRow(write, table, { id })
        const audit = { action: `${calls}.forbidden`, name: type.name_zh, owner: actorCompany(ctx) } as const
        await updateRow(write, table, type, { enabled }, audit)
        return null
      }),

    /** Deletes a type that nothing uses. @throws DomainError inUse, naming what uses it; notHere for a built-in one */
    remove: (ctx: Ctx, input: { id: number }): Promise<null> =>
      transact(ctx, async (write) => {
        const type = await lockRow(write, table, input, 'delete')
        // Built-in types would be created again at the next start.
        if (type.created_by === null)
          throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.seededStays') }, 'id')
        await refuseInUse(write, () => dependantsOf(ctx, write, kind, type.id))
        await deleteRow(write, table, type, { action: `${calls}.del`, name: type.name_zh, owner: actorCompany(ctx) })
        return null
      }),
  }
}

export const alarmTypeVerbs = verbsOf<AlarmTypeFields>(kinds.alarm)
export const faultTypeVerbs = verbsOf<FaultTypeFields>(kinds.fault)
