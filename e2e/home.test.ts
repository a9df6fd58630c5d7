import { dayIn } from '@emberwatch/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAlarm, addSite, type Site } from '../packages/server/src/features/alarms/alarm/alarm.fixture.ts'
import { createPartitions } from '../packages/server/src/platform/database/partitions.ts'
import { texts as homeEn } from '../packages/web/src/features/overview/home/home.en.ts'
import { texts as homeZh } from '../packages/web/src/features/overview/home/home.zh.ts'
import { kit as kitEn } from '../packages/web/src/i18n/en/kit.ts'
import { kit as kitZh } from '../packages/web/src/i18n/zh/kit.ts'
import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { captureFailures, startConsole, type Console, type Window } from './console.ts'

/** The home page: what waits comes first, the charts below it are read when they come near, and every number leads to its list. */

const packs = {
  zh: { home: homeZh, kit: kitZh, shared: zh },
  en: { home: homeEn, kit: kitEn, shared: en },
}
const zone = 'Asia/Shanghai'
const dayMs = 86_400_000

let console: Console
let site: Site
/** Noon three days ago at the site. */
let then: Date

beforeAll(async () => {
  console = await startConsole()
  const { db, world } = console.server
  const today = dayIn(new Date(), zone)
  then = new Date(Date.parse(`${today}T12:00:00+08:00`) - 3 * dayMs)
  await createPartitions(db, then)
  site = await addSite(db, world.companies.north)
  await db.updateTable('company').set({ time_zone: zone }).execute()
  await db
    .updateTable('project')
    .set({ time_zone: zone, name: 'Harbour Hall', due_at: new Date(Date.now() + 9 * dayMs) })
    .where('id', '=', site.project)
    .execute()
  const closed = (minutes: number, more: object) => {
    const first_at = new Date(then.getTime() + minutes * 60_000)
    return addAlarm(db, site, {
      first_at,
      state: 'cleared',
      handle_way: 'onSite',
      closed_at: new Date(first_at.getTime() + 600_000),
      ...more,
    })
  }
  await closed(0, { state: 'misreport', cause: 'dust', handle_way: null })
  await closed(1, { state: 'misreport', cause: 'dust', handle_way: null })
  await closed(2, { confirmed_at: new Date(then.getTime() + 180_000) })
  await closed(3, { test: true })
  await closed(4, { handle_way: 'drill' })
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

const lookDown = async ({ page }: Window): Promise<void> => {
  const place = page.locator('.ew-home > :last-child')
  await expect
    .poll(async () => {
      await place.evaluate((each) => each.scrollIntoView({ block: 'start' }))
      return page.locator('.ew-home-charts').count()
    })
    .toBe(1)
}
/** What a browser without a cache asks for until the home page is complete, without and with the charts below the window, and how far its parts may move meanwhile (CLS). */
const mostRequests = 40
const mostWithCharts = 58
const mostShift = 0.02

/** The scripts that the page has loaded whose name contains this. */
const loaded = ({ page }: Window, name: string): Promise<number> =>
  page.evaluate<number>(`performance.getEntriesByType('resource').filter((each) => each.name.includes('${name}')).length`)

describe.each([
  ['zh', 1440],
  ['en', 390],
] as const)('in %s at %i px', (language, width) => {
  const { home, kit, shared } = packs[language]
  const { charts } = home

  test('the waiting alarms come first, and a number of a chart leads to the alarms that it counts', async () => {
    const waiting = await addAlarm(console.server.db, site)
    const window = await console.open({
      language,
      width,
      as: console.server.world.accounts.northAdmin,
      at: '/dataCenter/home',
      separate: true,
    })
    const { page } = window
    const alarms = page.locator('.ew-home-alarms')
    const row = alarms.getByRole('row').nth(1)
    await row.waitFor()
    const [top, figures] = await Promise.all([row.boundingBox(), page.locator('.ew-tiles').boundingBox()])
    expect((top?.y ?? 999) + (top?.height ?? 0)).toBeLessThan(900)
    if (width < 640) {
      expect(top?.y ?? 999).toBeLessThan(figures?.y ?? 0)
      expect(await loaded(window, 'draw-chart')).toBe(0)
      expect(await loaded(window, 'alarmTrend')).toBe(0)
    }
    await page.getByRole('link', { name: `${shared.enums.deviceStatus.alarm} 1`, exact: true }).waitFor()
    await lookDown(window)
    await page.getByRole('region', { name: home.panels.ending }).getByText('Harbour Hall').waitFor()
    const trend = page.getByRole('figure', { name: charts.trend })
    await trend.locator('svg').waitFor()
    await page.getByRole('figure', { name: charts.online }).waitFor()
    await window.expectClean()

    // The same numbers as a table.
    await trend.getByRole('button', { name: kit.chart.asTable }).click()
    const line = (day: string) => trend.getByRole('row').filter({ hasText: day })
    const cells = () => line(dayIn(then, zone)).getByRole('cell').allTextContents()
    await expect.poll(cells).toEqual([dayIn(then, zone), '1', '2', '0', '0', '0'])
    await expect.poll(() => trend.getByRole('row').count()).toBe(31)

    // Seven days, kept in the address.
    const form = page.locator('.ew-home-charts').getByRole('search')
    await form.getByLabel(charts.period).click()
    await page.locator('.ant-select-item-option', { hasText: kit.search.days.replace('{{count}}', '7') }).click()
    await form.getByRole('button', { name: kit.search.search }).click()
    await page.waitForURL(/home\?.*days=7/)
    await expect.poll(() => trend.getByRole('row').count()).toBe(8)
    await window.expectClean()

    await line(dayIn(then, zone)).getByRole('link', { name: '2', exact: true }).click()
    await page.waitForURL(/alarmLogList\?.*alarmOutcome=falseAlarm/)
    await expect.poll(() => page.locator('main tbody').getByRole('row').count()).toBe(2)
    await window.expectClean()
    await page.goBack()
    await page.waitForURL(/home\?.*days=7/)
    await window.close()
    const gone = { state: 'cleared', handle_way: 'onSite', closed_at: new Date() } as const
    await console.server.db.updateTable('alarm').set(gone).where('id', '=', waiting.id).execute()
  })
})

test('a cold home asks for little, and nothing on it jumps', async () => {
  const window = await console.open({
    language: 'en',
    as: console.server.world.accounts.northAdmin,
    at: '/dataCenter/home',
    separate: true,
  })
  const { page } = window
  await page.locator('.ew-tiles a').first().waitFor()
  let asked: string[] = []
  page.on('request', (request) => {
    // What the page before still asks for, when the charts were near its window, does not count.
    if (request.isNavigationRequest()) asked = []
    asked.push(request.url())
  })
  const askedUntilQuiet = async (): Promise<string[]> => {
    let before = -1
    await expect.poll(() => before === (before = asked.length), { interval: 1_500, timeout: 20_000 }).toBe(true)
    // What an event makes stale is read again, which is no part of a cold start.
    return [...new Set(asked)]
  }
  // So little is on this page that the charts would be near the window.
  await page.setViewportSize({ width: 1440, height: 560 })
  await page.reload()
  await page.locator('.ew-tiles a').first().waitFor()
  // Each figure with a history has its course.
  const tiles = page.locator('.ew-tiles')
  for (const name of [homeEn.trends.alarms, homeEn.trends.faults, homeEn.trends.orders])
    await tiles.getByRole('img', { name: name.split('{{')[0] ?? name }).waitFor()
  await page.waitForLoadState('load')
  const first = await askedUntilQuiet()
  expect(await loaded(window, 'home-charts')).toBe(0)
  expect(first.length, first.join('\n')).toBeLessThanOrEqual(mostRequests)
  expect(asked.filter((url) => url.includes('message/myPage')).length).toBeLessThanOrEqual(1)
  // What has shifted so far is kept by the browser.
  const shifts = await page.evaluate<{ value: number; what: string }[]>(`new Promise((resolve) => {
    const read = (list) => resolve(list.filter((each) => !each.hadRecentInput).map((each) => ({
      value: each.value, what: each.sources.map(({ node }) => node?.className ?? '').join(' ') })))
    new PerformanceObserver((list) => read(list.getEntries())).observe({ type: 'layout-shift', buffered: true })
    // There may be none.
    requestAnimationFrame(() => setTimeout(() => read([]), 500))
  })`)
  expect(
    shifts.reduce((all, { value }) => all + value, 0),
    JSON.stringify(shifts),
  ).toBeLessThanOrEqual(mostShift)
  await lookDown(window)
  await page.locator('.ew-home-charts svg').first().waitFor()
  const all = await askedUntilQuiet()
  expect(all.length, all.join('\n')).toBeLessThanOrEqual(mostWithCharts)
  await window.close()
})

test('a customer’s home says whether all is well, whom to call, and where to report a problem', async () => {
  const { northCustomer } = console.server.world.accounts
  const window = await console.open({ language: 'en', as: northCustomer, at: '/dataCenter/home', separate: true })
  const { page } = window
  await page.locator('.ew-customer-state').waitFor()
  const state = () => page.locator('.ew-customer-state').getAttribute('data-state')
  await expect.poll(state).not.toBe('unknown')
  await page.getByRole('region', { name: homeEn.customer.call }).getByRole('link', { name: '119' }).waitFor()
  await window.expectClean()
  // On a phone too, it stands above the alarms; whom to call comes next.
  await page.setViewportSize({ width: 390, height: 900 })
  const top = async (selector: string): Promise<number> => (await page.locator(selector).boundingBox())?.y ?? 0
  await expect.poll(async () => (await top('.ew-home-alarms')) < (await top('.ew-customer'))).toBe(true)
  expect(await top('.ew-customer-state')).toBeLessThan(await top('.ew-home-alarms'))
  await window.close()
})

test('who may not see alarms gets a home page without them and without their charts', async () => {
  const { db, world, call, tokenOf } = console.server
  const { northBare } = world.accounts
  const codes = ['dataCenter', 'dataCenter.home', 'dataHome:view', 'device', 'device.list', 'device:view']
  await db
    .insertInto('role_menu')
    .values(codes.map((menu_code) => ({ role_id: northBare.roleId, menu_code })))
    .execute()
  const window = await console.open({ language: 'en', as: northBare, at: '/dataCenter/home', separate: true })
  const { page } = window
  await lookDown(window)
  await page.getByRole('figure', { name: homeEn.charts.online }).waitFor()
  expect(await page.locator('.ew-home-alarms').count()).toBe(0)
  expect(await page.getByRole('figure', { name: homeEn.charts.trend }).count()).toBe(0)
  expect(await loaded(window, 'alarmTrend')).toBe(0)
  expect(await page.locator('.ew-tiles a').filter({ hasText: homeEn.customers }).count()).toBe(0)
  await window.expectClean()
  await window.close()
  const token = await tokenOf(northBare)
  for (const path of ['alarmTrend', 'alarmProjects', 'alarmTimes', 'platform'])
    expect(await call('GET', `web/data/home/${path}`, {}, token), path).toMatchObject({ status: 403 })
})
