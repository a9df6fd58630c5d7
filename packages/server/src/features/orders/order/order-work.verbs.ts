import { orderStatus, type OrderKindName, type endpoints, type InputOf, DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transitionOrder } from './transition-order.ts'
import { refuseField, assertFuture } from '../../../platform/refuse-field.ts'
import { attachFiles } from '../../base/file/file.verbs.ts'
import { assertChecks, photosOf, recordChecks } from './order-checks.ts'
import { fileOwnerOf } from './order.rules.ts'
import { assertResults, devicePhotosOf, saveResults } from './device-results.ts'
import { notifyAccounts, caretakersOf } from './order-audience.ts'
import { giveUpOnLocks } from '../../../platform/database/locks.ts'
import { NothingToDo, type Write } from '../../../platform/transact.ts'
import type { StoredOrder } from './order.store.ts'
import { oneByOne } from '../../../platform/one-by-one.ts'

/** Starts the work. If the order lists sign addresses, an engineer must have signed in at one of them. */
export const startOrder = (
  ctx: Ctx,
  kind: OrderKindName,
  input: InputOf<typeof endpoints.repairOrder.start>,
): Promise<{ id: number }> => transitionOrder(ctx, kind, input.id, { action: 'start', onBehalfReason: input.onBehalfReason })

/** Saves results of some devices and answers of the checklist during the work: a round through a large building takes days, and phones lose power. */
export const recordResults = (
  ctx: Ctx,
  kind: OrderKindName,
  input: InputOf<typeof endpoints.orderApp.record>,
): Promise<{ id: number }> => {
  const { checks = [] } = input
  return transitionOrder(ctx, kind, input.id, {
    action: 'record',
    onBehalfReason: input.onBehalfReason,
    check: async (write, order) => {
      if (input.devices.length === 0 && checks.length === 0) refuseField(ctx, 'devices', 'required')
      await assertResults(ctx, write, kind, order, input.devices)
      await assertChecks(ctx, write, order, checks)
    },
    effects: async (write, order) => {
      if (input.devices.length > 0) await saveResults(write, order.id, input.devices)
      await recordChecks(write, order.id, checks)
      await attachFiles(ctx, write, [...devicePhotosOf(input.devices), ...photosOf(checks)], fileOwnerOf(order))
      return {
        ...(input.devices.length > 0 ? { devices: [null, input.devices] as const } : {}),
        ...(checks.length > 0 ? { checks: [null, checks] as const } : {}),
      }
    },
  })
}

/** Puts an order on hold until a time, or until somebody resumes it. Its due time stays, so it may become overdue. */
export const holdOrder = (
  ctx: Ctx,
  kind: OrderKindName,
  { id, reason, until }: InputOf<typeof endpoints.repairOrder.hold>,
): Promise<{ id: number }> =>
  transitionOrder(ctx, kind, id, {
    action: 'hold',
    note: reason,
    changes: (_write, order) => ({ held_from: order.status, hold_until: until ?? null, hold_reason: reason }),
    check: async (write) => assertFuture(ctx, 'until', until, write.at),
    effects: async (write, order) => {
      const people = [...order.engineers.map((engineer) => engineer.id), ...(await caretakersOf(write, kind, order, 'assign'))]
      await notifyAccounts(ctx, write, kind, order, people, 'orderHeld', { reason })
      return { holdUntil: [null, until ?? null] }
    },
  })

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
const endHold = (ctx: Ctx, kind: OrderKindName, id: number): Promise<{ id: number }> =>
  transitionOrder(ctx, kind, id, {
    action: 'holdEnd',
    changes: () => goesOn,
    check: async (write, { hold_until: until }) => {
      // What is locked of one company keeps the orders of no other waiting.
      await giveUpOnLocks(write.systemDb)
      if (until === null || Date.parse(until) > write.at.getTime()) throw new NothingToDo()
    },
    effects: (write, order) => tell(ctx, write, kind, order),
  })

const tell = async (ctx: Ctx, write: Write, kind: OrderKindName, order: StoredOrder): Promise<void> => {
  const people = [...order.engineers.map((engineer) => engineer.id), ...(await caretakersOf(write, kind, order, 'assign'))]
  return notifyAccounts(ctx, write, kind, order, people, 'orderHoldEnded', {})
}

/** How many are handled in one run. The next run follows within a minute. */
const atOnce = 500

/** Somebody was faster: the order is no longer on hold. */
const wasFirst = (error: unknown): boolean =>
  error instanceof NothingToDo ||
  (error instanceof DomainError && ['wrongState', 'staleVersion', 'notFound'].includes(error.reason))

/** Resumes orders whose hold has ended. Safe after any downtime and with several processes. */
export const resumeDueOrders = async (ctx: Ctx): Promise<void> => {
  const due = await ctx.systemDb // not scoped: the system's own job
    .selectFrom('work_order')
    .select(['id', 'kind'])
    .where('status', '=', orderStatus.onHold)
    .where('hold_until', '<=', ctx.clock.now().toISOString())
    .where('deleted_at', 'is', null)
    .orderBy('hold_until')
    .limit(atOnce)
    .execute()
  await oneByOne(due, ({ id, kind }) =>
    endHold(ctx, kind, id).catch((error: unknown) => {
      if (!wasFirst(error)) throw error
    }),
  )
}
