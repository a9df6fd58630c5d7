import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import type { HealthProblem } from '@emberwatch/contract'
import { openDatabase } from './database/database.ts'
import { databaseTime, type DatabaseClock } from './database-clock.ts'
import type { DatabaseLog } from './database/postgres-server.ts'
import { codeOf } from './startup-error.ts'

export interface ProcessBeatOptions {
  readonly connection: pg.PoolConfig
  readonly roles: readonly string[]
  /** What this process cannot do now. */
  readonly problems: () => readonly HealthProblem[]
  readonly log: DatabaseLog
  /** Reads the database's time at each heartbeat. */
  readonly clock?: Pick<DatabaseClock, 'read'>
  readonly intervalMs?: number
}

export interface ProcessBeat {
  /** Resolves after the first heartbeat, written or not. */
  start(): Promise<void>
  /** Also removes this process from the table. */
  stop(): Promise<void>
  /** Whether this process could write a moment ago, or why not. */
  database(): 'ok' | 'noAnswer' | 'diskFull' | 'readOnly'
  /** Whether a process with this role is running, including this one. */
  runs(role: string): boolean
  /** What other running processes cannot do. */
  problemsElsewhere(): ReadonlySet<HealthProblem>
}

/** A heartbeat is abandoned after this long (ms), also if the database is frozen. */
const queryTimeoutMs = 1_500
/** If no heartbeat was written for this long (ms), the database counts as unavailable. */
const timeoutMs = 5_000
/**
 * A process whose counter stood still for this many reads is gone. Reads are counted instead of time, because nobody can count while the
 * database is unavailable.
 */
const missesUntilGone = 4
/** By then nobody needs the row any more. */
const missesUntilRemoved = 150

const reasons: Readonly<Record<string, 'diskFull' | 'readOnly'>> = { '53100': 'diskFull', '25006': 'readOnly' }

interface Seen {
  readonly roles: readonly string[]
  readonly problems: readonly HealthProblem[]
  readonly beats: number
  /** Consecutive reads with an unchanged counter. */
  readonly misses: number
}

/**
 * Each process increments its row every two seconds, on its own connection. This proves that the database stores, and shows the others
 * which processes run. Only the counter matters, not the clock.
 */
export const createProcessBeat = ({
  connection,
  roles,
  problems,
  log,
  clock,
  intervalMs = 2_000,
}: ProcessBeatOptions): ProcessBeat => {
  const id = randomUUID()
  const database = openDatabase(
    {
      ...connection,
      max: 1,
      connectionTimeoutMillis: queryTimeoutMs,
      query_timeout: queryTimeoutMs,
      statement_timeout: queryTimeoutMs,
    },
    log,
  )
  const stopping = new AbortController()
  const others = new Map<string, Seen>()
  let running: Promise<void> | undefined
  let writtenAt = -Infinity
  let reason: 'noAnswer' | 'diskFull' | 'readOnly' = 'noAnswer'

  const observe = (rows: readonly BeatRow[]): void => {
    for (const row of rows) {
      const { beats } = row
      const previous = others.get(row.id)
      // A row seen for the first time may belong to a process that crashed long ago; its timestamp tells its age.
      const misses =
        previous === undefined ? (row.recent ? 0 : missesUntilGone) : previous.beats === beats ? previous.misses + 1 : 0
      others.set(row.id, { roles: row.roles, problems: row.problems, beats, misses })
    }
    const ids = new Set(rows.map((row) => row.id))
    for (const other of others.keys()) if (!ids.has(other)) others.delete(other)
  }

  const beat = async (): Promise<void> => {
    await clock?.read(() => databaseTime(database.kysely))
    const { rows } = await sql<BeatRow>`
      with own as (
        insert into process_beat (id, roles, problems) values (${id}, ${[...roles]}, ${[...problems()]})
        on conflict (id) do update set beats = process_beat.beats + 1, beat_at = now(), problems = excluded.problems)
      select id, roles, problems, beats, abs(extract(epoch from now() - beat_at)) < ${(missesUntilGone * intervalMs) / 1_000} as recent
      from process_beat where id <> ${id}`.execute(database.kysely)
    writtenAt = performance.now()
    observe(rows)
    const gone = [...others].filter(([, { misses }]) => misses >= missesUntilRemoved).map(([each]) => each)
    if (gone.length > 0) await database.kysely.deleteFrom('process_beat').where('id', 'in', gone).execute()
  }

  const tryBeat = (): Promise<void> =>
    beat().catch((error: unknown) => {
      reason = reasons[codeOf(error) ?? ''] ?? 'noAnswer'
      log.warn({ err: error }, 'the heartbeat of this process could not be written')
    })

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await delay(intervalMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (!stopping.signal.aborted) await tryBeat()
    }
  }
  const alive = () => [...others.values()].filter(({ misses }) => misses < missesUntilGone)

  return {
    async start() {
      await tryBeat()
      running = run()
    },
    async stop() {
      stopping.abort()
      await running
      await database.kysely
        .deleteFrom('process_beat')
        .where('id', '=', id)
        .execute()
        .catch(() => undefined)
      await database.close()
    },
    database: () => (performance.now() - writtenAt < timeoutMs ? 'ok' : reason),
    runs: (role) => roles.includes(role) || alive().some((each) => each.roles.includes(role)),
    problemsElsewhere: () => new Set(alive().flatMap((each) => each.problems)),
  }
}

interface BeatRow {
  readonly id: string
  readonly roles: string[]
  readonly problems: HealthProblem[]
  readonly beats: number
  readonly recent: boolean
}
