import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Broker, BrokerLimits, BrokerStatus } from '../../platform/broker/broker.ts'
import { DEFAULT_BROKER_LIMITS } from '../../platform/broker/broker.ts'
import { EmbeddedBroker } from '../../platform/broker/embedded-broker.ts'
import { ExternalBroker } from '../../platform/broker/external-broker.ts'
import type { Ctx } from '../../platform/context.ts'
import { ensurePartitions, keepPartitions, makePartitions } from '../../platform/database/partitions.ts'
import { callLimits, openDatabase } from '../../platform/database/database.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import { job } from '../../platform/jobs.ts'
import type { JobDefinition } from '../../platform/jobs.ts'
import { Batcher } from './batcher.ts'
import type { BatcherStatus } from './batcher.ts'
import { classifyFailure } from './classify-failure.ts'
import { saysOffline } from './conditions.ts'
import { onDirectoryChange } from './directory-changes.ts'
import { Directory } from './directory.ts'
import { GatewaySignIn } from './gateway-sign-in.ts'
import { registerIngestHttp } from './ingest.http.ts'
import { InTurn } from './in-turn.ts'
import type { Inbound } from './inbound.ts'
import { IngestConnection, survive } from './ingest-connection.ts'
import { ListeningClock } from './listening-clock.ts'
import { LogBudget } from './log-budget.ts'
import { LookingUp } from './looking-up.ts'
import { Meanings } from './meanings.ts'
import type { OwnFault } from './meanings.ts'
import { Preparer } from './prepare.ts'
import { Presence } from './presence.ts'
import { SilenceWatch } from './silence-watch.ts'
import { forgetCounters } from './redelivery.ts'
import { setApart } from './set-apart.ts'
import { writeBatch } from './write-batch.ts'
import type { OnRaised } from './write-batch.ts'

export interface IngestOptions {
  /** Of the system. */
  ctx: Pick<Ctx, 'systemDb' | 'clock' | 'config'>
  connection: pg.PoolConfig
  notifications: Notifications
  log: Logger
  /** Told of new alarms inside their transaction, for notifications. */
  onRaised?: OnRaised
  limits?: Partial<BrokerLimits>
}

export interface Ingest {
  /** Listens for gateways, or joins the broker cluster. */
  start(): Promise<void>
  /** Stops taking messages; what was acknowledged is stored, the rest is sent again by its gateways. */
  stop(): Promise<void>
  /** The jobs of this feature: partitions ahead, what is long over. */
  readonly jobs: JobDefinition[]
  /** Adds `POST /api/ingest/v1/<gateway>`. */
  registerHttp(server: FastifyInstance): void
  /** Whether messages can arrive, here or at the process that receives while this one stands by; true where this process has no part in it. */
  ready(): boolean
  /** Whether what arrived is being stored; true where this process has no part in it. */
  storing(): boolean
  /** Whether gateways that fall silent are shown; true where this process has no part in it. */
  watchesSilence(): boolean
  /** Whether messages arrive, and how storing them goes. */
  status(): BrokerStatus & BatcherStatus
  /** Where gateways connect, `mqtt://host:port` (`mqtts://` when there is TLS only); null with an external broker or before `start`. */
  address(): string | null
  /** Sends a message to gateways, see `Broker.publish`. */
  publish(topic: string, payload: string | Uint8Array): Promise<void>
}

/** A report that waits for longer than this to be stored is trouble (ms). */
const PATIENCE_MS = 5_000

