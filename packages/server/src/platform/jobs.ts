import type { HealthProblem } from '@emberwatch/contract'
import { setTimeout } from 'node:timers/promises'
import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Notifications } from './database/notifications.ts'
import { createJobClaims } from './job-claims.ts'
import { catchUpWithClock, hasRunWithin, steadyClock } from './job-clock.ts'
import type { Tables } from '../tables/index.ts'
import { unwatched, type UnderWay } from './under-way.ts'

/** A kind of job that writes can queue, and the payload it takes. The feature that performs it declares it. */
export interface JobKind<Payload extends object> {
  readonly name: string
  /** Only for the compiler: ties the payload to the kind. */
  readonly payload?: Payload
}

export const jobKind = <Payload extends object>(name: string): JobKind<Payload> => ({ name })

export interface JobOptions {
  /** A key is queued only once until its job is done. */
  readonly singletonKey?: string
  readonly startAfter?: Date
}

/** `stopping` is aborted when the process is about to end: long work should stop where it can continue later. */
export type Worker<Payload extends object> = (payload: Payload, stopping: AbortSignal) => Promise<void>

/** What it means for people that a job keeps failing: the part of the system's health, and the words for it. */
export interface JobFailure {
  readonly part: HealthProblem
  readonly text: string
}

export interface JobDefinition {
  readonly name: string
  readonly work: Worker<object>
  /** Runs on a schedule (cron syntax, UTC). */
  readonly cron?: string | undefined
  readonly failure?: JobFailure | undefined
}

/** Declares a job: of a kind that is queued with a payload, or one that only runs on a schedule. */
export const job = <Payload extends object>(
  kind: JobKind<Payload> | string,
  work: Worker<Payload>,
  cron?: string,
  failure?: JobFailure,
): JobDefinition => ({ name: typeof kind === 'string' ? kind : kind.name, work: work as Worker<object>, cron, failure })

/** A little less than the minute after which the schedule starts such a job again. */
const minuteMs = 55_000
const fewSecondsMs = 5_000

/**
 * For a job that is scheduled every minute but must not wait that long: repeats the work every few seconds until the next start, even after
 * failures. Throws the first failure at the end.
 */
export const everyFewSeconds = async (work: () => Promise<unknown>, stopping: AbortSignal): Promise<void> => {
  const until = performance.now() + minuteMs
  const failures: unknown[] = []
  while (!stopping.aborted) {
    await work().catch((error: unknown) => failures.push(error))
    if (performance.now() + fewSecondsMs > until) break
    await setTimeout(fewSecondsMs, undefined, { signal: stopping }).catch(() => undefined)
  }
  if (failures.length > 0) throw failures[0]
}

export interface Jobs {
  start(): Promise<void>
  stop(): Promise<void>
  /** Queues a job in the caller's transaction: it runs if and only if that commits. */
  send<Payload extends object>(
    tx: Transaction<Tables> | Kysely<Tables>,
    kind: JobKind<Payload>,
    payload: Payload,
    options?: JobOptions,
  ): Promise<void>
  healthy(): boolean
  /** What jobs that keep failing in this process leave undone. */
  problems(): JobFailure[]
}

const everyMinute = '* * * * *'
/** A single failure may be due to a lock or an outage. */
const failuresUntilReported = 3

const clockEveryMs = 10_000
/** Some job of every minute must have ended within this time, in whichever process. */
const scheduleLateMs = 180_000

/** Also for queues with notifications: what waits behind a failing job is not announced again. */
const polling = { batchSize: 1, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 } as const

/** Removes the schedules of an earlier version that this one does not have. */
const unschedule = async (boss: PgBoss, schedules: Iterable<string>, definitions: readonly JobDefinition[]): Promise<void> => {
  for (const name of schedules) {
    const known = definitions.find((each) => each.name === name)
    if (known?.cron) continue
    await boss.unschedule(name)
    if (!known) await boss.deleteQueue(name)
  }
}

export interface JobsOptions {
  readonly pool: pg.Pool
  /** For the claims of the jobs that run here. */
  readonly connection: pg.PoolConfig
  readonly notifications: Notifications
  readonly definitions: () => readonly JobDefinition[]
  /** If false, this process only queues. */
  readonly work: boolean
  readonly underWay?: Pick<UnderWay, 'guard'>
  readonly log: Logger
}

