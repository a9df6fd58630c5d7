import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { createSite, type Site } from '../packages/server/src/features/ingest/ingest/ingest.fixture.ts'
import type { Tables } from '../packages/server/src/tables/index.ts'
import { AlarmStream } from './alarm-stream.ts'
import { quantile, type Bench } from './bench.ts'
import { GatewayLine } from './gateway-line.ts'
import { startLoad } from './load.ts'
import { createProgram, programPassword, type Program } from './program.ts'

const alarms = 40
const load = { rate: 5_000, connections: 100, devicesEach: 5, window: 200, warmUpSeconds: 2, seconds: 20 }
const storm = { sites: 100, alarmsEach: 100, seconds: 60 }
const alarm = '1110'

/** This machine's clock (ms). */
const now = (): number => performance.timeOrigin + performance.now()

/** Two providers of text messages in this process, by their paths. */
type Conduct = 'accept' | 'hang' | 'fail'
let provider: Server
const conducts: Record<string, Conduct> = { '/first': 'accept', '/second': 'accept' }
/** When the first message about each device and each site was accepted, by the words of the message. */
const heard = new Map<string, number>()
const waiting = new Map<string, () => void>()
let requests = 0

const startProvider = async (): Promise<string> => {
  provider = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const at = now()
      const conduct = conducts[request.url ?? '']
      if (conduct === 'hang') return
      if (conduct === 'fail') return void response.writeHead(500).end('{}')
      requests++
      for (const word of Buffer.concat(pieces)
        .toString()
        .match(/(?:SD-|Project )[\w-]+/g) ?? []) {
        if (!heard.has(word)) heard.set(word, at)
        waiting.get(word)?.()
      }
      response.end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const address = provider.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

/** When a provider received a message about a device. */
const heardOf = async (device: string, withinMs = 15_000): Promise<number> => {
  if (!heard.has(device)) {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.set(device, resolve)
    await Promise.race([promise, delay(withinMs, undefined, { ref: false })])
    waiting.delete(device)
  }
  const at = heard.get(device)
  if (at === undefined) throw new Error(`nobody was told of ${device}`)
  return at
}

let program: Program
let single: Site
let loaded: Site
const stormSites: Site[] = []
let line: GatewayLine
let stream: AlarmStream
let token = ''
let sequence = 0
let loadSequence = 0

const call = async (path: string, body: object): Promise<unknown> => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const response = await fetch(`${program.url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = (await response.json()) as { success: boolean; msg: string; data: unknown }
  if (!answer.success) throw new Error(`${path}: ${answer.msg}`)
  return answer.data
}

const addProvider = (url: string, priority: number): Promise<unknown> =>
  call('web/notifyProvider/create', {
    kind: 'httpSms',
    name: `Messages ${priority}`,
    priority,
    ratePerMinute: 60_000,
    timeoutS: 10,
    enabled: true,
    url,
    bodyFormat: 'json',
    body: '{"to":"{{phone}}","text":"{{content}}","key":"{{key}}"}',
    allowPrivate: true,
  })

/** Everybody is notified at once, and nothing is merged. */
const addRule = (channels: readonly string[]): Promise<unknown> =>
  call('web/messageNotify/create', {
    name: `Rule ${channels.join(' ')}`,
    enabled: true,
    events: ['alarm'],
    levels: [],
    projectIds: [],
    alarmTypeIds: [],
    faultTypeIds: [],
    deviceIds: [],
    steps: [{ afterS: 0, receivers: [{ kind: 'callList' }], channels, answerS: 30, repeats: 0, everyS: 0 }],
    stopWhen: 'taken',
    activeHours: null,
    mergeWindowS: 0,
    language: null,
  })

const addToCallList = (db: Kysely<Tables>, { projectId }: Site) =>
  db
    .insertInto('project_notifier')
    .values({
      project_id: projectId,
      seq: 1,
      name: 'Keyholder',
      phone: `+86139${String(10_000_000 + projectId)}`,
      role: 'keyholder',
      methods: ['sms', 'voice'],
      language: 'en',
      enabled: true,
    })
    .execute()

interface Times {
  readonly commit: number
  /** From the acknowledgement, which follows the commit, to the provider's request (ms). */
  readonly notified: number
}

const raise = async (device: string): Promise<Times> => {
  const published = now()
  await line.send({ seq: ++sequence, reports: [{ device, code: alarm, format: 'CID' }] })
  const committed = now()
  return { commit: committed - published, notified: Math.max(0, (await heardOf(device)) - committed) }
}

/** One fire at a time, each at another device. */
const measure = async (name: string, from: number): Promise<Record<string, number>> => {
  const [gateway] = single.gateways
  const times: Times[] = []
  for (const { code } of gateway?.devices.slice(from, from + alarms) ?? []) {
    times.push(await raise(code))
    await delay(100 + Math.random() * 150)
  }
  const of = (key: keyof Times, q: number): number =>
    quantile(
      times.map((each) => each[key]),
      q,
    )
  return {
    [`${name}_told_p50_ms`]: of('notified', 0.5),
    [`${name}_told_p99_ms`]: of('notified', 0.99),
    [`${name}_commit_p50_ms`]: of('commit', 0.5),
  }
}

/** How long fires take to a console's stream (ms), each of another device. */
const streamTimes = async (devices: readonly string[]): Promise<number[]> => {
  const times: number[] = []
  for (const device of devices) {
    const published = now()
    await line.send({ seq: ++sequence, reports: [{ device, code: alarm, format: 'CID' }] })
    times.push((await stream.cameAt(device)) - published)
    await delay(100 + Math.random() * 150)
  }
  return times
}

/** The same before, while and after one provider hangs and the other answers 500; and whether everybody was notified in the end. */
const measureTrouble = async (from: number): Promise<Record<string, number>> => {
  const devices = (part: number): string[] =>
    single.gateways[0]?.devices.slice(from + part * alarms, from + (part + 1) * alarms).map(({ code }) => code) ?? []
  const before = await streamTimes(devices(0))
  Object.assign(conducts, { '/first': 'hang', '/second': 'fail' })
  const troubled = await streamTimes(devices(1))
  Object.assign(conducts, { '/first': 'accept', '/second': 'accept' })
  const notified = await Promise.allSettled(devices(1).map((device) => heardOf(device, 120_000)))
  const after = await streamTimes(devices(2))
  const calmP50 = quantile([...before, ...after], 0.5)
  return {
    calm_stream_p50_ms: calmP50,
    troubled_stream_p50_ms: quantile(troubled, 0.5),
    troubled_stream_p99_ms: quantile(troubled, 0.99),
    troubled_to_calm_stream_ratio: quantile(troubled, 0.5) / calmP50,
    troubled_told_share: notified.filter(({ status }) => status === 'fulfilled').length / alarms,
  }
}

/** Alarms of many sites within a minute: how long each site waits until its first message is sent (ms). */
const runStorm = async (): Promise<Record<string, number>> => {
  heard.clear()
  const before = requests
  const lines = stormSites.map(
    ({ gateways: [gateway] }) => new GatewayLine(program.mqttPort, gateway ?? { code: '', secret: '' }),
  )
  const raisedAt = new Map<string, number>()
  const began = now()
  const sent: Promise<void>[] = []
  for (let index = 0; index < storm.sites * storm.alarmsEach; index++) {
    await delay(Math.max(0, began + (index / (storm.sites * storm.alarmsEach)) * storm.seconds * 1000 - now()))
    const at = index % storm.sites
    const device = stormSites[at]?.gateways[0]?.devices[Math.floor(index / storm.sites)]?.code
    const acknowledged = lines[at]?.send({ seq: index + 1, reports: [{ device, code: alarm, format: 'CID' }] })
    sent.push(Promise.resolve(acknowledged).then(() => void (device && raisedAt.set(device, now()))))
  }
  await Promise.all(sent)
  for (const each of lines) each.close()
  // The provider accepts a thousand a second; anyone not notified by then is too late.
  for (let quiet = 0, last = -1; quiet < 10; last = requests) {
    await delay(1_000)
    quiet = requests === last ? quiet + 1 : 0
  }
  const waits = stormSites.map(({ gateways: [gateway] }) => {
    const [first] = gateway?.devices ?? []
    return (heard.get(first?.code ?? '') ?? Number.POSITIVE_INFINITY) - (raisedAt.get(first?.code ?? '') ?? 0)
  })
  const notified = [...raisedAt.keys()].filter((device) => heard.has(device)).length
  return {
    storm_first_told_p99_ms: quantile(waits, 0.99),
    storm_requests: requests - before,
    storm_told_share: notified / raisedAt.size,
  }
}

/** How long it takes until somebody outside is notified of a fire. */
export const bench: Bench = {
  name: 'notify',
  about: `from a fire's commit to the request at a provider, idle and under ${load.rate} messages/s of telemetry; to a console's stream while one provider hangs and another answers 500; ${storm.sites * storm.alarmsEach} alarms over ${storm.sites} sites in a minute`,
  rounds: 1,
  targets: {
    idle_told_p99_ms: { most: 1_000 },
    loaded_told_p99_ms: { most: 1_000 },
    troubled_to_calm_stream_ratio: { most: 1.2 },
    troubled_told_share: { least: 1 },
    storm_first_told_p99_ms: { most: 2_000 },
    storm_told_share: { least: 1 },
  },
  async setUp() {
    program = await createProgram()
    await program.start()
    const database = await program.openDatabase()
    const db = database.kysely
    single = await createSite(db, 1, alarms * 6)
    loaded = await createSite(db, load.connections, load.devicesEach)
    for (let index = 0; index < storm.sites; index++) stormSites.push(await createSite(db, 1, storm.alarmsEach))
    for (const site of [single, ...stormSites]) await addToCallList(db, site)
    await database.close()
    token = String(await call('web/account/login', { account: 'operator', password: programPassword }))
    const url = await startProvider()
    await addProvider(`${url}/first`, 1)
    await addProvider(`${url}/second`, 2)
    await addRule(['sms'])
    stream = new AlarmStream(program.url, token)
    const [gateway] = single.gateways
    line = new GatewayLine(program.mqttPort, gateway ?? { code: '', secret: '' })
    await measure('warm up', 0)
  },
  async run() {
    const idle = await measure('idle', alarms)
    const running = startLoad({
      ...load,
      host: '127.0.0.1',
      port: program.mqttPort,
      gateways: loaded.gateways.map(({ code, secret, devices }) => ({ code, secret, devices: devices.map((each) => each.code) })),
      firstSequence: loadSequence,
    })
    loadSequence += 10_000_000
    await delay(load.warmUpSeconds * 1000)
    const under = await measure('loaded', alarms * 2)
    const { perSecond } = await running
    const trouble = await measureTrouble(alarms * 3)
    return {
      ...idle,
      ...under,
      load_per_s: perSecond,
      ...trouble,
      ...(await runStorm()),
    }
  },
  async tearDown() {
    line.close()
    await program.remove()
    provider.closeAllConnections()
    provider.close()
  },
}
