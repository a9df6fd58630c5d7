import type { HealthProblem } from '@emberwatch/contract'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { DatabaseClock } from './database-clock.ts'
import type { Notifications } from './database/notifications.ts'
import type { DiskWatch } from './disk-space.ts'
import { createHealth, type HealthChecks } from './health.ts'
import type { Jobs } from './jobs.ts'
import type { LiveHub } from './live-hub.ts'
import type { OpenFilesWatch } from './open-files.ts'
import { createProcessBeat } from './process-beat.ts'
import type { ServiceReport } from './service.ts'

export interface HealthParts {
  readonly config: Config
  readonly connection: pg.PoolConfig
  /** What runs in this process. */
  readonly services: readonly ServiceReport[]
  readonly jobs: Jobs
  readonly notifications: Notifications
  readonly hub: Pick<LiveHub, 'reads'>
  readonly disk: Pick<DiskWatch, 'state'>
  readonly openFiles: Pick<OpenFilesWatch, 'state'>
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
export const createProgramHealth = (parts: HealthParts) => {
  const { config, connection, services, jobs, notifications, hub, disk, openFiles, clock, log } = parts
  const ok = (right: boolean, wrong = 'unavailable'): string => (right ? 'ok' : wrong)
  let lastListeningAt = performance.now()
  const listens = (): boolean => {
    if (notifications.listening()) lastListeningAt = performance.now()
    return performance.now() - lastListeningAt < listenerGraceMs
  }
  /** The first problem that a service or a failing job reports about a part. A part that no service watches is not healthy. */
  const reported = (part: HealthProblem): string => {
    const watches = services.flatMap(({ health }) => health?.[part] ?? [])
    if (watches.length === 0) return 'unwatched'
    for (const watch of watches) {
      const problem = watch()
      if (problem !== null) return problem
    }
    return jobs.problems().find((each) => each.part === part)?.text ?? 'ok'
  }
  const isWatched = (part: HealthProblem): boolean => services.some(({ health }) => health?.[part] !== undefined)
  const own: Partial<HealthChecks> = {
    ...(config.roles.has('ingest') ? { broker: () => reported('broker'), storing: () => reported('storing') } : {}),
    ...(config.roles.has('jobs') ? { jobs: () => ok(jobs.healthy()) } : {}),
    ...(config.roles.has('jobs') || isWatched('delivery') ? { delivery: () => reported('delivery') } : {}),
    ...(config.roles.has('ingest') || config.roles.has('jobs') ? { commands: () => reported('commands') } : {}),
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
      commands: () => statusOf('commands'),
      disk: () => statusOf('disk'),
      clock: () => statusOf('clock'),
      connections: () => statusOf('connections'),
    },
    () => Object.assign({ storingMs: null, sendingS: null }, ...services.map(({ delays }) => delays?.())),
  )
  return { beat, health }
}
