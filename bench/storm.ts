import { setTimeout as delay } from 'node:timers/promises'
import { connectAsync, type MqttClient } from 'mqtt'
import type { Browser, Page } from 'playwright-core'
import { createSite, type Site } from '../packages/server/src/features/ingest/ingest/ingest.fixture.ts'
import { launchBrowser } from '../packages/server/src/testing/chromium.ts'
import { quantile, type Bench } from './bench.ts'
import { createProgram, programPassword, type Program } from './program.ts'

const fires = 30
const seconds = 10
const rounds = 5
/** Between two clicks of a fast operator (ms). */
const pause = 150

let program: Program
let browser: Browser | undefined
let page: Page
let gateway: MqttClient
let site: Site
let sequence = 0

/**
 * Runs in the browser: how long each interaction took from input to the next paint, as the browser measures it (Event Timing, the
 * basis of INP). Events of one interaction share an id. Those under 16 ms are not reported.
 */
const watchTouches = `{
  globalThis.touches = new Map()
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) globalThis.touches.set(interactionId, Math.max(globalThis.touches.get(interactionId) ?? 0, duration))
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
}`

const openConsole = async (): Promise<void> => {
  browser = await launchBrowser({ webgl: false })
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.addInitScript({ content: watchTouches })
  await page.goto(program.url)
  await page.locator('input[name=account]').fill('operator')
  await page.locator('input[name=password]').fill(programPassword)
  await page.locator('button[type=submit]').click()
  await page.waitForURL(/#\/(?!user\/login|$)/)
  await page.goto(`${program.url}/#/alarm/alarmLogList`)
  await page.locator('main').getByRole('heading').first().waitFor()
  await page.locator('.ew-live[data-state=live]').first().waitFor()
}

/** Fires at different detectors, spread evenly over the time. */
const storm = async (round: number): Promise<void> => {
  const [from] = site.gateways
  if (!from) throw new Error('no gateway')
  for (const { code } of from.devices.slice(round * fires, (round + 1) * fires)) {
    const report = { seq: ++sequence, time: new Date().toISOString(), reports: [{ device: code, code: '1111', format: 'CID' }] }
    await gateway.publishAsync(`ew/v1/${from.code}/report`, JSON.stringify(report), { qos: 1 })
    await delay((seconds * 1000) / fires)
  }
}

/** Types into the search form and ticks rows as fast as a person does. Returns the number of interactions. */
const touch = async (until: Promise<void>): Promise<number> => {
  let over = false
  void until.finally(() => (over = true))
  let touches = 0
  const box = await page.locator('.ew-search input').first().boundingBox()
  const list = await page.locator('.ew-tabs').last().boundingBox()
  if (!box || !list) throw new Error('no list')
  while (!over) {
    await page.mouse.click(box.x + 20, box.y + box.height / 2)
    await page.keyboard.press('a')
    await page.keyboard.press('Backspace')
    await delay(pause)
    const tick = page.locator('tbody tr:first-child input[type=checkbox]')
    if ((await tick.count()) > 0) {
      await tick.click({ timeout: 5_000 }).catch(() => undefined)
      touches++
    }
    touches += 3
    await delay(pause)
  }
  return touches
}

/** How the alarm list responds to an operator while fires pour in, with everything real: gateway, program, database, browser. */
export const bench: Bench = {
  name: 'storm',
  about: `clicking and typing at the alarm list while ${fires} fires come in ${seconds} s: from the hand to the next painting, in a real browser`,
  rounds,
  targets: { touch_p50_ms: { most: 100 }, touch_worst_ms: { most: 200 } },
  async setUp() {
    program = await createProgram()
    await program.start()
    const database = await program.openDatabase()
    site = await createSite(database.kysely, 1, fires * rounds)
    await database.close()
    const [from] = site.gateways
    if (!from) throw new Error('no gateway')
    gateway = await connectAsync(program.mqttUrl, { protocolVersion: 4, username: from.code, password: from.secret })
    await openConsole()
  },
  async run(round) {
    await page.evaluate('globalThis.touches.clear()')
    const reads: number[] = []
    page.on('request', (request) => request.url().includes('alarmRecord/page') && reads.push(Date.now()))
    const made = await touch(storm(round))
    await delay(1_000)
    page.removeAllListeners('request')
    const reported = await page.evaluate<number[]>('[...globalThis.touches.values()]')
    // Interactions that the browser does not report took less than a frame.
    const all = [...reported, ...Array.from({ length: Math.max(0, made - reported.length) }, () => 16)]
    const perSecond = Math.max(0, ...reads.map((at) => reads.filter((other) => other >= at && other < at + 1_000).length))
    return {
      touches: made,
      touch_p50_ms: quantile(all, 0.5),
      touch_p98_ms: quantile(all, 0.98),
      touch_worst_ms: Math.max(...all),
      list_reads_per_s: perSecond,
    }
  },
  async tearDown() {
    await gateway.endAsync(true)
    await browser?.close()
    await program.remove()
  },
}
