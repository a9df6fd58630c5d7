// `npm run dev`: the server restarts when one of its files changes, the console replaces changed modules in the browser.
// Database and files are its own, in data-dev/. PostgreSQL runs on while the server restarts.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { pino } from 'pino'

const root = join(import.meta.dirname, '..')
export const dataDir = join(root, 'data-dev')

type Environment = Readonly<Record<string, string | undefined>>

/** The environment of the server. Whatever the caller's environment says, it never reaches another database, broker or data directory. */
export const developmentEnvironment = (given: Environment, databaseUrl: string): Record<string, string | undefined> => ({
  // Other ports than those of `npm start`, so that both can run.
  PORT: '8090',
  MQTT_PORT: '1884',
  CAPTCHA: 'off',
  // One password that survives restarts.
  DEMO_PASSWORD: randomBytes(9).toString('base64url'),
  ...given,
  NODE_ENV: 'development',
  ROLES: undefined,
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  MQTT_URL: undefined,
  OTLP_URL: undefined,
})

export const urlOf = ({ user, password, host, port, database }: pg.PoolConfig): string => {
  const secret = typeof password === 'string' ? `:${encodeURIComponent(password)}` : ''
  return `postgresql://${user}${secret}@${encodeURIComponent(host ?? '')}:${port}/${database}`
}

/** Vite as the console's server, in front of the program's API. Returns its address and how to stop it. */
const startConsole = async (api: string, host: string, port: number): Promise<{ address: string; stop(): Promise<void> }> => {
  const { createServer: createVite } = await import('vite')
  const web = createServer()
  // In middleware mode vite leaves signals to us: on its own it would end this process before PostgreSQL has stopped.
  const vite = await createVite({
    root: join(root, 'packages/web'),
    clearScreen: false,
    logLevel: 'warn',
    server: { middlewareMode: { server: web }, ws: { server: web }, proxy: { '/api': api } },
  })
  web.on('request', vite.middlewares)
  await new Promise<void>((resolve, reject) => web.once('error', reject).listen(port, host, resolve))
  return {
    address: `http://${host}:${port}`,
    stop: async () => {
      await vite.close()
      web.closeAllConnections()
      web.close()
    },
  }
}

const refuseTakenPort = async (name: string, host: string, port: number): Promise<void> => {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', () => reject(new Error(`Port ${port} is in use: stop the other program, or set ${name}.`)))
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

const main = async (): Promise<void> => {
  const { loadConfig } = await import('../packages/server/src/config.ts')
  const { startEmbeddedPostgres } = await import('../packages/server/src/platform/database/embedded-postgres.ts')
  const { promise: stopRequested, resolve: requestStop } = Promise.withResolvers<void>()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => requestStop())
  const closers: (() => Promise<unknown>)[] = []
  try {
    const consolePort = Number(process.env['CONSOLE_PORT'] ?? 5173)
    const { host, port, mqttPort, logLevel } = loadConfig(developmentEnvironment(process.env, ''))
    // Otherwise the console could talk to another installation that already uses this port.
    for (const [name, each] of [
      ['PORT', port],
      ['MQTT_PORT', mqttPort],
      ['CONSOLE_PORT', consolePort],
    ] as const)
      await refuseTakenPort(name, host, each)
    const log = pino({ level: logLevel }, pino.destination(2))
    const postgres = await startEmbeddedPostgres({ dataDir, log })
    closers.push(() => postgres.stop())

    const env = developmentEnvironment(process.env, urlOf(postgres.connection))
    const args = ['--watch', '--watch-preserve-output', join(root, 'packages/server/src/main.ts'), '--demo']
    const server = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env })
    const ended = new Promise<void>((resolve) => server.once('close', () => resolve()))
    void ended.then(requestStop)
    closers.push(async () => {
      server.kill('SIGTERM')
      await ended
    })

    const api = `http://${host}:${port}`
    const console = await startConsole(api, host, consolePort)
    closers.push(() => console.stop())
    const answers = async (): Promise<void> => {
      while (
        !(await fetch(`${api}/health/live`).then(
          (response) => response.ok,
          () => false,
        ))
      )
        await sleep(200)
      process.stdout.write(
        `Console at ${console.address}, its calls and the restarting server at ${api} (stop both with Ctrl-C)\n`,
      )
    }
    await Promise.race([answers(), stopRequested])
    await stopRequested
  } finally {
    for (let close = closers.pop(); close; close = closers.pop()) await close()
  }
}

if (import.meta.main) {
  try {
    await main()
    process.exit(0)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}
