import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@emberwatch/contract'
import { addAlarm, addSite, type Site } from '../packages/server/src/features/alarms/alarm/alarm.fixture.ts'
import { texts as alarmEn } from '../packages/web/src/features/alarms/alarm/alarm.en.ts'
import { kit as kitEn } from '../packages/web/src/i18n/en/kit.ts'
import { captureFailures, pressAction, startConsole, type Console, type Window } from './console.ts'

/** The position of the queue of waiting fires, and how much room it leaves for the page. */

let console: Console
let site: Site
beforeAll(async () => {
  console = await startConsole()
  const { db, world } = console.server
  site = await addSite(db, world.companies.north)
  for (let minutes = 1; minutes <= 4; minutes++) await addAlarm(db, site, { first_at: new Date(Date.now() - minutes * 60_000) })
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

const signedIn = async (width: number, fires = 4, at = '/message/messageList'): Promise<Window> => {
  const as = console.server.world.accounts.northAdmin
  const window = await console.open({ language: 'en', width, as, at })
  await window.page.locator(`.ew-queue[data-fires="${fires}"]`).waitFor()
  return window
}

/** Waits until a key or click is taken: until rows have stood still for a moment, it may have been meant for another one. */
const standStill = (page: Window['page']): Promise<void> =>
  page.locator('tbody tr').first().getByRole('button').first().click({ trial: true })

test('a drawer dims the page down to the queue, and no further', async () => {
  const window = await signedIn(1440, 4, '/company/agentOneList')
  const { page } = window
  await page.locator('.ew-toolbar').getByRole('button').first().click()
  await page.locator('.ant-drawer-footer').waitFor()
  const edge = (selector: string, side: 'top' | 'bottom' | 'right') =>
    page.locator(selector).evaluate((element, end) => Math.round(element.getBoundingClientRect()[end]), side)
  for (const width of [1440, 992]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => edge('body', 'right')).toBe(width)
    await expect.poll(async () => (await edge('.ant-drawer-mask', 'bottom')) - (await edge('.ew-queue', 'top'))).toBe(0)
  }
  await window.close()
})

test('on a phone the count, mute and fold buttons are in one line, and the latest fire is named', async () => {
  await console.server.db.updateTable('alarm').set({ shown_at: null }).execute()
  const window = await signedIn(390)
  const queue = window.page.locator('.ew-queue[data-sound=ringing]')
  await queue.waitFor()
  const middle = (selector: string) =>
    queue.locator(selector).evaluate((part) => {
      const { top, height } = part.getBoundingClientRect()
      return top + height / 2
    })
  expect(Math.abs((await middle('h2')) - (await middle('.ew-queue-fold')))).toBeLessThan(10)
  // When collapsed, it names the latest fire from before the page was opened, and marks it as already seen.
  const { id } = await console.server.db.selectFrom('alarm').select('id').orderBy('first_at', 'desc').executeTakeFirstOrThrow()
  await queue.locator(`.ew-queue-latest[data-alarm-id="${id}"]`).waitFor()
  const shown = () => console.server.db.selectFrom('alarm').select('shown_at').where('id', '=', id).executeTakeFirstOrThrow()
  await expect.poll(async () => (await shown()).shown_at).not.toBeNull()
  await window.expectClean()
  await window.close()
})

test('opening the console by its root address keeps the user signed in and watching', async () => {
  const window = await signedIn(1440)
  const { page } = window
  await page.goto(console.server.url)
  await page.waitForURL(/#\/dataCenter\/home/)
  await expect.poll(() => page.locator('.ew-queue').getAttribute('data-fires')).toBe('4')
  await window.close()
})

test('after skipped events, all waiting alarms are on the screen at once, however many there are', async () => {
  const window = await signedIn(1440)
  const { db, world } = console.server
  // This long after the stream began, a complete list counts as complete: only skipped alarms make it read the list again.
  const began = Date.now()
  do
    await window.page.waitForResponse((answer) => answer.url().includes(endpoints.home.liveAlarms.path), {
      timeout: 20_000,
    })
  while (Date.now() - began < 15_000)
  // No event is sent for these.
  const more = await Promise.all(Array.from({ length: 120 }, () => addAlarm(db, site)))
  await db
    .insertInto('live_event')
    .values({ at: new Date(), kind: 'refresh', change: 'missed', path: world.companies.north.path, data: '{}' })
    .execute()
  await expect.poll(() => window.page.locator('.ew-queue').getAttribute('data-fires'), { timeout: 8_000 }).toBe('124')
  await db
    .deleteFrom('alarm')
    .where(
      'id',
      'in',
      more.map(({ id }) => id),
    )
    .execute()
  await window.close()
})

test('clicks on one spot confirm one fire: rows hold under the pointer, and what has moved cannot be clicked at once', async () => {
  const { db } = console.server
  const started = await db.selectFrom('alarm').selectAll().execute()
  const window = await signedIn(1440)
  const { page } = window
  const confirmed = async () =>
    (await db.selectFrom('alarm').select('id').where('state', '=', 'confirmed').execute()).map(({ id }) => id)
  const rows = page.locator('.ew-queue [data-row]')
  const struck = () =>
    page.evaluate<string[]>(
      "[...document.querySelectorAll('.ew-queue .ew-alarm-what')].map((cell) => getComputedStyle(cell).textDecorationLine)",
    )
  await rows.nth(2).waitFor()
  expect(new Set(await struck())).toEqual(new Set(['none']))
  const spot = await rows.first().getByRole('button').boundingBox()
  if (!spot) throw new Error('no button')
  const [x, y] = [spot.x + spot.width / 2, spot.y + spot.height / 2]
  // Blindly, as somebody clicks who does not look: as often as it takes for the answer and the live event to come back, and longer.
  await page.mouse.move(x, y)
  const gone = rows.first().locator('[data-gone=true]')
  const until = async (done: () => Promise<boolean>) => {
    do await page.mouse.click(x, y)
    while (!(await done()))
  }
  await until(async () => (await gone.count()) > 0)
  expect(await struck()).toEqual(['line-through', 'none', 'none', 'none'])
  for (let more = 0; more < 10; more++) await page.mouse.click(x, y)
  expect(await confirmed()).toHaveLength(1)
  // Nobody points at the queue: the rows close up, and the first clicks after that do nothing.
  // Asked in the page itself, in the frame in which it happens: a busy machine may take longer than the pause to click.
  const hit = page.evaluate<string>(`new Promise((resolve) => {
    const look = () => {
      if (document.querySelectorAll('.ew-queue [data-row]').length > 3) return requestAnimationFrame(look)
      requestAnimationFrame(() => resolve(document.elementFromPoint(${x}, ${y}).closest('button, a')?.textContent ?? 'nothing'))
    }
    look()
  })`)
  await page.mouse.move(x, 10)
  expect(await hit).toBe('nothing')
  expect(await confirmed()).toHaveLength(1)
  // A click that was aimed counts.
  await rows.first().getByRole('button').click()
  await expect.poll(confirmed).toHaveLength(2)
  await window.close()
  for (const { id, state } of started) await db.updateTable('alarm').set({ state }).where('id', '=', id).execute()
})

describe('two operators', () => {
  test('do not handle one site: who has it is shown, and the second click takes over and confirms', async () => {
    const [first, second] = [
      await signedIn(1440),
      await console.open({ language: 'en', as: console.server.world.accounts.siterAdmin, at: '/alarm/alarmLogList?open=true' }),
    ]
    const other = second.page
    await first.go('/alarm/alarmLogList?open=true')
    await first.page.locator('tbody tr').nth(1).waitFor()
    await standStill(first.page)
    await first.page.locator('tbody tr').first().locator('a[href*="detail?id="]').first().focus()
    await first.page.keyboard.press('t')
    await first.page.locator('.ew-tag', { hasText: alarmEn.desk.mine }).first().waitFor()
    // The chips show the counts, and the other operator sees who has taken the site.
    await expect.poll(() => first.page.getByRole('button', { name: `${alarmEn.views.mine}4` }).count()).toBe(1)
    await other.locator('.ew-tag', { hasText: 'Handled by' }).first().waitFor()
    await pressAction(other.locator('tbody tr').first(), alarmEn.confirm)
    const question = other.getByRole('dialog')
    await question.getByText(/took over the alarms of .* ago/).waitFor()
    await other.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    const states = async () =>
      (await console.server.db.selectFrom('alarm').select('state').orderBy('id').execute()).map(({ state }) => state)
    expect(await states()).not.toContain('confirmed')
    await pressAction(other.locator('tbody tr').first(), alarmEn.confirm)
    await other.getByRole('button', { name: alarmEn.desk.takeAndConfirm }).click()
    await expect.poll(states).toContain('confirmed')
    // The former holder is notified at once.
    await first.page.locator('.ew-toast', { hasText: 'has taken over the alarms of' }).waitFor()
    await first.expectClean()
    await second.expectClean()
    await first.close()
    await second.close()
  })

  test('a site is given to a colleague, and noted on, without leaving the list', async () => {
    const operator = await signedIn(1440, 3)
    const { page } = operator
    await operator.go('/alarm/alarmLogList?open=true')
    await standStill(page)
    await page.locator('tbody tr a[href*="detail?id="]').first().focus()
    await page.keyboard.press('a')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').click()
    await page.locator('.ant-select-item-option').first().click()
    await dialog.getByRole('button', { name: alarmEn.desk.assign, exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    const hold = await console.server.db.selectFrom('desk_hold').select(['project_id', 'given_by']).executeTakeFirstOrThrow()
    expect(hold.given_by).not.toBeNull()
    await page.locator('tbody tr a[href*="detail?id="]').first().focus()
    await page.keyboard.press('n')
    await page.getByRole('dialog').getByRole('textbox').fill('Called the porter')
    await page.getByRole('dialog').getByRole('button', { name: kitEn.save }).click()
    await page.locator('.ew-toast', { hasText: alarmEn.desk.commented }).waitFor()
    // A mute for some minutes ends automatically.
    await page.getByRole('button', { name: alarmEn.queue.muteFor }).click()
    await page.getByText(alarmEn.queue.muteMinutes.replace('{{count}}', '5')).click()
    await expect
      .poll(async () => (await console.server.db.selectFrom('alarm_mute').select('until').executeTakeFirst())?.until ?? null)
      .not.toBeNull()
    await operator.expectClean()
    await operator.close()
  })
})

test('on the phone, an alarm is taken over from somebody else and confirmed, and its call list is called', async () => {
  const { db, world, url } = console.server
  const { northAdmin, northEngineer, siterAdmin } = world.accounts
  const now = new Date()
  await db.deleteFrom('desk_hold').execute()
  const hold = { project_id: site.project, account_id: siterAdmin.id, taken_at: now, seen_at: now }
  await db.insertInto('desk_hold').values(hold).execute()
  const keeper = { name: 'Keeper', phone: '13912345678', role: 'keyholder', language: 'zh' } as const
  await db
    .insertInto('project_notifier')
    .values({ ...keeper, project_id: site.project, seq: 99, methods: ['voice'] })
    .execute()
  const window = await console.open({ language: 'en', width: 390, as: northAdmin })
  const { page } = window
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
  await page.goto(`${url}/m/#/alarms`)
  await page
    .getByText(/waiting for/)
    .first()
    .waitFor()
  await window.expectClean()
  await page.locator('.m-alarm-fire .m-card-link').first().click()
  await page.getByRole('heading', { name: 'Who to call' }).waitFor()
  await window.expectClean()
  const id = Number(/alarm\/(\d+)/.exec(page.url())?.[1])
  await press('Confirm')
  await page
    .getByRole('dialog')
    .getByText(/took over the alarms/)
    .waitFor()
  await window.expectClean()
  await press('Take over and confirm')
  await page.getByText('Handled by you').waitFor()
  const stored = await db.selectFrom('alarm').select('state').where('id', '=', id).executeTakeFirstOrThrow()
  expect(stored.state).toBe('confirmed')
  const card = page.locator('.m-card', { hasText: 'Keeper' })
  await card.getByRole('button', { name: /Show number/ }).click()
  await page.getByRole('link', { name: 'Call Keeper' }).waitFor()
  await card.getByRole('button', { name: 'Answered' }).click()
  await page.getByText('Somebody has answered').waitFor()
  await window.expectClean()
  await page.getByRole('link', { name: 'Me', exact: true }).click()
  await page.getByRole('heading', { name: 'Notify me on this phone' }).waitFor()
  await window.expectClean()
  await window.close()
  // A user who may not confirm alarms can only see them.
  const round = await console.open({ language: 'zh', width: 390, as: northEngineer })
  await round.page.goto(`${url}/m/#/alarms`)
  await round.page.locator('.m-card').first().waitFor()
  expect(await round.page.getByRole('button', { name: /接管|确认/ }).count()).toBe(0)
  await round.expectClean()
  await round.close()
})

/** Like a browser in which nobody has clicked yet. */
const keepSilent = `{
  let touched = false
  addEventListener('pointerdown', () => (touched = true), true)
  Object.defineProperty(navigator.userActivation, 'hasBeenActive', { get: () => touched })
  const { get } = Object.getOwnPropertyDescriptor(BaseAudioContext.prototype, 'state')
  Object.defineProperty(BaseAudioContext.prototype, 'state', { get() { return touched ? get.call(this) : 'suspended' } })
}`

test('the sound button does not say “on” while the browser still blocks sound, and one click allows it', async () => {
  const { siterAdmin } = console.server.world.accounts
  const { page, close } = await console.open({ language: 'en', as: siterAdmin, at: '/alarm/alarmLogList', script: keepSilent })
  await page.getByRole('button', { name: alarmEn.sound.allow }).click()
  await page.getByRole('button', { name: alarmEn.sound.on }).waitFor()
  expect(await page.getByRole('button', { name: alarmEn.sound.allow }).count()).toBe(0)
  await close()
})
