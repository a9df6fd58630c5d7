import type { CheckItem, endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { actorCompany, insertRow, lockRow, updateRow, deleteRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'

/** Only values have limits and a unit, and the lower limit must not be above the upper one. @throws invalidInput on `items` */
const assertItems = (ctx: Ctx, items: readonly CheckItem[]): void => {
  for (const { answer, unit, low, high } of items) {
    if (answer !== 'value' && (unit !== undefined || low !== undefined || high !== undefined))
      refuseField(ctx, 'items', 'unknown')
    if (low !== undefined && high !== undefined && low > high) refuseField(ctx, 'items', 'thresholdRange')
  }
}

/** Questions as the audit log shows them. */
const itemTexts = (items: readonly CheckItem[]): string[] => items.map(({ textZh }) => textZh)

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

/** Enables or disables a checklist. New orders do not get a disabled one. */
export const setOrderChecklistEnabled = (
  ctx: Ctx,
  { id, enabled }: InputOf<typeof endpoints.orderChecklist.setEnabled>,
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

/** Deletes a checklist. Orders keep the questions that they were created with. */
export const removeOrderChecklist = (ctx: Ctx, input: InputOf<typeof endpoints.orderChecklist.remove>): Promise<null> =>
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
