import type { Language } from '@emberwatch/contract'
import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { createFleet, type Fleet } from '@emberwatch/simulator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { texts as alarmEn } from '../packages/web/src/features/alarms/alarm/alarm.en.ts'
import { texts as alarmZh } from '../packages/web/src/features/alarms/alarm/alarm.zh.ts'
import { texts as screenEn } from '../packages/web/src/features/overview/large-screen/large-screen.en.ts'
import { texts as screenZh } from '../packages/web/src/features/overview/large-screen/large-screen.zh.ts'
import { kit as kitEn } from '../packages/web/src/i18n/en/kit.ts'
import { kit as kitZh } from '../packages/web/src/i18n/zh/kit.ts'
import { captureFailures, startConsole, type Console, type Window } from './console.ts'
import { alternating } from './languages.ts'
import { addSite, type E2eSite } from './site.ts'

/**
 * The wall of a duty room: a fire over MQTT is in front and sounds, and is confirmed from its card; whatever is not live says so in large
 * letters; a kiosk link shows the same without a session, until it is revoked.
 */

const packs = {
  zh: { screen: screenZh, alarm: alarmZh, shared: zh, kit: kitZh },
  en: { screen: screenEn, alarm: alarmEn, shared: en, kit: kitEn },
}
const wall = '/LargeScreenDashboard'
const framed = '/dataCenter/largeScreenDashboard'

let console: Console
let site: E2eSite
let fleet: Fleet

beforeAll(async () => {
  console = await startConsole()
  const { db, world, mqttUrl } = console.server
  if (!mqttUrl) throw new Error('no broker')
  site = await addSite(db, world.companies.north, world.customers.north)
  fleet = createFleet({ url: mqttUrl, gateways: [site.gateway], heartbeatSeconds: 0 })
  await fleet.start()
})
afterAll(async () => {
  await fleet.stop()
  await console.stop()
})
captureFailures(() => console.windows)

const device = (room: number): string => site.gateway.devices[room]?.code ?? ''

/** Counts the tones that a page plays, and keeps it silent until there is an interaction, as browsers do. */
const ears = `{
  globalThis.tones = 0
  const start = OscillatorNode.prototype.start
  OscillatorNode.prototype.start = function (...when) {
    globalThis.tones++
    return start.apply(this, when)
  }
  let touched = false
  addEventListener('pointerdown', () => (touched = true), true)
  Object.defineProperty(navigator.userActivation, 'hasBeenActive', { get: () => touched })
  const { get } = Object.getOwnPropertyDescriptor(BaseAudioContext.prototype, 'state')
  Object.defineProperty(BaseAudioContext.prototype, 'state', { get() { return touched ? get.call(this) : 'suspended' } })
}`
const tones = ({ page }: Window): Promise<number> => page.evaluate<number>('globalThis.tones')
const ticker = ({ page }: Window) => page.locator('.ew-screen-list')
const banner = ({ page }: Window) => page.locator('.ew-screen-old')

const alarmOf = async (code: string) => {
  const find = () =>
    console.server.db
      .selectFrom('alarm')
      .innerJoin('device', 'device.id', 'alarm.device_id')
      .select(['alarm.id', 'alarm.state', 'alarm.shown_at'])
      .where('device.code', '=', code)
      .executeTakeFirst()
  await expect.poll(find).toBeDefined()
  const found = await find()
  if (!found) throw new Error(`no alarm of ${code}`)
  return found
}

