import { limits } from '@emberwatch/contract'
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import { seedAreas } from '../seed/areas.ts'
import { seedDemo } from '../seed/demo.ts'
import type { DemoGateway } from '../seed/demo-secrets.ts'
import { seedSystem } from '../seed/system.ts'
import type { Config } from './config.ts'
import { jobsOf, routesOf } from './features.ts'
import { createHealthOf } from './health-checks.ts'
import { createCommandSender } from './features/equipment/device-command/command-sender.ts'
import { createIngest } from './features/ingest/ingest/ingest.ts'
import { createTestAlarms } from './features/ingest/ingest/test-alarms.ts'
import { registerFirmwareKeys } from './features/equipment/firmware/public-keys.http.ts'
import { registerAppDownload } from './features/people/app-version/download.http.ts'
import { registerCallbacks } from './features/notify/notify-provider/callback.http.ts'
import { createDispatcher } from './features/notify/notify-provider/dispatcher.ts'
import { createSendingWatch } from './features/notify/notify-provider/watch-sending.ts'
import { takeByPhone } from './features/notify/notification/take-by-phone.ts'
import { createPushCollector } from './features/partners/push-endpoint/push-collector.ts'
import { createPushDeliverer } from './features/partners/push-endpoint/push-deliverer.ts'
import { mayReceive } from './features/partners/push-endpoint/receiver-account.ts'
import { createRuleRunner } from './features/equipment/linked-rule/run-rules.ts'
import { createEngine } from './features/notify/notification/engine.ts'
import { answerAsk } from './features/equipment/upgrade/answer-ask.ts'
import { registerFirmwareFile } from './features/equipment/upgrade/firmware-file.http.ts'
import { createFirmwarePieces } from './features/equipment/upgrade/firmware-pieces.ts'
import { createUpgradeEngine } from './features/equipment/upgrade/upgrade-engine.ts'
import { createUpgradePublisher } from './features/equipment/upgrade/upgrade-publisher.ts'
import { createKeys } from './features/partners/open-access/key-callers.ts'
import { answerOnce } from './features/base/app-request/answer-once.ts'
import { createAuthenticate } from './features/base/access/authenticate.ts'
import { isCommonPassword } from './features/base/access/common-passwords.ts'
import { withKiosks } from './features/base/access/kiosk-sessions.ts'
import { DatabaseClock, databaseTime } from './platform/database-clock.ts'
import { createApiLog } from './platform/api-log.ts'
import { systemActor, systemClock, systemOrigin, type Clock, type Ctx } from './platform/context.ts'
import { backgroundLimits, callLimits, openDatabase } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'
import { createNotifications } from './platform/database/notifications.ts'
import { createPartitionWatch, maintainPartitions } from './platform/database/partitions.ts'
import { createDiskWatch } from './platform/disk-space.ts'
import { createFileStore } from './platform/files.ts'
import { createCallSettings } from './platform/http/call-settings.ts'
import { registerConsole } from './platform/http/console.ts'
import { registerOpenApi, registerOperations } from './platform/http/operations.ts'
import { createHttpServer } from './platform/http/server.ts'
import { watchIdleMemory } from './platform/memory.ts'
import { createJobs } from './platform/jobs.ts'
import { createOpenFilesWatch, openFileLimit } from './platform/open-files.ts'
import { createLiveHub } from './platform/live-hub.ts'
import { createSettings, withSettings } from './platform/settings.ts'
import { createUnderWay, unwatched } from './platform/under-way.ts'
import { useTracing } from './platform/tracing/spans.ts'
import { traceCalls } from './platform/tracing/trace-calls.ts'

export interface AppOptions {
  readonly config: Config
  readonly connection: pg.PoolConfig
  readonly demo: boolean
  readonly log: Logger
  /** Receives lines for the person who started the program, such as a one-time password, as soon as they are valid. */
  readonly print?: (note: string) => void
  readonly clock?: Clock
}

export interface App {
  /** Migrates, seeds and starts everything. */
  start(): Promise<{ address: string; mqttAddress: string | null; demoGateways: DemoGateway[] }>
  /** Stops in reverse order. Nothing that was acknowledged is lost. */
  stop(): Promise<void>
  /** Call it when an error ends the process, before `stop`: what is under way is suspected of it. */
  crashing(): void
}

const serverDir = join(import.meta.dirname, '..')
const consoleDir = join(serverDir, '..', 'web', 'dist')

/** How long a job that does not stop, and the transaction it waits in, may delay the end of the process. */
const closeMs = 3_000

