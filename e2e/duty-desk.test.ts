import type { Language } from '@emberwatch/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { texts as alarmEn } from '../packages/web/src/features/alarms/alarm/alarm.en.ts'
import { texts as alarmZh } from '../packages/web/src/features/alarms/alarm/alarm.zh.ts'
import { kit as kitEn } from '../packages/web/src/i18n/en/kit.ts'
import type { Window } from './console.ts'
import { useQuietShift } from './site.ts'

/** What a duty operator hears, sees and clicks while fires come in: no fire falls silent on its own, and nothing moves under the pointer. */

const shift = useQuietShift()
const { device, raise } = shift
const queue = ({ page }: Window) => page.locator('.ew-queue')
const sound = async (window: Window): Promise<string | null> => queue(window).getAttribute('data-sound')
const fires = async (window: Window): Promise<string | null> => queue(window).getAttribute('data-fires')

/** Counts the tones that a page actually plays. */
const countTones = `{
  globalThis.tones = 0
  const start = OscillatorNode.prototype.start
  OscillatorNode.prototype.start = function (...when) {
    globalThis.tones++
    return start.apply(this, when)
  }
}`
const tones = ({ page }: Window): Promise<number> => page.evaluate<number>('globalThis.tones')

/** Keeps a page silent until there is an interaction, as browsers do. This browser treats the test's own queries as interaction. */
const keepSilent = `{
  let touched = false
  addEventListener('pointerdown', () => (touched = true), true)
  Object.defineProperty(navigator.userActivation, 'hasBeenActive', { get: () => touched })
  const { get } = Object.getOwnPropertyDescriptor(BaseAudioContext.prototype, 'state')
  Object.defineProperty(BaseAudioContext.prototype, 'state', {
    get() {
      return touched ? get.call(this) : 'suspended'
    },
  })
}`

/** Remembers every notice across reloads. */
const keepToasts = `new MutationObserver(() => {
  for (const toast of document.querySelectorAll('.ew-toast')) localStorage.setItem('toast', toast.textContent)
}).observe(document, { childList: true, subtree: true })`

/** Which buttons inside an element are hit by a click in their middle: [name, hit]. */
const reached = (
  inside: string,
): string => `[...document.querySelectorAll('${inside}')].flatMap((part) => [...part.querySelectorAll('button')])
  .filter((button) => button.checkVisibility())
  .map((button) => {
    button.scrollIntoView({ block: 'nearest' })
    const { left, top, width, height } = button.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return [button.textContent || button.ariaLabel, hit !== null && button.contains(hit)]
  })`

/** On a page with little on it, unless told otherwise. */
const open = async (language: Language = 'en', width = 1440, at = '/message/messageList'): Promise<Window> => {
  const as = shift.console.server.world.accounts.northAdmin
  const window = await shift.console.open({ language, width, as, at, script: countTones })
  await window.page.locator('.ew-live[data-state=live]').first().waitFor()
  return window
}

