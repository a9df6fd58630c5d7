import type { Language } from '@emberwatch/contract'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { pino, type Logger } from 'pino'
import type { App } from '../app.ts'
import { loadConfig, type Config } from '../config.ts'
import { callerOfAccount } from '../features/base/access/authenticate.ts'
import { newToken } from '../features/base/access/token.ts'
import { systemActor, type Clock, type Ctx } from '../platform/context.ts'
import { openDatabase } from '../platform/database/database.ts'
import { scoped } from '../platform/database/scope.ts'
import { createFileStore } from '../platform/files.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Tables } from '../tables/index.ts'
import { inject } from 'vitest'
import { worldDatabase, type TestDatabase } from './database.ts'
import { createWorld, type World, type WorldAccount } from './world.ts'

export type { World, WorldAccount, WorldCompany } from './world.ts'

/** The password of every account of a test world. */
export const worldPassword = inject('worldPassword')

/** A clock that stands still until it is moved forward. */
export const testClock = (start = new Date()): Clock & { forward(ms: number): void } => {
  let now = start.getTime()
  return { now: () => new Date(now), forward: (ms) => void (now += ms) }
}

const testConfig = (dataDir: string, more: Readonly<Record<string, string>> = {}): Config =>
  loadConfig({ DATA_DIR: dataDir, PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'silent', CAPTCHA: 'off', ...more })

export interface TestWorld extends World {
  readonly connection: pg.PoolConfig
  readonly db: Kysely<Tables>
  readonly clock: ReturnType<typeof testClock>
  /** The system's own context. Its jobs are only listed in `queued`, not run. */
  readonly systemCtx: Ctx
  readonly queued: { name: string; payload: unknown }[]
  /** The context of a call of this account, for calling verbs directly. */
  ctxOf(account: WorldAccount, locale?: Language): Promise<Ctx>
  /** The token of a new session of this account, opened without a sign-in. */
  tokenOf(account: WorldAccount): Promise<string>
  stop(): Promise<void>
}

