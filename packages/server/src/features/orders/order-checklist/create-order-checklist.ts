import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { actorCompany, insertRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { assertItems, itemTexts } from './checklist.rules.ts'

/** Creates the checklist of a kind of order, for one project type or for all types without their own. */
export const createOrderChecklist = (ctx: Ctx, input: InputOf<typeof endpoints.orderChecklist.create>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    assertItems(ctx, input.items)
    const id = await insertRow(
      write,
      'order_checklist',
      { kind: input.kind, type_id: input.typeId ?? null, items: JSON.stringify(input.items) },
      {
        action: 'orderChecklist.create',
        unique: ['kind', enumLabel(ctx.locale, 'orderKind', input.kind)],
        name: enumLabel('zh', 'orderKind', input.kind),
        owner: actorCompany(ctx),
        changes: { items: [null, itemTexts(input.items)] },
      },
    )
    return { id }
  })
