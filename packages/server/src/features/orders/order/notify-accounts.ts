import type { OrderKindName, ErrorParams } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import type { Write } from '../../../platform/transact.ts'
import { sendMessages, type MessageType } from '../../base/message/send-messages.ts'
import { orderPath } from './order.kinds.ts'

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
