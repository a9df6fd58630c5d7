import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { DatabaseLog } from './database/postgres-server.ts'
import { OrderedClient } from './database/ordered-client.ts'

export interface RunningJob {
  readonly id: string
  readonly name: string
  /** The number of retries so far. */
  readonly retryCount: number
}

export interface JobClaimsOptions {
  readonly connection: pg.PoolConfig
  /** Called with jobs marked as running that no process is working on any more. */
  readonly onAbandoned: (jobs: readonly RunningJob[]) => Promise<void>
  readonly log: DatabaseLog
}

export interface JobClaims {
  start(): void
  stop(): Promise<void>
  /** Works on a job. All processes can see that somebody is working on it until the work ends. */
  during(id: string, work: () => Promise<void>): Promise<void>
}

const lookEveryMs = 3_000
const timeoutMs = 3_000
/** The connection's application name in pg_stat_activity. */
const claimsName = 'emberwatch job claims'

/**
 * Who works on which job: an advisory lock per job, on a connection of its own. PostgreSQL drops the locks with the process, however it
 * died, so its jobs are known to be abandoned within seconds. A frozen process keeps its locks; the queue's own heartbeat detects it
 * (jobs.ts).
 */
export const createJobClaims = ({ connection, onAbandoned, log }: JobClaimsOptions): JobClaims => {
  const own = new Set<string>()
  /** Our own jobs whose lock the present connection holds. */
  const held = new Set<string>()
  const stopping = new AbortController()
  let client: pg.Client | undefined
  let running: Promise<void> | undefined
  /** Jobs without a lock at the previous check. A job seen only once may just have been taken, with its lock still to come. */
  let seenBefore = new Set<string>()

  const attemptOf = ({ id, retryCount }: RunningJob): string => `${id} ${retryCount}`
  /** Does not wait: a frozen process that worked on the job before may still hold its lock. The next check tries again. */
  const claim = async (on: pg.Client, id: string): Promise<void> => {
    const { rows } = await on.query<{ ours: boolean }>('select pg_try_advisory_lock(hashtextextended($1, 0)) as ours', [id])
    if (rows[0]?.ours) held.add(id)
  }

  const look = async (on: pg.Client): Promise<void> => {
    // A lock that can be acquired has no holder. It is released at the end of the statement.
    const { rows } = await on.query<RunningJob>(
      `select id, name, retry_count as "retryCount" from jobs.job
       where state = 'active' and id <> all($1::uuid[]) and pg_try_advisory_xact_lock(hashtextextended(id::text, 0))`,
      [[...own]],
    )
    const abandoned = rows.filter((job) => seenBefore.has(attemptOf(job)) && !own.has(job.id))
    seenBefore = new Set(rows.map(attemptOf))
    if (abandoned.length > 0)
      await onAbandoned(abandoned).catch((error: unknown) => log.warn({ err: error }, 'abandoned jobs could not be queued again'))
  }

  /** Keeps the connection until it is lost or we stop. */
  const hold = async (): Promise<void> => {
    const next = new OrderedClient({
      ...connection,
      application_name: claimsName,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      keepAlive: true,
    })
    const lost = new AbortController()
    next.on('error', () => lost.abort())
    next.on('end', () => lost.abort())
    const signal = AbortSignal.any([lost.signal, stopping.signal])
    try {
      await next.connect()
      client = next
      while (!signal.aborted) {
        for (const id of own) if (!held.has(id)) await claim(next, id)
        await look(next)
        await delay(lookEveryMs, undefined, { signal }).catch(() => undefined)
      }
    } finally {
      client = undefined
      held.clear()
      next.end().catch(() => undefined)
    }
  }

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await hold().catch((error: unknown) => log.warn({ err: error }, 'the claims of running jobs are not held; retrying'))
      await delay(500, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  return {
    start() {
      running ??= run()
    },
    async stop() {
      stopping.abort()
      await running
    },
    async during(id, work) {
      own.add(id)
      // A missing claim does not stop the work; the next connection claims it again.
      if (client) await claim(client, id).catch(() => undefined)
      try {
        await work()
      } finally {
        own.delete(id)
        if (held.delete(id))
          await client?.query('select pg_advisory_unlock(hashtextextended($1, 0))', [id]).catch(() => undefined)
      }
    },
  }
}
