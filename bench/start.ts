import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { createSite } from '../packages/server/src/features/ingest/ingest/ingest.fixture.ts'
import { openDatabase } from '../packages/server/src/platform/database/database.ts'
import { runningServer } from '../packages/server/src/platform/database/embedded-postgres.ts'
import { quantile, type Bench } from './bench.ts'
import { connectMqttCrowd } from './mqtt-crowd.ts'
import { freePort } from './program.ts'

const root = join(import.meta.dirname, '..')
const warmStarts = 3
/** By then, V8 and PostgreSQL have released the memory that starting took. */
const restSeconds = 60
const connections = 10_000
const fewer = 1_000

interface Running {
  readonly starter: ChildProcess
  readonly mqttPort: number
  readonly ms: number
}

/** `npm start` without npm, on a data directory of its own: measures until it accepts calls and reports. */
const start = async (dataDir: string): Promise<Running> => {
  const [port, mqttPort] = [await freePort(), await freePort()]
  const env = {
    ...process.env,
    DATA_DIR: join(dataDir, 'data'),
    // Compiled code is kept between starts. Nothing is compiled before the first.
    NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
    PORT: String(port),
    MQTT_PORT: String(mqttPort),
    ADMIN_PASSWORD: 'bench-password',
    LOG_LEVEL: 'fatal',
  }
  const began = performance.now()
  const starter = spawn(process.execPath, [join(root, 'scripts', 'run.mjs'), 'start'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    createInterface(starter.stdout).on('line', (line) => {
      if (line.startsWith('Emberwatch runs at')) resolve()
    })
    starter.once('error', reject)
    starter.once('exit', () => reject(new Error('the program ended')))
  })
  return { starter, mqttPort, ms: performance.now() - began }
}

const stop = async ({ starter }: Running): Promise<void> => {
  const ended = once(starter, 'exit')
  starter.kill('SIGTERM')
  await ended
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

/** Memory of a process, shared parts divided (KB). */
const pssOf = (pid: number): number => Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1])

/** The same including all child processes. */
const pssBelow = (pid: number): number => childrenOf(pid).reduce((sum, child) => sum + pssBelow(child), pssOf(pid))

/** How soon the program runs, and how much memory it and its connections take while nothing happens. */
export const bench: Bench = {
  name: 'start',
  about: `from \`npm start\` until calls and reports are accepted, on an empty directory and again; memory at rest of the program and its database; and of each of ${connections} gateways that are connected and say nothing`,
  rounds: 5,
  targets: {
    first_ms: { most: 4_000 },
    warm_ms: { most: 1_200 },
    idle_MB: { most: 300 },
    connection_KB: { most: 16 },
  },
  unavailable: () => (existsSync('/proc/self/smaps_rollup') ? undefined : 'only Linux says how memory is shared'),
  async run(round) {
    const dataDir = mkdtempSync(join(tmpdir(), 'emberwatch-start-'))
    try {
      const first = await start(dataDir)
      await stop(first)
      const warm: number[] = []
      for (let again = 1; again < warmStarts; again++) {
        const running = await start(dataDir)
        warm.push(running.ms)
        await stop(running)
      }
      const running = await start(dataDir)
      warm.push(running.ms)
      const starter = running.starter.pid ?? 0
      const [program = 0] = childrenOf(starter)
      const figures = { first_ms: first.ms, warm_ms: quantile(warm, 0.5) }
      // Bytes vary little: once is enough.
      if (round > 0) {
        await stop(running)
        return figures
      }
      await delay(restSeconds * 1_000)
      const memory = {
        idle_MB: pssBelow(program) / 1_024,
        idle_program_MB: pssOf(program) / 1_024,
        starter_MB: pssOf(starter) / 1_024,
      }
      const each = await connectionKilobytes(join(dataDir, 'data'), running.mqttPort, program)
      await stop(running)
      return { ...figures, ...memory, connection_KB: each }
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}

/** Memory per gateway beyond the first thousand, which also cause loading that happens only once. */
const connectionKilobytes = async (dataDir: string, port: number, program: number): Promise<number> => {
  const server = await runningServer(dataDir)
  if (server === undefined) throw new Error('the database does not run')
  const database = openDatabase({ ...server.admin, max: 1 })
  const { gateways } = await createSite(database.kysely, connections, 0)
  await database.close()
  await server.stop()
  const few = await connectMqttCrowd({ port, gateways: gateways.slice(0, fewer) })
  await delay(restSeconds * 1_000)
  const before = pssOf(program)
  const many = await connectMqttCrowd({ port, gateways: gateways.slice(fewer) })
  await delay(restSeconds * 1_000)
  const held = pssOf(program) - before
  few.close()
  many.close()
  return held / (connections - fewer)
}
