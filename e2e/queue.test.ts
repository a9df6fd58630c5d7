import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAlarm, addSite } from '../packages/server/src/features/alarm/alarm.fixture.ts'
import { captureFailures, startConsole, type Console, type Window } from './console.ts'

/** Where the queue of waiting fires is, and what it leaves of the page. */

let console: Console
beforeAll(async () => {
  console = await startConsole()
  const { db, world } = console.server
  const site = await addSite(db, world.companies.north)
  for (let minutes = 1; minutes <= 4; minutes++) await addAlarm(db, site, { first_at: new Date(Date.now() - minutes * 60_000) })
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

const signedIn = async (width: number): Promise<Window> => {
  const window = await console.open({ language: 'en', width, as: console.server.world.accounts.northAdmin })
  await window.page.locator('.ew-queue[data-fires="4"]').waitFor()
  return window
}

test.each([1440, 992])('a drawer dims the page down to the queue, and no further, at %i px', async (width) => {
  const window = await signedIn(width)
  const { page } = window
  await window.go('/company/agentOneList')
  await page.locator('.ew-toolbar').getByRole('button').first().click()
  await page.locator('.ant-drawer-footer').waitFor()
  const edge = (selector: string, side: 'top' | 'bottom') =>
    page.locator(selector).evaluate((element, end) => Math.round(element.getBoundingClientRect()[end]), side)
  await expect.poll(() => edge('.ant-drawer-mask', 'bottom')).toBe(await edge('.ew-queue', 'top'))
  await window.close()
})

test('on a phone the count, mute and fold buttons are in one line', async () => {
  const window = await signedIn(390)
  const queue = window.page.locator('.ew-queue[data-sound=ringing]')
  await queue.waitFor()
  const middle = (selector: string) =>
    queue.locator(selector).evaluate((part) => {
      const { top, height } = part.getBoundingClientRect()
      return top + height / 2
    })
  expect(Math.abs((await middle('h2')) - (await middle('.ew-queue-fold')))).toBeLessThan(10)
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
