import { open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { AlarmEventData, LiveEvent } from '@emberwatch/contract'
import { sql } from 'kysely'
import { connectAsync, type MqttClient } from 'mqtt'
import type { Browser } from 'playwright-core'
import { createSite, type Site, type SiteGateway } from '../packages/server/src/features/ingest/ingest/ingest.fixture.ts'
import { launchBrowser } from '../packages/server/src/testing/chromium.ts'
import { quantile, type Bench } from './bench.ts'
import { startLoad } from './load.ts'
import { createProgram, programPassword, type Program } from './program.ts'

/** Enough samples that the 99th percentile is not the maximum. */
const alarms = 100
/** Alarms come one at a time, out of step with everything else: milliseconds between them. */
const pause = (): Promise<void> => delay(200 + Math.random() * 150)
/** Unconfirmed alarms in the pop-up. */
const popup = 3
const load = { rate: 5_000, connections: 100, devicesEach: 5, window: 200, warmUpSeconds: 2, seconds: 45 }

/** This machine's clock, the same one the browser reads (ms). */
const now = (): number => performance.timeOrigin + performance.now()

/** Something awaited by name; it may arrive before anybody waits for it. */
class Arrivals<Name, Value> {
  readonly #arrivals = new Map<Name, PromiseWithResolvers<Value>>()

  #of(name: Name): PromiseWithResolvers<Value> {
    const found = this.#arrivals.get(name) ?? Promise.withResolvers<Value>()
    this.#arrivals.set(name, found)
    return found
  }

  came(name: Name, value: Value): void {
    this.#of(name).resolve(value)
  }

  of(name: Name): Promise<Value> {
    const late = delay(10_000, undefined, { ref: false }).then(() => Promise.reject(new Error(`${String(name)} did not come`)))
    return Promise.race([this.#of(name).promise, late])
  }

  forget(name: Name): void {
    this.#arrivals.delete(name)
  }
}

/** By the device's code, which is also its name in a benchmark's site. */
const onStream = new Arrivals<string, { id: number; at: number }>()
/** By the alarm's id. */
const onScreen = new Arrivals<number, number>()

let program: Program
let probe: FileHandle
const probeFile = join(tmpdir(), `emberwatch-bench-${process.pid}.disk`)
let browser: Browser | undefined
let gateway: MqttClient | undefined
let site: Site
let token = ''
let sequence = 0
let loadSequence = 0
const unsettled: number[] = []

const call = async (method: string, path: string, body: object): Promise<unknown> => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const response = await fetch(`${program.url}/api/${path}`, { method, headers, body: JSON.stringify(body) })
  const answer = (await response.json()) as { success: boolean; msg: string; data: unknown }
  if (!answer.success) throw new Error(`${path}: ${answer.msg}`)
  return answer.data
}

/** A console without a screen. */
const followStream = async (): Promise<void> => {
  const { body } = await fetch(`${program.url}/api/web/live/stream`, { headers: { authorization: `Bearer ${token}` } })
  if (!body) throw new Error('no stream')
  let unread = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const at = now()
    const frames = (unread + chunk).split('\n\n')
    unread = frames.pop() ?? ''
    for (const frame of frames) {
      const data = /^data: (.+)$/m.exec(frame)?.[1]
      for (const { kind, change, id, data: alarm } of data ? (JSON.parse(data) as LiveEvent[]) : [])
        if (kind === 'alarm' && change === 'raised')
          onStream.came((alarm as AlarmEventData).deviceName ?? '', { id: Number(id), at })
    }
  }
}

/** Runs in the browser: reports when the card of an alarm is in the document. */
const watchCards = `{
  const marked = new Set()
  new MutationObserver(() => {
    const at = performance.timeOrigin + performance.now()
    for (const { dataset } of document.querySelectorAll('[data-alarm-id]')) {
      if (marked.has(dataset.alarmId)) continue
      marked.add(dataset.alarmId)
      cardCame(Number(dataset.alarmId), at)
    }
    // The collapsed queue shows the latest alarm in one element, of which only an attribute changes.
  }).observe(document, { childList: true, subtree: true, attributeFilter: ['data-alarm-id'] })
}`

