import { setTimeout as delay } from 'node:timers/promises'
import type { Receipt } from '../../../platform/channels/provider.ts'
import type { Ctx } from '../../../platform/context.ts'
import { applyReceipt, noteTaken, recordOfReceipt } from '../../base/message-record/settle-records.ts'
import { noteDelivery } from './provider.store.ts'
import { recordOutcomes } from './record-outcome.ts'

/**
 * Pauses before a receipt is looked up again (ms): over the provider's own connection it may arrive before the commit that stores the
 * provider's message id.
 */
const pauses = [200, 1_000, 3_000]

/** Calls whose alarm is being taken over right now. If a provider reports the key press twice at once, both get the same answer. */
const taking = new WeakMap<Ctx['systemDb'], Map<number, Promise<void>>>()

/** Only success is remembered, so that a report repeated after a failure is another try. */
const takeOnce = (ctx: Ctx, takeByPhone: (ctx: Ctx, recordId: number) => Promise<void>, id: number): Promise<void> => {
  const own = taking.get(ctx.systemDb) ?? new Map<number, Promise<void>>()
  taking.set(ctx.systemDb, own)
  const known = own.get(id)
  if (known) return known
  const work = takeByPhone(ctx, id)
    .then(() => noteTaken(ctx.systemDb, id, ctx.clock.now()))
    .finally(() => own.delete(id))
  own.set(id, work)
  return work
}

/**
 * Stores what a provider reports. Late, repeated and unknown receipts change nothing. If the person pressed 1, they take the alarm over,
 * once.
 * @returns whether the alarm was taken over; null if nobody asked for that
 */
export const takeReceipt = async (
  ctx: Ctx,
  takeByPhone: (ctx: Ctx, recordId: number) => Promise<void>,
  {
    providerId,
    receipt,
    patient = false,
  }: { readonly providerId: number; readonly receipt: Receipt; readonly patient?: boolean },
): Promise<boolean | null> => {
  const { otherRefs: _otherRefs, ...exact } = receipt
  for (const [index, pause] of (patient ? [0, ...pauses] : [0]).entries()) {
    if (pause > 0) await delay(pause)
    const at = ctx.clock.now()
    // A message that has exactly this id may be stored a moment later, and goes before one whose id only looks alike.
    const named = patient && index === 0 ? exact : receipt
    // Read first, so that the receipt can use it.
    const record = await recordOfReceipt(ctx.systemDb, providerId, named, at)
    if (record === undefined) continue
    const changed = await ctx.systemDb.transaction().execute(async (tx) => {
      const applied = await applyReceipt(tx, providerId, named, at)
      if (applied) await recordOutcomes(tx, [applied], at)
      return applied
    })
    if (changed?.channel === 'sms') {
      const arrived = receipt.state === 'delivered' || receipt.state === 'read'
      const said = { phone: changed.phone, arrived, reason: receipt.reason ?? receipt.state }
      // The receipt itself is stored, and must not be asked for again: the next one is noted.
      await noteDelivery(ctx.systemDb, providerId, said, at).catch(() => undefined)
    }
    if (!receipt.taken) return null
    if (!record.isTaken) await takeOnce(ctx, takeByPhone, record.id)
    return true
  }
  return receipt.taken ? false : null
}
