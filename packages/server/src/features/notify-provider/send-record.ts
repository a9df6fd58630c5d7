import type { Sent } from '../../platform/channels/provider.ts'
import type { Ctx } from '../../platform/context.ts'
import { noteProvider, type ClaimedRecord } from '../message/claim-records.ts'
import { queueCopy } from '../message/queue-copy.ts'
import { settleFailed, settleSent } from '../message/settle-records.ts'
import { chargeOf } from './charge-of.ts'
import { failureKindOf } from './failure-kind.ts'
import { outgoingOf, preparedOf } from './outgoing-of.ts'
import type { PooledProvider, ProviderPool } from './provider-pool.ts'
import { recordOutcomes } from './record-outcome.ts'

/** Rounds of a message that no provider takes, and the pauses between them (ms). Alarms are soon told over another channel. */
const pauses = { urgent: [2_000, 5_000, 10_000, 20_000], other: [10_000, 30_000, 60_000, 120_000, 300_000, 600_000] } as const
/** While all providers of a channel rest, an alarm looks again after so long, up to so long after it was queued. That is no try. */
const restMs = 5_000
const restsForMs = 40_000
/** Between the tries of a copy. */
const copyPauseMs = 30_000

/** When a message that nobody took is tried again, if ever. */
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

export interface SendOptions {
  readonly ctx: Ctx
  readonly pool: ProviderPool
  /** The program ends: what is not settled is sent again when its lease ends. */
  readonly stopping: AbortSignal
}

/**
 * Sends one claimed record over the first provider of its channel that takes it; where one fails, the next one takes over at once. What a provider refuses
 * for good may still be taken by another.
 */
export const sendRecord = async (
  { ctx, pool, stopping }: SendOptions,
  record: ClaimedRecord,
  first: PooledProvider | undefined,
): Promise<void> => {
  const db = ctx.systemDb
  const urgent = record.priority === 0
  const tried = new Set<number>()
  let taken = first
  if (!taken) {
    // One may have been set up since it was claimed.
    await pool.refresh()
    taken = pool.take(record.channel, urgent, tried)
  }
  let last: Exclude<Sent, { result: 'accepted' }> = {
    result: 'failed',
    reason: pool.has(record.channel) ? 'providerDown' : 'noProvider',
  }
  let accepted: { readonly provider: PooledProvider['row']; readonly sent: Extract<Sent, { result: 'accepted' }> } | undefined
  try {
    const prepared = await preparedOf(db, record)
    while (taken) {
      const { row } = taken
      tried.add(row.id)
      // Somebody else sends it: our lease has ended.
      if (!(await noteProvider(db, record, row))) return
      const sent = await attempt(taken, outgoingOf(prepared, row), stopping)
      if (stopping.aborted && sent.result !== 'accepted') return
      const provider = taken
      taken = undefined
      const failure = sent.result === 'failed' && !sent.ofReceiver ? sent.reason : undefined
      await pool.done(provider, urgent, sent.result === 'accepted' ? null : failure)
      if (sent.result === 'accepted') {
        accepted = { provider: row, sent }
        break
      }
      // One that does not work now may take later what another refuses.
      if (last.result !== 'failed' || tried.size === 1 || sent.result === 'failed') last = sent
      taken = pool.take(record.channel, urgent, tried)
    }
  } finally {
    if (taken) await pool.done(taken, urgent, undefined)
  }
  await db.transaction().execute(async (tx) => {
    const at = ctx.clock.now()
    if (accepted) {
      const charge = chargeOf(record, accepted.provider, accepted.sent)
      const changed = await settleSent(tx, record, { ...accepted, charge, at })
      if (changed) await recordOutcomes(tx, [changed], at)
      return
    }
    const untried = urgent && tried.size === 0
    const isOfProvider = last.result === 'failed' && last.reason !== 'noProvider'
    const pause = isOfProvider ? pauseOf(record, untried, at.getTime()) : undefined
    const retryAt = pause === undefined ? null : new Date(at.getTime() + pause)
    const changed = await settleFailed(tx, record, { reason: last.reason, kind: failureKindOf(last), retryAt, untried, at })
    if (!changed) return
    const again = urgent && retryAt === null && isOfProvider && changed.run_id !== null && changed.copy_of === null
    if (again) await queueCopy(tx, { ...changed, answer_by: record.answer_by }, at)
    await recordOutcomes(tx, [changed], at, again)
  })
}