describe('a waiting fire sounds', () => {
  let operator: Window
  beforeAll(async () => {
    operator = await open()
  })
  afterAll(() => operator.close())

  test('immediately, again after a reload, and on every page', async () => {
    await raise(device(0, 0), device(0, 1), device(1, 0))
    await expect.poll(() => fires(operator)).toBe('3')
    await expect.poll(() => sound(operator)).toBe('ringing')
    await expect.poll(() => tones(operator)).toBeGreaterThan(5)

    // Another window of the same user without any interaction: browsers keep it silent, and the page says so and how to change that.
    const fresh = { ...operator, page: await operator.page.context().newPage() }
    await fresh.page.addInitScript({ content: countTones + keepSilent })
    await fresh.page.goto(operator.page.url())
    await queue(fresh).waitFor({ timeout: 30_000 })
    await expect.poll(() => fires(fresh)).toBe('3')
    await expect.poll(() => sound(fresh)).toBe('locked')
    expect(await tones(fresh)).toBe(0)
    // On a phone the counter stays on one line, whatever is shown beside it.
    await fresh.page.setViewportSize({ width: 390, height: 844 })
    const count = await queue(fresh).getByRole('heading', { level: 2 }).boundingBox()
    expect(count?.height).toBeLessThan(50)
    await queue(fresh).getByRole('button', { name: alarmEn.sound.switchOn }).click()
    await expect.poll(() => sound(fresh)).toBe('ringing')
    await expect.poll(() => tones(fresh)).toBeGreaterThan(5)
    await fresh.page.close()

    await operator.page.reload()
    await expect.poll(() => fires(operator)).toBe('3')
    await expect(queue(operator).getByRole('heading', { level: 2 }).textContent()).resolves.toContain('3 fires are waiting')
    await expect.poll(() => sound(operator)).toBe('ringing')
    await expect.poll(() => tones(operator)).toBeGreaterThan(5)
    await operator.expectClean()

    // Fires are also shown on a denied page (the API configuration is for the operating company) and on a missing one.
    for (const path of [
      '/order/repairOrderList',
      '/system/roleManage',
      '/system/APIConfig',
      '/no/such/page',
      '/alarm/alarmLogList',
    ]) {
      await operator.go(path)
      await expect.poll(() => sound(operator)).toBe('ringing')
      expect([path, await fires(operator), await sound(operator)]).toEqual([path, '3', 'ringing'])
    }
  })

  test('in the browser tab as well', async () => {
    await raise(device(0, 2))
    await expect.poll(() => operator.page.title()).toContain('◆ 1 fire is waiting ◆')
    await expect.poll(() => operator.page.title()).toMatch(/^\(1\) /)
  })

  test('in another language', async () => {
    await raise(device(0, 0))
    await operator.page.addInitScript("localStorage.setItem('local_lang', 'zh')")
    await operator.page.reload()
    await expect.poll(() => fires(operator)).toBe('1')
    await queue(operator).getByText(alarmZh.queue.fire).waitFor()
    await expect.poll(() => sound(operator)).toBe('ringing')
  })

  test('for a user who signs in while it waits', async () => {
    await raise(device(1, 1))
    const late = await open('zh')
    await expect.poll(() => fires(late)).toBe('1')
    await expect.poll(() => sound(late)).toBe('ringing')
    await late.close()
  })

  test('if it came while the connection was down', async () => {
    const away = await open()
    // The stream is cut and refused; the fire comes; the connection is back.
    await away.page.route('**/live/stream', (route) => route.abort())
    await away.page.reload()
    await away.page.locator('main').getByRole('heading').first().waitFor()
    await expect.poll(() => away.page.locator('.ew-live[data-state=late]').count()).toBe(1)
    await raise(device(1, 2))
    await away.page.unroute('**/live/stream')
    await expect.poll(() => fires(away)).toBe('1')
    await expect.poll(() => sound(away)).toBe('ringing')
    await away.close()
  })
})

describe('a mute', () => {
  test('applies to this user and these fires: it survives a reload, and the next fire sounds', async () => {
    const operator = await open()
    await raise(device(0, 0), device(0, 1))
    await expect.poll(() => fires(operator)).toBe('2')
    await expect.poll(() => sound(operator)).toBe('ringing')
    await queue(operator).getByRole('button', { name: alarmEn.queue.mute }).click()
    await expect.poll(() => sound(operator)).toBe('muted')
    await expect
      .poll(async () => (await shift.console.server.db.selectFrom('alarm_mute').select('alarm_id').execute()).length)
      .toBe(2)

    await operator.page.reload()
    await expect.poll(() => fires(operator)).toBe('2')
    await operator.page.locator('h1').first().click()
    await expect.poll(() => sound(operator)).toBe('muted')
    expect(await tones(operator)).toBe(0)

    // Everybody else still hears the fire.
    const as = shift.console.server.world.accounts.siterAdmin
    const siter = await shift.console.open({ language: 'en', as, at: '/message/messageList' })
    await expect.poll(() => sound(siter)).toBe('ringing')
    await siter.close()

    await raise(device(1, 3))
    await expect.poll(() => fires(operator)).toBe('3')
    await expect.poll(() => sound(operator)).toBe('ringing')
    await expect.poll(() => tones(operator)).toBeGreaterThan(0)
    await operator.close()
  })

  test('ends when the fire is raised again after its confirmation', async () => {
    const operator = await open()
    await raise(device(0, 0))
    await expect.poll(() => sound(operator)).toBe('ringing')
    await queue(operator).getByRole('button', { name: alarmEn.queue.mute }).click()
    await expect.poll(() => sound(operator)).toBe('muted')
    await operator.page.locator('.ew-alarm-card button').first().click()
    await expect.poll(() => queue(operator).count()).toBe(0)
    await shift.fleet.report(device(0, 0), 'restore:smoke')
    await expect
      .poll(
        async () =>
          (await shift.console.server.db.selectFrom('alarm').select('source_active').executeTakeFirstOrThrow()).source_active,
      )
      .toBe(false)
    await raise(device(0, 0))
    await expect.poll(() => fires(operator)).toBe('1')
    await expect.poll(() => sound(operator)).toBe('ringing')
    await operator.close()
  })
})

