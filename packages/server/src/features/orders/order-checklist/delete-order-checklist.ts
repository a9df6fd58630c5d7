import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { actorCompany, deleteRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { itemTexts } from './checklist.rules.ts'

/** Deletes a checklist. Orders keep the questions that they were created with. */
export const deleteOrderChecklist = (ctx: Ctx, input: InputOf<typeof endpoints.orderChecklist.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const list = await lockRow(write, 'order_checklist', input, 'delete')
    await deleteRow(write, 'order_checklist', list, {
      action: 'orderChecklist.del',
      name: enumLabel('zh', 'orderKind', list.kind),
      owner: actorCompany(ctx),
      changes: { items: [itemTexts(list.items), null] },
    })
    return null
  })
