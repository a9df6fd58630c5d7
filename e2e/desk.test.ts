import type { Language } from '@emberwatch/contract'
import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAlarm, addSite, type Site } from '../packages/server/src/features/alarms/alarm/alarm.fixture.ts'
import { texts as alarmEn } from '../packages/web/src/features/alarms/alarm/alarm.en.ts'
import { texts as alarmZh } from '../packages/web/src/features/alarms/alarm/alarm.zh.ts'
import { kit as kitEn } from '../packages/web/src/i18n/en/kit.ts'
import { kit as kitZh } from '../packages/web/src/i18n/zh/kit.ts'
import { shell as shellEn } from '../packages/web/src/i18n/en/shell.ts'
import { shell as shellZh } from '../packages/web/src/i18n/zh/shell.ts'
import { captureFailures, startConsole, type Console, type Window } from './console.ts'
import { alternating } from './languages.ts'

/** Everything around a duty operator's work: tables, global search, missing pages, new versions, watermark, printing. */

let console: Console
let site: Site
beforeAll(async () => {
  console = await startConsole()
  const { db, world } = console.server
  site = await addSite(db, world.companies.north)
  await db.updateTable('project').set({ name: 'Harbour Trade Centre, Tower Two' }).where('id', '=', site.project).execute()
  await db
    .updateTable('device')
    .set({ name: 'Smoke detector 感烟探测器', room_number: '0304', code: 'SDHARBOUR1' })
    .where('id', '=', site.device)
    .execute()
  // The longest possible name, so that nothing in the list is narrow by accident.
  const type = await db.selectFrom('alarm_type').select('id').where('code', '=', 'callPoint').executeTakeFirstOrThrow()
  // Of lower levels than fire, so that none of them sounds.
  for (let minutes = 1; minutes <= 12; minutes++)
    await addAlarm(db, site, { first_at: new Date(Date.now() - minutes * 60_000), level: 'warning', type_id: type.id })
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

const packs = {
  zh: { shared: zh, shell: shellZh, kit: kitZh, alarm: alarmZh },
  en: { shared: en, shell: shellEn, kit: kitEn, alarm: alarmEn },
}
const list = '/alarm/alarmLogList'

const openAt = (at: string, language: Language, width: number): Promise<Window> =>
  console.open({ language, width, as: console.server.world.accounts.northAdmin, at })
const boxes = (page: Page, selector: string) =>
  page.evaluate<{ left: number; right: number; width: number }[]>(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].map((each) => { const { left, right, width } = each.getBoundingClientRect(); return { left, right, width } })`,
  )

describe.each(alternating<Language>(import.meta.filename, ['zh', 'en']))('tables in %s', (language) => {
  const { shared, kit, alarm } = packs[language]

  test('at 992 px place and state are visible, and actions have a column of equal width', async () => {
    const window = await openAt(`${list}?all=true`, language, 992)
    const { page } = window
    await page.locator('.ew-table tbody tr').first().waitFor()
    const actions = await boxes(page, '.ew-cell-actions')
    expect(actions.length).toBeGreaterThan(10)
    expect(new Set(actions.map(({ width }) => Math.round(width))).size).toBe(1)
    for (const label of [alarm.place, shared.fields.state]) {
      const cells = await boxes(page, `td[data-label="${label}"] .ew-cell`)
      expect(cells.length, label).toBe(10)
      for (const { left, right } of cells) {
        expect(left).toBeGreaterThan(0)
        expect(right, `${label} is covered by the actions`).toBeLessThanOrEqual((actions[0]?.left ?? 0) + 1)
      }
    }
    // If there is more to the right, a shadow shows it until it is scrolled to.
    const box = page.locator('.ew-table-box')
    expect(await box.getAttribute('data-more')).toBe('')
    await page.evaluate("document.querySelector('.ew-table').style.minWidth = '1500px'")
    await expect.poll(() => box.getAttribute('data-more')).toBe('right')
    await page.locator('.ew-table-wrap').evaluate((wrap) => wrap.scrollTo({ left: 10_000 }))
    await expect.poll(() => box.getAttribute('data-more')).toBe('left')
    await window.expectClean()
    await window.close()
  })

  test('a disabled action says why', async () => {
    await addAlarm(console.server.db, site, { level: 'warning', state: 'confirmed', confirmed_at: new Date() })
    const window = await openAt(`${list}?state=confirmed`, language, 1440)
    const { page } = window
    await page.locator('.ew-table tbody tr').first().getByRole('button', { name: kit.more }).click()
    const reason = alarm.off.state.replace('{{state}}', shared.enums.alarmState.confirmed)
    await page.getByRole('menuitem', { name: alarm.confirm }).getByText(reason).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.ew-table .ew-code a').first().click()
    await page.locator('.ew-detail-head').getByRole('button', { name: kit.more }).click()
    const off = page.getByRole('menuitem', { name: alarm.confirm, disabled: true })
    await off.getByText(reason).waitFor()
    expect(await off.count()).toBe(1)
    await window.close()
  })

  test('a missing record and an unknown page are shown inside the layout, with a way back', async () => {
    const window = await openAt(`${list}/detail?id=999999`, language, 1440)
    const { page } = window
    await page.getByRole('heading', { name: kit.detail.missing }).waitFor()
    await page.locator('.ew-side').waitFor()
    await window.expectClean()
    await page.getByRole('link', { name: kit.detail.toList.replace('{{name}}', shared.menus['alarm.log']) }).click()
    await page.locator('.ew-table').waitFor()
    await window.go('/no/such/page')
    await page.getByRole('heading', { name: packs[language].shell.notFound.title }).waitFor()
    await page.locator('.ew-side').waitFor()
    await window.expectClean()
    await page.getByRole('button', { name: packs[language].shell.notFound.back }).click()
    await page.locator('.ew-table').waitFor()
    await window.close()
    // Without a session there is no layout, but the page is still shown.
    const stranger = await console.open({ language })
    await stranger.page.goto(`${console.server.url}/#/no/such/page`)
    await stranger.page.getByRole('heading', { name: packs[language].shell.notFound.title }).waitFor()
    expect(await stranger.page.locator('.ew-side').count()).toBe(0)
    await stranger.close()
  })
})

