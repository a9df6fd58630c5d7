import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { addAlarm, addSite } from '../packages/server/src/features/alarms/alarm/alarm.fixture.ts'
import { kit as kitEn } from '../packages/web/src/i18n/en/kit.ts'
import { kit as kitZh } from '../packages/web/src/i18n/zh/kit.ts'
import { captureFailures, startConsole, type Console } from './console.ts'

/** A list with more rows than are counted: read further by cursor, and by day. */

const rows = 10_030
let console: Console
beforeAll(async () => {
  console = await startConsole()
  const { db, world } = console.server
  const site = await addSite(db, world.companies.north)
  await addAlarm(db, site, { state: 'cleared', level: 'notice', first_at: new Date(Date.now() - 60_000) })
  // Copies of the alarm, each one second earlier.
  await sql`
    insert into alarm (company_id, path, customer_id, project_id, device_id, type_id, level, state, source_format, source_code, first_at, last_at)
    select company_id, path, customer_id, project_id, device_id, type_id, level, state, source_format, source_code, at, at
    from alarm cross join lateral (select first_at - n * interval '1 second' as at from generate_series(1, ${sql.lit(rows - 1)}) n)`.execute(
    db,
  )
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

for (const [language, kit, width] of [
  ['en', kitEn, 1440],
  ['zh', kitZh, 390],
] as const) {
  test(`every row can be reached, in ${language} at ${width} px`, async () => {
    const { northAdmin } = console.server.world.accounts
    const window = await console.open({ language, width, as: northAdmin, at: '/alarm/alarmLogList?pageNum=1000' })
    const { page } = window
    const next = page.getByRole('button', { name: kit.list.nextPage, exact: true })
    // Only the alarms' numbers, because ages and times keep changing.
    const shown = async () => (await page.locator('.ew-table tbody').textContent())?.match(/A\d{8}-\d{6}/g)?.join()
    await next.waitFor()
    // The total is counted separately; when it arrives, a narrow pager moves under the pointer.
    await page
      .locator('.ew-pager')
      .getByText(/10,000/)
      .waitFor()
    const pages = [await shown()]
    for (let turn = 0; turn < 3; turn++) {
      await next.click()
      await expect.poll(shown).not.toBe(pages.at(-1))
      pages.push(await shown())
    }
    expect(new Set(pages).size).toBe(4)
    expect(await page.locator('.ew-pager').textContent()).toContain((1_003).toLocaleString())
    // The last rows.
    await expect.poll(() => next.isDisabled()).toBe(true)
    await page.goBack()
    await expect.poll(shown).toBe(pages.at(-2))
    await page.getByRole('button', { name: kit.list.firstPage, exact: true }).click()
    await page.locator('.ew-pager .ant-pagination-item-active').getByText('1', { exact: true }).waitFor()
    await window.expectClean()
    await window.close()
  })
}

test('jumping to a day', async () => {
  const { northAdmin } = console.server.world.accounts
  const window = await console.open({ language: 'en', as: northAdmin, at: '/alarm/alarmLogList?all=true' })
  const { page } = window
  const day = page.getByRole('textbox', { name: kitEn.list.jumpToDay })
  await day.fill('2020-01-01')
  await day.press('Enter')
  await page.getByText(kitEn.list.emptyFiltered).waitFor()
  expect(page.url()).toContain('endTime=2020-01-0')
  await window.expectClean()
  await window.close()
})