// Not the language of fire-alarm.test.ts.
describe.each(alternating<Language>(import.meta.filename, ['en', 'zh']))('a wall with a session, in %s', (language) => {
  const { screen, alarm } = packs[language]
  const room = language === 'zh' ? 0 : 1
  let desk: Window

  beforeAll(async () => {
    desk = await console.open({ language, as: console.server.world.accounts.northAdmin, at: wall, script: ears })
  })
  afterAll(() => desk.close())

  test('says that it is silent until somebody clicks', async () => {
    const { page } = desk
    const notice = page.getByText(screen.silent)
    await notice.waitFor()
    await page.getByRole('heading', { name: screen.title, level: 1 }).click()
    await expect.poll(() => notice.count()).toBe(0)
    await desk.expectClean()
  })

  test('a fire appears, sounds, and is confirmed from its card', async () => {
    const { page } = desk
    await fleet.report(device(room), 'smoke')
    const { id } = await alarmOf(device(room))
    const row = ticker(desk).locator(`[data-alarm-id="${id}"]`)
    await row.waitFor()
    await expect.poll(() => tones(desk)).toBeGreaterThan(0)
    await expect.poll(async () => (await alarmOf(device(room))).shown_at).not.toBeNull()
    await row.getByRole('button').click()
    await page.locator('.ew-screen-chosen').getByRole('button', { name: alarm.confirm, exact: true }).click()
    await expect.poll(() => row.getAttribute('data-state')).toBe('confirmed')
    const calls = () =>
      console.server.db
        .selectFrom('api_log')
        .select('status')
        .where('action', '=', 'web/data/displays/confirm')
        .where('params', '@>', JSON.stringify({ id }) as never)
        .execute()
    await expect.poll(calls).toEqual([{ status: 200 }])
    const heard = await tones(desk)
    // Two intervals of the sound.
    await page.waitForTimeout(5_100)
    expect(await tones(desk)).toBe(heard)
    await desk.expectClean()
  })

  test('charts follow the window’s size', async () => {
    const { page } = desk
    const whole = page.viewportSize() ?? { width: 1440, height: 900 }
    const widths = () =>
      page.locator('.ew-screen-charts .ew-chart svg').evaluateAll((charts) => charts.map(({ clientWidth }) => clientWidth))
    await expect.poll(async () => (await widths()).length).toBeGreaterThan(0)
    const before = await widths()
    await page.setViewportSize({ ...whole, width: Math.round(whole.width * 0.7) })
    await expect.poll(async () => (await widths()).every((width, index) => width < (before[index] ?? 0))).toBe(true)
    await page.setViewportSize(whole)
    await expect.poll(widths).toEqual(before)
  })

  test('figures that stand still are said in large letters, and not shown as if they were live', async () => {
    const { page } = desk
    // The stream that is open stays open.
    await page.context().setOffline(true)
    await banner(desk).getByText(screen.figuresOld).waitFor({ timeout: 40_000 })
    expect(await page.locator('.ew-screen-board').getAttribute('data-state')).toBe('old')
    await page.context().setOffline(false)
    await banner(desk).waitFor({ state: 'detached', timeout: 20_000 })
  })

  test('a broken stream is said in large letters, although the figures are new', async () => {
    const { page } = desk
    await page.route('**/web/live/stream', (route) => route.abort())
    await page.reload()
    await banner(desk).getByText(screen.noConnection).waitFor({ timeout: 20_000 })
    expect(await page.getByText(screen.none).count()).toBe(0)
    await page.unroute('**/web/live/stream')
    await banner(desk).waitFor({ state: 'detached', timeout: 20_000 })
  })
})

test('the rotation is in the address, and stops at a new fire', async () => {
  const { world, db } = console.server
  await db.deleteFrom('alarm_open').execute()
  await db.deleteFrom('alarm').execute()
  const second = await addSite(db, world.companies.north, world.customers.north)
  const desk = await console.open({
    language: 'en',
    as: world.accounts.northAdmin,
    separate: true,
    at: `${wall}?rotate=project&every=10`,
  })
  const shown = () => desk.page.locator('.ew-screen-counters h2').textContent()
  const names = await db.selectFrom('project').select(['id', 'name']).execute()
  const first = await expect
    .poll(shown)
    .toMatch(/Showing: Tower/)
    .then(shown)
  await expect.poll(shown, { timeout: 15_000 }).not.toBe(first)
  await fleet.report(device(2), 'smoke')
  await desk.page.getByText(screenEn.paused).waitFor()
  expect(await shown()).toBe(`Showing: ${names.find(({ id }) => id === site.projectId)?.name}`)
  expect(second.projectId).not.toBe(site.projectId)
  await desk.close()
})

