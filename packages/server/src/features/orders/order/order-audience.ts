import type { OrderKindName, ErrorParams } from '@emberwatch/contract'
import type { Write } from '../../../platform/transact.ts'
import { holdersOf, staffWith, whoSees } from '../../base/access/access.rules.ts'
import { orderKinds, orderPath } from './order.rules.ts'
import type { OrderColumns } from './order.store.ts'
import type { Ctx } from '../../../platform/context.ts'
import { sendMessages, type MessageType } from '../../base/message/message.verbs.ts'

type Order = Pick<OrderColumns, 'created_by' | 'company_id' | 'customer_id'> & { readonly id: number }

const seeing = async (write: Write, ids: readonly number[], orderId: number): Promise<number[]> => [
  ...(await whoSees(write, ids, 'work_order', [orderId])).keys(),
]

/**
 * Who looks after an order and takes its next step: its creator. If a plan created it, or the creator may no longer take the step, those of
 * its company who may and who see it, so that nothing waits for somebody who is absent.
 */
export const caretakersOf = async (
  write: Write,
  kind: OrderKindName,
  order: Order,
  step: 'assign' | 'verify' | 'appraise',
): Promise<number[]> => {
  const { systemDb, at, by } = write
  const operation = `${orderKinds[kind].name}:${step}`
  // Nobody verifies their own work.
  const mayBe = order.created_by !== null && (step !== 'verify' || order.created_by !== by)
  const creator =
    mayBe &&
    (await holdersOf(systemDb, operation, at).select('account.id').where('account.id', '=', order.created_by).executeTakeFirst())
  const seen = creator ? await seeing(write, [creator.id], order.id) : []
  return seen.length > 0 ? seen : seeing(write, await staffWith(systemDb, order.company_id, operation, at), order.id)
}

/** Accounts of the order's customer that may rate its work. */
export const ratersOf = async ({ systemDb, at }: Write, kind: OrderKindName, { customer_id }: Order): Promise<number[]> => {
  if (customer_id === null) return []
  const rows = await holdersOf(systemDb, `${orderKinds[kind].name}:appraise`, at) // the customer's rows, not the sender's
    .select('account.id')
    .where('account.type', '=', 'customer')
    .where('account.customer_id', '=', customer_id)
    .execute()
  return rows.map(({ id }) => id)
}

/** Sends a message about an order to accounts, except to whoever caused it. */
export const notifyAccounts = async (
  ctx: Ctx,
  write: Write,
  kind: OrderKindName,
  order: { readonly id: number; readonly code: string },
  accountIds: readonly (number | null)[],
  type: MessageType,
  params: ErrorParams,
  /** Null: the order no longer exists. */
  link: string | null = orderPath(kind, order.id),
): Promise<void> => {
  const receivers = accountIds.filter((id) => id !== null).filter((id) => id !== ctx.actor.accountId)
  await sendMessages(write, receivers, type, { code: order.code, ...params }, link)
}
