import type { Logger } from 'pino'
import type { ProviderConfig } from '../../../platform/channels/adapter.ts'
import { adapters } from '../../../platform/channels/adapters.ts'
import { shortReason } from '../../../platform/channels/http-request.ts'
import type { Channel, Provider, Receipt, Sent } from '../../../platform/channels/provider.ts'
import type { Ctx } from '../../../platform/context.ts'
import { oneByOne } from '../../../platform/one-by-one.ts'
import { configOf, type StoredProvider } from './provider-config.ts'
import {
  enabledProviders,
  failuresToRest,
  isResting,
  noteFailure,
  noteRefusal,
  noteSuccess,
  refusesAll,
} from './provider.store.ts'

/** The burst allowed after a pause: the tokens of this many seconds. */
const burstS = 10
/** The share reserved for alarms. */
const reserved = 0.2

/** Limits how often something may be done per minute, with short bursts. */
class RateBucket {
  readonly #perMs: number
  readonly #most: number
  #tokens: number
  #at: number

  constructor(perMinute: number, now: number) {
    this.#perMs = perMinute / 60_000
    this.#most = Math.max(1, (perMinute / 60) * burstS)
    this.#tokens = this.#most
    this.#at = now
  }

  /** How many may be done now. Alarms may also use the reserved share. */
  free(urgent: boolean, now: number): number {
    // A clock that is set back neither adds nor removes tokens.
    this.#tokens = Math.min(this.#most, this.#tokens + Math.max(0, now - this.#at) * this.#perMs)
    this.#at = now
    const left = urgent || this.#most < 2 ? this.#tokens : this.#tokens - this.#most * reserved
    return Math.max(0, Math.floor(left))
  }

  take(): void {
    this.#tokens -= 1
  }
}

/** Concurrent attempts per provider, for alarms and for everything else. */
const slots = { urgent: 16, other: 8 } as const
/** How often the success of a working provider is stored at most. */
const successEveryMs = 5_000
/** An alarm does not wait for the end of a rest, which may be five minutes: one of them tries the resting provider this often. */
const probeEveryMs = 15_000

/** A provider that can be given a message now. */
export interface PooledProvider {
  readonly row: StoredProvider
  readonly provider: Provider
}

interface Entry extends PooledProvider {
  readonly bucket: RateBucket
  /** Why it cannot be opened. Opening is retried at each refresh. */
  readonly problem: string | null
  downUntil: number
  failures: number
  /** Whom it has refused since it last accepted a message. */
  refused: readonly string[]
  notedAt: number
  /** When it was last given a message. */
  askedAt: number
  readonly inFlight: { urgent: number; other: number }
}

export interface ProviderPool {
  /** Reads the providers that are set up now. */
  refresh(): Promise<void>
  /** Whether a channel has any enabled provider. */
  has(channel: Channel): boolean
  /** Whether all of them rest. */
  rests(channel: Channel): boolean
  /** How long an attempt may take across all providers of a channel (ms). */
  timeoutMs(channel: Channel): number
  /** How many attempts could start now. */
  capacity(channel: Channel, urgent: boolean): number
  /**
   * The first provider of a channel with a free slot, which is taken. `without`: those already tried. An alarm that finds none gets one that
   * rests, now and then: it may work again.
   */
  take(channel: Channel, urgent: boolean, without: ReadonlySet<number>): PooledProvider | undefined
  /** Returns the slot, with the outcome and its receiver; without them, the provider was not asked. */
  done(taken: PooledProvider, urgent: boolean, sent?: Sent, receiver?: string): Promise<void>
  /** Whether it refuses everything, as far as known: that the message was refused says nothing about the message. */
  doubts(taken: PooledProvider): boolean
  close(): Promise<void>
}

