import { DomainError, type endpoints, type InputOf, type NotifyRule } from '@emberwatch/contract'
import { type Write, transact } from '../../../platform/transact.ts'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow, lockRow, updateRow, deleteRow } from '../../../platform/rows/rows.ts'
import { companyInScope } from '../../base/tenant/tenant.reads.ts'
import { lockOwner } from '../../base/tenant/tenant.rules.ts'
import { assertRule, columnsOf, ruleOfInput, textChanges } from './notify-rule.rules.ts'
import { ruleOf } from './rules-for.ts'

/** Makes open lists of rules, and previews, refresh. */
const emitRule = (write: Write, { id, path }: { readonly id: number; readonly path: string }, change: string): void =>
  write.emit({ kind: 'notifyRule', change, objectId: id, owner: { path, projectId: null } })

/** The company of a new rule, in the caller's scope: the one given, or the caller's own. @throws DomainError notFound */
export const ownerOfRule = async (ctx: Ctx, write: Write, given: number | undefined) => {
  const companyId = given ?? ctx.actor.companyId
  const company = companyId === null ? undefined : await companyInScope(write.db, companyId)
  if (!company) throw new DomainError('notFound', {}, 'companyId')
  await lockOwner(write.systemDb, company.id)
  return company
}

/** Adds a rule within a write. Returns its id. @throws DomainError duplicate, notHere */
export const addRule = async (
  ctx: Ctx,
  write: Write,
  { id, path }: { readonly id: number; readonly path: string },
  rule: NotifyRule,
): Promise<number> => {
  await assertRule(ctx, write, path, rule)
  const row = { company_id: id, path, enabled: rule.enabled, ...columnsOf(rule) }
  const ruleId = await insertRow(write, 'notify_rule', row, {
    action: 'notifyRule.create',
    unique: ['name', rule.name],
    changes: textChanges(null, rule),
  })
  emitRule(write, { id: ruleId, path }, 'created')
  return ruleId
}

/** Creates a notification rule of the caller's company, or of one below. */
export const createNotifyRule = (ctx: Ctx, input: InputOf<typeof endpoints.notifyRule.create>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const company = await ownerOfRule(ctx, write, input.companyId)
    return { id: await addRule(ctx, write, company, ruleOfInput(input, input.enabled ?? true)) }
  })

/**
 * Edits a notification rule. Its company cannot change. Runs in progress continue as they began. @throws DomainError duplicate, notHere,
 * staleVersion
 */
export const updateNotifyRule = (ctx: Ctx, input: InputOf<typeof endpoints.notifyRule.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const row = await lockRow(write, 'notify_rule', input)
    const rule = ruleOfInput(input, row.enabled)
    await assertRule(ctx, write, row.path, rule)
    await updateRow(write, 'notify_rule', row, columnsOf(rule), {
      action: 'notifyRule.update',
      unique: ['name', rule.name],
      changes: textChanges(ruleOf(row), rule),
    })
    emitRule(write, row, 'updated')
    return { id: row.id }
  })

/**
 * Enables or disables a notification rule. One that names somebody who is gone may still be enabled: notifying the others is better than
 * notifying nobody, and the list shows who is missing.
 */
export const setNotifyRuleEnabled = (ctx: Ctx, { id, enabled }: InputOf<typeof endpoints.notifyRule.setEnabled>): Promise<null> =>
  transact(ctx, async (write) => {
    const row = await lockRow(write, 'notify_rule', { id })
    const changes = { enabled: [row.enabled, enabled] } as const
    await updateRow(write, 'notify_rule', row, { enabled }, { action: 'notifyRule.forbidden', changes })
    emitRule(write, row, enabled ? 'enabled' : 'disabled')
    return null
  })

/** Deletes a notification rule. What it did stays in the journeys of its alarms. */
export const removeNotifyRule = (ctx: Ctx, { id }: InputOf<typeof endpoints.notifyRule.remove>): Promise<null> =>
  transact(ctx, async (write) => {
    const row = await lockRow(write, 'notify_rule', { id }, 'delete')
    await deleteRow(write, 'notify_rule', row, { action: 'notifyRule.del' })
    emitRule(write, row, 'deleted')
    return null
  })
