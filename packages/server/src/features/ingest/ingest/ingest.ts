import { setTimeout as delay } from 'node:timers/promises'
import { parseTopic } from '@emberwatch/device-link'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Broker, BrokerLimits, BrokerStatus, MessageHandler } from '../../../platform/broker/broker.ts'
import { defaultBrokerLimits } from '../../../platform/broker/broker.ts'
import { EmbeddedBroker } from '../../../platform/broker/embedded-broker.ts'
import type { Ctx } from '../../../platform/context.ts'
import { ensurePartitions, createPartitions } from '../../../platform/database/partitions.ts'
import { callLimits, openDatabase } from '../../../platform/database/database.ts'
import type { Notifications } from '../../../platform/database/notifications.ts'
import type { UnderWay } from '../../../platform/under-way.ts'
import { activeSpan } from '../../../platform/tracing/spans.ts'
import type { BatcherStatus } from './batcher.ts'
import { classifyFailure } from './classify-failure.ts'
import { createBroker } from './create-broker.ts'
import { isOfflineReport } from './signals.ts'
import { onGatewayCacheInvalidated } from '../../base/gateway-cache/gateway-cache-invalidation.ts'
import { GatewayCache, gatewayIdOf, type GatewayEntry } from './gateway-cache.ts'
import { GatewayAuthenticator } from './gateway-authenticator.ts'
import { HttpPeers } from './http-peers.ts'
import { createHttpRoom } from './http-room.ts'
import { registerIngestHttp } from './receive-http.ts'
import { KeyedQueue } from './keyed-queue.ts'
import type { InboundMessage } from './inbound-message.ts'
import { IngestConnection, ignoreConnectionErrors, ingestLockMs } from './ingest-connection.ts'
import { ListeningClock } from './listening-clock.ts'
import { createLane, Lanes } from './lanes.ts'
import { LogBudget } from '../../../platform/broker/log-budget.ts'
import { LookupRetry } from './lookup-retry.ts'
import { ReportCodeTable } from './report-code-table.ts'
import { Preparer } from './prepare.ts'
import { Presence } from './presence.ts'
import { SilenceWatch } from './silence-watch.ts'
import { Receivers } from '../receivers/receivers.ts'
import { RuleTriggers } from '../../equipment/linked-rule/rule-triggers.ts'
import type { UpgradeAnswers } from '../../equipment/upgrade/upgrade-answers.ts'
import { storeCauses } from '../../alarms/notify-cause/cause.batch.ts'
import type { MayStartRule } from './rule-signals.ts'
import { RefusalLog } from './refusal-log.ts'
import { writeSent } from './write-states.ts'
import type { OnRaised } from './write-batch.ts'

export interface IngestOptions {
  /** The system's context. */
  readonly ctx: Pick<Ctx, 'systemDb' | 'clock' | 'config'>
  readonly connection: pg.PoolConfig
  readonly notifications: Notifications
  readonly log: Logger
  /** Replaces the notification outbox. */
  readonly onRaised?: OnRaised
  /** Answers gateways about upgrades, with the sender that it is given. */
  readonly upgrades?: (sender: Ingest['sender']) => UpgradeAnswers
  /** Decides about third parties that receive events over MQTT. */
  readonly authenticateReceiver?: (name: string, secret: string) => Promise<boolean>
  readonly limits?: Partial<BrokerLimits>
  readonly underWay?: UnderWay | undefined
}

export interface Ingest {
  /** Listens for gateways, or connects to the external broker. */
  start(): Promise<void>
  /** Stops accepting messages. Acknowledged messages are stored; gateways resend the rest. */
  stop(): Promise<void>
  /** Adds `POST /api/ingest/v1/<gateway>`. */
  registerHttp(server: FastifyInstance): void
  /** Whether messages can arrive, here or at the process that receives while this one stands by. True if this process does no ingest. */
  ready(): boolean
  /** Whether arriving messages are being stored. True if this process does no ingest. */
  storing(): boolean
  /** Whether silent gateways are detected. True if this process does no ingest. */
  watchesSilence(): boolean
  /** Whether messages arrive, and whether they are stored. */
  status(): BrokerStatus & BatcherStatus & { links: number }
  /** The open ports of receivers that speak other languages. */
  linkPorts(): Receivers['ports']
  /**
   * Where gateways connect: `mqtt://host:port`, or `mqtts://` if only TLS is on. Null with an external broker or before `start`.
   */
  address(): string | null
  /** Sends messages to gateways; see `Broker`. */
  readonly sender: Pick<Broker, 'publish' | 'reaches' | 'deliver'>
  /** Sends events to third parties: not kept in the gateways' log. */
  readonly events: Pick<Broker, 'reaches' | 'deliver' | 'kick' | 'kickReceivers'>
}

/** A report that waits longer than this to be stored is a problem (ms). */
const storeTimeoutMs = 5_000

/** Pauses before a changed gateway is read again (ms). */
const firstRetryMs = 500
const longestRetryMs = 10_000