export const createProviderPool = (
  ctx: Ctx,
  onReceipt: (providerId: number, receipt: Receipt) => Promise<void>,
  onGone: ProviderConfig['onGone'],
  log: Pick<Logger, 'warn'>,
): ProviderPool => {
  let entries: Entry[] = []
  const now = (): number => ctx.clock.now().getTime()
  const laneOf = (urgent: boolean) => (urgent ? 'urgent' : 'other')

  const openOrSay = (row: StoredProvider): { readonly provider: Provider; readonly problem: string | null } => {
    try {
      const listeners: Pick<ProviderConfig, 'onReceipt' | 'onGone'> = {
        onReceipt: (receipt) => onReceipt(row.id, receipt),
        onGone,
      }
      return { provider: adapters[row.kind].open(configOf(ctx.config.dataDir, row, listeners)), problem: null }
    } catch (error) {
      const problem = shortReason(`cannot be used: ${error instanceof Error ? error.message : String(error)}`)
      return { provider: { send: async () => ({ result: 'failed', reason: problem }) }, problem }
    }
  }
  const open = (row: StoredProvider, known: Entry | undefined): Entry => {
    const opened = openOrSay(row)
    if (opened.problem !== null && opened.problem !== known?.problem)
      log.warn({ provider: row.id, reason: opened.problem }, 'a provider cannot be used')
    const bucket = new RateBucket(row.rate_per_minute, now())
    const state = { downUntil: 0, failures: row.failures, refused: row.refused, notedAt: 0, askedAt: known?.askedAt ?? 0 }
    return { row, ...opened, bucket, ...state, inFlight: { urgent: 0, other: 0 } }
  }
  /**
   * Lets it rest like any provider that does not work, even while nothing is to be sent: people learn of the problem now, not during a fire
   * at night.
   */
  const noteProblem = async (entry: Entry): Promise<void> => {
    if (entry.problem === null || isResting(entry.downUntil, now())) return
    const { failures, downUntil } = await noteFailure(ctx.systemDb, entry.row.id, entry.problem, ctx.clock.now())
    entry.failures = failures
    entry.downUntil = downUntil?.getTime() ?? 0
  }
  const warnUnnoted = (error: unknown): void => log.warn({ err: error }, 'what a provider did could not be noted')
  const noteDone = async (entry: Entry, sent: Sent, receiver: string): Promise<void> => {
    const at = ctx.clock.now()
    if (sent.result === 'accepted') {
      const wasWell = entry.failures === 0 && entry.refused.length === 0
      if (wasWell && at.getTime() - entry.notedAt < successEveryMs) return
      entry.notedAt = at.getTime()
      entry.failures = 0
      entry.refused = []
      entry.downUntil = 0
      await noteSuccess(ctx.systemDb, entry.row.id, at)
    } else if (sent.result === 'failed' && !sent.ofReceiver) {
      const { failures, downUntil } = await noteFailure(ctx.systemDb, entry.row.id, sent.reason, at)
      entry.failures = failures
      if (downUntil) entry.downUntil = downUntil.getTime()
    } else if (sent.result === 'failed' || !sent.unasked) {
      entry.refused = await noteRefusal(ctx.systemDb, entry.row.id, receiver, sent.reason, at)
    }
  }
  const downUntilOf = ({ down_until }: StoredProvider): number => (down_until === null ? 0 : Date.parse(down_until))

  // One refresh after the other, so that an older result never replaces a newer one.
  let refreshing: Promise<void> = Promise.resolve()
  const refresh = (): Promise<void> => (refreshing = refreshing.catch(() => undefined).then(read))
  const read = async (): Promise<void> => {
    const rows = await enabledProviders(ctx.systemDb)
    const before = new Map(entries.map((entry) => [entry.row.id, entry]))
    entries = rows.map((row) => {
      const known = before.get(row.id)
      const entry = known && known.problem === null && known.row.version === row.version ? known : open(row, known)
      if (entry === known) before.delete(row.id)
      entry.downUntil = downUntilOf(row)
      entry.failures = row.failures
      entry.refused = row.refused
      return entry
    })
    for (const { provider } of entries) provider.receive?.()
    await oneByOne(entries, noteProblem).catch(warnUnnoted)
    // Providers that were changed, deleted or disabled. Messages being sent over them end on their own.
    for (const { provider } of before.values()) void provider.close?.().catch(() => undefined)
  }

  const freeOf = (entry: Entry, urgent: boolean): number => {
    if (isResting(entry.downUntil, now())) return 0
    const lane = laneOf(urgent)
    const busy = entry.inFlight[lane]
    // After a rest, a single attempt shows whether it works again.
    const most = entry.failures >= failuresToRest ? 1 : slots[lane]
    return Math.max(0, Math.min(most - busy, entry.bucket.free(urgent, now())))
  }
  const ofChannel = (channel: Channel): Entry[] => entries.filter(({ row }) => row.channel === channel)
  const mayProbe = ({ downUntil, askedAt, inFlight, bucket, problem }: Entry): boolean => {
    const since = now() - askedAt
    const isTime = since < 0 || since >= probeEveryMs
    return problem === null && isTime && isResting(downUntil, now()) && inFlight.urgent === 0 && bucket.free(true, now()) > 0
  }

  return {
    refresh,
    has: (channel) => ofChannel(channel).length > 0,
    rests: (channel) => ofChannel(channel).every(({ downUntil }) => isResting(downUntil, now())),
    timeoutMs: (channel) => ofChannel(channel).reduce((sum, { row }) => sum + row.timeout_s * 1_000, 0),
    capacity: (channel, urgent) => ofChannel(channel).reduce((sum, entry) => sum + freeOf(entry, urgent), 0),
    take(channel, urgent, without) {
      const untried = ofChannel(channel).filter(({ row }) => !without.has(row.id))
      const entry = untried.find((each) => freeOf(each, urgent) > 0) ?? (urgent ? untried.find(mayProbe) : undefined)
      if (!entry) return undefined
      entry.askedAt = now()
      entry.bucket.take()
      entry.inFlight[laneOf(urgent)] += 1
      return entry
    },
    async done(taken, urgent, sent, receiver = '') {
      const entry = taken as Entry
      entry.inFlight[laneOf(urgent)] -= 1
      // The message that it took, or did not take, has an outcome all the same.
      if (sent) await noteDone(entry, sent, receiver).catch(warnUnnoted)
    },
    doubts: (taken) => refusesAll(taken as Entry),
    async close() {
      const last = entries
      entries = []
      await Promise.allSettled(last.flatMap(({ provider }) => (provider.close ? [provider.close()] : [])))
    },
  }
}
