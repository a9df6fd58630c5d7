import { en } from '@emberwatch/contract/texts/en'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { texts as alarmEn } from '../packages/web/src/features/alarms/alarm/alarm.en.ts'
import { captureFailures, pressAction, startConsole, type Console } from './console.ts'
import { button, openPhoneOf } from './phone.ts'
import { addSite, type E2eSite } from './site.ts'

/** A form or a button of an earlier fire neither closes nor confirms the one that has been raised at the same detector since. */

let ui: Console
let site: E2eSite
let token: string
let alarmId = 0
let seq = 0
beforeAll(async () => {
  ui = await startConsole()
  const { db, world } = ui.server
  site = await addSite(db, world.companies.north, world.customers.north)
  token = await ui.server.tokenOf(world.accounts.northAdmin)
})
afterAll(() => ui.stop())
captureFailures(() => ui.windows)

const report = async (code: string): Promise<void> => {
  const answer = await fetch(`${ui.server.url}/api/ingest/v1/${site.gateway.code}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.gateway.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ seq: ++seq, reports: [{ device: site.gateway.devices[0]?.code, code, format: 'EW' }] }),
  })
  expect(answer.status).toBe(200)
}
const alarm = () =>
  ui.server.db.selectFrom('alarm').select(['id', 'state', 'raised_at', 'close_reason']).orderBy('id').executeTakeFirstOrThrow()
const confirmIt = () => ui.server.call('POST', 'web/alarmRecord/confirm', { id: alarmId }, token)
const raiseAgain = async (): Promise<void> => {
  await report('restore:smoke')
  await report('smoke')
  expect(await alarm()).toMatchObject({ state: 'unconfirmed', raised_at: expect.any(String) })
}
/** What happens while the page's call is on its way to the server. */
const onItsWay = async (page: Page, call: string, meanwhile: () => Promise<unknown>): Promise<void> => {
  await page.route(
    `**/api/web/${call}`,
    async (route) => {
      await meanwhile()
      await route.continue()
    },
    { times: 1 },
  )
}
/** Presses again, once the page shows the new fire. */
const pressUntilConfirmed = async (confirm: Locator): Promise<void> => {
  const pressed = async () => {
    await confirm.click({ timeout: 1_000 }).catch(() => undefined)
    return (await alarm()).state
  }
  await expect.poll(pressed, { timeout: 10_000 }).toBe('confirmed')
}
const refused = /was raised again at/

beforeEach(async () => {
  for (const table of ['alarm_open', 'alarm'] as const) await ui.server.db.deleteFrom(table).execute()
  await report('smoke')
  alarmId = (await alarm()).id
})

test('a form for a false alarm shows that the alarm was raised again, and closes it only once somebody has looked', async () => {
  await confirmIt()
  const window = await ui.open({
    as: ui.server.world.accounts.northAdmin,
    at: `/alarm/alarmLogList/detail?id=${alarmId}`,
    language: 'en',
  })
  const { page } = window
  await pressAction(page.locator('main'), alarmEn.misreport)
  const form = page.getByRole('dialog')
  await form.getByText(en.enums.misreportCause.cooking, { exact: true }).click()
  await form.getByLabel(alarmEn.form.reason).fill('The panel is reset tomorrow')
  await raiseAgain()
  const lookedAt = form.getByRole('button', { name: alarmEn.form.lookedAt })
  await lookedAt.waitFor()
  await window.expectClean()
  await window.submit()
  await page.locator('.ew-toast').getByText(refused).waitFor()
  expect(await alarm()).toMatchObject({ state: 'unconfirmed' })
  await lookedAt.click()
  await expect.poll(() => lookedAt.count()).toBe(0)
  await window.submit()
  await form.waitFor({ state: 'hidden' })
  expect(await alarm()).toMatchObject({ state: 'misreport', close_reason: 'The panel is reset tomorrow' })
  await window.close()
})

test('so does a form that learns of it only from the refusal', async () => {
  await confirmIt()
  const window = await ui.open({
    as: ui.server.world.accounts.northAdmin,
    at: `/alarm/alarmLogList/detail?id=${alarmId}`,
    language: 'en',
  })
  const { page } = window
  await pressAction(page.locator('main'), alarmEn.resolve)
  const form = page.getByRole('dialog')
  await window.choose(en.fields.result, en.enums.alarmResult.other)
  await window.choose(en.fields.handleWay, en.enums.handleWay.onSite)
  await form.getByLabel(en.fields.note).fill('Nothing there')
  await form.getByLabel(alarmEn.form.reason).fill('The panel is reset tomorrow')
  await onItsWay(page, 'alarmRecord/deal', raiseAgain)
  await window.submit()
  await page.locator('.ew-toast').getByText(refused).waitFor()
  expect(await alarm()).toMatchObject({ state: 'unconfirmed' })
  await form.getByRole('button', { name: alarmEn.form.lookedAt }).click()
  await window.submit()
  await form.waitFor({ state: 'hidden' })
  expect(await alarm()).toMatchObject({ state: 'cleared' })
  await window.close()
})

test('the button of the queue confirms the fire that it shows, and no later one', async () => {
  const window = await ui.open({ as: ui.server.world.accounts.northAdmin, at: '/message/messageList', language: 'en' })
  const { page } = window
  const confirm = page.locator(`[data-alarm-id="${alarmId}"] button`)
  // Somebody else confirms it, and it is raised again, while this call is on its way.
  await onItsWay(page, 'alarmRecord/confirm', async () => {
    await confirmIt()
    await raiseAgain()
  })
  await confirm.click()
  await page.locator('.ew-toast').getByText(refused).waitFor()
  expect(await alarm()).toMatchObject({ state: 'unconfirmed' })
  // The row that its event has brought is the new fire.
  await pressUntilConfirmed(confirm)
  await window.close()
})

test('neither does the button on a phone', async () => {
  const phone = await openPhoneOf(ui, 'en', ui.server.world.accounts.northAdmin)
  const { page } = phone
  await page.getByRole('alert').getByText('1 unconfirmed fire').click()
  await page.getByRole('link', { name: /101/ }).first().click()
  await onItsWay(page, 'alarmRecord/confirm', async () => {
    await confirmIt()
    await raiseAgain()
  })
  await button(page, 'Confirm').click()
  await page.getByText(refused).waitFor()
  expect(await alarm()).toMatchObject({ state: 'unconfirmed' })
  await pressUntilConfirmed(button(page, 'Confirm'))
  await phone.close()
})
