import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { pino } from 'pino'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../platform/database/embedded-postgres.ts'
import { scratchDirectory } from './scratch.ts'

/** A PostgreSQL of its own, for tests of outages. Linux only. */
export interface OwnPostgres {
  readonly connection: pg.PoolConfig
  readonly url: string
  /** Freezes all of its processes: connections stay open, and nothing answers. */
  freeze(): void
  thaw(): void
  /** Stops it as an administrator would: connections break and new ones are refused. */
  halt(): Promise<void>
  /** Starts it again after `halt`. */
  resume(): Promise<void>
  stop(): Promise<void>
}

const settings = { fsync: 'off', full_page_writes: 'off', shared_buffers: '64MB' }

export const startOwnPostgres = async (parent = scratchDirectory()): Promise<OwnPostgres> => {
  // A short path, so that the socket has the same path when the server is started again.
  const dataDir = mkdtempSync(join(parent, 'ew-'))
  const start = () => startEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }), settings })
  let server: EmbeddedPostgres | undefined = await start()
  const { connection } = server
  let frozen: number[] = []

  const freeze = (): void => {
    const parentPid = server?.pid ?? 0
    // The postmaster first, as it starts new processes.
    process.kill(parentPid, 'SIGSTOP')
    const children = readFileSync(`/proc/${parentPid}/task/${parentPid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number)
    for (const pid of children) process.kill(pid, 'SIGSTOP')
    frozen = [...children, parentPid]
  }
  const thaw = (): void => {
    for (const pid of frozen) process.kill(pid, 'SIGCONT')
    frozen = []
  }

  return {
    connection,
    url: `postgresql://${connection.user}@${encodeURIComponent(connection.host ?? '')}/${connection.database}`,
    freeze,
    thaw,
    async halt() {
      await server?.stop()
      server = undefined
    },
    async resume() {
      server = await start()
    },
    async stop() {
      thaw()
      await server?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
