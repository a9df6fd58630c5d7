import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import type { HealthProblem } from '@emberwatch/contract'
import { openDatabase } from './database/database.ts'
import type { DatabaseLog } from './database/postgres-server.ts'
import { codeOf } from './startup-error.ts'

export interface ProcessBeatOptions {
  readonly connection: pg.PoolConfig
  readonly roles: readonly string[]
  /** What this process cannot do now. */
  readonly problems: () => readonly HealthProblem[]
  readonly log: DatabaseLog
  readonly everyMs?: number
}

export interface ProcessBeat {
  /** Resolves after the first beat, written or not. */
  start(): Promise<void>
  /** Also takes this process off the list. */
  stop(): Promise<void>
  /** Whether this process could write a moment ago, or why not. */
  database(): 'ok' | 'noAnswer' | 'diskFull' | 'readOnly'
  /** Whether a process with this role runs, this one included. */
  runs(role: string): boolean
  /** What other processes that run cannot do. */
  problemsElsewhere(): ReadonlySet<HealthProblem>
}

/** A beat is given up after so long (ms), also when the database is frozen. */
const beatMs = 1_500
/** Without a beat that was written for so long (ms), the database counts as away. */
const patienceMs = 5_000
/** Who has not counted on in so many looks is gone. Looks are counted, not time: while the database is away nobody can. */
const looksUntilGone = 4
/** By then nobody needs the row any more. */
const looksUntilRemoved = 150

const reasons: Readonly<Record<string, 'diskFull' | 'readOnly'>> = { '53100': 'diskFull', '25006': 'readOnly' }

interface Seen {
  roles: readonly string[]
  problems: readonly HealthProblem[]
  beats: number
  /** Looks in a row that found it where it was. */
  still: number
}

/**
 * Each process counts up its row every two seconds, on a connection of its own. That proves that the database stores, and shows the others who runs; whether a
 * row moves tells it, and no clock.
 */
export const createProcessBeat = ({ connection, roles, problems, log, everyMs = 2_000 }: ProcessBeatOptions): ProcessBeat => {
  const id = randomUUID()
  const database = openDatabase(
    { ...connection, max: 1, connectionTimeoutMillis: beatMs, query_timeout: beatMs, statement_timeout: beatMs },
    log,
  )
  const stopping = new AbortController()
  const others = new Map<string, Seen>()
  let running: Promise<void> | undefined
  let writtenAt = -Infinity
  let reason: 'noAnswer' | 'diskFull' | 'readOnly' = 'noAnswer'

  const look = (rows: readonly BeatRow[]): void => {
    for (const row of rows) {
      const { beats } = row
      const before = others.get(row.id)
      // A row that is met for the first time may be that of a process which died long ago: its own time says how old it is.
      const still = before === undefined ? (row.recent ? 0 : looksUntilGone) : before.beats === beats ? before.still + 1 : 0
      others.set(row.id, { roles: row.roles, problems: row.problems, beats, still })
    }
    const ids = new Set(rows.map((row) => row.id))
    for (const other of others.keys()) if (!ids.has(other)) others.delete(other)
  }

  const beat = async (): Promise<void> => {
    const { rows } = await sql<BeatRow>`
      with own as (
        insert into process_beat (id, roles, problems) values (${id}, ${[...roles]}, ${[...problems()]})
        on conflict (id) do update set beats = process_beat.beats + 1, beat_at = now(), problems = excluded.problems)
      select id, roles, problems, beats, abs(extract(epoch from now() - beat_at)) < ${(looksUntilGone * everyMs) / 1_000} as recent
      from process_beat where id <> ${id}`.execute(database.kysely)
    writtenAt = performance.now()
    look(rows)
    const gone = [...others].filter(([, { still }]) => still >= looksUntilRemoved).map(([each]) => each)
    if (gone.length > 0) await database.kysely.deleteFrom('process_beat').where('id', 'in', gone).execute()
  }

  const tryBeat = (): Promise<void> =>
    beat().catch((error: unknown) => {
      reason = reasons[codeOf(error) ?? ''] ?? 'noAnswer'
      log.warn({ err: error }, 'the beat of this process could not be written')
    })

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await delay(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (!stopping.signal.aborted) await tryBeat()
    }
  }
  const alive = () => [...others.values()].filter(({ still }) => still < looksUntilGone)

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
    database: () => (performance.now() - writtenAt < patienceMs ? 'ok' : reason),
    runs: (role) => roles.includes(role) || alive().some((each) => each.roles.includes(role)),
    problemsElsewhere: () => new Set(alive().flatMap((each) => each.problems)),
  }
}

interface BeatRow {
  id: string
  roles: string[]
  problems: HealthProblem[]
  beats: number
  recent: boolean
}
