import { limits } from '@emberwatch/contract'
import { sql } from 'kysely'
import { join } from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import { seedAreas } from '../seed/areas.ts'
import { seedDemo, type DemoGateway } from '../seed/demo.ts'
import { seedSystem } from '../seed/system.ts'
import type { Config } from './config.ts'
import { companyJobs, exportDefinitions, fileJobs, importDefinitions, routesOf } from './features.ts'
import { createIngest } from './features/ingest/ingest.ts'
import { createAuthenticate } from './features/session/authenticate.ts'
import { createApiLog } from './platform/api-log.ts'
import { systemActor, systemClock, systemOrigin, type Clock, type Ctx } from './platform/context.ts'
import { openDatabase } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'
import { keepPartitions } from './platform/database/partitions.ts'
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
  const database = openDatabase({ max: 16, ...connection }, log)
  const db = database.kysely
  const files = createFileStore(config.dataDir)
  const jobs = createJobs(
    connection,
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
  const hub = createLiveHub(connection, db, log)
  const ingest = createIngest({ ctx: systemCtx, connection, log })
  const callSettings = createCallSettings(connection, db, log)
  const apiLog = createApiLog(db, callSettings, log)

  const server = await createHttpServer({
    bindings: routesOf(hub),
    authenticate: createAuthenticate(db, clock, config),
    base: systemCtx,
    onServed: apiLog.record,
    callSettings,
    log,
    maxUploadBytes: Math.max(config.apkLimit, config.firmwareLimit, config.attachmentLimit),
    before: registerOpenApi,
  })
  ingest.registerHttp(server)
  await registerOperations(server, {
    checks: {
      database: async () => (await sql`select 1`.execute(db)).rows.length === 1,
      broker: () => ingest.ready(),
      jobs: () => jobs.healthy(),
    },
    gauges: {
      emberwatch_live_listeners: { help: 'Consoles with an open event stream', value: () => hub.listeners() },
      emberwatch_ingest_in_flight: { help: 'Messages received and not committed yet', value: () => ingest.status().inFlight },
      emberwatch_gateway_connections: {
        help: 'Gateway connections at this process',
        value: () => ingest.status().connections ?? 0,
      },
    },
    token: config.metricsToken,
  })
  await registerConsole(server, consoleDir)

  const started: (() => Promise<unknown>)[] = [() => database.close()]
  const begin = async (start: () => Promise<unknown>, stop: () => Promise<unknown>): Promise<void> => {
    started.push(stop)
    await start()
  }

  return {
    async start() {
      await migrate(database.pool, join(serverDir, 'migrations'), log)
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
      started.push(() => server.close())
      const address = await server.listen({ host: config.host, port: config.port })
      return { address, mqttAddress, demoGateways: seeded?.gateways ?? [] }
    },
    async stop() {
      for (let stop = started.pop(); stop; stop = started.pop()) await stop()
    },
  }
}