describe('tables, once', () => {
  const language = 'en'
  const { kit, alarm } = packs[language]

  test('rows are denser if the user wants it, also after a reload', async () => {
    const window = await openAt(`${list}?all=true`, language, 1440)
    const { page } = window
    const height = () =>
      page
        .locator('.ew-table tbody tr')
        .first()
        .evaluate((row) => row.getBoundingClientRect().height)
    await page.locator('.ew-table tbody tr').first().waitFor()
    const before = await height()
    await page.getByRole('button', { name: kit.list.tableSettings }).click()
    const kept = () => page.waitForResponse((response) => response.url().endsWith('/account/update/preference'))
    const compact = kept()
    // `check` would look before the choice has been rendered.
    await page.getByLabel(kit.list.densities.compact).click()
    await compact
    await expect.poll(height).toBeLessThan(before - 5)
    await window.expectClean()
    await page.reload()
    await page.locator('.ew-table-box[data-density=compact]').waitFor()
    await page.getByRole('button', { name: kit.list.tableSettings }).click()
    const comfortable = kept()
    await page.getByLabel(kit.list.densities.comfortable).click()
    await comfortable
    await window.close()
  })

  test('a click copies a code', async () => {
    const window = await openAt(`${list}?all=true`, language, 1440)
    const { page } = window
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const code = (await page.locator('.ew-table tbody tr .ew-code a').first().textContent()) ?? ''
    expect(code).toMatch(/^A\d{8}-/)
    await page.locator('.ew-table tbody tr').first().hover()
    await page.getByRole('button', { name: kit.code.copy.replace('{{code}}', code) }).click()
    await page.getByText(kit.code.copied.replace('{{code}}', code)).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(code)
    await window.close()
  })

  test('confirming several shows the result for each', async () => {
    const { db } = console.server
    const taken = await addAlarm(db, site, { level: 'warning' })
    const left = await addAlarm(db, site, { level: 'warning' })
    const window = await openAt(`${list}?state=unconfirmed&pageSize=25`, language, 1440)
    const { page } = window
    const box = (id: number) => page.locator('tr', { hasText: String(id).padStart(6, '0') }).getByRole('checkbox')
    for (const { id } of [taken, left]) await box(id).check()
    await page.getByRole('button', { name: alarm.confirmSelected, exact: true }).first().click()
    // Somebody else is faster with one of the two alarms.
    await db
      .updateTable('alarm')
      .set({ state: 'confirmed', confirmed_at: new Date(), acknowledge_due_at: null })
      .where('id', '=', taken.id)
      .execute()
    await page.getByRole('dialog').getByRole('button').last().click()
    await page.getByText(kit.each.title.replace('{{failed}}', '1').replace('{{total}}', '2')).waitFor()
    const items = await page.locator('.ew-each li').allTextContents()
    expect(items[0]).toContain(String(taken.id).padStart(6, '0'))
    expect(items[0]).toContain('✕')
    expect(items[1]).toContain(String(left.id).padStart(6, '0'))
    expect(items[1]).toContain(kit.each.done)
    await window.close()
  })
})

