import { en } from '@emberwatch/contract/texts/en'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { texts as contract } from '../packages/web/src/features/people/customer-contract/customer-contract.en.ts'
import { kit } from '../packages/web/src/i18n/en/kit.ts'
import { shell } from '../packages/web/src/i18n/en/shell.ts'
import { captureFailures, startConsole, type Console } from './console.ts'

/** What is typed counts, in whatever common form, or is reported at its field. */

let ui: Console
beforeAll(async () => {
  ui = await startConsole()
})
afterAll(() => ui.stop())
captureFailures(() => ui.windows)

/** The query of the page's address. */
const queryOf = (url: string) => new URLSearchParams(url.split('?')[1] ?? '')

test('a period typed with the keyboard and Enter is searched for, whole or only its start', async () => {
  const { accounts } = ui.server.world
  const desk = await ui.open({ as: accounts.northAdmin, language: 'en', at: '/system/logRecord' })
  const { page } = desk
  const search = page.getByRole('search')
  const [start, end] = [search.locator('.ant-picker input').first(), search.locator('.ant-picker input').last()]
  await start.click()
  await page.keyboard.type('2026/11/2')
  await page.keyboard.press('Enter')
  const from = new Date(2026, 10, 2).toISOString()
  await expect.poll(() => queryOf(page.url()).get('startTime')).toBe(from)
  expect(queryOf(page.url()).get('endTime')).toBeNull()
  await expect.poll(() => start.inputValue()).toBe('2026-11-02')
  await end.click()
  await page.keyboard.type('2026-11-20')
  await page.keyboard.press('Enter')
  await expect.poll(() => queryOf(page.url()).get('endTime')).toBe(new Date(2026, 10, 20, 23, 59, 59, 999).toISOString())
  expect(queryOf(page.url()).get('startTime')).toBe(from)
  // Not certain: nothing is searched for, and it is said.
  await start.fill('5/6/2026')
  await page.keyboard.press('Enter')
  await search.getByRole('alert').getByText('5/6/2026').waitFor()
  expect(queryOf(page.url()).get('startTime')).toBe(from)
  await desk.close()
})

test('a day in another common form is saved; text that is no day is reported at its field, and nothing is saved', async () => {
  const { accounts, customers } = ui.server.world
  const desk = await ui.open({
    as: accounts.northAdmin,
    language: 'en',
    at: `/customer/customerList/detail?id=${customers.north}&tab=contracts`,
  })
  const { page } = desk
  await page.getByRole('button', { name: contract.create }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel(en.fields.contractNo, { exact: true }).fill('TYPED-1')
  const [starts, ends] = [en.fields.startsOn, en.fields.endsOn].map((label) => form.getByLabel(label, { exact: true }))
  await starts?.fill('28.11.2026')
  await ends?.fill('5/6/2027')
  await form.getByRole('button', { name: kit.save, exact: true }).click()
  await form.getByText(en.rules.day).waitFor()
  expect(await ends?.inputValue()).toBe('5/6/2027')
  await ends?.fill('20271128')
  await form.getByRole('button', { name: kit.save, exact: true }).click()
  await form.waitFor({ state: 'detached' })
  const saved = await ui.server.db
    .selectFrom('customer_contract')
    .select(['starts_on', 'ends_on'])
    .where('contract_no', '=', 'TYPED-1')
    .executeTakeFirstOrThrow()
  expect([saved.starts_on, saved.ends_on].map(String)).toEqual(['2026-11-28', '2027-11-28'])
  await desk.close()
})

test('an Enter that ends a composition opens nothing in the search, in the order of Safari either', async () => {
  const { accounts } = ui.server.world
  const desk = await ui.open({ as: accounts.northAdmin, language: 'en', at: '/system/logRecord' })
  const { page } = desk
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: shell.search.open })
  await box.fill('gateway')
  await page.getByRole('option').first().waitFor()
  const before = page.url()
  await box.dispatchEvent('compositionstart')
  await box.dispatchEvent('compositionend')
  await box.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 })
  await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(0)
  expect(page.url()).toBe(before)
  // The next one is the person's own; nobody types it within milliseconds.
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).not.toBe(before)
  await desk.close()
})
