import { setTimeout as delay } from 'node:timers/promises'
import type { Receipt } from '../../platform/channels/provider.ts'
import type { Ctx } from '../../platform/context.ts'
import { applyReceipt, recordOfReceipt } from '../message/settle-records.ts'
import { recordOutcomes } from './record-outcome.ts'

/** A receipt over the provider's own connection may come before the commit that stores the provider's id of the message (ms). */
const pauses = [200, 1_000, 3_000]

/**
 * Stores what a provider reports. Late, repeated and unknown receipts change nothing. Whoever pressed 1 takes the alarm over, once.
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
    const recordId = await recordOfReceipt(ctx.systemDb, providerId, receipt.ref)
    if (recordId === undefined) continue
    const at = ctx.clock.now()
    await ctx.systemDb.transaction().execute(async (tx) => {
      const changed = await applyReceipt(tx, providerId, receipt, at)
      if (changed) await recordOutcomes(tx, [changed], at)
    })
    if (!receipt.taken) return null
    await takeByPhone(ctx, recordId)
    return true
  }
  return receipt.taken ? false : null
}
