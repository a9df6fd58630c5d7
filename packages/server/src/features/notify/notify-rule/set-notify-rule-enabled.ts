import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { emitRule } from './notify-rule.events.ts'

/**
 * Enables or disables a notification rule. One that names somebody who is gone may still be enabled: notifying the others is better than
 * notifying nobody, and the list shows who is missing.
 */
export const setNotifyRuleEnabled = (ctx: Ctx, { id, enabled }: InputOf<typeof endpoints.notifyRule.forbidden>): Promise<null> =>
  transact(ctx, async (write) => {
    const row = await lockRow(write, 'notify_rule', { id })
    const changes = { enabled: [row.enabled, enabled] } as const
    await updateRow(write, 'notify_rule', row, { enabled }, { action: 'notifyRule.forbidden', changes })
    emitRule(write, row, enabled ? 'enabled' : 'disabled')
    return null
  })
