import { en } from '@emberwatch/contract/texts/en'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAlarm, addSite, type Site } from '../packages/server/src/features/alarms/alarm/alarm.fixture.ts'
import { texts as alarmEn } from '../packages/web/src/features/alarms/alarm/alarm.en.ts'
import { captureFailures, pressAction, startConsole, type Console } from './console.ts'

/** What an operator opens over the list, and how they come back to it. */

let console: Console
let site: Site
const projectName = 'Harbour Trade Centre'

beforeAll(async () => {
  console = await startConsole()
  const { db, world } = console.server
  site = await addSite(db, world.companies.north)
  await db.updateTable('project').set({ name: projectName }).where('id', '=', site.project).execute()
  // Less than fires, so that none of them sounds.
  for (const minutes of [1, 2]) await addAlarm(db, site, { level: 'warning', first_at: new Date(Date.now() - minutes * 60_000) })
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

const open = () =>
  console.open({ language: 'en', as: console.server.world.accounts.northAdmin, at: '/alarm/alarmLogList?open=true' })

test('after each dialog the keys go on at the same alarm', async () => {
  const window = await open()
  const { page } = window
  // Once the rows have stood still: until then, a key may have been meant for another one.
  await page.locator('tbody tr').nth(1).getByRole('button').first().click({ trial: true })
  await page.locator('h1').click()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  const focused = () => page.evaluate<string>('document.activeElement.textContent')
  const code = await focused()
  expect(code).toMatch(/^A\d{8}-/)
  for (const key of ['n', 'd', 'a', '?']) {
    await page.keyboard.press(key)
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect.poll(focused).toBe(code)
  }
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1 }).getByText(code).waitFor()
  await window.close()
})

test('a message about an alarm is begun for the people of its project, with what it is about', async () => {
  const window = await open()
  const { page } = window
  await pressAction(page.locator('tbody tr').first(), alarmEn.message)
  const form = page.getByRole('dialog')
  await form.getByText(projectName).first().waitFor()
  expect(await form.getByLabel(en.fields.title, { exact: true }).inputValue()).toMatch(/A\d{8}-\d+ Harbour/)
  await window.expectClean()
  await form.locator('#contentZh').fill('请勿使用电梯')
  await window.submit()
  await form.waitFor({ state: 'hidden' })
  const { db } = console.server
  const task = await db
    .selectFrom('message_task')
    .select(['push_object', 'object_ids'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(task).toEqual({ push_object: 'project', object_ids: [site.project] })
  await window.close()
})