/** An operator at the alarm list. */
const openConsole = async (): Promise<void> => {
  browser = await launchBrowser({ webgl: false })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.exposeFunction('cardCame', (id: number, at: number) => onScreen.came(id, at))
  await page.addInitScript({ content: watchCards })
  await page.goto(program.url)
  await page.locator('input[name=account]').fill('operator')
  await page.locator('input[name=password]').fill(programPassword)
  await page.locator('button[type=submit]').click()
  await page.waitForURL(/#\/(?!user\/login|$)/)
  await page.goto(`${program.url}/#/alarm/alarmLogList`)
  await page.locator('main').getByRole('heading').first().waitFor()
  await page.locator('.ew-live[data-state=live]').first().waitFor()
  // What draws the alarms is loaded after the page itself.
  await delay(2_000)
}

interface Times {
  readonly commit: number
  readonly stream: number
  /** Undefined without a browser. */
  readonly dom: number | undefined
}

/** Sends one fire report, and measures until its acknowledgement, a stream and the screen (ms). */
const raise = async (from: SiteGateway, device: string): Promise<Times> => {
  const report = { seq: ++sequence, time: new Date().toISOString(), reports: [{ device, code: '1111', format: 'CID' }] }
  const payload = JSON.stringify(report)
  const published = now()
  await gateway?.publishAsync(`ew/v1/${from.code}/report`, payload, { qos: 1 })
  const commit = now() - published
  const { id, at } = await onStream.of(device)
  const dom = browser && (await onScreen.of(id)) - published
  const times = { commit, stream: at - published, dom }
  onStream.forget(device)
  onScreen.forget(id)
  unsettled.push(id)
  return times
}

/** How long the disk takes to make 8 KB durable, which every commit waits for: no commit can be faster (ms). */
const syncDisk = async (): Promise<number> => {
  const start = now()
  await probe.write(Buffer.alloc(8_192), 0, 8_192, 0)
  await probe.datasync()
  return now() - start
}

/** Ten fires per second: how long after its acknowledgement each is on the stream (ms; earlier counts as 0). */
const tenASecond = async (): Promise<number[]> => {
  const [from] = site.gateways
  if (!from) throw new Error('no gateway')
  const raised: Promise<Times>[] = []
  const began = now()
  for (const [index, { code }] of from.devices.entries()) {
    await delay(Math.max(0, began + index * 100 - now()))
    raised.push(raise(from, code))
  }
  const times = await Promise.all(raised)
  await settleDownTo(0)
  return times.map(({ commit, stream }) => Math.max(0, stream - commit))
}

/** Each alarm comes from another device, so that none is folded into an earlier one. Earlier ones are closed, as operators do. */
const measure = async (name: string): Promise<Record<string, number>> => {
  const [from] = site.gateways
  if (!from) throw new Error('no gateway')
  const times: Times[] = []
  const disk: number[] = []
  for (const { code } of from.devices) {
    times.push(await raise(from, code))
    await settleDownTo(popup - 1)
    await pause()
    disk.push(await syncDisk())
  }
  await settleDownTo(0)
  const of = (key: keyof Times, q: number): number =>
    quantile(
      times.flatMap((each) => each[key] ?? []),
      q,
    )
  const screen = browser && { [`${name}_dom_p50_ms`]: of('dom', 0.5), [`${name}_dom_p99_ms`]: of('dom', 0.99) }
  return {
    [`${name}_disk_p50_ms`]: quantile(disk, 0.5),
    [`${name}_disk_p99_ms`]: quantile(disk, 0.99),
    [`${name}_commit_p50_ms`]: of('commit', 0.5),
    [`${name}_commit_p99_ms`]: of('commit', 0.99),
    [`${name}_stream_p50_ms`]: of('stream', 0.5),
    [`${name}_stream_p99_ms`]: of('stream', 0.99),
    ...screen,
  }
}

const settleDownTo = async (left: number): Promise<void> => {
  while (unsettled.length > left)
    await call('POST', 'web/alarmRecord/deal', {
      id: unsettled.shift(),
      handleWay: 'drill',
      note: 'Benchmark',
      reason: 'Benchmark',
    })
}

const gatewaysUnderLoad = () =>
  site.gateways.slice(1).map(({ code, secret, devices }) => ({ code, secret, devices: devices.map((device) => device.code) }))

/** How long a fire report takes until the operator sees it, with everything real: gateway, program, durable database, browser. */
export const bench: Bench = {
  name: 'latency',
  about: `from a fire report's publishing to its commit, to an event stream and to the browser's document, alone with the stream, with an idle browser and under ${load.rate} messages/s of telemetry`,
  rounds: 5,
  targets: {
    alone_stream_p99_ms: { most: 20 },
    ten_a_second_after_commit_p50_ms: { most: 2 },
    idle_dom_p99_ms: { most: 60 },
    loaded_dom_p99_ms: { most: 150 },
    load_per_s: { least: load.rate * 0.98 },
  },
  async setUp() {
    program = await createProgram()
    await program.start()
    const database = await program.openDatabase()
    site = await createSite(database.kysely, 1, alarms)
    const loaded = await createSite(database.kysely, load.connections, load.devicesEach)
    site.gateways.push(...loaded.gateways)
    // Its files are flushed to disk before anything is timed, as for a program that has been running for a while.
    await sql`checkpoint`.execute(database.kysely)
    await database.close()
    probe = await open(probeFile, 'w')
    token = String(await call('POST', 'web/account/login', { account: 'operator', password: programPassword }))
    // Ends with the program.
    void followStream().catch(() => undefined)
    const [from] = site.gateways
    if (!from) throw new Error('no gateway')
    gateway = await connectAsync(program.mqttUrl, { protocolVersion: 4, username: from.code, password: from.secret })
    await measure('warm up')
  },
  async run() {
    const alone = await measure('alone')
    const afterCommit = await tenASecond()
    await openConsole()
    await measure('warm up')
    const idle = await measure('idle')
    const running = startLoad({
      ...load,
      host: '127.0.0.1',
      port: program.mqttPort,
      gateways: gatewaysUnderLoad(),
      firstSequence: loadSequence,
    })
    loadSequence += 10_000_000
    await delay(load.warmUpSeconds * 1000)
    const loaded = await measure('loaded')
    const { perSecond } = await running
    await browser?.close()
    browser = undefined
    return {
      ...alone,
      ten_a_second_after_commit_p50_ms: quantile(afterCommit, 0.5),
      ten_a_second_after_commit_p99_ms: quantile(afterCommit, 0.99),
      ...idle,
      ...loaded,
      load_per_s: perSecond,
    }
  },
  async tearDown() {
    await gateway?.endAsync(true)
    await browser?.close()
    await program.remove()
    await probe.close()
    await rm(probeFile)
  },
}
