import { join } from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { DemoGateway } from '../seed/demo-secrets.ts'
import { seed } from '../seed/seed.ts'
import type { Config } from './config.ts'
import { jobsOf, servicesOf } from './features.ts'
import { createHttp } from './http.ts'
import { createUpgradeAnswers } from './features/equipment/upgrade/upgrade-answers.ts'
import { ingestJobs, ingestService } from './features/ingest/ingest/ingest-service.ts'
import { createIngest } from './features/ingest/ingest/ingest.ts'
import { createTestAlarms } from './features/ingest/ingest/test-alarms.ts'
import { mayReceive } from './features/partners/push-endpoint/push-endpoint.rules.ts'
import { createApiLog } from './platform/api-log.ts'
import { systemContext, type Clock, type Ctx } from './platform/context.ts'
import { databaseTime } from './platform/database-clock.ts'
import { migrateOnce } from './platform/database/migrate.ts'
import { createPartitionWatch, maintainPartitions } from './platform/database/partitions.ts'
import { createDiskWatch } from './platform/disk-space.ts'
import { createFoundation } from './platform/foundation.ts'
import { createProgramHealth } from './platform/health-checks.ts'
import { createCallSettings } from './platform/http/call-settings.ts'
import { createJobs } from './platform/jobs.ts'
import { createLiveHub } from './platform/live-hub.ts'
import { watchIdleMemory } from './platform/memory.ts'
import { createOpenFilesWatch } from './platform/open-files.ts'
import { createLife, type Service, type ServiceParts, type Startable } from './platform/service.ts'

export interface AppOptions {
  readonly config: Config
  readonly connection: pg.PoolConfig
  readonly demo: boolean
  readonly log: Logger
  /** Receives lines for the person who started the program, such as a one-time password, as soon as they are valid. */
  readonly print?: (note: string) => void
  readonly clock?: Clock
}

/** Where the program is reached: the console, the embedded broker, and the receivers of other languages. */
interface Started {
  readonly address: string
  readonly mqttAddress: string | null
  readonly linkPorts: Config['linkPorts']
  readonly demoGateways: readonly DemoGateway[]
}

export interface App {
  /** Migrates, seeds and starts everything. */
  start(): Promise<Started>
  /** Stops in reverse order. Nothing that was acknowledged is lost. */
  stop(): Promise<void>
  /** Call it when an error ends the process, before `stop`: what is under way may be the reason. */
  crashing(): void
}

const migrations = join(import.meta.dirname, '..', 'migrations')

/** How long a job that does not stop, and the transaction it waits in, may delay the end of the process. */
const closeMs = 3_000

/** The composition root: builds every part and passes it to the parts that need it. */
export const createApp = async ({ config: given, connection, demo, log, print, clock: ownClock }: AppOptions): Promise<App> => {
  // Runs in the database while the program builds its parts. `start` awaits it and reports the failure.
  const migrated = migrateOnce(connection, migrations, log)
  migrated.catch(() => undefined)
  const foundation = await createFoundation({ config: given, connection, log, clock: ownClock })
  const { tracing, databaseClock, clock, pools, settings, config, notifications, files, underWay } = foundation
  const db = pools.background.kysely
  const jobs = createJobs({
    pool: pools.queue.pool,
    connection,
    notifications,
    definitions: () => [...jobsOf({ systemCtx, log }), ...ingestJobs({ systemCtx, log })],
    work: config.roles.has('jobs'),
    underWay,
    log,
  })
  const systemCtx: Ctx = systemContext({ systemDb: db, clock, config, files, jobs })
  const withOwn = ({ kysely }: typeof pools.notifying): Ctx => ({ ...systemCtx, db: kysely, systemDb: kysely })
  const hub = createLiveHub(notifications, pools.live.kysely, pools.replays.kysely, log)
  const ingest = createIngest({
    ctx: systemCtx,
    connection,
    notifications,
    underWay,
    log,
    authenticateReceiver: (name, secret) => mayReceive(systemCtx, name, secret),
    upgrades: (broker) => createUpgradeAnswers({ ctx: systemCtx, broker, log }),
  })
  const parts: ServiceParts = {
    ctx: systemCtx,
    notifyingCtx: withOwn(pools.notifying),
    pushingCtx: withOwn(pools.pushing),
    broker: ingest.sender,
    events: config.roles.has('ingest') && config.mqttUrl === undefined ? ingest.events : undefined,
    notifications,
    underWay,
    log,
  }
  const services: readonly Service[] = [ingestService(ingest), ...servicesOf(parts)]
  const running = services.filter(({ roles }) => roles.some((role) => config.roles.has(role)))
  const testAlarms = createTestAlarms({ connection, clock })
  const callSettings = createCallSettings(notifications, db, log)
  const disk = createDiskWatch(config.dataDir, log)
  const openFiles = createOpenFilesWatch(log)
  const watched = { services: running, jobs, notifications, hub, disk, openFiles }
  const { beat, health } = createProgramHealth({ ...watched, config, connection, clock: databaseClock, log })
  const apiLog = createApiLog(db, callSettings, clock, log)
  const partitions = createPartitionWatch(db, clock, log)
  const { server, trialToken } = await createHttp({
    parts,
    pools,
    routes: { hub, health, raiseTestAlarm: testAlarms.raise },
    ingest,
    apiLog,
    callSettings,
    services,
    disk,
    traced: tracing !== undefined,
  })

  const life = createLife()
  life.onStop(() => underWay.stop())
  life.onStop(() => tracing?.stop())
  life.onStop(() => pools.close(closeMs))
  life.onStop(() => testAlarms.stop())
  life.onStop(() => apiLog.stop())

  return {
    async start() {
      await migrated
      await databaseClock?.read(() => databaseTime(db))
      // Nothing can be written without this month's partition, which may be missing after a restore or a long downtime.
      // Before old logs are dropped, and before anybody signs in.
      await settings.load()
      await maintainPartitions(db, clock.now(), log, config.settings)
      const demoGateways = await seed({ ctx: systemCtx, demo, print, log })
      const withNotifications: Startable = { start: () => settings.start(notifications), stop: () => settings.stop() }
      for (const part of [partitions, notifications, jobs, withNotifications, callSettings, hub]) await life.begin(part)
      for (const { run } of running) await life.begin(run)
      for (const part of [disk, openFiles, beat, health]) await life.begin(part)
      life.onStop(() => server.close())
      const address = await server.listen({ host: config.host, port: config.port })
      const memory = watchIdleMemory()
      life.onStop(() => memory.stop())
      if (demo && config.roles.has('jobs')) {
        const { startDemoPeople } = await import('./demo-people.ts')
        life.onStop(startDemoPeople(systemCtx))
      }
      if (trialToken)
        print?.(`API page ${address}/api/docs and metrics ${address}/metrics: any user name, password ${trialToken}`)
      return { address, mqttAddress: ingest.address(), linkPorts: ingest.linkPorts(), demoGateways }
    },
    stop: () => life.stop(),
    crashing: () => underWay.crashing(),
  }
}
