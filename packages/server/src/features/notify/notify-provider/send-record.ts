import type { Sent } from '../../../platform/channels/provider.ts'
import type { Ctx } from '../../../platform/context.ts'
import { briefTransaction, isLockTimeout, whenFree } from '../../../platform/database/locks.ts'
import { noteProvider, type ClaimedRecord } from '../../base/message-record/claim-records.ts'
import { queueCopy } from '../../base/message-record/queue-copy.ts'
import { settleFailed, settleSent } from '../../base/message-record/settle-records.ts'
import { chargeOf, failureKindOf, outgoingOf, prepare, receiverOf } from './sending.rules.ts'
import type { PooledProvider, ProviderPool } from './provider-pool.ts'
import { recordOutcomes } from './record-outcome.ts'

/** The pauses between tries of a message that no provider accepts (ms). For alarms they are few and short, so that another channel follows soon. */
const pauses = { urgent: [2_000, 5_000, 10_000, 20_000], other: [10_000, 30_000, 60_000, 120_000, 300_000, 600_000] } as const
/**
 * While all providers of a channel rest, an alarm looks again after this pause, up to a limit after it was queued. These looks do not count
 * as tries.
 */
const restMs = 5_000
const restsForMs = 40_000
/** Between the tries of a copy. */
const copyPauseMs = 30_000

/**
 * The outcome of a message whose rows are locked, for example while a company changes hands, is stored as soon as they are free: sent again, the message would
 * reach the person twice. No connection is held while waiting, because there are few and everybody else must be notified.
 */
const lockedForMs = 15 * 60_000

/** When to retry a message that nobody accepted, if at all. */
const pauseOf = (record: ClaimedRecord, untried: boolean, at: number): number | undefined => {
  const { attempts, priority } = record
  if (priority > 0) return pauses.other[attempts - 1]
  if (record.tries_until !== null)
    return at + restMs < Date.parse(record.tries_until) ? (untried ? restMs : copyPauseMs) : undefined
  if (untried) return at - Date.parse(record.created_at) < restsForMs ? restMs : undefined
  return pauses.urgent[attempts - 1]
}

const attempt = async (
  taken: PooledProvider,
  message: Parameters<PooledProvider['provider']['send']>[0],
  stopping: AbortSignal,
): Promise<Sent> => {
  const signal = AbortSignal.any([AbortSignal.timeout(taken.row.timeout_s * 1_000), stopping])
  try {
    return await taken.provider.send(message, signal)
  } catch (error) {
    return { result: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }
}

const settleAccepted = async (
  { systemDb, clock }: Ctx,
  record: ClaimedRecord,
  provider: PooledProvider['row'],
): Promise<void> => {
  const charge = { segments: null, cost: null, currency: null }
  const sent = { result: 'accepted', ref: null } as const
  await briefTransaction(systemDb, (tx) => settleSent(tx, record, { provider, sent, charge, at: clock.now() }))
}

export interface SendOptions {
  readonly ctx: Ctx
  readonly pool: ProviderPool
  /** Aborts at the end of the program. What is not settled is sent again when its lease ends. */
  readonly stopping: AbortSignal
  /** Ids of those that were handed over, while what became of them is being stored: however long that takes, they are not sent again. */
  readonly settling?: Set<number>
}

/**
 * Sends one claimed record over the first provider of its channel that accepts it. If one fails, the next follows at once. A message that
 * one provider refuses for good may still be accepted by another.
 */
export const sendRecord = async (
  { ctx, pool, stopping, settling }: SendOptions,
  record: ClaimedRecord,
  first: PooledProvider | undefined,
): Promise<void> => {
  const db = ctx.systemDb
  const urgent = record.priority === 0
  const tried = new Set<number>()
  let taken = first
  if (!taken) {
    // A provider may have been set up since the record was claimed.
    await pool.refresh()
    taken = pool.take(record.channel, urgent, tried)
  }
  let last: Exclude<Sent, { result: 'accepted' }> = {
    result: 'failed',
    reason: pool.has(record.channel) ? 'providerDown' : 'noProvider',
  }
  /** It was refused by a provider that refuses everything. */
  let isDoubtful = false
  let accepted: { readonly provider: PooledProvider['row']; readonly sent: Extract<Sent, { result: 'accepted' }> } | undefined
  try {
    const prepared = await prepare(db, record)
    while (taken) {
      const { row } = taken
      tried.add(row.id)
      // Our lease has ended and somebody else sends it.
      if (!(await noteProvider(db, record, row))) return
      const sent = await attempt(taken, outgoingOf(prepared, row), stopping)
      if (stopping.aborted && sent.result !== 'accepted') return
      const provider = taken
      taken = undefined
      await pool.done(provider, urgent, sent, receiverOf(record))
      if (sent.result === 'accepted') {
        accepted = { provider: row, sent }
        break
      }
      if (sent.result === 'rejected' && pool.doubts(provider)) isDoubtful = true
      // A temporary failure outweighs another provider's refusal, because it may succeed later.
      if (last.result !== 'failed' || tried.size === 1 || sent.result === 'failed') last = sent
      taken = pool.take(record.channel, urgent, tried)
    }
  } finally {
    if (taken) await pool.done(taken, urgent)
  }
  const settle = (): Promise<void> =>
    briefTransaction(db, async (tx) => {
      const at = ctx.clock.now()
      if (accepted) {
        const charge = chargeOf(record, accepted.provider, accepted.sent)
        const changed = await settleSent(tx, record, { ...accepted, charge, at })
        if (changed) await recordOutcomes(tx, [changed], at)
        return
      }
      const untried = urgent && tried.size === 0
      const isDoubted = last.result === 'rejected' && isDoubtful
      const isOfProvider = isDoubted || (last.result === 'failed' && last.reason !== 'noProvider')
      // Where everything is refused, its rule goes on at once. Only the copy waits for somebody to repair the provider.
      const isOver = !isOfProvider || (isDoubted && record.tries_until === null)
      const pause = isOver ? undefined : pauseOf(record, untried, at.getTime())
      const retryAt = pause === undefined ? null : new Date(at.getTime() + pause)
      const kind = isDoubted ? 'notWorking' : failureKindOf(last)
      const changed = await settleFailed(tx, record, { reason: last.reason, kind, retryAt, untried, at })
      if (!changed) return
      const again = urgent && retryAt === null && isOfProvider && changed.run_id !== null && changed.copy_of === null
      if (again) await queueCopy(tx, { ...changed, answer_by: record.answer_by }, at)
      await recordOutcomes(tx, [changed], at, again)
    })
  settling?.add(record.id)
  await whenFree(settle, lockedForMs, stopping)
    .catch(async (error: unknown) => {
      // What follows from it cannot be stored. But the person has it, and must not get it again with the end of each lease.
      const { provider } = accepted ?? {}
      if (provider && !isLockTimeout(error)) await settleAccepted(ctx, record, provider)
      throw error
    })
    .finally(() => settling?.delete(record.id))
}
