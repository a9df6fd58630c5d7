import { DomainError, type OrderPartUsed } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { joining, type Write } from '../../../platform/transact.ts'
import { replaceDevice } from '../../equipment/device/device-leaving.verbs.ts'
import { replaceParts, resultsOf, type StoredOrder } from './order.store.ts'

/** A device of the order that was replaced by one from stock. */
interface Swap {
  readonly oldId: number
  readonly oldCode: string
  readonly newId: number
  readonly newCode: string
}

/** In the stock of the project's company or of the engineer's own. Stock of companies below is visible but not theirs to use. */
const inStock = (ctx: Ctx, write: Write, { company_id }: StoredOrder, code: string) =>
  write.db
    .selectFrom('device')
    .select(['id', 'code'])
    .where(sql<boolean>`lower(code) = lower(${code})`)
    .where('company_id', 'in', [company_id, ctx.actor.companyId ?? company_id])
    .where('project_id', 'is', null)
    .where('deleted_at', 'is', null)
    .where('scrapped_at', 'is', null)
    .executeTakeFirst()

/** @throws invalidInput for a device that is not in the order, deviceMissing for a code that is not in stock; both on `parts` */
const swapOf = async (ctx: Ctx, write: Write, order: StoredOrder, part: OrderPartUsed): Promise<Swap | undefined> => {
  const { deviceId, newCode } = part
  if (deviceId === undefined || newCode === undefined) return undefined
  const onOrder = (await resultsOf(write.db, order.id)).some(({ device_id }) => device_id === deviceId)
  const old = onOrder && (await write.db.selectFrom('device').select('code').where('id', '=', deviceId).executeTakeFirst())
  if (!old) throw new DomainError('invalidInput', { fields: translate(ctx.locale, 'reasons.partForeign') }, 'parts')
  const fresh = await inStock(ctx, write, order, newCode)
  if (!fresh) throw new DomainError('deviceMissing', {}, 'parts')
  return { oldId: deviceId, oldCode: old.code, newId: fresh.id, newCode: fresh.code }
}

/**
 * Records the complete list of parts used, because work that was sent back is completed again. A swapped device is replaced: the new one
 * takes its place (device/device-leaving.verbs.ts).
 */
export const recordParts = async (
  ctx: Ctx,
  write: Write,
  order: StoredOrder,
  parts: readonly OrderPartUsed[],
): Promise<string[]> => {
  const rows = []
  for (const part of parts) {
    const swap = await swapOf(ctx, write, order, part)
    if (swap) await replaceDevice(joining(ctx, write), { id: swap.oldId, withId: swap.newId, reason: order.code, scrap: false })
    rows.push({
      order_id: order.id,
      name: part.name,
      quantity: part.quantity,
      old_device_id: swap?.oldId ?? null,
      new_device_id: swap?.newId ?? null,
      old_code: swap?.oldCode ?? null,
      new_code: swap?.newCode ?? part.newCode ?? null,
    })
  }
  await replaceParts(write.db, order.id, rows)
  return rows.map(({ name, quantity, old_code, new_code }) =>
    [`${name} × ${quantity}`, old_code && new_code && `${old_code} → ${new_code}`].filter(Boolean).join(', '),
  )
}
