import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { randomBytes } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { seedAreas } from '../../seed/areas.ts'
import { seedSystem } from '../../seed/system.ts'
import { openDatabase } from '../platform/database/database.ts'
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts'
import { migrate } from '../platform/database/migrate.ts'
import { scratchDirectory } from './scratch.ts'
import { createWorld, type World } from './world.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address at which test files ask for this run's database server. */
    testDatabaseServer: string
    /** The password of every account of a test world; different in each run. */
    worldPassword: string
  }
}

/** The server's answer: how to connect to it, and the migrated database that new ones are copied from. */
export interface TestServer {
  readonly connection: pg.PoolConfig
  readonly template: string
}

/** The answer at `/world`: its template is seeded and holds the tests' company tree. */
export interface WorldServer extends TestServer {
  readonly world: World
}

const migrations = join(import.meta.dirname, '../../migrations')
const log = pino({ level: 'silent' })
const worldPassword = randomBytes(9).toString('base64url')

let shared: { address: string; users: number; close(): Promise<void> } | undefined

/**
 * Vitest's global set-up: one PostgreSQL for the whole run, started when the first test file asks for a database.
 * TEST_DATABASE_URL names a server to use instead (its user must be allowed to create databases).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared ??= await serve()
  const { address } = shared
  shared.users++
  project.provide('testDatabaseServer', address)
  project.provide('worldPassword', worldPassword)
  return async () => {
    if (shared === undefined || --shared.users > 0) return
    const last = shared
    shared = undefined
    await last.close()
  }
}

const serve = async (): Promise<{ address: string; users: number; close(): Promise<void> }> => {
  let starting: Promise<TestServer & { stop(): Promise<void> }> | undefined
  let populating: Promise<WorldServer> | undefined
  const answerTo = async (url: string | undefined): Promise<TestServer | WorldServer> => {
    const { connection, template } = await (starting ??= start())
    return url === '/world' ? (populating ??= createWorldTemplate(connection, template)) : { connection, template }
  }
  const server: Server = createServer((request, response) => {
    answerTo(request.url).then(
      (answer) => response.end(JSON.stringify(answer)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  return {
    address: `http://127.0.0.1:${port}`,
    users: 0,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await starting?.then(
        (started) => started.stop(),
        () => undefined,
      )
    },
  }
}

const start = async (): Promise<TestServer & { stop(): Promise<void> }> => {
  const template = `emberwatch_template_${randomBytes(6).toString('hex')}`
  const given = process.env['TEST_DATABASE_URL']
  if (given !== undefined) {
    const connection = { connectionString: given }
    await createTemplate(connection, template)
    const stop = async (): Promise<void> => {
      for (const each of [template, `${template}_world`])
        await execute(connection, `drop database if exists ${each} with (force)`)
    }
    return { connection, template, stop }
  }
  const dataDir = mkdtempSync(join(scratchDirectory(), 'emberwatch-test-'))
  // The data lives as long as the run, so nothing has to survive a power cut.
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    max_connections: '200',
    shared_buffers: '128MB',
  }
  const postgres = await startEmbeddedPostgres({ dataDir, log, settings })
  guard(postgres.pid, dataDir)
  const stop = async (): Promise<void> => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    // Tests connect as the program does, except for creating databases.
    await execute(postgres.admin, `alter role ${postgres.connection.user} createdb`)
    await createTemplate(postgres.connection, template)
  } catch (error) {
    await stop()
    throw error
  }
  return { connection: postgres.connection, template, stop }
}

/** Cleans up if a test run is killed: the guard notices that its input has ended, and stops PostgreSQL. */
const guard = (pid: number, dataDir: string): void => {
  if (process.platform === 'win32') return
  const script = 'read -r _; kill -QUIT "$0" && sleep 1; rm -rf "$1"'
  const child = spawn('sh', ['-c', script, String(pid), dataDir], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  child.unref()
  if (child.stdin instanceof Socket) child.stdin.unref()
}

const createTemplate = async (connection: pg.PoolConfig, template: string): Promise<void> => {
  await execute(connection, `create database ${template}`)
  const database = openDatabase(databaseOf(connection, template))
  try {
    await migrate(database.pool, migrations, log)
    await seedAreas(database.kysely)
  } finally {
    await database.close()
  }
}

/** Most tests start with the same company tree. It is made once and copied, which takes a fifth of the time. */
const createWorldTemplate = async (connection: pg.PoolConfig, template: string): Promise<WorldServer> => {
  const own = `${template}_world`
  await execute(connection, copyOf(template, own))
  const database = openDatabase(databaseOf(connection, own))
  try {
    await seedSystem(database.kysely, worldPassword)
    const world = await createWorld(database.kysely, worldPassword)
    // As on a running system a minute after its start. Without this, identifying the caller takes twice as long per call.
    await database.pool.query('vacuum analyze area, menu, role_menu')
    return { connection, template: own, world }
  } finally {
    await database.close()
  }
}

/** The statement that creates a database as a copy of another. */
export const copyOf = (template: string, name: string): string =>
  `create database ${name} template ${template} strategy file_copy`

/** The same server, another database. */
export const databaseOf = (connection: pg.PoolConfig, name: string): pg.PoolConfig => {
  if (connection.connectionString === undefined) return { ...connection, database: name }
  const url = new URL(connection.connectionString)
  url.pathname = `/${name}`
  return { ...connection, connectionString: url.href }
}

/** Runs one statement on its own connection. */
export const execute = async (connection: pg.PoolConfig, statement: string): Promise<void> => {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
