import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openDatabase, type Database } from '../packages/server/src/platform/database/database.ts'
import { runningServer } from '../packages/server/src/platform/database/embedded-postgres.ts'
import { readPostmasterPid } from '../packages/server/src/platform/database/postmaster-pid.ts'

const main = join(import.meta.dirname, '..', 'packages', 'server', 'src', 'main.ts')

export const programPassword = 'bench-password'

/** The real program in its own process, on its own embedded PostgreSQL with durability on, in a temporary directory. */
export interface Program {
  /** Without a trailing slash. */
  readonly url: string
  readonly mqttUrl: string
  readonly mqttPort: number
  /** Its process while it runs. PostgreSQL is a child of it. */
  pid(): number
  /** Starts it, also again after `kill`, on the same data and ports. Resolves when it accepts calls and reports. */
  start(): Promise<void>
  /** kill -9 of the program and all of its PostgreSQL processes at once. */
  kill(): Promise<void>
  /** Its database while it runs. */
  openDatabase(): Promise<Database>
  /** Stops it cleanly and keeps its data. */
  stop(): Promise<void>
  /** Stops it cleanly and deletes its data. */
  remove(): Promise<void>
}

/** @param settings environment variables in addition to those that every run has */
export const createProgram = async (settings: Readonly<Record<string, string>> = {}): Promise<Program> => {
  const dataDir = settings['DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'emberwatch-bench-'))
  const [port, mqttPort] = [await freePort(), await freePort()]
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    MQTT_PORT: String(mqttPort),
    ADMIN_PASSWORD: programPassword,
    CAPTCHA: 'off',
    LOG_LEVEL: 'fatal',
    ...settings,
  }
  let stop = async (_signal: NodeJS.Signals): Promise<void> => undefined
  let pid = 0

  return {
    url: `http://127.0.0.1:${port}`,
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    mqttPort,
    pid: () => pid,
    async start() {
      const flags = ['--max-semi-space-size=64', '--no-allocation-site-pretenuring']
      const child = spawn(process.execPath, [...flags, main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
      pid = child.pid ?? 0
      const ended = once(child, 'exit')
      stop = async (signal) => {
        child.kill(signal)
        await ended
      }
      await new Promise<void>((resolve, reject) => {
        createInterface(child.stdout).on('line', (line) => {
          if (line.startsWith('Emberwatch runs at')) resolve()
        })
        child.once('error', reject)
        void ended.then(() => reject(new Error('the program ended')))
      })
    },
    async kill() {
      for (const pid of processesOf(join(dataDir, 'postgres'))) kill(pid)
      await stop('SIGKILL')
    },
    async openDatabase() {
      const running = await runningServer(dataDir)
      if (running === undefined) throw new Error('the database does not run')
      const database = openDatabase({ ...running.admin, max: 2 })
      return {
        ...database,
        close: async () => {
          await database.close()
          await running.stop()
        },
      }
    },
    stop: () => stop('SIGTERM'),
    async remove() {
      await stop('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The process ids: the server process first, then its children, as far as the system lists them. */
const processesOf = (cluster: string): number[] => {
  const server = readPostmasterPid(cluster)?.pid
  if (server === undefined) return []
  const children = `/proc/${server}/task/${server}/children`
  return [server, ...(existsSync(children) ? readFileSync(children, 'utf8').split(' ').filter(Boolean).map(Number) : [])]
}

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already: its server was killed before it.
  }
}

/** A port on which nothing listens. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
