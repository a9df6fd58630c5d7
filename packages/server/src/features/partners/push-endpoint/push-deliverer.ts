import { setTimeout as delay } from 'node:timers/promises'
import { pushLimits, type EnumValue } from '@emberwatch/contract'
import { receiverName, receiverTopic } from '@emberwatch/device-link'
import type { Logger } from 'pino'
import type { Broker } from '../../../platform/broker/broker.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Notifications } from '../../../platform/database/notifications.ts'
import { oneByOne } from '../../../platform/one-by-one.ts'
import { createPump } from '../../../platform/outbox/pump.ts'
import { createWakeLoop, type WakeLoop } from '../../../platform/wake-loop.ts'
import { isResting, mayTryFire, openPushSecrets, type StoredEndpoint } from './push-endpoint.rules.ts'
import { pauseGone } from './push-endpoint-control.verbs.ts'
import { pushChangeChannel, pushChannel } from './push-queue.ts'
import {
  claimPushes,
  dueEndpoints,
  endLongRests,
  giveUpOld,
  noteNotConnected,
  releaseExpired,
  releaseFarAhead,
  releasePushes,
  settlePushes,
  type FinishedAttempt,
  type PushSelection,
  type StoredPush,
} from './push.store.ts'
import { sendOverHttp, sendOverMqtt, type Attempt } from './send-push.ts'

export interface DelivererOptions {
  /** The system's context, with its own connections. */
  readonly ctx: Ctx
  readonly notifications: Notifications
  readonly ways: readonly EnumValue<'pushWay'>[]
  /** For MQTT: the broker inside this process. */
  readonly broker?: (Pick<Broker, 'deliver' | 'reaches' | 'kick'> & { kickReceivers(): void }) | undefined
  readonly log: Pick<Logger, 'warn'>
  /** How much longer a claim lasts than the time limit of an attempt (ms). */
  readonly leaseMarginMs?: number
}

const lookEveryMs = 2_000
/** How often it looks whether there is any endpoint. Announced at once; this is for lost notifications. */
const askEveryMs = 30_000
/** Pushes to one endpoint at a time; one that does not work gets a single one. */
const slotsOfOne = 8
/** Pushes to all endpoints at a time. Beyond it, each still gets one. */
const slots = 400
const settleAgainMs = 1_000
/** If nothing could be claimed for this long, nothing is delivered. */
const failingMs = 60_000
const stopMs = 2_000
const stopLookMs = 50
/** For this long nobody may be connected before that is noted: a receiver that reconnects is none of our business. */
const awayMs = 30_000

/** What is under way to one endpoint. */
interface Lane {
  readonly id: number
  endpoint: StoredEndpoint
  readonly sending: Map<number, StoredPush>
  finished: FinishedAttempt[]
  settling: Promise<void> | undefined
  /** Fills its free slots. */
  readonly pump: (asked: PushSelection) => Promise<void>
  /** Since when nobody has been connected. */
  awaySince: number | undefined
}

/**
 * Sends what is queued. Each endpoint has its own slots and its own pauses, and what waits for it is in the database: one that hangs, or for
 * which a hundred thousand pushes wait, delays no other.
 */
