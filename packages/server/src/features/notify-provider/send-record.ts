import type { Sent } from '../../platform/channels/provider.ts'
import type { Ctx } from '../../platform/context.ts'
import { noteProvider, type ClaimedRecord } from '../message/claim-records.ts'
import { settleFailed, settleSent } from '../message/settle-records.ts'
import { outgoingOf, preparedOf } from './outgoing-of.ts'
import type { PooledProvider, ProviderPool } from './provider-pool.ts'
import { recordOutcomes } from './record-outcome.ts'

/** Rounds of a message that no provider takes, and the pauses between them (ms). Alarms are soon told over another channel. */
const pauses = { urgent: [2_000, 5_000, 10_000, 20_000], other: [10_000, 30_000, 60_000, 120_000, 300_000, 600_000] } as const

const retryAt = ({ attempts, priority }: ClaimedRecord, at: Date): Date | null => {
  const pause = (priority === 0 ? pauses.urgent : pauses.other)[attempts - 1]
  return pause === undefined ? null : new Date(at.getTime() + pause)
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
      last = sent
      taken = pool.take(record.channel, urgent, tried)
    }
  } finally {
    if (taken) await pool.done(taken, urgent, undefined)
  }
  await db.transaction().execute(async (tx) => {
    const at = ctx.clock.now()
    const again = last.result === 'failed' && last.reason !== 'noProvider' ? retryAt(record, at) : null
    const changed = accepted
      ? await settleSent(tx, record, { ...accepted, at })
      : await settleFailed(tx, record, { reason: last.reason, retryAt: again, at })
    if (changed) await recordOutcomes(tx, [changed], at)
  })
}
