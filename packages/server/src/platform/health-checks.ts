import type { HealthProblem } from '@emberwatch/contract'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Engine } from './features/notify/notification/engine.ts'
import type { Ingest } from './features/ingest/ingest/ingest.ts'
import type { PushCollector } from './features/partners/push-endpoint/push-collector.ts'
import type { SendingWatch } from './features/notify/notify-provider/watch-sending.ts'
import type { DatabaseClock } from './platform/database-clock.ts'
import type { Notifications } from './platform/database/notifications.ts'
import type { DiskWatch } from './platform/disk-space.ts'
import { createHealth, type HealthChecks } from './platform/health.ts'
import type { OpenFilesWatch } from './platform/open-files.ts'
import type { LiveHub } from './platform/live-hub.ts'
import type { Jobs } from './platform/jobs.ts'
import { createProcessBeat } from './platform/process-beat.ts'

export interface HealthParts {
  readonly config: Config
  readonly connection: pg.PoolConfig
  readonly ingest: Ingest
  readonly jobs: Jobs
  readonly notifications: Notifications
  readonly hub: Pick<LiveHub, 'reads'>
  readonly sending: Pick<SendingWatch, 'problem'>
  readonly engine: Pick<Engine, 'problem'>
  readonly disk: Pick<DiskWatch, 'state'>
  readonly openFiles: Pick<OpenFilesWatch, 'state'>
  readonly collector: Pick<PushCollector, 'healthy'>
  readonly clock?: DatabaseClock | undefined
  readonly log: Logger
}

/** A connection that is being replaced is not a problem yet (ms). */
const listenerGraceMs = 3_000

/** More than this (ms) is said: certificates and sign-in codes depend on the machine's own clock, and so does whoever reads its log. */
const clockOffMs = 1_000
const clockState = (offsetMs: number): string =>
  Math.abs(offsetMs) <= clockOffMs ? 'ok' : `${(offsetMs / 1_000).toFixed(1)} s off the database's clock`

/** What this process knows about the whole system: its own parts, and those of other processes from their heartbeats. */
export const createHealthOf = (parts: HealthParts) => {
  const { config, connection, ingest, jobs, notifications, hub, sending, engine, collector, disk, openFiles, clock, log } = parts
  const ok = (right: boolean, wrong = 'unavailable'): string => (right ? 'ok' : wrong)
  let lastListeningAt = performance.now()
  const listens = (): boolean => {
    if (notifications.listening()) lastListeningAt = performance.now()
    return performance.now() - lastListeningAt < listenerGraceMs
  }
  const storing = (): string => (ingest.storing() ? ok(ingest.watchesSilence(), 'silence') : 'waiting')
  const delivery = (): string => {
    const rules = engine.problem()
    if (rules !== null) return rules
    if (jobs.failing('responseClocks')) return 'response clocks are not watched'
    const problem = sending.problem()
    if (problem === null && !collector.healthy()) return 'events are not pushed'
    return problem === null ? 'ok' : `${problem.channels.join('+')}${problem.oldestS > 0 ? ` waiting ${problem.oldestS} s` : ''}`
  }
  const own: Partial<HealthChecks> = {
    ...(config.roles.has('ingest') ? { broker: () => ok(ingest.ready()), storing } : {}),
    ...(config.roles.has('jobs') ? { jobs: () => ok(jobs.healthy()), delivery } : {}),
    notifications: () => ok(listens() && hub.reads()),
    disk: () => disk.state(),
    clock: () => clockState(clock?.offsetMs ?? 0),
    connections: () => openFiles.state(),
  }
  const ownProblems = () => (Object.keys(own) as HealthProblem[]).filter((part) => own[part]?.() !== 'ok')
  const beat = createProcessBeat({
    connection,
    roles: [...config.roles],
    problems: ownProblems,
    log,
    ...(clock === undefined ? {} : { clock }),
  })
  /** A part is healthy if it is healthy here and in every process that runs it. */
  const statusOf = (part: HealthProblem): string => {
    const here = own[part]?.() ?? 'ok'
    return here === 'ok' && beat.problemsElsewhere().has(part) ? 'elsewhere' : here
  }
  const health = createHealth(
    {
      database: () => beat.database(),
      storing: () => statusOf('storing'),
      broker: () => statusOf('broker'),
      ingest: () => ok(beat.runs('ingest'), 'noProcess'),
      jobs: () => (beat.runs('jobs') ? statusOf('jobs') : 'noProcess'),
      notifications: () => statusOf('notifications'),
      delivery: () => statusOf('delivery'),
      disk: () => statusOf('disk'),
      clock: () => statusOf('clock'),
      connections: () => statusOf('connections'),
    },
    () => ({
      storingMs: config.roles.has('ingest') ? (ingest.status().oldestWaitingMs ?? 0) : null,
      sendingS: config.roles.has('jobs') ? (sending.problem()?.oldestS ?? 0) : null,
    }),
  )
  return { beat, health }
}
