import type { HealthProblem } from '@emberwatch/contract'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Ingest } from './features/ingest/ingest.ts'
import type { Notifications } from './platform/database/notifications.ts'
import { createHealth, type HealthChecks } from './platform/health.ts'
import type { Jobs } from './platform/jobs.ts'
import { createProcessBeat } from './platform/process-beat.ts'

export interface HealthParts {
  readonly config: Config
  readonly connection: pg.PoolConfig
  readonly ingest: Ingest
  readonly jobs: Jobs
  readonly notifications: Notifications
  readonly log: Logger
}

/** A listener that is being replaced is no trouble yet (ms). */
const listenerPatienceMs = 3_000

/** What this process knows about the whole: its own parts, and by their beats what the other processes say of theirs. */
export const createHealthOf = ({ config, connection, ingest, jobs, notifications, log }: HealthParts) => {
  const ok = (right: boolean, wrong = 'unavailable'): string => (right ? 'ok' : wrong)
  let heardAt = performance.now()
  const listens = (): boolean => {
    if (notifications.listening()) heardAt = performance.now()
    return performance.now() - heardAt < listenerPatienceMs
  }
  const storing = (): string => (ingest.storing() ? ok(ingest.watchesSilence(), 'silence') : 'waiting')
  const own: Partial<HealthChecks> = {
    ...(config.roles.has('ingest') ? { broker: () => ok(ingest.ready()), storing } : {}),
    ...(config.roles.has('jobs') ? { jobs: () => ok(jobs.healthy()) } : {}),
    notifications: () => ok(listens()),
  }
  const ownProblems = () => (Object.keys(own) as HealthProblem[]).filter((part) => own[part]?.() !== 'ok')
  const beat = createProcessBeat({ connection, roles: [...config.roles], problems: ownProblems, log })
  /** A part is well when it is well here, and with every process that has it. */
  const everywhere = (part: HealthProblem): string => {
    const here = own[part]?.() ?? 'ok'
    return here === 'ok' && beat.problemsElsewhere().has(part) ? 'elsewhere' : here
  }
  const health = createHealth({
    database: () => beat.database(),
    storing: () => everywhere('storing'),
    broker: () => everywhere('broker'),
    ingest: () => ok(beat.runs('ingest'), 'noProcess'),
    jobs: () => (beat.runs('jobs') ? everywhere('jobs') : 'noProcess'),
    notifications: () => everywhere('notifications'),
  })
  return { beat, health }
}