/** The composition root: builds every part and passes it to the parts that need it. */
export const createApp = async ({ config: given, connection, demo, log, print, clock: ownClock }: AppOptions): Promise<App> => {
  // One time for all processes of an installation, whatever their machines' clocks say.
  const databaseClock = ownClock === undefined ? new DatabaseClock() : undefined
  const clock = ownClock ?? databaseClock ?? systemClock
  // Runs in the database while the program builds its parts.
  const migrated = migrateWithoutLimits(connection, log)
  // `start` awaits it and reports the failure.
  migrated.catch(() => undefined)
  // Loaded only if tracing is configured.
  const tracing =
    given.otlpUrl === undefined ? undefined : (await import('./platform/tracing/otlp.ts')).startTracing(given.otlpUrl, log)
  useTracing(tracing)
  // Separate pools, so that none can use up the others' connections: user calls, calls of partners' programs, the program's own work, live events, and what returning
  // consoles have missed.
  const calls = openDatabase({ max: 16, ...callLimits, ...connection }, log)
  const partners = openDatabase({ max: 8, ...callLimits, ...connection }, log)
  const background = openDatabase({ max: 8, ...backgroundLimits, ...connection }, log)
  // The job queue polls every kind of work at the same moment, and would keep as many connections as it is given.
  const queue = openDatabase({ max: 2, ...backgroundLimits, ...connection }, log)
  // Jobs waiting for locks may occupy all those connections, but must not delay the people who have to be notified of a fire.
  const telling = openDatabase({ max: 6, ...backgroundLimits, ...connection }, log)
  // Third parties, who must not hold up anything of ours.
  const pushing = openDatabase({ max: 4, ...backgroundLimits, ...connection }, log)
  const live = openDatabase({ max: 2, ...callLimits, ...connection }, log)
  const replays = openDatabase({ max: 2, ...callLimits, ...connection }, log)
  const db = background.kysely
  const settings = createSettings(db, log)
  const config = withSettings(given, settings.current)
  const notifications = createNotifications(connection, log)
  const files = createFileStore(config.dataDir)
  // By its port, which no other process of this machine has.
  const underWay = config.port === 0 ? unwatched : createUnderWay(config.dataDir, `${hostname()}-${config.port}`, log)
  const jobs = createJobs({
    pool: queue.pool,
    connection,
    notifications,
    definitions: () => [...jobsOf({ systemCtx, log }), ...ingest.jobs],
    work: config.roles.has('jobs'),
    underWay,
    log,
  })
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
  const tellingCtx: Ctx = { ...systemCtx, db: telling.kysely, systemDb: telling.kysely }
  const hub = createLiveHub(notifications, live.kysely, replays.kysely, log)
  const ingest = createIngest({
    ctx: systemCtx,
    connection,
    notifications,
    underWay,
    log,
    authenticateReceiver: (name, secret) => mayReceive(systemCtx, name, secret),
    upgrades: {
      piece: (gateway, request) => pieces.serve(gateway.id, gateway.code, request),
      ask: ({ id }, deviceCode) => answerAsk(systemCtx, id, deviceCode),
    },
  })
  const pieces = createFirmwarePieces({ ctx: systemCtx, broker: ingest.sender, log })
  const commands = createCommandSender({ ctx: systemCtx, broker: ingest.sender, notifications, log })
  const rules = createRuleRunner({ ctx: systemCtx, notifications, log })
  const engine = createEngine({ ctx: tellingCtx, notifications, underWay, log })
  const upgrades = createUpgradeEngine({ ctx: systemCtx, notifications, log })
  const upgradePublisher = createUpgradePublisher({ ctx: systemCtx, broker: ingest.sender, notifications, log })
  const dispatcher = createDispatcher({ ctx: tellingCtx, notifications, takeByPhone, underWay, log })
  const sending = createSendingWatch(tellingCtx, log)
  const pushCtx: Ctx = { ...systemCtx, db: pushing.kysely, systemDb: pushing.kysely }
  const collector = createPushCollector({ ctx: pushCtx, notifications, log })
  const isBrokerHere = config.roles.has('ingest') && config.mqttUrl === undefined
  const deliverer = createPushDeliverer({
    ctx: pushCtx,
    notifications,
    ways: [...(config.roles.has('jobs') ? ['http' as const] : []), ...(isBrokerHere ? ['mqtt' as const] : [])],
    broker: isBrokerHere ? ingest.events : undefined,
    log,
  })
  const testAlarms = createTestAlarms({ connection, clock })
  const callSettings = createCallSettings(notifications, db, log)
  const disk = createDiskWatch(config.dataDir, log)
  const openFiles = createOpenFilesWatch(log)
  const { beat, health } = createHealthOf({
    config,
    connection,
    ingest,
    jobs,
    notifications,
    hub,
    sending,
    engine,
    collector,
    disk,
    openFiles,
    clock: databaseClock,
    log,
  })
  const apiLog = createApiLog(db, callSettings, log)
  const partitions = createPartitionWatch(db, clock, log)

  const server = await createHttpServer({
    bindings: routesOf({ hub, health, raiseTestAlarm: testAlarms.raise }),
    authenticate: withKiosks(createAuthenticate(calls.kysely, clock, config), calls.kysely, clock),
    keys: createKeys(partners.kysely, clock),
    base: { ...systemCtx, systemDb: calls.kysely },
    onServed: apiLog.record,
    answerOnce,
    callSettings,
    log,
    openFiles: openFileLimit(),
    maxUploadBytes: Math.max(config.apkLimit, config.firmwareLimit, config.attachmentLimit),
    before: async (each) => {
      if (tracing) traceCalls(each)
      await registerOpenApi(each)
    },
  })
  ingest.registerHttp(server)
  registerFirmwareKeys(server, systemCtx.systemDb)
  registerAppDownload(server, systemCtx)
  registerFirmwareFile(server, { ctx: systemCtx, log })
  registerCallbacks(server, { ctx: systemCtx, takeByPhone, log })
  // In a trial, a token for this start is printed: a call forwarded by a proxy on this machine looks local.
  const trialToken = config.metricsToken === undefined && !config.production ? randomBytes(12).toString('base64url') : undefined
  await registerOperations(server, {
    health,
    gauges: {
      emberwatch_live_listeners: { help: 'Consoles with an open event stream', value: () => hub.listeners() },
      emberwatch_ingest_in_flight: { help: 'Messages received and not yet committed', value: () => ingest.status().inFlight },
      emberwatch_gateway_connections: {
        help: 'Gateway connections to this process',
        value: () => ingest.status().connections ?? 0,
      },
      emberwatch_disk_free_bytes: { help: 'Free on the fullest disk of the data directory', value: () => disk.free() },
    },
    token: config.metricsToken ?? trialToken,
  })
  await registerConsole(server, consoleDir)

  const started: (() => Promise<unknown>)[] = [
    async () => underWay.stop(),
    async () => tracing?.stop(),
    () => Promise.all([calls, partners, background, queue, telling, pushing, live, replays].map((each) => each.close(closeMs))),
  ]
  const begin = async (start: () => Promise<unknown>, stop: () => Promise<unknown>): Promise<void> => {
    started.push(stop)
    await start()
  }

  return {
    async start() {
      await migrated
      await databaseClock?.read(() => databaseTime(db))
      // Nothing can be written without this month's partition, which may be missing after a restore or a long downtime.
      // Before old logs are dropped, and before anybody signs in.
      await settings.load()
      await maintainPartitions(db, clock.now(), log, config.settings)
      const first = await seedSystem(db, config.adminPassword, { basics: !demo })
      await seedAreas(db)
      if (isCommonPassword(config.defaultAccountPassword ?? ''))
        log.warn(
          'DEFAULT_ACCOUNT_PASSWORD is one of the most common passwords: new accounts are open to everybody until they are used',
        )
      if (first.oneTimePassword !== null)
        print?.(
          `First account: ${first.account}, one-time password: ${first.oneTimePassword} (choose your own at the first sign-in)`,
        )
      const seeded = demo ? await seedDemo(systemCtx) : undefined
      for (const note of seeded?.notes ?? []) print?.(note)
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
        async () => settings.start(notifications),
        () => settings.stop(),
      )
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
      if (config.roles.has('ingest')) {
        await begin(
          async () => commands.start(),
          () => commands.stop(),
        )
        await begin(
          async () => rules.start(),
          () => rules.stop(),
        )
        await begin(
          async () => upgradePublisher.start(),
          () => upgradePublisher.stop(),
        )
      }
      if (config.roles.has('jobs')) {
        await begin(
          async () => dispatcher.start(),
          () => dispatcher.stop(),
        )
        await begin(
          async () => sending.start(),
          () => sending.stop(),
        )
      }
      if (config.roles.has('jobs')) {
        await begin(
          async () => engine.start(),
          () => engine.stop(),
        )
        await begin(
          async () => upgrades.start(),
          () => upgrades.stop(),
        )
      }
      if (config.roles.has('jobs'))
        await begin(
          async () => collector.start(),
          () => collector.stop(),
        )
      if (config.roles.has('jobs') || isBrokerHere)
        await begin(
          async () => deliverer.start(),
          () => deliverer.stop(),
        )
      await begin(
        () => disk.start(),
        async () => disk.stop(),
      )
      await begin(
        () => openFiles.start(),
        async () => openFiles.stop(),
      )
      await begin(
        () => beat.start(),
        () => beat.stop(),
      )
      health.start()
      started.push(async () => health.stop())
      started.push(() => testAlarms.stop())
      started.push(() => server.close())
      const address = await server.listen({ host: config.host, port: config.port })
      const memory = watchIdleMemory()
      started.push(async () => memory.stop())
      if (demo && config.roles.has('jobs')) {
        const { startDemoPeople } = await import('./demo-people.ts')
        started.push(startDemoPeople(systemCtx))
      }
      if (trialToken)
        print?.(`API page ${address}/api/docs and metrics ${address}/metrics: any user name, password ${trialToken}`)
      return { address, mqttAddress, demoGateways: seeded?.gateways ?? [] }
    },
    async stop() {
      for (let stop = started.pop(); stop; stop = started.pop()) await stop()
    },
    crashing: () => underWay.crashing(),
  }
}

/** Without time limits, because a migration may take long. */
const migrateWithoutLimits = async (connection: pg.PoolConfig, log: Logger): Promise<void> => {
  const database = openDatabase(connection, log)
  try {
    await migrate(database.pool, join(serverDir, 'migrations'), log)
  } finally {
    await database.close()
  }
}