describe('the global search', () => {
  test('opens by its button on a phone', async () => {
    const { search } = packs.en.shell
    const window = await openAt('/alarm/alarmLogList', 'en', 390)
    const { page } = window
    await page.getByRole('button', { name: search.open }).click()
    await page.getByRole('combobox', { name: search.open }).fill('SDHARBOUR1')
    await page.getByRole('option').filter({ hasText: 'SDHARBOUR1' }).first().waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await window.expectClean()
    await window.close()
  })

  test('opens by key, works with the keyboard, remembers, and opens the page', async () => {
    const { shell } = packs.zh
    const window = await openAt('/alarm/alarmLogList', 'zh', 1440)
    const { page } = window
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: shell.search.open })
    await field.waitFor()
    await window.expectClean()
    await field.fill('SDHARBOUR1')
    await page.getByRole('option').filter({ hasText: 'SDHARBOUR1' }).first().waitFor()
    const groups = page.getByRole('group', { name: shell.search.kinds.alarm })
    expect(await groups.getByRole('option').count()).toBe(5)
    await window.expectClean()
    // From the first option up to the last, a device, and back.
    expect(await page.locator('[role=option][aria-selected=true]').count()).toBe(1)
    const first = await field.getAttribute('aria-activedescendant')
    await page.keyboard.press('ArrowUp')
    expect(await field.getAttribute('aria-activedescendant')).not.toBe(first)
    await page.keyboard.press('ArrowDown')
    expect(await field.getAttribute('aria-activedescendant')).toBe(first)
    const code = (await groups.getByRole('option').first().locator('span').textContent()) ?? ''
    await page.keyboard.press('Enter')
    await page.waitForURL(/alarmLogList\/detail/)
    await page.getByRole('heading', { level: 1 }).getByText(code).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('group', { name: shell.search.recent }).getByRole('option').filter({ hasText: code }).waitFor()
    await field.fill('nothing that anything is called')
    await page.getByText(shell.search.nothing).waitFor()
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    await window.close()
  })
})

