import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Channel } from '../../../platform/channels/provider.ts'
import type { Ctx } from '../../../platform/context.ts'
import { briefTransaction } from '../../../platform/database/locks.ts'
import type { Notifications } from '../../../platform/database/notifications.ts'
import { oneByOne } from '../../../platform/one-by-one.ts'
import { createPump } from '../../../platform/outbox/pump.ts'
import { SetAsideError, unwatched, type UnderWay } from '../../../platform/under-way.ts'
import { createWakeLoop, type WakeLoop } from '../../../platform/wake-loop.ts'
import { claimRecords, releaseExpired, releaseFarAhead, type ClaimedRecord } from '../../base/message-record/claim-records.ts'
import { outboxChannel } from '../../base/message-record/queue-records.ts'
import { expireAnswers, settleFailed, unansweredCalls } from '../../base/message-record/settle-records.ts'
import { notePushEnded } from '../../people/push/push-reach.ts'
import { outsideChannels } from './provider-health.ts'
import { createProviderPool } from './provider-pool.ts'
import { recordOutcomes } from './record-outcome.ts'
import { sendRecord } from './send-record.ts'
import { takeReceipt } from './take-receipt.ts'

export interface DispatcherOptions {
  /** The system's context. */
  readonly ctx: Ctx
  readonly notifications: Notifications
  /** Somebody pressed 1 during a call: takes the alarm over as that person. */
  readonly takeByPhone: (ctx: Ctx, recordId: number) => Promise<void>
  readonly underWay?: Pick<UnderWay, 'guard'>
  readonly log: Pick<Logger, 'warn'>
  /** How much longer a claim lasts than the providers' time limits (ms). */
  readonly leaseMarginMs?: number
}

const lookEveryMs = 2_000
/** How many records are claimed at a time only to be settled as unsendable, when no provider could take them. */
const unsendable = 200
const expiredAtOnce = 500
/** How long to wait at the end of the program for messages being sent. */
const stopMs = 5_000

interface Lane {
  readonly channel: Channel
  readonly urgent: boolean
  /** Fills its free slots. */
  readonly pump: () => Promise<void>
}

/**
 * Sends what is queued. The rows of `message_record` are the outbox, so a restart loses nothing. Each channel has two lanes, one for alarms
 * and one for the rest, and each provider has separate slots in both: neither a hanging provider nor a million messages of a task make an
 * alarm wait.
 */
export const createDispatcher = ({
  ctx,
  notifications,
  takeByPhone,
  underWay = unwatched,
  log,
  leaseMarginMs = 15_000,
}: DispatcherOptions): WakeLoop => {
  const db = ctx.systemDb
  const stopping = new AbortController()
  const sending = new Set<Promise<void>>()
  const settling = new Set<number>()
  const warn =
    (text: string) =>
    (error: unknown): void =>
      log.warn({ err: error }, text)
  const pool = createProviderPool(
    ctx,
    async (providerId, receipt) => {
      try {
        await takeReceipt(ctx, takeByPhone, { providerId, receipt, patient: true })
      } catch (error) {
        warn('a receipt could not be stored; its provider is asked to send it again')(error)
        throw error
      }
    },
    (endpoint, reason, isGone) =>
      void notePushEnded(db, endpoint, reason, isGone, ctx.clock.now()).catch(warn('a push subscription could not be removed')),
    log,
  )

  /** Its rule goes on with the next person or channel. */
  const giveUp = (record: ClaimedRecord, { message }: SetAsideError): Promise<void> =>
    briefTransaction(db, async (tx) => {
      const at = ctx.clock.now()
      const changed = await settleFailed(tx, record, { reason: message, kind: 'notWorking', retryAt: null, at })
      if (changed) await recordOutcomes(tx, [changed], at)
    })

  const send = (lane: Lane, record: ClaimedRecord): void => {
    const { channel, urgent } = lane
    const work = underWay
      .guard(`message ${record.id}`, () =>
        sendRecord({ ctx, pool, stopping: stopping.signal, settling }, record, pool.take(channel, urgent, new Set())),
      )
      .catch((error: unknown) => {
        if (!(error instanceof SetAsideError)) throw error
        warn('a message is not sent: the program dies of it')(error)
        return giveUp(record, error)
      })
      .catch(warn('a message could not be sent or settled; it is sent again when its lease ends'))
    sending.add(work)
    void work.finally(() => {
      sending.delete(work)
      void lane.pump()
    })
  }

  /** Whether slots or rate are used up, which passes, as opposed to no provider being able to send. */
  const isBusy = (channel: Channel): boolean => pool.has(channel) && !pool.rests(channel)
  const fill = async (lane: Lane): Promise<boolean> => {
    const { channel, urgent } = lane
    // A provider may have been set up or repaired a moment ago.
    if (!isBusy(channel)) await pool.refresh()
    const free = pool.capacity(channel, urgent)
    // All providers rest, or there is none. The records are settled as such, so that other channels are tried.
    const isHopeless = free === 0 && !isBusy(channel)
    const limit = isHopeless ? unsendable : free
    if (limit === 0) return false
    const at = ctx.clock.now()
    const claimed = await claimRecords(db, { channel, urgent, limit, at, leaseMs: pool.timeoutMs(channel) + leaseMarginMs })
    for (const record of claimed) send(lane, record)
    return claimed.length === limit
  }
  const failed = warn('messages could not be claimed; trying again')
  const lanes = outsideChannels.flatMap((channel) =>
    [true, false].map((urgent) => {
      const lane: Lane = {
        channel,
        urgent,
        pump: createPump({ fill: () => fill(lane), stopping: stopping.signal, failed }),
      }
      return lane
    }),
  )

  const expire = (ids: readonly number[], at: Date): Promise<void> =>
    briefTransaction(db, async (tx) => recordOutcomes(tx, await expireAnswers(tx, at, ids), at))
  /** A call whose outcome cannot be stored does not affect the others. */
  const expireLate = async (at: Date): Promise<void> => {
    const ids = await unansweredCalls(db, at, expiredAtOnce)
    if (ids.length > 0) await expire(ids, at).catch(() => oneByOne(ids, (id) => expire([id], at)))
  }

  const work = async (): Promise<void> => {
    const at = ctx.clock.now()
    await pool.refresh()
    // A failure of one part delays no message.
    await oneByOne([() => releaseExpired(db, at, [...settling]), () => releaseFarAhead(db, at), () => expireLate(at)], (part) =>
      part(),
    ).catch(warn('the results of messages could not be stored; trying again'))
    for (const { pump } of lanes) void pump()
  }

  const loop = createWakeLoop({
    notifications,
    channel: outboxChannel,
    everyMs: lookEveryMs,
    work,
    failed: 'messages could not be sent; trying again',
    log,
  })
  return {
    start: () => loop.start(),
    async stop() {
      await loop.stop()
      await Promise.race([Promise.allSettled(sending), delay(stopMs)])
      stopping.abort()
      await Promise.allSettled(sending)
      await pool.close()
    },
    isWorking: loop.isWorking,
  }
}
