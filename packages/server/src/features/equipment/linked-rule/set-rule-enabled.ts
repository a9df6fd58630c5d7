import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { deviceTargets } from '../device-command/command-target.ts'
import { assertNoLoop, sendableDefinition } from './rule-fields.ts'
import { announceRules, lockRulesOf, targetsOf } from './rule.store.ts'

/**
 * Enables or disables a linked rule. An enabled one sends commands. @throws noAccess or notHere for those who may not send them; notHere if
 * rules added meanwhile would close a cycle
 */
export const setRuleEnabled = (ctx: Ctx, { id, enabled }: InputOf<typeof endpoints.linkedRule.forbidden>): Promise<null> =>
  transact(ctx, async (write) => {
    const rule = await lockRow(write, 'linked_rule', { id })
    await lockRulesOf(write.systemDb, rule.project_id)
    if (enabled) {
      await sendableDefinition(ctx, write, rule.command_id, 'id')
      const { name, device_id: deviceId, model_id: modelId } = rule
      const targets = await deviceTargets(write.systemDb, await targetsOf(write.systemDb, id))
      await assertNoLoop(ctx, write, rule.project_id, { id, name, deviceId, modelId, targets })
    }
    const changes = { enabled: [rule.enabled, enabled] } as const
    await updateRow(write, 'linked_rule', rule, { enabled }, { action: 'linkedRule.forbidden', changes })
    await announceRules(write.systemDb)
    return null
  })