/** The one way of reports into the system, for MQTT and HTTP alike (architecture.md, "How a report flows"). */
export function createIngest({
  ctx,
  connection,
  notifications,
  log,
  onRaised = async () => undefined,
  limits = {},
}: IngestOptions): Ingest {
  const { config, systemDb } = ctx
  const maxInFlight = limits.inFlightMessages ?? DEFAULT_BROKER_LIMITS.inFlightMessages
  const maxInFlightBytes = limits.inFlightBytes ?? DEFAULT_BROKER_LIMITS.inFlightBytes
  const lookups = openDatabase({ ...connection, ...callLimits, max: 2 }, log)
  survive(lookups.pool)
  const writer = new IngestConnection(connection)
  const states = new IngestConnection(connection)
  const directory = new Directory(lookups.pool)
  const meanings = new Meanings(lookups.pool)
  const preparer = new Preparer({ directory, meanings, budget: new LogBudget() })
  const offlineFaultType = () => meanings.offlineFaultType
  const presence = new Presence({ connection: states, offlineFaultType, clock: ctx.clock, log })
  const silence = new SilenceWatch({
    connection: states,
    presence,
    listening: new ListeningClock(),
    hearing: () => running && broker.status().ready && storing(),
    offlineFaultType,
    makePartitions: () => ensurePartitions(systemDb, ctx.clock.now()),
    clock: ctx.clock,
    log,
  })
  const lookingUp = new LookingUp({ preparer, add: (item) => batcher.add(item), log })
  let leaveChanges: (() => void) | undefined
  let running = false
  let stopping = false

  const write = { connection: writer, onRaised, faultType: (fault: OwnFault) => meanings.faultType(fault) }
  const batcher = new Batcher<Inbound>({
    write: (items) => writeBatch(write, items),
    onWritten: settle,
    isPoison: (error) => classifyFailure(error) === 'poison',
    onPoison: (item, error) =>
      setApart(
        { write, preparer, log, onOutage: (reason, items) => onOutage(reason, items), isStopping: () => stopping },
        item,
        error,
      ),
    onFailure: (error, waitMs, items) => {
      log.warn({ err: error, waitMs, waiting: batcher.size }, 'reports could not be stored; trying again')
      void onOutage(error, items)
    },
    onUnsettled: (error, { client }) => log.error({ err: error, client }, 'a stored message could not be acknowledged'),
  })

  /** What was stored is a sign of life; so is what was sent again, except that what it measured is old. */
  function settle(item: Inbound): void {
    item.done()
    presence.note(item.answer === 'repeated' ? { ...item, rows: item.rows.filter(saysOffline) } : item)
  }

  /** A month without partition is given one: of the messages' own time, for the clock may have been set meanwhile. */
  async function onOutage(error: unknown, items: readonly Inbound[]): Promise<void> {
    if (classifyFailure(error) !== 'partition') return
    const months = new Map(items.map(({ receivedAt }) => [receivedAt.toISOString().slice(0, 7), receivedAt]))
    for (const month of months.values()) await makePartitions(systemDb, month).catch(warn('partitions were not made'))
  }

  const gatewaySignIn = new GatewaySignIn(systemDb, directory)
  const signIn = (code: string, secret: string) => gatewaySignIn.check(code, secret)
  const broker = createBroker()
  const turns = new InTurn()
  broker.onMessage((message, done) => {
    const added = turns.take(message.gateway, () => {
      const prepared = preparer.prepare(message, done)
      return prepared instanceof Promise ? prepared.then((item) => batcher.add(item)) : batcher.add(prepared)
    })
    if (added instanceof Promise) added.catch((error: unknown) => void lookingUp.keep(message, done, error))
  })

  function createBroker(): Broker {
    if (config.mqttUrl === undefined) {
      const { host, mqttPlain, mqttPort, mqttTls: tls, mqttProxies: proxies } = config
      return new EmbeddedBroker({ host, port: mqttPlain ? mqttPort : undefined, tls, proxies, authenticate: signIn, log, limits })
    }
    const { mqttUrl: url, mqttClientId: clientId } = config
    return new ExternalBroker({ url, clientId, connection, log, limits: { inFlightMessages: maxInFlight } })
  }

  /** A gateway changed, or everything did: whoever may not stay connected goes. */
  async function changed(code: string | undefined): Promise<void> {
    if (code === undefined) {
      meanings.forget()
      directory.forget()
      return
    }
    const before = directory.peek(code)
    directory.forget(code)
    if (before === undefined) return
    const now = await directory.gateway(code)
    if (now === undefined || !now.enabled || !now.secretHash.equals(before.secretHash)) broker.kick(code)
  }

  /** A frozen database fails nothing for a while: then reports wait. */
  function storing(): boolean {
    const { storing: state, oldestWaitingMs } = storingStatus()
    return state === 'ok' && (oldestWaitingMs ?? 0) < PATIENCE_MS
  }

  /** How storing goes, what still has to be looked up included. */
  function storingStatus(): BatcherStatus {
    const stored = batcher.status
    if (lookingUp.size === 0) return stored
    return {
      ...stored,
      storing: 'failing',
      waiting: stored.waiting + lookingUp.size,
      oldestWaitingMs: Math.max(lookingUp.oldestMs, stored.oldestWaitingMs ?? 0),
    }
  }

  function warn(message: string): (error: unknown) => void {
    return (error) => log.warn({ err: error }, message)
  }

  return {
    async start() {
      await meanings.start()
      leaveChanges = onDirectoryChange(notifications, (code) => void changed(code).catch(warn('a changed gateway was not read')))
      await broker.start()
      running = true
      silence.start()
    },
    async stop() {
      stopping = true
      lookingUp.stop()
      running = false
      await broker.stop()
      await batcher.stop()
      await silence.stop()
      leaveChanges?.()
      await Promise.all([writer.close(), states.close(), lookups.close()])
    },
    jobs: [
      job(
        'partitions',
        async () => {
          await keepPartitions(systemDb, ctx.clock.now(), log)
          await forgetCounters(systemDb, ctx.clock.now())
        },
        '17 3 * * *',
      ),
    ],
    registerHttp(server) {
      let bytes = 0
      registerIngestHttp(server, {
        signIn,
        hasRoom: () => running && !batcher.failing && batcher.size < maxInFlight && bytes < maxInFlightBytes,
        take: async (message, done) => {
          const { byteLength } = message.payload
          const item = await preparer.prepare(message, (error) => {
            bytes -= byteLength
            done(error)
          })
          bytes += byteLength
          batcher.add(item)
          return item
        },
      })
    },
    ready: () => !running || broker.status().ready || broker.status().standby,
    storing: () => !running || storing(),
    watchesSilence: () => !running || silence.works,
    status: () => ({ ...broker.status(), ...storingStatus() }),
    address: () => {
      if (!running || !(broker instanceof EmbeddedBroker)) return null
      return config.mqttPlain ? `mqtt://${config.host}:${broker.port}` : `mqtts://${config.host}:${broker.tlsPort}`
    },
    publish: (topic, payload) => broker.publish(topic, payload),
  }
}
