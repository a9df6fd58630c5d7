import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { actorCompany, lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'

/** Enables or disables a checklist. New orders do not get a disabled one. */
export const setOrderChecklistEnabled = (
  ctx: Ctx,
  { id, enabled }: InputOf<typeof endpoints.orderChecklist.forbidden>,
): Promise<null> =>
  transact(ctx, async (write) => {
    const list = await lockRow(write, 'order_checklist', { id })
    await updateRow(
      write,
      'order_checklist',
      list,
      { enabled },
      {
        action: 'orderChecklist.forbidden',
        name: enumLabel('zh', 'orderKind', list.kind),
        owner: actorCompany(ctx),
        changes: { enabled: [list.enabled, enabled] },
      },
    )
    return null
  })