describe('the queue', () => {
  test('shows the oldest fire first, each in a row of its own with its full place; lesser alarms of a site share one', async () => {
    const operator = await open()
    await raise(device(1, 0), device(0, 0), device(0, 1), device(0, 2), device(0, 3))
    await expect.poll(() => fires(operator)).toBe('5')
    const card = operator.page.locator('.ew-alarm-card')
    const rooms = async () => (await card.locator('.ew-alarm-where').allInnerTexts()).map((place) => place.split(' · ')[1])
    await expect.poll(rooms).toEqual(['101', '101', '102', '103', '104'])
    // A storm of warnings arrives behind the fires and is collapsed into one row.
    const { id: _id, ...fire } = await shift.console.server.db
      .selectFrom('alarm')
      .selectAll()
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const storm = Array.from({ length: 6 }, () => ({ ...fire, level: 'warning' as const, acknowledge_due_at: new Date(0) }))
    await shift.console.server.db.insertInto('alarm').values(storm).execute()
    await operator.page.reload()
    await expect.poll(() => card.count()).toBe(6)
    await card.last().and(operator.page.locator('[data-level=storm]')).locator('[data-state=overdue]').waitFor()
    await operator.expectClean()
    await operator.go('/alarm/alarmLogList')
    await expect.poll(() => queue(operator).getAttribute('data-folded')).toBe('true')
    await operator.close()
  })

  test('covers no button of a dialog or drawer in any window, and nothing dims it', async () => {
    const operator = await open('en', 1440, '/system/roleManage')
    // As many as are in sight.
    await raise(device(0, 0), device(0, 1), device(1, 0))
    await expect.poll(() => fires(operator)).toBe('3')
    const { page } = operator
    await page.locator('.ew-toolbar').getByRole('button', { name: kitEn.create }).first().click()
    await page.locator('.ant-modal, .ant-drawer').first().waitFor()
    for (const width of [1440, 992, 390]) {
      await page.setViewportSize({ width, height: 900 })
      // The window is measured a moment after its size changes, and the dialog moves then.
      await page.waitForTimeout(1_000)
      if ((await queue(operator).getAttribute('data-folded')) === 'true') await queue(operator).locator('.ew-queue-fold').click()
      await expect.poll(() => queue(operator).getAttribute('data-folded')).toBe('false')
      for (const [inside, least] of [
        ['.ant-modal-footer, .ant-drawer-footer', 2],
        ['.ew-queue', 5],
      ] as const) {
        const buttons = () => page.evaluate<[string, boolean][]>(reached(inside))
        expect((await buttons()).length, `at ${width} px`).toBeGreaterThanOrEqual(least)
        // Rows that have moved take no click for a moment.
        await expect.poll(async () => (await buttons()).filter(([, hit]) => !hit), { message: `at ${width} px` }).toEqual([])
      }
    }
    await operator.close()
  })
})

test('a read that is aborted by a reload or a language switch is not a network error', async () => {
  const operator = await open()
  const { page } = operator
  await page.addInitScript({ content: keepToasts })
  await page.reload()
  await operator.go('/alarm/alarmLogList')
  let held = 0
  let holding = true
  await page.route('**/api/web/**', async (route) => {
    if (!holding) return route.continue()
    held++
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue().catch(() => undefined)
  })
  await page.evaluate("localStorage.removeItem('toast'); location.hash = '/order/repairOrderList'")
  await expect.poll(() => held).toBeGreaterThan(0)
  // First a caller that has navigated away, then a page that is closed.
  await page.evaluate("location.hash = '/system/roleManage'")
  await page.waitForTimeout(200)
  holding = false
  await page.reload({ waitUntil: 'commit' })
  await page.locator('main').getByRole('heading').first().waitFor()
  expect(await page.evaluate("localStorage.getItem('toast')")).toBeNull()
  await operator.close()
})

test('“keep editing” keeps the form, its values and its address, whichever link was clicked', async () => {
  const operator = await open()
  const { page } = operator
  await operator.go('/system/roleManage')
  await page.locator('.ew-toolbar').getByRole('button', { name: kitEn.create }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill('Night shift')
  const address = page.url()
  await raise(device(0, 0))
  await queue(operator).locator('.ew-alarm-do a').first().click()
  await page.getByRole('button', { name: kitEn.form.keep }).click()
  await expect.poll(() => page.getByRole('button', { name: kitEn.form.keep }).count()).toBe(0)
  expect(page.url()).toBe(address)
  expect(await dialog.getByRole('textbox').first().inputValue()).toBe('Night shift')
  await operator.page.waitForTimeout(500)
  expect(await dialog.getByRole('textbox').first().inputValue()).toBe('Night shift')
  // Discarding the changes leaves the page.
  await queue(operator).locator('.ew-alarm-do a').first().click()
  await page.getByRole('button', { name: kitEn.form.discard, exact: true }).click()
  await page.waitForURL(/alarmLogList\/detail/)
  await operator.close()
})
