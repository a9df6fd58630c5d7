import { limits } from '@emberwatch/contract'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import { seedAreas } from '../seed/areas.ts'
import { seedDemo, type DemoGateway } from '../seed/demo.ts'
import { seedSystem } from '../seed/system.ts'
import type { Config } from './config.ts'
import { companyJobs, exportDefinitions, fileJobs, importDefinitions, routesOf } from './features.ts'
import { createHealthOf } from './health-checks.ts'
import { createIngest } from './features/ingest/ingest.ts'
import { createAuthenticate } from './features/session/authenticate.ts'
import { createApiLog } from './platform/api-log.ts'
import { systemActor, systemClock, systemOrigin, type Clock, type Ctx } from './platform/context.ts'
import { backgroundLimits, callLimits, openDatabase } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'
import { createNotifications } from './platform/database/notifications.ts'
import { createPartitionWatch, keepPartitions } from './platform/database/partitions.ts'
import { createFileStore } from './platform/files.ts'
import { createCallSettings } from './platform/http/call-settings.ts'
import { registerConsole } from './platform/http/console.ts'
import { registerOpenApi, registerOperations } from './platform/http/operations.ts'
import { createHttpServer } from './platform/http/server.ts'
import { createJobs } from './platform/jobs.ts'
import { createLiveHub } from './platform/live-hub.ts'

export interface AppOptions {
  readonly config: Config
  readonly connection: pg.PoolConfig
  readonly demo: boolean
  readonly log: Logger
  /** Hears lines for whoever started the program, a one-time password among them, as soon as what they say is true. */
  readonly tell?: (note: string) => void
  readonly clock?: Clock
}

export interface App {
  /** Migrates, seeds and starts everything. */
  start(): Promise<{ address: string; mqttAddress: string | null; demoGateways: DemoGateway[] }>
  /** Stops in the reverse order; nothing that was acknowledged is lost. */
  stop(): Promise<void>
}

const serverDir = join(import.meta.dirname, '..')
const consoleDir = join(serverDir, '..', 'web', 'dist')

/** The composition root: builds every part and hands it to those that need it. */
export const createApp = async ({ config, connection, demo, log, tell, clock = systemClock }: AppOptions): Promise<App> => {
  // Apart, so that none can use up the connections of another: what people ask, what the program does by itself, and the news.
  const calls = openDatabase({ max: 16, ...callLimits, ...connection }, log)
  const background = openDatabase({ max: 8, ...backgroundLimits, ...connection }, log)
  const news = openDatabase({ max: 2, ...callLimits, ...connection }, log)
  const db = background.kysely
  const notifications = createNotifications(connection, log)
  const files = createFileStore(config.dataDir)
  const jobs = createJobs(
    background.pool,
    notifications,
    () => [...fileJobs({ systemCtx, exportDefinitions, importDefinitions, log }), ...companyJobs({ systemCtx }), ...ingest.jobs],
    config.roles.has('jobs'),
    log,
  )
  const systemCtx: Ctx = {
    actor: systemActor,
    scope: { kind: 'system' },
    db,
    systemDb: db,
    clock,
    locale: limits.defaultLanguage,
    origin: systemOrigin,
    config,
    files,
    jobs,
  }
  const hub = createLiveHub(notifications, news.kysely, log)
  const ingest = createIngest({ ctx: systemCtx, connection, notifications, log })
  const callSettings = createCallSettings(notifications, db, log)
  const { beat, health } = createHealthOf({ config, connection, ingest, jobs, notifications, log })
  const apiLog = createApiLog(db, callSettings, log)
  const partitions = createPartitionWatch(db, clock, log)

  const server = await createHttpServer({
    bindings: routesOf(hub, health),
    authenticate: createAuthenticate(calls.kysely, clock, config),
    base: { ...systemCtx, systemDb: calls.kysely },
    onServed: apiLog.record,
    callSettings,
    log,
    maxUploadBytes: Math.max(config.apkLimit, config.firmwareLimit, config.attachmentLimit),
    before: registerOpenApi,
  })
  ingest.registerHttp(server)
  // Whoever tries the program out is told a token of this start: a call that a proxy on this machine passes on looks like one of its own.
  const trialToken = config.metricsToken === undefined && !config.production ? randomBytes(12).toString('base64url') : undefined
  await registerOperations(server, {
    health,
    gauges: {
      emberwatch_live_listeners: { help: 'Consoles with an open event stream', value: () => hub.listeners() },
      emberwatch_ingest_in_flight: { help: 'Messages received and not committed yet', value: () => ingest.status().inFlight },
      emberwatch_gateway_connections: {
        help: 'Gateway connections at this process',
        value: () => ingest.status().connections ?? 0,
      },
    },
    token: config.metricsToken ?? trialToken,
  })
  await registerConsole(server, consoleDir)

  const started: (() => Promise<unknown>)[] = [() => Promise.all([calls.close(), background.close(), news.close()])]
  const begin = async (start: () => Promise<unknown>, stop: () => Promise<unknown>): Promise<void> => {
    started.push(stop)
    await start()
  }

  return {
    async start() {
      await migrateWithoutLimits(connection, log)
      // Without the partition of this month nothing can be written: after a restore, or after a long time off, it may be missing.
      await keepPartitions(db, clock.now(), log)
      const first = await seedSystem(db, config.adminPassword)
      await seedAreas(db)
      if (first.oneTimePassword !== null)
        tell?.(
          `First account: ${first.account}, one-time password: ${first.oneTimePassword} (choose your own at the first sign-in)`,
        )
      const seeded = demo ? await seedDemo(systemCtx) : undefined
      for (const note of seeded?.notes ?? []) tell?.(note)
      await begin(
        async () => partitions.start(),
        () => partitions.stop(),
      )
      await begin(
        () => notifications.start(),
        () => notifications.stop(),
      )
      await begin(
        () => jobs.start(),
        () => jobs.stop(),
      )
      started.push(() => apiLog.stop())
      await begin(
        () => callSettings.start(),
        () => callSettings.stop(),
      )
      await begin(
        () => hub.start(),
        () => hub.stop(),
      )
      let mqttAddress: string | null = null
      if (config.roles.has('ingest')) {
        await begin(
          () => ingest.start(),
          () => ingest.stop(),
        )
        mqttAddress = ingest.address()
      }
      await begin(
        () => beat.start(),
        () => beat.stop(),
      )
      health.start()
      started.push(async () => health.stop())
      started.push(() => server.close())
      const address = await server.listen({ host: config.host, port: config.port })
      if (trialToken) tell?.(`API page ${address}/api/docs and metrics ${address}/metrics: any user name, password ${trialToken}`)
      return { address, mqttAddress, demoGateways: seeded?.gateways ?? [] }
    },
    async stop() {
      for (let stop = started.pop(); stop; stop = started.pop()) await stop()
    },
  }
}

/** A migration may take its time. */
const migrateWithoutLimits = async (connection: pg.PoolConfig, log: Logger): Promise<void> => {
  const database = openDatabase(connection, log)
  try {
    await migrate(database.pool, join(serverDir, 'migrations'), log)
  } finally {
    await database.close()
  }
}
