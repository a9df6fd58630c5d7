import { createServer } from 'node:net'
import { constants } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { pino } from 'pino'
import { listedPorts, loadConfig, type Config } from './config.ts'
import { prepareDirectory, warnOfReaders } from './platform/data-directory.ts'
import { checkServer } from './platform/database/database.ts'
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.ts'
import { diskFullReason, showWaitingPage } from './platform/http/waiting-page.ts'
import { hasRoomToStart, keepSpare } from './platform/spare-space.ts'
import { messageOf, StartupError } from './platform/startup-error.ts'
import { explainPort } from './platform/port-problem.ts'
import { sparingLog } from './platform/sparing-log.ts'

/** Repeats of a signal within this time (ms) count as one: a terminal, npm and the starter may all pass it on. */
const sameSignalMs = 1000
const forcedStopMs = 5000
const shutdownTimeoutMs = 15_000
/** How often a full disk is looked at, and whether there is room for the spare file (ms). */
const roomCheckMs = 5_000
const spareCheckMs = 5 * 60_000

const demo = process.argv.includes('--demo')
let exitCode = 0
let requestedAt: number | undefined
let crashing = (): void => undefined
const closers: (() => Promise<void>)[] = []
const { promise: stopRequested, resolve: resolveStop } = Promise.withResolvers<void>()

const run = async (): Promise<void> => {
  const set = loadConfig(process.env)
  const config = demo ? await import('./demo-ports.ts').then(({ withDemoPorts }) => withDemoPorts(set)) : set
  const log = pino({ level: config.logLevel, hooks: sparingLog() }, pino.destination(2))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal(error, event)
      crashing()
      exitCode = 1
      requestStop()
    })
  }
  try {
    if (config.databaseUrl === undefined) await waitForRoom(config)
    if (requestedAt !== undefined) return
    prepareDirectory(config.dataDir)
    warnOfReaders(config.dataDir, complain)
    // Checked before anything is created: the first start shows a password once and must not fail on a port after that.
    if (config.roles.has('api')) await probePort(config.host, config.port)
    for (const port of gatewayPorts(config)) await probePort(config.host, port)
    const opening = openServer(config, log)
    // Loaded while the database starts in its own process.
    const loading = import('./app.ts')
    loading.catch(() => undefined)
    const connection = await opening
    if (requestedAt !== undefined) return
    const { createApp } = await loading
    const app = await createApp({ config, connection, demo, log, print: say })
    crashing = () => app.crashing()
    // A part that does not stop must not keep the database from stopping cleanly.
    closers.push(() => Promise.race([app.stop(), tooSlow()]))
    const started = await Promise.race([app.start(), stopRequested])
    if (started !== undefined) {
      if (demo && started.mqttAddress !== null) {
        const { startDemoFleet } = await import('./demo-fleet.ts')
        const { mqttAddress: url, address: server, demoGateways: gateways, linkPorts } = started
        closers.push(await startDemoFleet({ url, server, gateways, linkPorts, host: config.host, dataDir: config.dataDir }))
      }
      if (demo && config.roles.has('api')) {
        const { startDemoCarrier } = await import('./demo-carrier.ts')
        closers.push(await startDemoCarrier(connection, started.address))
      }
      if (started.mqttAddress !== null) say(`Gateways report to ${started.mqttAddress}`)
      const { enumLabel } = await import('./platform/i18n.ts')
      // 0: this process receives nothing.
      for (const [protocol, port] of listedPorts(started.linkPorts).filter(([, open]) => open > 0))
        say(`${enumLabel('en', 'modelProtocol', protocol)} transmitters report to ${config.host}:${port} (TCP and UDP)`)
      say(`Emberwatch runs at ${started.address} (stop it with Ctrl-C)`)
      if (config.databaseUrl === undefined) closers.push(keepSpareFile(config.dataDir))
    }
    await stopRequested
    say('Stopping …')
  } catch (error) {
    throw explainPort(error, config)
  } finally {
    await closeAll()
  }
}

/** Gives up the spare file on a full disk. If that is not enough, the port says what is wrong until somebody has made room. */
const waitForRoom = async (config: Config): Promise<void> => {
  if (await hasRoomToStart(config.dataDir)) return
  complain(`The disk of ${config.dataDir} is full: make room. Emberwatch starts as soon as there is some.`)
  const { host, port } = config
  const page = config.roles.has('api') ? await showWaitingPage({ host, port }, diskFullReason(config.dataDir)) : undefined
  while (requestedAt === undefined && !(await hasRoomToStart(config.dataDir)))
    await Promise.race([delay(roomCheckMs, undefined, { ref: false }), stopRequested])
  await page?.stop()
}

/** Makes the spare file once there is room, and again after it had to be given up. */
const keepSpareFile = (dataDir: string): (() => Promise<void>) => {
  const timer = setInterval(() => void keepSpare(dataDir), spareCheckMs)
  return async () => clearInterval(timer)
}

/** The embedded database, which stops last, or the one in DATABASE_URL. */
const openServer = async (config: Config, log: pino.Logger): Promise<pg.PoolConfig> => {
  if (config.databaseUrl === undefined) {
    const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
    closers.push(() => postgres.stop())
    return postgres.connection
  }
  const connection = { connectionString: config.databaseUrl }
  await checkServer(connection)
  return connection
}

/** Where this process will listen for gateways. */
const gatewayPorts = ({ roles, mqttUrl, mqttPlain, mqttPort, mqttTls, linkPorts }: Config): number[] => {
  if (!roles.has('ingest')) return []
  const links = listedPorts(linkPorts).map(([, port]) => port)
  if (mqttUrl !== undefined) return links
  return [...links, ...(mqttPlain ? [mqttPort] : []), ...(mqttTls === undefined ? [] : [mqttTls.port])]
}

const probePort = (host: string, port: number): Promise<void> => {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ host, port }, () => server.close(() => resolve()))
  })
}

const closeAll = async (): Promise<void> => {
  for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
    await close().catch((error: unknown) => {
      exitCode = 1
      complain(`Stopping failed: ${messageOf(error)}`)
    })
  }
}

const tooSlow = (): Promise<never> => {
  const { promise, reject } = Promise.withResolvers<never>()
  setTimeout(() => reject(new Error(`not stopped after ${shutdownTimeoutMs / 1000} s`)), shutdownTimeoutMs).unref()
  return promise
}

/** The first signal stops everything in order, the second only the database, the third exits immediately. */
const requestStop = (): void => {
  const now = Date.now()
  if (requestedAt !== undefined && now - requestedAt < sameSignalMs) return
  const first = requestedAt === undefined
  requestedAt = now
  if (first) return resolveStop()
  complain('Stopping by force')
  if (closers.length === 0) process.exit(1)
  setTimeout(() => process.exit(1), forcedStopMs).unref()
  void closeAll().then(() => process.exit(1))
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const complain = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

// The reader of the output may be gone, which is no reason to stop.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  if (signal in constants.signals) process.on(signal, requestStop)
}
try {
  await run()
} catch (error) {
  exitCode = 1
  complain(
    error instanceof StartupError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error),
  )
}
process.exit(exitCode)
