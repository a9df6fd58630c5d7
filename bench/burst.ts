import { setTimeout as delay } from 'node:timers/promises'
import type { LiveEvent } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { createSite } from '../packages/server/src/features/ingest/ingest/ingest.fixture.ts'
import { launchBrowser } from '../packages/server/src/testing/chromium.ts'
import type { Bench } from './bench.ts'
import { startLoad } from './load.ts'
import { createProgram, programPassword, type Program } from './program.ts'

const connections = 50
const devicesEach = 200
export const fires = connections * devicesEach
/** Between two clicks of a fast operator (ms). */
const pause = 150
/** Time limit of every wait (ms). */
const timeoutMs = 40_000

/** The browser's own figure for each interaction, from input to the next paint (Event Timing, the basis of INP). */
const watchTouches = `{
  globalThis.touches = new Map()
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) globalThis.touches.set(interactionId, Math.max(globalThis.touches.get(interactionId) ?? 0, duration))
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
}`

/** Runs in the browser: scrolls to the last row of the queue and returns its position; 0 if a row on the way is missing or out of order. */
const readRows = `(async () => {
  const box = document.querySelector('.ew-virtual')
  let last = 0
  while (true) {
    const places = [...box.querySelectorAll('li')].map((row) => Number(row.getAttribute('aria-posinset')))
    if (places[0] > last + 1 || places.some((place, index) => index > 0 && place !== places[index - 1] + 1)) return 0
    last = places.at(-1)
    if (box.scrollTop + box.clientHeight >= box.scrollHeight - 1) return last
    box.scrollTop += box.clientHeight
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
})()`

const now = (): number => performance.timeOrigin + performance.now()

