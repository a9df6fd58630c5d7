import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { assertRule } from './assert-rule.ts'
import { emitRule } from './notify-rule.events.ts'
import { columnsOf, ruleOfInput, textChanges } from './rule-columns.ts'
import { ruleOf } from './rules-for.ts'

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
