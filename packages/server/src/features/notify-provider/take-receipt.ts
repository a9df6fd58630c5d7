import { setTimeout as delay } from 'node:timers/promises'
import type { Receipt } from '../../platform/channels/provider.ts'
import type { Ctx } from '../../platform/context.ts'
import { applyReceipt, noteTaken, recordOfReceipt } from '../message/settle-records.ts'
import { recordOutcomes } from './record-outcome.ts'

/** A receipt over the provider's own connection may come before the commit that stores the provider's id of the message (ms). */
const pauses = [200, 1_000, 3_000]

/** Calls whose alarm is being taken over at this moment: a provider that reports it twice at once is told the same twice. */
const taking = new WeakMap<Ctx['systemDb'], Map<number, Promise<void>>>()

/** Only what was carried out is noted, so that a report that comes again after a failure is another try. */
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
 * Stores what a provider reports. Late, repeated and unknown receipts change nothing. The person who pressed 1 takes the alarm over, once.
 * @returns whether the alarm was taken over; null if nobody asked for it
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
  for (const pause of patient ? [0, ...pauses] : [0]) {
    if (pause > 0) await delay(pause)
    // First of all: what is known by now is there for the receipt as well.
    const record = await recordOfReceipt(ctx.systemDb, providerId, receipt.ref)
    if (record === undefined) continue
    const at = ctx.clock.now()
    await ctx.systemDb.transaction().execute(async (tx) => {
      const changed = await applyReceipt(tx, providerId, receipt, at)
      if (changed) await recordOutcomes(tx, [changed], at)
    })
    if (!receipt.taken) return null
    if (!record.isTaken) await takeOnce(ctx, takeByPhone, record.id)
    return true
  }
  return receipt.taken ? false : null
}