/** A console without a screen: records when the last of the fires arrived, and whether all arrived in order. */
const follow = async (url: string, token: string): Promise<{ at: number; inOrder: boolean }> => {
  const { body } = await fetch(`${url}/api/web/live/stream`, { headers: { authorization: `Bearer ${token}` } })
  if (!body) throw new Error('no stream')
  let unread = ''
  let [count, last, inOrder] = [0, 0, true]
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const frames = (unread + chunk).split('\n\n')
    unread = frames.pop() ?? ''
    for (const frame of frames) {
      const data = /^data: (\[\{.+)$/m.exec(frame)?.[1]
      for (const { kind, change, id } of data ? (JSON.parse(data) as LiveEvent[]) : []) {
        if (kind === 'refresh') throw new Error('the stream gave up')
        if (kind !== 'alarm' || change !== 'raised') continue
        count++
        if (Number(id) <= last) inOrder = false
        last = Number(id)
      }
    }
    if (count === fires) return { at: now(), inOrder }
  }
  throw new Error(`the stream ended after ${count} fires`)
}

export const signIn = async (url: string): Promise<string> => {
  const body = JSON.stringify({ account: 'operator', password: programPassword })
  const response = await fetch(`${url}/api/web/account/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return ((await response.json()) as { data: string }).data
}

const openConsole = async (page: Page, url: string): Promise<void> => {
  await page.addInitScript({ content: watchTouches })
  await page.goto(url)
  await page.locator('input[name=account]').fill('operator')
  await page.locator('input[name=password]').fill(programPassword)
  await page.locator('button[type=submit]').click()
  await page.waitForURL(/#\/(?!user\/login|$)/)
  await page.goto(`${url}/#/alarm/alarmLogList`)
  await page.locator('main').getByRole('heading').first().waitFor()
  await page.locator('.ew-live[data-state=live]').first().waitFor()
}

/** Types into the search form as fast as a person does. */
const touchUntil = async (page: Page, done: () => boolean): Promise<void> => {
  const box = await page.locator('.ew-search input').first().boundingBox()
  if (!box) throw new Error('no list')
  while (!done()) {
    await page.mouse.click(box.x + 20, box.y + box.height / 2)
    await page.keyboard.press('a')
    await page.keyboard.press('Backspace')
    await delay(pause)
  }
}

export interface Site {
  readonly gateways: Awaited<ReturnType<typeof createSite>>['gateways']
  readonly streamed: ReturnType<typeof follow>
}

/** A running program with gateways, and a console without a screen that follows its stream. */
export const prepare = async (program: Program): Promise<Site> => {
  await program.start()
  const database = await program.openDatabase()
  const { gateways } = await createSite(database.kysely, connections, devicesEach)
  await sql`analyze`.execute(database.kysely)
  await sql`checkpoint`.execute(database.kysely)
  await database.close()
  const streamed = follow(program.url, await signIn(program.url))
  // Reports the first failure, not those that follow from it.
  streamed.catch(() => undefined)
  return { gateways, streamed }
}

/** Sends one message for each device: first measured values, so that each device is known to be alive, then the fires. */
export const loadOf = (program: Program, { gateways }: Site) => {
  const load = {
    host: '127.0.0.1',
    port: program.mqttPort,
    gateways: gateways.map(({ code, secret, devices }) => ({ code, secret, devices: devices.map((device) => device.code) })),
    messagesEach: devicesEach,
    window: devicesEach,
    warmUpSeconds: 0,
  }
  return {
    async hear(): Promise<void> {
      await startLoad({ ...load, rate: fires / 4, seconds: 4.5, firstSequence: 1 })
      await delay(2_000)
    },
    burn: () => startLoad({ ...load, report: 'fire', rate: fires, seconds: 1.1, firstSequence: devicesEach + 1 }),
  }
}

/** With no browser on the same cores. */
const roundAlone = async (program: Program): Promise<Record<string, number>> => {
  const site = await prepare(program)
  const load = loadOf(program, site)
  await load.hear()
  const { beganAt } = await load.burn()
  const { at } = await site.streamed
  return { stream_alone_ms: at - beganAt }
}

const round = async (program: Program): Promise<Record<string, number>> => {
  const site = await prepare(program)
  const load = loadOf(program, site)
  const browser = await launchBrowser({ webgl: false })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await openConsole(page, program.url)
    await load.hear()
    await page.evaluate('globalThis.touches.clear()')
    // On alarm pages the queue starts collapsed; expanded, it has to draw every row.
    const unfold = page
      .locator('.ew-queue')
      .waitFor({ timeout: timeoutMs })
      .then(() => page.evaluate("document.querySelector('.ew-queue[data-folded=true] .ew-queue-fold')?.click()"))
    unfold.catch(() => undefined)
    let done = false
    const touched = touchUntil(page, () => done)
    touched.catch(() => undefined)
    const shown = page.locator(`.ew-queue[data-fires="${fires}"]`).waitFor({ timeout: timeoutMs })
    const { beganAt, endedAt, acknowledged } = await load.burn()
    const { at, inOrder } = await site.streamed
    await shown
    const shownAt = now()
    // Every fire has a row, and the last one is at the end.
    const rows = await page.evaluate<number>(readRows)
    await delay(1_000)
    done = true
    await touched
    const touches = await page.evaluate<number[]>('[...globalThis.touches.values()]')
    return {
      acknowledged,
      stored_ms: endedAt - beganAt,
      stream_ms: at - beganAt,
      in_order: inOrder ? 1 : 0,
      rows,
      screen_ms: shownAt - beganAt,
      touch_worst_ms: Math.max(16, ...touches),
    }
  } finally {
    await browser.close()
  }
}

/** A fault of a whole district, or a test that went wrong, with everything real: durable database, gateways and a browser. */
export const bench: Bench = {
  name: 'burst',
  about: `${fires} fires within one second: until all are stored, on an event stream and counted on the screen of an operator who goes on typing; and on a stream without a browser on the same cores`,
  rounds: 5,
  targets: {
    acknowledged: { least: fires },
    rows: { least: fires },
    stream_alone_ms: { most: 2_000 },
    stream_ms: { most: 2_000 },
    in_order: { least: 1 },
    screen_ms: { most: 3_000 },
    touch_worst_ms: { most: 200 },
  },
  async run() {
    const figures: Record<string, number> = {}
    for (const each of [roundAlone, round]) {
      const program = await createProgram()
      try {
        Object.assign(figures, await each(program))
      } finally {
        await program.remove()
      }
    }
    return figures
  },
}