/** Jobs stored in PostgreSQL by pg-boss, on the program's own connections. */
export const createJobs = ({
  pool,
  connection,
  notifications,
  definitions,
  work,
  underWay = unwatched,
  log,
}: JobsOptions): Jobs => {
  const boss = new PgBoss({
    db: {
      // With pg's own type parsers: the queue expects times as Date.
      executeSql: (text: string, values?: unknown[]) => pool.query({ text, values: values as unknown[], types: pg.types }),
      listen: async (channel: string, onNotification: (payload: string) => void, onReconnect: () => void) => {
        const leave = notifications.subscribe(channel, { onNotification, onReconnect })
        return { close: async () => leave() }
      },
    },
    schema: 'jobs',
    clock: steadyClock,
    useListenNotify: work,
    supervise: work,
    schedule: work,
  } as ConstructorParameters<typeof PgBoss>[0])
  let running = false
  let known: readonly JobDefinition[] = []
  /** Failures in a row. */
  const failures = new Map<string, number>()
  /** The queue only reports that a failed job has to be repeated, so failures are counted and logged here. */
  const noting = async ({ name, cron }: JobDefinition, perform: () => Promise<void>): Promise<void> => {
    try {
      await perform()
      failures.delete(name)
    } catch (error) {
      // Aborted because the process ends.
      if (stopping.signal.aborted) throw error
      log.warn({ err: error, job: name }, 'a job failed; trying again')
      failures.set(name, (failures.get(name) ?? 0) + 1)
      // Its schedule starts it again anyway. With retries as well, such jobs would pile up.
      if (cron !== everyMinute) throw error
    }
  }
  const stopping = new AbortController()
  // Requeues at once what a crashed process worked on, instead of waiting for its missing heartbeat.
  const claims = createJobClaims({
    connection,
    log,
    onAbandoned: async (jobs) => {
      if (stopping.signal.aborted) return
      for (const job of jobs) {
        log.warn({ job: job.name }, 'a process died during a job, which is queued again')
        await boss.fail(job.name, job, { message: 'the process died' })
      }
    },
  })
  boss.on('error', (error) => log.warn({ err: error }, 'job queue error'))
  let clockWatch: NodeJS.Timeout | undefined
  let startedAt = Infinity
  let isScheduled = true
  /** A queue that hands out nothing more, or a schedule that stands still, reports no error. */
  const checkSchedule = async (): Promise<void> => {
    const names = known.filter(({ cron }) => cron === everyMinute).map(({ name }) => name)
    if (names.length === 0 || performance.now() - startedAt < scheduleLateMs) return
    isScheduled = await hasRunWithin(pool, names, scheduleLateMs)
  }
  const catchUp = (): Promise<void> =>
    catchUpWithClock(pool).catch((error: unknown) => log.warn({ err: error }, 'the clock of the job queue could not be checked'))

  return {
    async start() {
      if (work) {
        await catchUp()
        clockWatch = setInterval(() => {
          void catchUp()
          checkSchedule().catch((error: unknown) => log.warn({ err: error }, 'the schedule of jobs could not be checked'))
        }, clockEveryMs)
      }
      known = definitions()
      await boss.start()
      // Fetched once: recreating the queues that exist takes a tenth of a start.
      const queues = new Set((await boss.getQueues()).map(({ name }) => name))
      const crons = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
      if (work) await unschedule(boss, crons.keys(), known)
      for (const definition of known) {
        const { name, cron, work: perform } = definition
        // If a worker's process freezes, its missing heartbeat is noticed long before the job would expire.
        if (!queues.has(name))
          await boss.createQueue(name, {
            notify: true,
            retryLimit: 5,
            retryBackoff: true,
            heartbeatSeconds: 30,
            expireInSeconds: 3_600,
          } as Parameters<typeof boss.createQueue>[1])
        if (!work) continue
        await boss.work(name, polling, async (batch: { id: string; data: unknown }[]) => {
          for (const { id, data } of batch)
            await claims.during(id, () =>
              noting(definition, () => {
                const run = () => perform(data as object, stopping.signal)
                // The queue itself gives up the others after a few crashes.
                return cron ? underWay.guard(`job ${name}`, run) : run()
              }),
            )
        })
        if (cron && crons.get(name) !== cron) await boss.schedule(name, cron, {})
      }
      if (work) claims.start()
      startedAt = performance.now()
      running = true
    },
    async stop() {
      running = false
      clearInterval(clockWatch)
      stopping.abort()
      await boss.stop({ graceful: true, timeout: 5_000 })
      await claims.stop()
    },
    async send(tx, { name }, payload, options = {}) {
      const db = {
        executeSql: async (text: string, values?: unknown[]) =>
          tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values ?? [])),
      }
      await boss.send(name, payload, { ...options, db })
    },
    healthy: () => running && isScheduled,
    problems: () =>
      known.flatMap(({ name, failure }) => (failure && (failures.get(name) ?? 0) >= failuresUntilReported ? [failure] : [])),
  }
}
