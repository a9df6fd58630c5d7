import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Broker, BrokerLimits, BrokerMessage, BrokerStatus, MessageDone } from '../../platform/broker/broker.ts'
import { DEFAULT_BROKER_LIMITS } from '../../platform/broker/broker.ts'
import { EmbeddedBroker } from '../../platform/broker/embedded-broker.ts'
import { ExternalBroker } from '../../platform/broker/external-broker.ts'
import type { Ctx } from '../../platform/context.ts'
import { keepPartitions } from '../../platform/database/partitions.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { job } from '../../platform/jobs.ts'
import type { JobDefinition } from '../../platform/jobs.ts'
import { Batcher } from './batcher.ts'
import { DirectoryChanges } from './directory-changes.ts'
import { Directory } from './directory.ts'
import { GatewaySignIn } from './gateway-sign-in.ts'
import { registerIngestHttp } from './ingest.http.ts'
import type { Inbound } from './inbound.ts'
import { IngestConnection, survive } from './ingest-connection.ts'
import { LogBudget } from './log-budget.ts'
import { Meanings } from './meanings.ts'
import { Preparer } from './prepare.ts'
import { Presence } from './presence.ts'
import { sweepOffline } from './sweep-offline.ts'
import { writeBatch } from './write-batch.ts'
import type { OnRaised } from './write-batch.ts'

export interface IngestOptions {
  /** Of the system. */
  ctx: Pick<Ctx, 'systemDb' | 'clock' | 'config'>
  connection: pg.PoolConfig
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
  /** The jobs of this feature: partitions ahead, going offline. */
  readonly jobs: JobDefinition[]
  /** Adds `POST /api/ingest/v1/<gateway>`. */
  registerHttp(server: FastifyInstance): void
  /** Whether messages can arrive; true where this process has no part in it. */
  ready(): boolean
  status(): BrokerStatus
  /** Where gateways connect, `mqtt://host:port`; null with an external broker or before `start`. */
  address(): string | null
  /** Sends a message to gateways, see `Broker.publish`. */
  publish(topic: string, payload: string | Uint8Array): Promise<void>
}

const RETRY_MS = 500

