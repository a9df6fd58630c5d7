import { DomainError, type endpoints, type InputOf, type NotifyRule } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow } from '../../../platform/rows/rows.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { companyInScope } from '../../base/tenant/company-in-scope.ts'
import { lockOwner } from '../../base/tenant/lock-owner.ts'
import { assertRule } from './assert-rule.ts'
import { emitRule } from './notify-rule.events.ts'
import { columnsOf, ruleOfInput, textChanges } from './rule-columns.ts'

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
