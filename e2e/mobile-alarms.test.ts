import { afterAll, beforeAll, expect, test } from 'vitest'
import { captureFailures, startConsole, type Console } from './console.ts'
import { openPhoneOf } from './phone.ts'
import { addSite, type E2eSite } from './site.ts'

/** A fire is in sight on every page of the phone, whatever else it shows, and with a browser that keeps nothing. */

let ui: Console
let site: E2eSite
beforeAll(async () => {
  ui = await startConsole()
  const { db, world } = ui.server
  site = await addSite(db, world.companies.north, world.customers.north)
})
afterAll(() => ui.stop())
captureFailures(() => ui.windows)

let seq = 0
const report = async (room: number): Promise<void> => {
  const answer = await fetch(`${ui.server.url}/api/ingest/v1/${site.gateway.code}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.gateway.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ seq: ++seq, reports: [{ device: site.gateway.devices[room]?.code, code: 'smoke', format: 'EW' }] }),
  })
  expect(answer.status).toBe(200)
}

/** As when cookies are blocked: touching storage throws, and the database cannot be opened. */
const blocked = `
  const refuse = () => { throw new DOMException('The operation is insecure.', 'SecurityError') }
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse })
  IDBFactory.prototype.open = refuse
`

test('an engineer among the orders sees each fire at once: in words, in the tab, in the navigation, never green', async () => {
  const { db, world } = ui.server
  const phone = await openPhoneOf(ui, 'en', world.accounts.northEngineer)
  const { page } = phone
  await page.getByText(/^Connected/).waitFor()
  await page.locator('.m-state-bar.m-tone-normal').waitFor()
  await report(0)
  const bar = page.getByRole('alert')
  await bar.getByText('1 unconfirmed fire').waitFor()
  await bar.getByText(/101/).waitFor()
  await expect.poll(() => page.locator('.m-state-bar.m-tone-normal').count()).toBe(0)
  await expect.poll(() => page.title()).toMatch(/^(\(1\)|◆ FIRE ◆) /)
  await page.getByRole('link', { name: /^Alarms\s*1$/ }).waitFor()
  await phone.expectClean()
  await page.getByRole('link', { name: 'Me', exact: true }).click()
  await report(1)
  await bar.getByText('2 unconfirmed fires').waitFor()
  await bar.getByText('2 unconfirmed fires').click()
  await page.getByRole('heading', { name: 'Open alarms' }).waitFor()
  // Confirmed by somebody else.
  const admin = await ui.server.tokenOf(world.accounts.northAdmin)
  const alarms = await db.selectFrom('alarm').select('id').where('project_id', '=', site.projectId).execute()
  for (const { id } of alarms) await ui.server.call('POST', 'web/alarmRecord/confirm', { id }, admin)
  await expect.poll(() => bar.count()).toBe(0)
  await page.locator('.m-state-bar.m-tone-normal').waitFor()
  expect(await page.title()).not.toMatch(/^\(/)
  await phone.close()
})

test('a browser that keeps nothing signs in, says so, and shows the fire, here and in the console', async () => {
  const { world } = ui.server
  await report(2)
  const window = await ui.open({ language: 'en', script: blocked, at: '/user/login' })
  const { page } = window
  await page.getByText(/This browser keeps nothing/).waitFor()
  await window.signIn(world.accounts.northAdmin)
  await page.getByText(/This browser keeps nothing/).waitFor()
  await page.getByText(/103/).first().waitFor()
  await window.close()

  const phone = await ui.open({ language: 'en', script: blocked, width: 390, at: '/user/login' })
  const read = phone.page.waitForResponse((answer) => answer.url().endsWith('/code/image'))
  await phone.page.goto(`${ui.server.url}/m/`)
  const { captchaId } = ((await (await read).json()) as { data: { captchaId: string } }).data
  await phone.page.getByText(/This phone keeps nothing/).waitFor()
  await phone.page.getByLabel('Account').fill(world.accounts.northEngineer.account)
  await phone.page.getByLabel('Password').fill(phone.password)
  const captcha = ui.server.db.selectFrom('captcha').select('answer').where('id', '=', captchaId)
  await phone.page.locator('input[name=code]').fill((await captcha.executeTakeFirstOrThrow()).answer)
  await phone.page.getByRole('button', { name: 'Sign in' }).click()
  await phone.page.getByRole('alert').getByText('1 unconfirmed fire').waitFor()
  await phone.page.getByRole('heading', { name: 'Orders' }).waitFor()
  await phone.page.getByRole('link', { name: /^Alarms/ }).click()
  await phone.page.getByRole('heading', { name: 'Open alarms' }).waitFor()
  const fire = phone.page.getByRole('listitem').getByText(/103/)
  expect(await fire.count()).toBeGreaterThan(0)
  await fire.first().click()
  // An engineer may have to look at the device.
  await phone.page.getByRole('link', { name: /103$/ }).click()
  await phone.page.getByRole('button', { name: 'Start a test' }).waitFor()
  await phone.close()
})