/** A world in its own database, without HTTP, broker or job queue. */
export const testWorld = async (settings: Readonly<Record<string, string>> = {}): Promise<TestWorld> => {
  const own = await worldDatabase()
  const database = openDatabase({ max: 8, ...own.connection })
  const db = database.kysely
  const dataDir = mkdtempSync(join(tmpdir(), 'emberwatch-world-'))
  const config = testConfig(dataDir, settings)
  const clock = testClock()
  const queued: TestWorld['queued'] = []
  const jobs: Jobs = {
    problems: () => [],
    start: async () => undefined,
    stop: async () => undefined,
    send: async (_tx, { name }, payload) => void queued.push({ name, payload }),
    healthy: () => true,
  }
  const systemCtx: Ctx = {
    actor: systemActor,
    scope: { kind: 'system' },
    db,
    systemDb: db,
    clock,
    locale: 'en',
    origin: { ip: '192.0.2.1', traceId: 'test', userAgent: 'test', host: 'localhost' },
    config,
    files: createFileStore(dataDir),
    jobs,
  }
  return {
    ...own.world,
    connection: own.connection,
    db,
    clock,
    systemCtx,
    queued,
    async ctxOf(account, locale = 'en') {
      const caller = await callerOfAccount(db, clock)(account.id)
      if (!caller) throw new Error(`${account.account} may not act`)
      return { ...systemCtx, ...caller, db: scoped(db, caller.scope), locale }
    },
    tokenOf: (account) => beginSession(db, account, clock.now(), config),
    async stop() {
      await database.close()
      await own.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A new session without a sign-in: hashing the password would take longer than most tests. */
const beginSession = async (db: Kysely<Tables>, { id }: WorldAccount, now: Date, { sessionHours }: Config): Promise<string> => {
  const { token, hash } = newToken()
  const expires_at = new Date(now.getTime() + sessionHours * 3_600_000)
  await db
    .insertInto('session')
    .values({ token_hash: hash, account_id: id, created_at: now, last_seen_at: now, expires_at })
    .execute()
  return token
}

export interface TestServer {
  /** Without a slash at the end. */
  readonly url: string
  /** Address of the embedded broker; null without ingest. */
  readonly mqttUrl: string | null
  readonly databaseUrl: string
  readonly db: Kysely<Tables>
  readonly world: World
  readonly app: App
  /** Signs in over HTTP, captcha included, and returns the token. */
  signIn(account: WorldAccount): Promise<string>
  /** The token of a new session of this account, opened without a sign-in. */
  tokenOf(account: WorldAccount): Promise<string>
  readonly call: Call
  stop(): Promise<void>
}

/** One call: GET with a query string, POST with JSON. Returns status and envelope. */
type Call = (
  method: 'GET' | 'POST',
  path: string,
  input?: Readonly<Record<string, unknown>>,
  token?: string,
) => Promise<{ status: number; code: number; success: boolean; msg: string; data: unknown }>

interface ServerOptions {
  readonly captcha?: 'image' | 'off'
  /** More settings, by the names of the environment variables. */
  readonly settings?: Readonly<Record<string, string>>
  readonly clock?: Clock
  /** Silent, unless a test reads what the program logs. */
  readonly log?: Logger
  /** Replaces a database on the server that all tests share. */
  readonly database?: TestDatabase
}

/** The real program on a free port, with the world in its own database. Ingest is off unless ROLES says otherwise. */
export const startTestServer = async ({
  captcha = 'off',
  settings = {},
  clock,
  log = pino({ level: 'silent' }),
  database: given,
}: ServerOptions = {}): Promise<TestServer> => {
  const own: TestDatabase & { readonly world?: World } = given ?? (await worldDatabase())
  const dataDir = mkdtempSync(join(tmpdir(), 'emberwatch-server-'))
  const config = testConfig(dataDir, { ROLES: 'api,jobs', CAPTCHA: captcha, ADMIN_PASSWORD: worldPassword, ...settings })
  // Loaded here, so that a test of one feature does not load the whole program.
  const { createApp } = await import('../app.ts')
  const app = await createApp({ config, connection: own.connection, demo: false, log, ...(clock ? { clock } : {}) })
  const { address, mqttAddress } = await app.start()
  const database = openDatabase({ max: 4, ...own.connection })
  const db = database.kysely
  const world = own.world ?? (await createWorld(db, worldPassword))
  const url = address.replace(/\/$/, '')

  const call = callsOf(url)

  return {
    url,
    mqttUrl: mqttAddress,
    databaseUrl: own.url,
    db,
    world,
    app,
    call,
    tokenOf: (account) => beginSession(db, account, clock?.now() ?? new Date(), config),
    async signIn({ account }) {
      const proof: Record<string, string> = {}
      if (captcha === 'image') {
        const { captchaId } = (await call('GET', 'web/account/code/image')).data as { captchaId: string }
        const { answer } = await db.selectFrom('captcha').select('answer').where('id', '=', captchaId).executeTakeFirstOrThrow()
        Object.assign(proof, { captchaId, code: answer })
      }
      const answer = await call('POST', 'web/account/login', { account, password: worldPassword, ...proof })
      if (!answer.success) throw new Error(`${account} could not sign in: ${answer.msg}`)
      return String(answer.data)
    },
    async stop() {
      await database.close()
      await app.stop()
      await own.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Another process of the installation that `server` belongs to: the complete program, on the same database. */
export const startProcessBeside = async (server: TestServer): Promise<Pick<TestServer, 'url' | 'call' | 'stop'>> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'emberwatch-process-'))
  const env = {
    ...process.env,
    DATABASE_URL: server.databaseUrl,
    DATA_DIR: dataDir,
    PORT: '0',
    ROLES: 'api',
    CAPTCHA: 'off',
    LOG_LEVEL: 'fatal',
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let url: string | undefined
  for await (const line of createInterface(child.stdout)) {
    url = /Emberwatch runs at (\S+?)\/?( |$)/.exec(line)?.[1]
    if (url !== undefined) break
  }
  if (url === undefined) throw new Error('the process ended')
  // Further output must not fill the pipe.
  child.stdout.resume()
  return {
    url,
    call: callsOf(url),
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const callsOf =
  (url: string): Call =>
  async (method, path, input = {}, token) => {
    const headers = new Headers({ 'accept-language': 'en' })
    if (token) headers.set('authorization', `Bearer ${token}`)
    const target = new URL(`${url}/api/${path}`)
    if (method === 'GET') {
      for (const [key, value] of Object.entries(input)) target.searchParams.append(key, String(value))
      return answerOf(await fetch(target, { headers }))
    }
    headers.set('content-type', 'application/json')
    return answerOf(await fetch(target, { method: 'POST', headers, body: JSON.stringify(input) }))
  }

const answerOf = async (response: Response) => {
  const envelope = (await response.json()) as { code: number; success: boolean; msg: string; data: unknown }
  return { status: response.status, ...envelope }
}