/** The one way of reports into the system, for MQTT and HTTP alike (architecture.md, "How a report flows"). */
export function createIngest({ ctx, connection, log, onRaised = async () => undefined, limits = {} }: IngestOptions): Ingest {
  const { config, systemDb } = ctx
  const maxInFlight = limits.inFlightMessages ?? DEFAULT_BROKER_LIMITS.inFlightMessages
  const startedAt = ctx.clock.now()
  const lookups = openDatabase({ ...connection, max: 2 }, log)
  survive(lookups.pool)
  const writer = new IngestConnection(connection)
  const states = new IngestConnection(connection)
  const directory = new Directory(lookups.pool)
  const meanings = new Meanings(lookups.pool)
  const preparer = new Preparer({ directory, meanings, budget: new LogBudget() })
  const presence = new Presence({ connection: states, offlineFaultType: () => meanings.offlineFaultType, log })
  const changes = new DirectoryChanges(
    connection,
    (code) => void changed(code).catch(warn('a changed gateway was not read')),
    log,
  )
  let running = false
  let stopping = false

  const batcher = new Batcher<Inbound>({
    write: async (items) => {
      for (const item of await writeBatch(writer, items, onRaised)) presence.note(item)
    },
    onWritten: (item) => item.done(),
    isPoison: (error) => error instanceof pg.DatabaseError && error.code?.startsWith('22') === true,
    onPoison: async (item, error) => {
      log.error({ err: error, client: item.client }, 'a message that cannot be stored')
      const isBareLine = item.rows.length === 0 && item.heartbeat === undefined
      if (isBareLine) item.done(new Error('cannot be stored'))
      else batcher.add(asMalformed(item))
    },
    onFailure: (error, waitMs) => {
      log.warn({ err: error, waitMs, waiting: batcher.size }, 'reports could not be stored; trying again')
      const isPartitionMissing = error instanceof pg.DatabaseError && error.code === '23514'
      if (isPartitionMissing) void keepPartitions(systemDb, ctx.clock.now(), log).catch(warn('partitions were not made'))
    },
  })

  const gatewaySignIn = new GatewaySignIn(systemDb, directory)
  const signIn = (code: string, secret: string) => gatewaySignIn.check(code, secret)
  const broker = createBroker()
  broker.onMessage((message, done) => {
    const prepared = attempt(() => preparer.prepare(message, done))
    if (!(prepared instanceof Promise)) return batcher.add(prepared)
    prepared.then(
      (item) => batcher.add(item),
      () => void takeLater(message, done),
    )
  })

  function createBroker(): Broker {
    if (config.mqttUrl === undefined) {
      return new EmbeddedBroker({ host: config.host, port: config.mqttPort, authenticate: signIn, log, limits })
    }
    // Stays the same over restarts, and differs between processes of one machine.
    const clientId = `emberwatch-${hostname()}-${config.port || process.pid}`
    return new ExternalBroker({ url: config.mqttUrl, clientId, log, limits: { inFlightMessages: maxInFlight } })
  }

  /** The database had to be asked and was away: asked again until it answers. The message stays unacknowledged meanwhile. */
  async function takeLater(message: BrokerMessage, done: MessageDone): Promise<Inbound | undefined> {
    while (!stopping) {
      await delay(RETRY_MS)
      try {
        const item = await preparer.prepare(message, done)
        batcher.add(item)
        return item
      } catch (error) {
        log.warn({ err: error }, 'a gateway could not be looked up; trying again')
      }
    }
    return undefined
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

  function warn(message: string): (error: unknown) => void {
    return (error) => log.warn({ err: error }, message)
  }

  return {
    async start() {
      await meanings.start()
      await changes.start()
      presence.start()
      await broker.start()
      running = true
    },
    async stop() {
      stopping = true
      running = false
      await broker.stop()
      await batcher.stop()
      await presence.stop()
      await changes.stop()
      await Promise.all([writer.close(), states.close(), lookups.close()])
    },
    jobs: [
      job('partitions', () => keepPartitions(systemDb, ctx.clock.now(), log), '17 3 * * *'),
      job(
        'sweepOffline',
        async () => {
          if (meanings.offlineFaultType === undefined) await meanings.start()
          await sweepOffline(states, meanings.offlineFaultType, startedAt, ctx.clock.now())
        },
        '* * * * *',
      ),
    ],
    registerHttp(server) {
      registerIngestHttp(server, {
        signIn,
        hasRoom: () => running && !batcher.failing && batcher.size < maxInFlight,
        take: async (message, done) => {
          const item = await preparer.prepare(message, done)
          batcher.add(item)
          return item
        },
      })
    },
    ready: () => !running || broker.status().ready,
    status: () => broker.status(),
    address: () => (running && broker instanceof EmbeddedBroker ? `mqtt://${config.host}:${broker.port}` : null),
    publish: (topic, payload) => broker.publish(topic, payload),
  }
}

/** A throw becomes a rejection: a message handler must not throw. */
function attempt<Result>(work: () => Result | Promise<Result>): Result | Promise<Result> {
  try {
    return work()
  } catch (error) {
    return Promise.reject(error)
  }
}

/** What is left of a message that the database refuses: a line in the MQTT log. */
function asMalformed({ gateway, client, receivedAt, decodedAt, done }: Inbound): Inbound {
  const log = { topic: '', payload: '', result: 'malformed', reason: 'wrongType' } as const
  return {
    gateway,
    client,
    receivedAt,
    decodedAt,
    sequence: undefined,
    rows: [],
    urgent: false,
    weight: 1,
    malformed: 1,
    log,
    done,
  }
}