/** The only way into the system for reports, over MQTT and HTTP (architecture.md, "A report"). */
export const createIngest = ({
  ctx,
  connection,
  notifications,
  log,
  onRaised = storeCauses,
  upgrades: answerUpgrades,
  authenticateReceiver,
  limits = {},
  underWay,
}: IngestOptions): Ingest => {
  const { config, systemDb } = ctx
  const maxInFlight = limits.inFlightMessages ?? defaultBrokerLimits.inFlightMessages
  const maxInFlightBytes = limits.inFlightBytes ?? defaultBrokerLimits.inFlightBytes
  const maxBytesOfOne = limits.inFlightBytesPerGateway ?? defaultBrokerLimits.inFlightBytesPerGateway
  const lookups = openDatabase({ ...connection, ...callLimits, max: 2 }, log)
  ignoreConnectionErrors(lookups.pool)
  const states = new IngestConnection(connection, { lockMs: ingestLockMs })
  const gatewayCache = new GatewayCache(lookups.pool)
  const reportCodes = new ReportCodeTable(lookups.pool)
  const ruleTriggers = new RuleTriggers(lookups.pool)
  const mayStartRule: MayStartRule = (projectId, signal) => ruleTriggers.mayStart(projectId, signal)
  const preparer = new Preparer({ gatewayCache, reportCodes, budget: new LogBudget(), underWay, clock: ctx.clock })
  const offlineFaultType = () => reportCodes.offlineFaultType
  const presence = new Presence({ connection: states, offlineFaultType, clock: ctx.clock, log })
  const silence = new SilenceWatch({
    connection: states,
    presence,
    listening: new ListeningClock(),
    isReceiving: () => running && broker.status().ready && receivers.ready && storing(),
    isStorm: () => lanes.isStorm,
    offlineFaultType,
    createPartitions: () => ensurePartitions(systemDb, ctx.clock.now()),
    clock: ctx.clock,
    log,
  })
  const lookupRetry = new LookupRetry({ preparer, add: (item) => lanes.add(item), log })
  let unsubscribe: (() => void) | undefined
  let unfollow: (() => void) | undefined
  let running = false
  let stopping = false

  const frames = new LogBudget()
  const halves = new LogBudget()
  const writers: IngestConnection[] = []
  /** Any stored message is a sign of life. The readings of a redelivery are too old to use. */
  const settle = (item: InboundMessage): void => {
    item.done()
    if (item.piece !== undefined && item.gateway !== undefined) upgrades?.piece(item.gateway, item.piece)
    const { from, frame } = item.message
    if (frame?.isDoubtful === true) return
    if (from !== undefined && item.gateway !== undefined) calledFrom(item.gateway, from.ip, from.port)
    presence.note(item.answer === 'repeated' ? { ...item, rows: item.rows.filter(isOfflineReport) } : item)
  }

  /** Creates a missing partition, for the month of the messages: the clock may have changed since they arrived. */
  const onOutage = async (error: unknown, items: readonly InboundMessage[]): Promise<void> => {
    if (classifyFailure(error) !== 'partition') return
    const months = new Map(items.map(({ receivedAt }) => [receivedAt.toISOString().slice(0, 7), receivedAt]))
    for (const month of months.values()) await createPartitions(systemDb, month).catch(warn('partitions could not be created'))
  }

  const warn = (message: string): ((error: unknown) => void) => {
    return (error) => log.warn({ err: error }, message)
  }

  const lanes = new Lanes((turns) => {
    const writer = new IngestConnection(connection, { lockMs: ingestLockMs })
    writers.push(writer)
    return createLane({
      write: {
        connection: writer,
        onRaised,
        mayStartRule,
        faultType: (fault) => reportCodes.faultType(fault),
        frames,
        turns,
        clock: ctx.clock,
      },
      lookups: lookups.pool,
      preparer,
      log,
      onWritten: settle,
      onOutage,
      isStopping: () => stopping,
      waiting: () => lanes.size,
    })
  })

  const refusals = new RefusalLog({
    pool: lookups.pool,
    now: () => ctx.clock.now(),
    warn: warn('refused gateways could not be noted'),
  })
  const peers = new HttpPeers(lookups.pool, warn('addresses of gateways could not be noted'))
  const calledFrom = (gateway: GatewayEntry, ip: string, port: number | null): void => {
    const id = gatewayIdOf(gateway)
    if (id !== null) peers.note({ id, ip, port })
  }
  const authenticator = new GatewayAuthenticator(systemDb, gatewayCache, ctx.clock, refusals, config.dataDir)
  const broker = createBroker({
    config,
    connection,
    authenticator,
    authenticateReceiver,
    log,
    limits,
    clock: ctx.clock,
  })
  const sender: Ingest['sender'] = {
    publish: (topic, payload) => broker.publish(topic, payload),
    reaches: (topic) => running && broker.reaches(topic),
    deliver: async (topic, payload, expiresAt) => {
      // Not awaited: the log must not delay what is sent.
      void logSent(topic, payload).catch(warn('a sent message could not be logged'))
      return broker.deliver(topic, payload, expiresAt)
    },
  }
  const upgrades = answerUpgrades?.(sender)
  const perGateway = new KeyedQueue()
  const take: MessageHandler = (message, done) => {
    const added = perGateway.run(message.gateway, () => {
      const prepared = preparer.prepare(message, done)
      return prepared instanceof Promise ? prepared.then((item) => lanes.add(item)) : lanes.add(prepared)
    })
    if (added instanceof Promise) added.catch((error: unknown) => void lookupRetry.retry(message, done, error))
  }
  broker.onMessage(take)
  const receivers = new Receivers({
    config,
    limits,
    log,
    clock: ctx.clock,
    admit: (...sender) => authenticator.admit(...sender),
    take,
  })

  /** One gateway changed, or all may have. Disconnects those that may no longer stay connected. */
  const changed = async (code: string | undefined): Promise<void> => {
    receivers.gatewaysChanged()
    if (code === undefined) {
      reportCodes.invalidate()
      gatewayCache.invalidate()
      return authenticator.mayNotStay((gone) => broker.kick(gone))
    }
    gatewayCache.invalidate(code)
    if (!(await authenticator.mayStay(code))) broker.kick(code)
  }

  /** Retries until done. Otherwise a gateway that must go would stay connected until its next change. */
  const follow = async (code: string | undefined): Promise<void> => {
    for (let wait = firstRetryMs; !stopping; wait = Math.min(wait * 2, longestRetryMs)) {
      try {
        return await changed(code)
      } catch (error) {
        warn('a changed gateway could not be reloaded; retrying')(error)
        await delay(wait, undefined, { ref: false })
      }
    }
  }

  const logSent = async (topic: string, payload: string | Uint8Array): Promise<void> => {
    const gateway = await gatewayCache.gateway(parseTopic(topic)?.gateway ?? '')
    await writeSent(lookups.pool, { gateway, topic, payload: Buffer.from(payload), at: ctx.clock.now() })
  }

  /** A frozen database does not fail for a while; reports only wait. So waiting too long counts as not storing. */
  const storing = (): boolean => {
    const { storing: state, oldestWaitingMs } = storingStatus()
    return state === 'ok' && (oldestWaitingMs ?? 0) < storeTimeoutMs
  }

  /** Not to run is a problem, unless it stops or belongs to other processes. */
  const isFine = (works: () => boolean): boolean => (running ? works() : stopping || !config.roles.has('ingest'))

  /** The state of storage, including messages still to be looked up. */
  const storingStatus = (): BatcherStatus => {
    const stored = lanes.status
    if (lookupRetry.size === 0) return stored
    return {
      ...stored,
      storing: 'failing',
      waiting: stored.waiting + lookupRetry.size,
      oldestWaitingMs: Math.max(lookupRetry.oldestMs, stored.oldestWaitingMs ?? 0),
    }
  }

  return {
    async start() {
      await reportCodes.start()
      unsubscribe = onGatewayCacheInvalidated(notifications, (code) => void follow(code))
      unfollow = ruleTriggers.follow(notifications)
      await receivers.start()
      await broker.start()
      running = true
      silence.start()
    },
    async stop() {
      stopping = true
      lookupRetry.stop()
      running = false
      await Promise.all([broker.stop(), receivers.stop()])
      await lanes.stop()
      await silence.stop()
      await refusals.stop()
      await peers.flush()
      unsubscribe?.()
      unfollow?.()
      await Promise.all([...writers, states, lookups].map((each) => each.close()))
    },
    registerHttp(server) {
      const room = createHttpRoom({ ofAll: maxInFlightBytes, ofOne: maxBytesOfOne })
      registerIngestHttp(server, {
        authenticate: (code, secret) => authenticator.authenticate(code, secret, 'HTTP'),
        clock: ctx.clock,
        calledFrom,
        upgrades,
        hasRoom: (gateway) => running && !lanes.failing && lanes.ready < maxInFlight && room.has(gateway),
        take: async (given, done) => {
          const place = room.take(given.gateway, given.payload.byteLength)
          const item = await preparer.prepare({ ...given, park: place.park }, (error) => {
            place.free()
            done(error)
          })
          place.hold()
          item.call = activeSpan()
          lanes.add(item)
          return item
        },
        brokenOff(gateway) {
          if (halves.take(gateway))
            log.warn({ gateway }, 'a gateway disconnected before its message had arrived in full; nothing of it is stored')
        },
      })
    },
    ready: () => isFine(() => receivers.ready && (broker.status().ready || broker.status().standby)),
    storing: () => isFine(storing),
    watchesSilence: () => isFine(() => silence.isWorking),
    status: () => ({ ...broker.status(), ...storingStatus(), links: receivers.connections }),
    address: () => {
      if (!running || !(broker instanceof EmbeddedBroker)) return null
      return config.mqttPlain ? `mqtt://${config.host}:${broker.port}` : `mqtts://${config.host}:${broker.tlsPort}`
    },
    linkPorts: () => receivers.ports,
    events: {
      reaches: (topic) => running && broker.reaches(topic),
      deliver: (topic, payload, expiresAt) => broker.deliver(topic, payload, expiresAt),
      kick: (receiver) => broker.kick(receiver),
      kickReceivers: () => broker.kickReceivers(),
    },
    sender,
  }
}
