import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { actorCompany, lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { assertItems, itemTexts } from './checklist.rules.ts'

/** Changes the questions of orders created from now on. */
export const updateOrderChecklist = (ctx: Ctx, input: InputOf<typeof endpoints.orderChecklist.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    assertItems(ctx, input.items)
    const list = await lockRow(write, 'order_checklist', input)
    await updateRow(
      write,
      'order_checklist',
      list,
      { items: JSON.stringify(input.items) },
      {
        action: 'orderChecklist.update',
        name: enumLabel('zh', 'orderKind', list.kind),
        owner: actorCompany(ctx),
        changes: { items: [itemTexts(list.items), itemTexts(input.items)] },
      },
    )
    return { id: list.id }
  })
