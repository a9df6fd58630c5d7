import { hostname } from 'node:os'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { systemClock, type Clock } from './context.ts'
import { DatabaseClock } from './database-clock.ts'
import { createNotifications } from './database/notifications.ts'
import { openPools } from './database/pools.ts'
import { createFileStore } from './files.ts'
import { createSettings, withSettings } from './settings.ts'
import { useTracing } from './tracing/spans.ts'
import { createUnderWay, unwatched } from './under-way.ts'

export interface FoundationOptions {
  readonly config: Config
  readonly connection: pg.PoolConfig
  readonly log: Logger
  readonly clock?: Clock | undefined
}

/** What all parts of a process stand on: its time, connections, settings, notifications and files. Nothing of it runs yet. */
export const createFoundation = async ({ config: given, connection, log, clock }: FoundationOptions) => {
  // Loaded only if tracing is configured.
  const tracing = given.otlpUrl === undefined ? undefined : (await import('./tracing/otlp.ts')).startTracing(given.otlpUrl, log)
  useTracing(tracing)
  // One time for all processes of an installation, whatever their machines' clocks say.
  const databaseClock = clock === undefined ? new DatabaseClock() : undefined
  const pools = openPools(connection, log)
  const settings = createSettings(pools.background.kysely, log)
  const config = withSettings(given, settings.current)
  return {
    tracing,
    databaseClock,
    clock: clock ?? databaseClock ?? systemClock,
    pools,
    settings,
    config,
    notifications: createNotifications(connection, log),
    files: createFileStore(config.dataDir),
    // By its port, which no other process of this machine has.
    underWay: config.port === 0 ? unwatched : createUnderWay(config.dataDir, `${hostname()}-${config.port}`, log),
  }
}