test('a kiosk link shows the screen in another browser, until it is revoked', async () => {
  const { world, db } = console.server
  const { screen, kit } = packs.en
  for (const table of ['alarm_open', 'alarm'] as const) await db.deleteFrom(table).execute()
  await fleet.report(device(3), 'smoke')
  await alarmOf(device(3))
  const admin = await console.open({ language: 'en', as: world.accounts.northAdmin, separate: true, at: framed })
  await admin.page.getByRole('button', { name: screen.links.manage }).click()
  const drawer = admin.page.getByRole('dialog')
  await drawer.getByRole('button', { name: screen.links.create }).click()
  await admin.page.getByRole('dialog').last().getByLabel(screen.links.name).fill('Duty room')
  await admin.submit()
  const address = await admin.page.getByRole('textbox', { name: screen.links.title }).inputValue()
  const secret = address.split('kiosk=')[1] ?? ''
  expect(secret).toMatch(/^[\w-]{40,}$/)
  await admin.page.getByRole('button', { name: kit.once.noted }).click()

  const shown = await console.open({ language: 'en', separate: true, at: address.split('#')[1] ?? '' })
  await shown.page.locator('.ew-screen-counters').waitFor()
  expect(shown.page.url()).toBe(`${console.server.url}/#${wall}`)
  await ticker(shown).locator('[data-alarm-id]').first().waitFor()
  await expect.poll(() => shown.page.locator('.ew-screen-counters li').first().textContent()).toContain('1')
  // Nothing can be done from here, and nobody is named.
  expect(await shown.page.locator('.ew-screen-actions button').count()).toBe(0)
  expect(await shown.page.textContent('body')).not.toContain('North Admin')
  await shown.expectClean()
  // Another page of the console leads back.
  await shown.page.goto(`${console.server.url}/#/dataCenter/home`)
  await shown.page.waitForURL(`**/#${wall}`)
  await shown.page.reload()
  await ticker(shown).locator('[data-alarm-id]').first().waitFor()

  await admin.page.getByRole('button', { name: screen.links.revoke }).click()
  await admin.page.locator('.ant-modal').getByRole('button', { name: screen.links.revoke }).click()
  await shown.page.getByRole('heading', { name: screen.kioskEnded }).waitFor({ timeout: 5_000 })
  expect(await shown.page.locator('.ew-screen-counters').count()).toBe(0)
  await shown.page.reload()
  await shown.page.getByRole('heading', { name: screen.kioskEnded }).waitFor()
  await shown.close()
  await admin.close()
})

test('a wall whose own script could not be loaded says so, and starts by itself once the server answers', async () => {
  const as = console.server.world.accounts.northAdmin
  const window = await console.open({ language: 'en', as, at: wall, separate: true })
  const { page } = window
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  await page.getByText('Not live: the page could not be loaded').waitFor()
  await page.unroute('**/assets/*.js')
  const title = page.getByRole('heading', { name: packs.en.screen.title, level: 1 })
  await expect.poll(() => title.count()).toBe(1)
  await window.close()
})

test('a session that ends is said in large letters; without one, the screen asks for it; without the right, it is denied', async () => {
  const { world, db } = console.server
  const { screen } = packs.en
  const desk = await console.open({ language: 'en', as: world.accounts.northAgentAdmin, separate: true, at: wall })
  await desk.page.locator('.ew-screen-counters').waitFor()
  await db.deleteFrom('session').where('account_id', '=', world.accounts.northAgentAdmin.id).execute()
  await desk.page.getByRole('heading', { name: screen.ended }).waitFor({ timeout: 10_000 })
  await desk.close()
  const nobody = await console.open({ language: 'en', separate: true, at: wall })
  await nobody.page.waitForURL(/#\/user\/login\?.*to=/)
  await nobody.close()
  const bare = await console.open({ language: 'en', as: world.accounts.northBare, separate: true, at: wall })
  await expect.poll(() => bare.page.url()).toMatch(/#\/noAuth\?/)
  await bare.close()
})
