import type { endpoints, InputOf, OrderKindName } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { giveUpOnLocks } from '../../../platform/database/locks.ts'
import { notifyAccounts } from './notify-accounts.ts'
import { caretakersOf } from './order-audience.ts'
import { NothingToDo, type Write } from '../../../platform/transact.ts'
import type { StoredOrder } from './order.store.ts'
import { transitionOrder } from './transition-order.ts'

/** An order that is resumed returns to its previous status. */
const goesOn = { held_from: null, hold_until: null, hold_reason: null }

/** Resumes an order by hand. */
export const unholdOrder = (
  ctx: Ctx,
  kind: OrderKindName,
  { id, note }: InputOf<typeof endpoints.repairOrder.unhold>,
): Promise<{ id: number }> =>
  transitionOrder(ctx, kind, id, {
    action: 'unhold',
    note,
    changes: () => goesOn,
    effects: (write, order) => tell(ctx, write, kind, order),
  })

/** Resumes an order whose hold has ended. A step of the system. @throws NothingToDo if it is no longer on hold, or on hold for longer */
export const endHold = (ctx: Ctx, kind: OrderKindName, id: number): Promise<{ id: number }> =>
  transitionOrder(ctx, kind, id, {
    action: 'holdEnd',
    changes: () => goesOn,
    check: async (write, { hold_until: until }) => {
      // What somebody has locked of one company keeps the orders of no other waiting.
      await giveUpOnLocks(write.systemDb)
      if (until === null || Date.parse(until) > write.at.getTime()) throw new NothingToDo()
    },
    effects: (write, order) => tell(ctx, write, kind, order),
  })

const tell = async (ctx: Ctx, write: Write, kind: OrderKindName, order: StoredOrder): Promise<void> => {
  const people = [...order.engineers.map((engineer) => engineer.id), ...(await caretakersOf(write, kind, order, 'assign'))]
  return notifyAccounts(ctx, write, kind, order, people, 'orderHoldEnded', {})
}
