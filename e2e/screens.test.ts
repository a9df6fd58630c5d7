import { type Language, pageAddress, type PageName, pages } from '@emberwatch/contract'
import { menus, type MenuSeed } from '@emberwatch/contract'
import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shell as shellEn } from '../packages/web/src/i18n/en/shell.ts'
import { shell as shellZh } from '../packages/web/src/i18n/zh/shell.ts'
import { addOwnedRows, type OwnedRows } from '../packages/server/src/testing/rows.ts'
import { captureFailures, startConsole, type Console, type Window } from './console.ts'
import { alternating } from './languages.ts'

/**
 * Every page of the menu, opened by a user with access and by one without, half of them in each language, and every detail page, without
 * console errors or accessibility violations: first on a phone, then in a wide window in both themes. Nothing scrolls sideways, even if names
 * are as long as real ones. Other tests look again only at what these do not show: forms, dialogs, and states of their own.
 */

let console: Console
let rows: OwnedRows
beforeAll(async () => {
  console = await startConsole()
  const { db, world } = console.server
  rows = await addOwnedRows(db, world.companies.north)
  // As long as names of companies and buildings are.
  const company = sql<string>`'江苏滨江消防设施维护保养 Riverside Fire Protection Engineering Co., Ltd. ' || id`
  const place = sql<string>`'滨江物流园三期 Riverside Logistics Park, Building 12 (North Gate) ' || id`
  await db.updateTable('company').set({ name: company }).execute()
  await db.updateTable('customer').set({ name: company }).execute()
  await db.updateTable('project').set({ name: place, address: place }).execute()
  await db.updateTable('gateway').set({ name: place }).execute()
  await db.updateTable('device').set({ name: place }).execute()
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

const [phone, widest] = [390, 1440]
/** The names of the tables that are wider than the box in which they scroll. */
const scrolling =
  "[...document.querySelectorAll('main .ew-table-wrap')].filter((box) => box.scrollWidth > box.clientWidth + 1).map((box) => box.getAttribute('aria-label'))"

const entries: readonly MenuSeed[] = menus
const languages: readonly Language[] = ['zh', 'en']
const pagesIn = (language: Language) => entries.filter(({ url }) => url !== '#' && alternating(url, languages).includes(language))
const packs = { zh: { shared: zh, shell: shellZh }, en: { shared: en, shell: shellEn } }

describe.each(languages)('in %s', (language) => {
  const pages = pagesIn(language)
  let admin: Window
  let bare: Window

  beforeAll(async () => {
    admin = await console.open({ language, width: phone, as: console.server.world.accounts.siterAdmin })
    bare = await console.open({ language, width: phone, as: console.server.world.accounts.northBare })
  })
  afterAll(async () => {
    await admin.close()
    await bare.close()
  })

  test.each(pages)('$url opens with the permission', async ({ url, code }) => {
    const { page } = admin
    const setWidth = async (width: number): Promise<void> => {
      await page.setViewportSize({ width, height: 900 })
      // The window is measured a moment after its size changes (kit/use-narrow.ts).
      await page.locator('.ew-side').waitFor({ state: width === phone ? 'detached' : 'visible' })
    }
    const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    await setWidth(phone)
    await admin.go(url)
    const heading = page.getByRole('main').getByRole('heading', { level: 1 })
    await heading.waitFor()
    const name = (packs[language].shared.menus as Record<string, string>)[code] ?? ''
    if (url !== '/dataCenter/home' && url !== '/user/companyEdit') await expect.poll(() => heading.textContent()).toBe(name)
    await page.locator('.ew-skeleton').first().waitFor({ state: 'detached' })
    expect(await overflow(), 'the page scrolls sideways on a phone').toBeLessThanOrEqual(1)
    await admin.expectClean({ whole: true })
    await setWidth(widest)
    await expect.poll(() => page.evaluate<readonly string[]>(scrolling)).toEqual([])
    await expect.poll(overflow, { message: 'the page scrolls sideways' }).toBeLessThanOrEqual(1)
    await admin.expectClean({ dark: true, whole: true })
  })

  test.each(pages)('$url leads to the no-access page without the permission', async ({ url, code }) => {
    await bare.page.goto(`${console.server.url}/#${url}`)
    await bare.page.getByRole('heading', { name: packs[language].shell.noAuth.title }).waitFor()
    await bare.page
      .getByText((packs[language].shared.menus as Record<string, string>)[code] ?? '')
      .first()
      .waitFor()
    expect(bare.page.url()).toContain('/noAuth')
  })

  // They show the same page, so it is enough to look at the last one; an error of any of them is still on its console.
  test('the no-access page is clean', async () => {
    expect(bare.page.url()).toContain('/noAuth')
    await bare.expectClean({ whole: true })
  })

  test('an unknown path says so and leads home', async () => {
    await admin.page.goto(`${console.server.url}/#/no/such/page`)
    await admin.page.getByRole('heading', { name: packs[language].shell.notFound.title }).waitFor()
    await admin.page.getByText(packs[language].shell.notFound.home).click()
    await expect.poll(() => admin.page.url()).toContain('/dataCenter/home')
  })
})

/** Whose detail each page shows. */
const details = {
  alarmDetail: 'alarm',
  faultDetail: 'fault',
  gatewayDetail: 'gateway',
  deviceDetail: 'device',
  userAppDetail: 'app_version',
  messageTaskDetail: 'message_task',
  firmwareDetail: 'firmware_edition',
  installOrderDetail: 'installOrder',
  repairOrderDetail: 'work_order',
  inspectOrderDetail: 'inspectOrder',
  maintenanceOrderDetail: 'maintenanceOrder',
  projectDetail: 'project',
  dutyDetail: 'duty_team',
  signSiteDetail: 'sign_site',
  userAccountDetail: 'account',
  distributorDetail: 'company',
  agentOneDetail: 'agentOne',
  agentTwoDetail: 'agentTwo',
  customerDetail: 'customer',
  upgradeTaskDetail: 'upgrade_task',
  openAccessDetail: 'operator_platform',
  pushEndpointDetail: 'push_endpoint',
} as const satisfies Partial<Record<PageName, keyof OwnedRows>>

describe('the details', () => {
  let admin: Window
  beforeAll(async () => {
    admin = await console.open({ language: 'en', width: widest, as: console.server.world.accounts.siterAdmin })
  })
  afterAll(() => admin.close())

  test.each(Object.entries(details))('%s of a %s are clean in both themes', async (name, entity) => {
    const id = rows[entity]
    expect(id).toBeDefined()
    await admin.go(`${pages[name as PageName]}?id=${id}`)
    await admin.page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    await admin.page.locator('.ew-skeleton').first().waitFor({ state: 'detached' })
    await admin.expectClean({ dark: true })
  })

  test('the commands of a model and the trace of a device are clean in both themes', async () => {
    const { id: model, code } = await console.server.db
      .selectFrom('device')
      .innerJoin('device_model', 'device_model.id', 'device.model_id')
      .select(['device_model.id', 'device.code'])
      .where('device.id', '=', Number(rows.device))
      .executeTakeFirstOrThrow()
    for (const at of [pageAddress('deviceModelConfig', { id: model }), pageAddress('traceDetail', { code })]) {
      await admin.go(at)
      const heading = admin.page.getByRole('main').getByRole('heading', { level: 1 })
      await heading.waitFor()
      expect(await heading.textContent()).not.toBe('')
      await admin.page.locator('.ew-skeleton').first().waitFor({ state: 'detached' })
      await admin.expectClean({ dark: true })
    }
  })
})
