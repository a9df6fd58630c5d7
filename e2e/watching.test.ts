import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addAlarm, addSite, type Site } from '../packages/server/src/features/alarms/alarm/alarm.fixture.ts'
import { texts as alarmEn } from '../packages/web/src/features/alarms/alarm/alarm.en.ts'
import { shell as shellEn } from '../packages/web/src/i18n/en/shell.ts'
import { captureFailures, startConsole, type Console, type Window } from './console.ts'

/** A console that looks live and is not: a connection over which nothing arrives, a window in the background, alarms that cannot be read. */

let console: Console
let site: Site
/** Accepts the calls of the stream, answers them, and then sends nothing. */
let silent: Server
let window: Window

beforeAll(async () => {
  console = await startConsole()
  site = await addSite(console.server.db, console.server.world.companies.north)
  silent = createServer((_request, answer) => answer.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders())
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  silent.closeAllConnections()
  silent.close()
  await console.stop()
})
captureFailures(() => console.windows)
beforeEach(async () => {
  window = await console.open({
    language: 'en',
    as: console.server.world.accounts.northAdmin,
    at: '/company/agentOneList',
    separate: true,
  })
})
afterEach(() => window.close())

const silence = async (): Promise<void> => {
  const { port } = silent.address() as AddressInfo
  await window.page.route('**/web/live/stream', (route) => route.continue({ url: `http://127.0.0.1:${port}/` }))
}

test('a connection over which nothing arrives is not shown as live, and a fire still sounds, even in a window behind others', async () => {
  const { page } = window
  await page.locator('.ew-live[data-state=live]').waitFor()
  await silence()
  await page.addInitScript("Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })")
  await page.reload()
  await page.locator('main').getByRole('heading').first().waitFor()
  const seen: (string | null)[] = []
  for (let looks = 0; looks < 30; looks++) {
    const live = page.locator('.ew-live')
    seen.push((await live.count()) > 0 ? await live.first().getAttribute('data-state') : null)
    await page.waitForTimeout(250)
  }
  expect(seen).not.toContain('live')
  await page.locator('.ew-trouble').getByText(shellEn.health.noConnection).waitFor()
  await addAlarm(console.server.db, site)
  await page.locator('.ew-queue[data-fires="1"]').waitFor({ timeout: 20_000 })
  await window.expectClean({ whole: true })
})

test('unreadable waiting alarms are reported on every page until they can be read', async () => {
  const { page } = window
  let fails = true
  await page.route('**/web/data/home/alarms*', (route) =>
    fails ? route.fulfill({ status: 503, json: { code: 503, success: false, msg: 'busy', data: null } }) : route.continue(),
  )
  await page.reload()
  const notice = page.locator('.ew-queue').getByText(alarmEn.queue.unread)
  await notice.waitFor({ timeout: 25_000 })
  await window.expectClean({ whole: true })
  fails = false
  await notice.waitFor({ state: 'detached', timeout: 20_000 })
  expect(await page.locator('.ew-queue').getByText(alarmEn.queue.unread).count()).toBe(0)
})
