import type { endpoints, InputOf } from '@emberwatch/contract'
import { changesBetween } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { assertNoLoop, editorColumns, ruleColumns } from './rule-fields.ts'
import { announceRules, lockRulesOf, replaceTargets, targetsOf } from './rule.store.ts'

/** Edits a linked rule. Its project cannot change. @throws notHere for a rule that would trigger itself */
export const updateRule = (ctx: Ctx, input: InputOf<typeof endpoints.linkedRule.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const rule = await lockRow(write, 'linked_rule', input)
    await lockRulesOf(write.systemDb, rule.project_id)
    const { columns, targets } = await ruleColumns(ctx, write, rule.project_id, input)
    const { name, device_id: deviceId, model_id: modelId } = columns
    await assertNoLoop(ctx, write, rule.project_id, { id: rule.id, name, deviceId, modelId, targets })
    const before = { targetIds: await targetsOf(write.db, rule.id), params: rule.params }
    const after = { targetIds: [...input.targetIds].sort((a, b) => a - b), params: input.params ?? [] }
    await updateRow(write, 'linked_rule', rule, columns, {
      action: 'linkedRule.update',
      unique: ['name', name],
      changes: { params: null, ...editorColumns, ...changesBetween(before, after) },
    })
    await replaceTargets(write.systemDb, rule.id, input.targetIds)
    await announceRules(write.systemDb)
    return { id: rule.id }
  })