describe.each(alternating<Language>(import.meta.filename, ['en', 'zh']))('on paper in %s', (language) => {
  test('a printout has a page’s content and none of its controls', async () => {
    const { db } = console.server
    const alarm = await db.selectFrom('alarm').select('id').where('project_id', '=', site.project).executeTakeFirstOrThrow()
    const detail = `${list}/detail?id=${alarm.id}`
    const window = await openAt(detail, language, 1440)
    const { page } = window
    for (const path of [detail, list]) {
      await page.emulateMedia({ media: 'screen' })
      await window.go(path)
      await page
        .locator(path === list ? '.ew-table tbody tr' : '.ew-detail-head')
        .first()
        .waitFor()
      await page.emulateMedia({ media: 'print' })
      const visible = await page.evaluate<string[]>(
        `[...document.querySelectorAll('.ew-side, .ew-header, .ew-foot, .ew-search, .ew-toolbar, .ew-cell-actions, .ew-pager, .ant-btn')]
          .filter((each) => each.checkVisibility()).map((each) => each.className)`,
      )
      expect(visible, path).toEqual([])
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
    const table = await page.locator('.ew-table').evaluate((each) => [each.scrollWidth, each.parentElement?.clientWidth ?? 0])
    expect(table[0]).toBeLessThanOrEqual((table[1] ?? 0) + 1)
    expect(await page.locator('.ew-table tbody tr').count()).toBe(10)
    await window.close()
  })
})

describe('around the pages, once', () => {
  const language = 'zh'
  const { shared, shell } = packs[language]

  test('a new version is offered, and nothing reloads by itself', async () => {
    const window = await openAt('/system/roleManage', language, 1440)
    const { page } = window
    expect(await page.getByText(shell.newVersion.there).count()).toBe(0)
    await page.route(`${console.server.url}/`, async (route) => {
      if (route.request().resourceType() === 'document') return route.continue()
      const answer = await route.fetch()
      return route.fulfill({
        response: answer,
        body: (await answer.text()).replace(/assets\/app-[^"]+\.js/, 'assets/app-newer.js'),
      })
    })
    await page.evaluate("globalThis.notReloaded = true; document.dispatchEvent(new Event('visibilitychange'))")
    await page.getByText(shell.newVersion.there).waitFor()
    await window.expectClean()
    expect(await page.evaluate('globalThis.notReloaded')).toBe(true)
    await page.getByRole('button', { name: shell.newVersion.reload }).click()
    await expect.poll(() => page.evaluate('globalThis.notReloaded ?? false')).toBe(false)
    await page.getByRole('heading', { level: 1 }).waitFor()
    // The console checks again whenever its window becomes visible.
    await page.unrouteAll({ behavior: 'wait' })
    await window.close()
  })

  test('the watermark is the company’s choice, and takes no clicks', async () => {
    const { db, world } = console.server
    await db.updateTable('company_config').set({ watermark: false }).where('company_id', '=', world.companies.north.id).execute()
    const window = await openAt('/user/companyEdit', language, 1440)
    const { page } = window
    await page.getByLabel(shared.fields.watermark).click()
    await page.locator('.ew-company-form').last().locator('button[type=submit]').last().waitFor()
    await page.locator('form:has([role=switch])').locator('button[type=submit]').click()
    const mark = page.locator('[data-watermark*="NorthAdmin"]')
    await mark.waitFor()
    expect(await mark.getAttribute('data-watermark')).toMatch(/North Admin NorthAdmin \d{4}-\d\d-\d\d \d\d:\d\d$/)
    // It is drawn above everything, but clicks reach what is below it.
    await page.getByLabel(shared.fields.watermark).click()
    await window.expectClean()
    await page.locator('form:has([role=switch])').locator('button[type=submit]').click()
    await mark.waitFor({ state: 'detached' })
    const audit = await console.server.db
      .selectFrom('audit_log')
      .select('changes')
      .where('action', '=', 'companyConfig.update')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(audit.changes).toEqual({ watermark: [true, false] })
    await window.close()
  })
})

describe('the constants of the shell (specification section 9)', () => {
  let window: Window
  let page: Page
  beforeAll(async () => {
    window = await openAt(`${list}?all=true`, 'en', 1440)
    page = window.page
  })
  afterAll(() => window.close())

  const width = (selector: string) => page.locator(selector).evaluate((each) => each.getBoundingClientRect().width)

  test('the menu is 210 px wide, collapsed 64, and collapses below 992', async () => {
    await expect.poll(() => width('.ew-side')).toBe(210)
    await page.getByRole('button', { name: shellEn.layout.collapse }).click()
    await expect.poll(() => width('.ew-side')).toBe(64)
    await page.getByRole('button', { name: shellEn.layout.expand }).click()
    await page.setViewportSize({ width: 991, height: 900 })
    await expect.poll(() => width('.ew-side')).toBe(64)
    await page.setViewportSize({ width: 992, height: 900 })
    await expect.poll(() => width('.ew-side')).toBe(210)
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(await page.locator('.ew-header').evaluate((each) => each.getBoundingClientRect().height)).toBe(64)
  })

  test('lists show 10 rows of a choice of 10, 25, 50, 80, and 4 search fields', async () => {
    await page.locator('.ew-table tbody tr').first().waitFor()
    expect(await page.locator('.ew-table tbody tr').count()).toBe(10)
    await page.locator('.ew-pager .ant-select').click()
    const sizes = await page.locator('.ant-select-dropdown .ant-select-item-option').allTextContents()
    expect(sizes.map((size) => Number.parseInt(size, 10))).toEqual([10, 25, 50, 80])
    await page.keyboard.press('Escape')
    expect(await page.locator('.ew-search-field').count()).toBe(4)
    await page.locator('.ew-search').getByRole('button', { name: kitEn.search.expand }).click()
    expect(await page.locator('.ew-search-field').count()).toBeGreaterThan(4)
  })

  test('F11 fills the screen; if the browser cannot, a notice says so for 3 s', async () => {
    await page.keyboard.press('F11')
    await expect.poll(() => page.evaluate('document.fullscreenElement !== null')).toBe(true)
    await page.keyboard.press('F11')
    await expect.poll(() => page.evaluate('document.fullscreenElement !== null')).toBe(false)
    await page.evaluate("document.documentElement.requestFullscreen = () => Promise.reject(new TypeError('unsupported'))")
    await page.keyboard.press('F11')
    const words = page.getByText(shellEn.errors.fullScreen)
    await words.waitFor()
    const began = Date.now()
    await words.waitFor({ state: 'detached' })
    expect(Date.now() - began).toBeGreaterThan(1_500)
    expect(Date.now() - began).toBeLessThan(6_000)
  })

  test('browsers that cannot run the console get a bar that can be closed', async () => {
    const html = await (await fetch(console.server.url)).text()
    expect(html).toMatch(/<script[^>]*src="\.\/old-browser\.js"/)
    await page.evaluate('globalThis.findLast = Array.prototype.findLast; delete Array.prototype.findLast')
    await page.addScriptTag({ url: `${console.server.url}/old-browser.js` })
    const bar = page.getByRole('alert').filter({ hasText: 'Your browser is out of date' })
    await bar.waitFor()
    await bar.getByRole('button', { name: 'Close' }).click()
    await bar.waitFor({ state: 'detached' })
    await page.evaluate('Array.prototype.findLast = globalThis.findLast')
  })

  test('an avatar is cropped square, and not smaller than 50 px', async () => {
    await window.chooseOwn(shellEn.layout.userInfo)
    const choose = async (side: number) => {
      const image = await page.evaluate<string>(
        `(() => { const canvas = document.createElement('canvas'); canvas.width = ${side}; canvas.height = ${side}; return canvas.toDataURL('image/png').split(',')[1] })()`,
      )
      const file = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(image, 'base64') }
      await page.locator('.ew-avatar-field input[type=file]').setInputFiles(file)
      await page.locator('.ew-crop .ant-btn-primary').click()
    }
    await choose(49)
    await page.getByText(shellEn.userInfo.avatarSmall.replaceAll('{{limit}}', '50')).waitFor()
    const [stored] = await Promise.all([page.waitForResponse((response) => response.url().endsWith('/file/upload')), choose(60)])
    expect(stored.status()).toBe(200)
  })
})
