import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { deleteRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { emitRule } from './notify-rule.events.ts'

/** Deletes a notification rule. What it did stays in the journeys of its alarms. */
export const deleteNotifyRule = (ctx: Ctx, { id }: InputOf<typeof endpoints.notifyRule.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const row = await lockRow(write, 'notify_rule', { id }, 'delete')
    await deleteRow(write, 'notify_rule', row, { action: 'notifyRule.del' })
    emitRule(write, row, 'deleted')
    return null
  })
