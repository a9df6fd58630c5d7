import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { deleteRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { announceRules } from './rule.store.ts'

/** Deletes a linked rule. Its runs stay, with its name. */
export const deleteRule = (ctx: Ctx, { id }: InputOf<typeof endpoints.linkedRule.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const rule = await lockRow(write, 'linked_rule', { id }, 'delete')
    await deleteRow(write, 'linked_rule', rule, { action: 'linkedRule.del' })
    await announceRules(write.systemDb)
    return null
  })
