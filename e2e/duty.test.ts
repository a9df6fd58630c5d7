import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { texts as dutyEn } from '../packages/web/src/features/notify/duty/duty.en.ts'
import { texts as dutyZh } from '../packages/web/src/features/notify/duty/duty.zh.ts'
import { kit as kitEn } from '../packages/web/src/i18n/en/kit.ts'
import { kit as kitZh } from '../packages/web/src/i18n/zh/kit.ts'
import { captureFailures, startConsole, type Console } from './console.ts'
import { alternating } from './languages.ts'

/** A roster is created with a gap, which the home page reports; somebody fills it, stands in for another, and leaves a hand-over note. */

const languages = [
  { language: 'zh', shared: zh, duty: dutyZh, kit: kitZh, overlap: /已有值班调整/ },
  { language: 'en', shared: en, duty: dutyEn, kit: kitEn, overlap: /already has a roster change/ },
] as const

describe.each(alternating(import.meta.filename, languages))('in $language', ({ language, shared, duty, kit, overlap }) => {
  let console: Console
  beforeAll(async () => {
    console = await startConsole()
  })
  afterAll(() => console.stop())
  captureFailures(() => console.windows)

  test('a team with a gap is warned of until the gap is filled; a stand-in and a note follow', async () => {
    const { db, world } = console.server
    const { northAdmin, northEngineer } = world.accounts
    const desk = await console.open({ language, as: northAdmin, at: '/message/dutyList' })
    const { page } = desk
    await page.getByText(duty.now.empty).waitFor()

    await page.getByRole('button', { name: duty.create }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(shared.fields.name, { exact: true }).first().fill('监控中心')
    await dialog.getByLabel(shared.fields.memberIds).click()
    for (const name of ['North Admin', 'North Engineer'])
      await page.locator('.ant-select-item-option', { hasText: name }).first().click()
    await dialog.getByLabel(shared.fields.name, { exact: true }).first().click()
    for (const [number, name] of [
      ['1', 'North Admin'],
      ['2', 'North Engineer'],
    ] as const) {
      await dialog.getByLabel(duty.form.groupOf.replace('{{number}}', number)).click()
      await page
        .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option', { hasText: name })
        .click()
      await dialog.getByLabel(shared.fields.name, { exact: true }).first().click()
    }
    // Around the clock on all days, except for one hour before noon.
    const time = async (number: string, what: string, text: string) => {
      const field = dialog.getByLabel(duty.form.of.replace('{{number}}', number).replace('{{what}}', what), { exact: true })
      await field.fill(text)
      await field.press('Enter')
    }
    await time('1', shared.fields.starts, '12:00')
    await time('1', shared.fields.ends, '00:00')
    await time('2', shared.fields.starts, '00:00')
    await time('2', shared.fields.ends, '11:00')
    await desk.expectClean()
    await desk.submit()
    // Saved, and the page shows exactly from when to when nobody is on duty.
    await dialog.getByText(duty.gaps.saved).waitFor()
    await dialog
      .getByText(new RegExp(duty.gaps.from.replace('{{from}}', '.*11:00').replace('{{to}}', '.* 12:00')))
      .first()
      .waitFor()
    await desk.expectClean()
    await dialog.getByRole('button', { name: duty.gaps.known }).click()
    const row = page.getByRole('row', { name: '监控中心' })
    // Now, and again as whoever follows, when the test runs within that hour.
    await row.getByText(duty.nobody).first().waitFor()

    await desk.go('/dataCenter/home')
    await page.getByText(duty.gaps.home).waitFor()
    await desk.expectClean()
    await page.locator('.ew-duty-teams').getByRole('link', { name: '监控中心' }).click()

    // In next week's calendar, which has the gap on every day, the first one is filled.
    const empty = page.locator('button.ew-duty-slot[data-gap]')
    await page.getByRole('button', { name: duty.calendar.next }).click()
    await expect.poll(() => empty.count()).toBe(7)
    await desk.expectClean()
    await empty.first().click()
    await desk.choose(duty.changes.who, 'North Engineer')
    await dialog.getByLabel(shared.fields.reason).fill('补空缺')
    await desk.expectClean()
    await desk.submit()
    await expect.poll(() => empty.count()).toBe(6)
    await page.locator('.ew-duty-changes').getByText('补空缺').waitFor()
    // The week shown is exported as a file, with the stand-in and the hours without anybody.
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: kit.export.export }).click()
    await page.getByRole('menuitem', { name: kit.export.as.replace('{{format}}', 'CSV') }).click()
    const lines = readFileSync(await (await downloading).path(), 'utf8')
      .trim()
      .split('\n')
    const { Y, N } = shared.enums.yesNo
    const gaps = lines.filter((line) => new RegExp(`监控中心,.* 11:00:00 UTC.* 12:00:00 UTC.*,,,${Y}`).test(line))
    expect(gaps.length).toBeGreaterThanOrEqual(6)
    const filled = new RegExp(`监控中心,.* 11:00:00 UTC.* 12:00:00 UTC.*,,North Engineer,${N}`)
    expect(lines.filter((line) => filled.test(line))).toHaveLength(1)
    // A second change at the same time is refused at the field, which names the change in the way.
    await page.getByRole('button', { name: duty.changes.create }).click()
    await desk.choose(duty.changes.who, 'North Engineer')
    const [change] = await db.selectFrom('duty_override').select(['from_at', 'to_at']).execute()
    for (const [label, at] of [
      [shared.fields.startTime, change?.from_at],
      [shared.fields.endTime, change?.to_at],
    ] as const) {
      const local = new Date(at ?? 0)
      const text = await page.evaluate((ms) => {
        const date = new Date(ms)
        const two = (value: number) => String(value).padStart(2, '0')
        return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`
      }, local.getTime())
      await dialog.getByLabel(label).fill(text)
      await page.keyboard.press('Enter')
    }
    await dialog.getByLabel(shared.fields.reason).fill('重复')
    await desk.submit()
    await dialog.getByText(overlap).waitFor()
    await dialog.getByRole('button', { name: kit.cancel }).click()
    await page.getByRole('dialog').getByRole('button', { name: kit.form.discard }).click()

    // The month shows the same, including whose turn it is.
    await page.locator('.ant-segmented-item', { hasText: duty.calendar.month }).click()
    await expect.poll(() => page.locator('.ew-duty-calendar tbody tr').count()).toBeGreaterThan(4)
    await desk.expectClean()

    // The person on duty leaves a note. The shift is moved to the administrator, and back an hour later.
    const { id } = await db.selectFrom('duty_team').select('id').executeTakeFirstOrThrow()
    const shifts = JSON.stringify([
      { name: '全天', starts: '00:00', ends: '00:00', weekdays: [1, 2, 3, 4, 5, 6, 7], first: 0, turns: false },
    ])
    await db.updateTable('duty_team').set({ shifts, starts_on: '2026-01-01' }).where('id', '=', id).execute()
    await desk.go(`/message/dutyList/detail?id=${id}&tab=notes`)
    // The team was changed directly in the database; the open page was not notified.
    await page.reload()
    await page.getByRole('button', { name: duty.notes.create }).click()
    await dialog.getByLabel(duty.notes.content).fill('3 号主机测试至中午，火警暂不外呼。')
    await desk.submit()
    await page.getByRole('row', { name: '3 号主机' }).getByText(duty.notes.unread).waitFor()
    await desk.expectClean()
    await page.getByRole('tab', { name: duty.tabs.roster }).click()
    await page.getByText(duty.roster.around).waitFor()
    await desk.expectClean()
    await desk.close()

    const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
    await db
      .updateTable('duty_note')
      .set({ from_at: hours(-9), to_at: hours(-1) })
      .execute()
    await db
      .updateTable('duty_team')
      .set({ groups: JSON.stringify([[northEngineer.id], [northAdmin.id]]) })
      .execute()
    const grants = ['message', 'message.duty', 'dutyTeam:view', 'dutyNote:view', 'dutyNote:create']
    await db
      .insertInto('role_menu')
      .values(grants.map((menu_code) => ({ role_id: northEngineer.roleId, menu_code })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const phone = await console.open({ language, as: northEngineer, at: `/message/dutyList/detail?id=${id}`, width: 390 })
    await phone.page.locator('.ew-duty-list').waitFor()
    await phone.expectClean()
    // Users with view permission only cannot change anything.
    expect(await phone.page.getByRole('button', { name: duty.changes.create }).count()).toBe(0)
    expect(await phone.page.locator('button.ew-duty-slot').count()).toBe(0)
    await phone.go(`/message/dutyList/detail?id=${id}&tab=notes`)
    await phone.page.getByRole('button', { name: duty.notes.read }).click()
    await phone.page.getByText(duty.notes.unread).waitFor({ state: 'detached' })
    await phone.expectClean()
    await phone.close()
  })

  test('a user without permission sees neither page nor team', async () => {
    const { db, world } = console.server
    const { id } = await db.selectFrom('duty_team').select('id').executeTakeFirstOrThrow()
    const bare = await console.open({ language, as: world.accounts.northCustomer, at: `/message/dutyList/detail?id=${id}` })
    expect(await bare.page.getByText('监控中心').count()).toBe(0)
    await bare.close()
    const south = await console.open({ language, as: world.accounts.southAdmin, at: `/message/dutyList/detail?id=${id}` })
    await south.page.getByText(kit.detail.missingHint).waitFor()
    await south.expectClean()
    await south.close()
  })
})