export const createPushDeliverer = (options: DelivererOptions): WakeLoop => {
  const { ctx, notifications, ways, broker, log, leaseMarginMs = 15_000 } = options
  const db = ctx.systemDb
  const stopping = new AbortController()
  const lanes = new Map<number, Lane>()
  let inFlight = 0
  let askedAt = -Infinity
  let lookedAt = -Infinity
  let isNeeded = false
  /** Since when pushes cannot be claimed. */
  let failingSince: number | undefined
  const unsubscribe: (() => void)[] = []

  const warn =
    (text: string) =>
    (error: unknown): void =>
      log.warn({ err: error }, text)

  const room = ({ endpoint, sending, finished: outcomes }: Lane): number => {
    const isDown = endpoint.push_failures >= pushLimits.failuresUntilPause
    const limit = isDown || inFlight >= slots ? 1 : slotsOfOne
    return limit - sending.size - outcomes.length
  }

  const attempt = ({ endpoint }: Lane, push: StoredPush): Promise<Attempt> => {
    const at = ctx.clock.now()
    const secrets = openPushSecrets(ctx.config.dataDir, endpoint, at)
    const target = { endpoint, secrets, eventId: push.event_id, body: push.request }
    return endpoint.push_way === 'mqtt' && broker
      ? sendOverMqtt(broker, target, at, stopping.signal)
      : sendOverHttp(target, at, stopping.signal)
  }

  /** Stores outcomes, all that have come up meanwhile at once. What cannot be stored now is tried again and not sent again. */
  const settle = async (lane: Lane): Promise<void> => {
    while (lane.finished.length > 0 && !stopping.signal.aborted) {
      const taken = lane.finished
      try {
        const { endpoint, gone } = await settlePushes(db, lane.id, taken)
        lane.finished = lane.finished.slice(taken.length)
        // With its present address and secret: the queue may be long.
        lane.endpoint = endpoint
        if (gone) await pauseGone(ctx, lane.id)
      } catch (error) {
        warn('what came of pushes could not be stored; trying again')(error)
        await delay(settleAgainMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }

  const send = async (lane: Lane, push: StoredPush): Promise<void> => {
    lane.sending.set(push.id, push)
    inFlight++
    const result = await attempt(lane, push).catch((error: unknown): Attempt => {
      // A secret that cannot be opened, for example.
      const pushError = error instanceof Error ? error.message : String(error)
      return { delivered: false, statusCode: null, ms: 0, pushError, response: null }
    })
    inFlight--
    // Broken off because the process ends: given back in `stop`.
    if (stopping.signal.aborted && !result.delivered) return
    lane.sending.delete(push.id)
    lane.finished = [...lane.finished, { push, attempt: result, at: ctx.clock.now() }]
    lane.settling ??= settle(lane).finally(() => {
      lane.settling = undefined
      void lane.pump(selectionOf(lane))
    })
  }

  /** Whether somebody can be sent to. Over MQTT only where the receiver is connected: to this process. */
  const canReach = ({ endpoint }: Lane): boolean =>
    endpoint.push_way !== 'mqtt' || broker?.reaches(receiverTopic(endpoint.code)) === true

  /** The same, and notes it if nobody has been connected for a while. */
  const isReachable = async (lane: Lane): Promise<boolean> => {
    if (canReach(lane)) {
      lane.awaySince = undefined
      return true
    }
    const now = performance.now()
    lane.awaySince ??= now
    if (now - lane.awaySince >= awayMs) {
      lane.awaySince = now
      await noteNotConnected(db, lane.id, ctx.clock.now())
    }
    return false
  }

  /** What may be sent to it now. */
  const selectionOf = ({ endpoint }: Lane): PushSelection => {
    const at = ctx.clock.now()
    if (endpoint.state !== 'active') return 'tests'
    if (!isResting(endpoint, at)) return 'all'
    return mayTryFire(endpoint, at) ? 'fires' : 'tests'
  }

  const fill = async (lane: Lane, asked: PushSelection): Promise<boolean> => {
    // A failure meanwhile may have begun a pause.
    const only = asked === 'tests' ? asked : selectionOf(lane)
    const limit = asked === 'tests' ? 1 : room(lane)
    if (limit <= 0 || (asked !== 'tests' && (only === 'tests' || !canReach(lane)))) return false
    const leaseMs = pushLimits.timeoutMs + leaseMarginMs
    const claimed = await claimPushes(db, { endpointId: lane.id, limit, only, at: ctx.clock.now(), leaseMs })
    failingSince = undefined
    for (const push of claimed) void send(lane, push)
    return claimed.length === limit
  }
  const forgetIdle = ({ id, sending, finished: outcomes, awaySince }: Lane): void => {
    if (sending.size === 0 && outcomes.length === 0 && awaySince === undefined) lanes.delete(id)
  }

  const claimFailed = (error: unknown): void => {
    failingSince ??= performance.now()
    warn('pushes could not be claimed; trying again')(error)
  }

  const openLane = (endpoint: StoredEndpoint): Lane => {
    const lane: Lane = {
      id: endpoint.id,
      endpoint,
      sending: new Map(),
      finished: [],
      settling: undefined,
      awaySince: undefined,
      pump: createPump({
        fill: (asked: PushSelection) => fill(lane, asked),
        stopping: stopping.signal,
        failed: claimFailed,
        ended: () => forgetIdle(lane),
      }),
    }
    lanes.set(lane.id, lane)
    return lane
  }
  const laneOf = (endpoint: StoredEndpoint): Lane => {
    const lane = lanes.get(endpoint.id) ?? openLane(endpoint)
    // What its outcomes say is newer than what was read.
    if (lane.finished.length === 0 && !lane.settling) lane.endpoint = endpoint
    return lane
  }

  const underWay = (): number[] =>
    [...lanes.values()].flatMap(({ sending, finished: outcomes }) => [...sending.keys(), ...outcomes.map(({ push }) => push.id)])

  /** Without endpoints there is nothing to look for, and an idle installation costs no statement. */
  const hasAny = async (): Promise<boolean> => {
    if (performance.now() - askedAt < askEveryMs) return isNeeded
    askedAt = performance.now()
    isNeeded = (await db.selectFrom('push_endpoint').select('id').limit(1).executeTakeFirst()) !== undefined
    return isNeeded
  }

  /** Not with every announcement: a new push must not wait for it. */
  const lookAfter = async (at: Date): Promise<void> => {
    if (performance.now() - lookedAt < lookEveryMs / 2) return
    lookedAt = performance.now()
    const parts = [
      () => releaseExpired(db, at, underWay()),
      () => giveUpOld(db, at),
      () => releaseFarAhead(db, at),
      () => endLongRests(db, at),
    ]
    await oneByOne(parts, (part) => part()).catch(warn('pushes of a process that died could not be released; trying again'))
  }

  const work = async (): Promise<void> => {
    if (!(await hasAny())) return
    const at = ctx.clock.now()
    await lookAfter(at)
    for (const endpoint of await dueEndpoints(db, ways, at)) {
      const lane = laneOf(endpoint)
      // A test says at once that nobody is connected.
      void lane.pump((await isReachable(lane)) ? selectionOf(lane) : 'tests')
    }
  }

  const loop = createWakeLoop({
    notifications,
    channel: pushChannel,
    everyMs: lookEveryMs,
    work,
    failed: 'pushes could not be sent; trying again',
    log,
  })
  return {
    start() {
      const ask = (): void => {
        if (!isNeeded) askedAt = -Infinity
      }
      unsubscribe.push(
        notifications.subscribe(pushChannel, { onNotification: ask, onReconnect: ask }),
        notifications.subscribe(pushChangeChannel, {
          onNotification: (code) => {
            if (code !== '') broker?.kick(receiverName(code))
          },
          // Lost news may have been about any of them. They connect again if they still may.
          onReconnect: () => broker?.kickReceivers(),
        }),
      )
      loop.start()
    },
    async stop() {
      for (const leave of unsubscribe) leave()
      await loop.stop()
      const busy = (): Promise<void>[] => [...lanes.values()].flatMap(({ settling }) => settling ?? [])
      const until = performance.now() + stopMs
      while (underWay().length > 0 && performance.now() < until) await delay(stopLookMs)
      stopping.abort()
      await Promise.allSettled(busy())
      const left = [...lanes.values()].flatMap(({ sending }) => [...sending.values()])
      await releasePushes(db, left).catch(warn('pushes could not be given back; they are sent when their lease ends'))
    },
    isWorking: (withinMs = failingMs) =>
      loop.isWorking(withinMs) && (failingSince === undefined || performance.now() - failingSince < withinMs),
  }
}
