import { type AuditAction, type endpoints, type InputOf, DomainError } from '@emberwatch/contract'
import { changesBetween } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { actorCompany, insertRow, lockRow, refuseInUse, updateRow, deleteRow } from '../../../platform/rows/rows.ts'
import { type Write, transact } from '../../../platform/transact.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'
import { meaningOf, type Format, type Meaning, notificationColumns, type NotificationInput } from './report-param.rules.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { followRestored, restoresOf, hasRaised } from './report-param.store.ts'
import { texts, translate } from '../../../platform/i18n.ts'

interface Definition extends Meaning, NotificationInput {
  readonly format: Format
  readonly code: string
}

/**
 * Defines a code's meaning for every gateway of the platform, from the next report on, within a write. Returns the report parameter's id.
 * @throws DomainError duplicate if the code is defined, even if disabled; invalidInput; notHere
 */
export const defineParam = async (
  ctx: Ctx,
  write: Write,
  action: AuditAction & `reportParam.${string}`,
  { format, code, ...input }: Definition,
): Promise<number> => {
  const row = { format, code, ...notificationColumns(ctx, input), ...(await meaningOf(ctx, write, format, input)) }
  const name = `${format} ${code}`
  const audit = { action, name, owner: actorCompany(ctx), changes: changesBetween({}, row) } as const
  const id = await insertRow(write, 'report_param', row, { ...audit, unique: ['code', name] })
  await invalidateGatewayCache(write.systemDb)
  return id
}

/** Defines a code before any device has sent it. */
export const createReportParam = (ctx: Ctx, input: InputOf<typeof endpoints.reportParam.create>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const code = input.code.trim() || refuseField(ctx, 'code', 'required')
    return { id: await defineParam(ctx, write, 'reportParam.create', { ...input, code }) }
  })

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
    const changes = { ...(await meaningOf(ctx, write, param.format, input, param)), ...notificationColumns(ctx, input) }
    if (changes.type === 'restore' || (changes.alarm_type_id ?? changes.fault_type_id) === null) {
      const restores = await restoresOf(write.systemDb, param)
      await refuseInUse(write, async () => restores.map(({ format, code }) => ({ label: `${format} ${code}` })))
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

/**
 * Enables or disables a code. A disabled one counts as unknown. If it was an alarm it is still raised, as the fault "unknown code"
 * (code-meanings.ts): nobody can silence a fire in a table.
 */
export const setReportParamEnabled = (
  ctx: Ctx,
  { id, enabled }: InputOf<typeof endpoints.reportParam.setEnabled>,
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

/**
 * Deletes a code that has never raised anything. Others stay, because alarms and faults refer to them; they can be disabled.
 * @throws DomainError inUse, naming what uses it; notHere for a built-in one, which would be created again at the next start
 */
export const removeReportParam = (ctx: Ctx, input: InputOf<typeof endpoints.reportParam.remove>): Promise<null> =>
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
    await refuseInUse(write, async () => labels.map((label) => ({ label })))
    await deleteRow(write, 'report_param', param, { action: 'reportParam.del', name: `${param.format} ${param.code}`, owner })
    await invalidateGatewayCache(write.systemDb)
    return null
  })
