import { randomBytes } from 'node:crypto'
import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { texts as accountEn } from '../packages/web/src/features/people/account/account.en.ts'
import { texts as accountZh } from '../packages/web/src/features/people/account/account.zh.ts'
import { texts as callsEn } from '../packages/web/src/features/base/api-config/api-config.en.ts'
import { texts as callsZh } from '../packages/web/src/features/base/api-config/api-config.zh.ts'
import { texts as menuEn } from '../packages/web/src/features/base/menu/menu.en.ts'
import { texts as menuZh } from '../packages/web/src/features/base/menu/menu.zh.ts'
import { texts as logEn } from '../packages/web/src/features/system/system-log/system-log.en.ts'
import { texts as logZh } from '../packages/web/src/features/system/system-log/system-log.zh.ts'
import { kit as kitEn } from '../packages/web/src/i18n/en/kit.ts'
import { kit as kitZh } from '../packages/web/src/i18n/zh/kit.ts'
import { captureFailures, pressAction, startConsole, type Console, type Window } from './console.ts'
import { alternating } from './languages.ts'

/**
 * What the operating company's administrators do apart from the company tree: menus, calls, carrier platforms, imports, exports,
 * locked accounts, logs.
 */

let console: Console
beforeAll(async () => {
  console = await startConsole()
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

describe.each(
  alternating(import.meta.filename, [
    ['zh', zh, { account: accountZh, calls: callsZh, menu: menuZh, log: logZh, kit: kitZh }],
    ['en', en, { account: accountEn, calls: callsEn, menu: menuEn, log: logEn, kit: kitEn }],
  ] as const),
)('in %s', (language, shared, { account, calls, menu, log, kit }) => {
  const field = shared.fields
  let admin: Window
  beforeAll(async () => {
    admin = await console.open({ language, as: console.server.world.accounts.siterAdmin })
  })
  afterAll(() => admin.close())

  const audited = async (action: string): Promise<boolean> =>
    (await console.server.db.selectFrom('audit_log').select('id').where('action', '=', action).executeTakeFirst()) !== undefined

  /** Unique per attempt, so that a second one does not meet what the first one left. */
  const mark = (): string => `${language}${randomBytes(2).toString('hex')}`
  const removeByName = async (name: string): Promise<void> => {
    await admin.page.getByRole('dialog').getByRole('textbox').fill(name)
    await admin.page.getByRole('dialog').getByRole('button', { name: kit.remove, exact: true }).click()
    await admin.page.getByText(kit.confirmDialog.deleted).waitFor()
  }

  test('a custom link is added to the menu and removed again', async () => {
    const { page } = admin
    const own = mark()
    const name = `Handbook ${own}`
    await admin.go('/system/menuManage')
    await page.getByRole('button', { name: menu.create }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(menu.form.url).fill('https://handbook.example')
    await form.getByLabel(menu.form.code, { exact: true }).fill(`own.handbook.${own}`)
    await form.getByLabel(field.nameZh).fill(name)
    await form.getByLabel(field.nameEn).fill(name)
    await admin.submit()
    const row = page.getByRole('row', { name })
    await row.waitFor()
    await page.getByRole('navigation').getByText(name).waitFor()
    await pressAction(row, kit.remove)
    await removeByName(name)
    await row.waitFor({ state: 'detached' })
    expect(await audited('menu.create')).toBe(true)
    expect(await audited('menu.del')).toBe(true)
  })

  test('a call is configured and reset to its defaults', async () => {
    const { page } = admin
    await console.server.db.deleteFrom('api_config').where('path', '=', 'web/customer/page').execute()
    const name = `Slow reading ${language}`
    await admin.go('/system/APIConfig')
    await page.getByRole('button', { name: calls.create }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('combobox', { name: calls.form.path }).fill('web/customer/page')
    await page.locator('.ant-select-item-option', { hasText: 'GET web/customer/page' }).click()
    await form.getByLabel(field.name, { exact: true }).fill(name)
    await form.getByLabel(field.perMinute).fill('120')
    await admin.submit()
    const row = page.getByRole('row', { name })
    await row.getByText('120').waitFor()
    await pressAction(row, calls.toDefaults)
    await page.getByRole('dialog').getByRole('button').last().click()
    await row.waitFor({ state: 'detached' })
    // It can be chosen again.
    await page.getByRole('button', { name: calls.create }).click()
    await form.getByRole('combobox', { name: calls.form.path }).fill('web/customer/page')
    await page.locator('.ant-select-item-option', { hasText: 'GET web/customer/page' }).waitFor()
    await form.getByRole('button', { name: kit.cancel }).click()
    expect(await audited('apiConfig.create')).toBe(true)
    expect(await audited('apiConfig.del')).toBe(true)
  })

  test('a carrier platform is added; its secret is not shown again', async () => {
    const { page } = admin
    const own = mark()
    const name = `Carrier ${own}`
    const secret = `never-shown-${own}`
    await admin.go('/system/operatorConfig')
    // Nothing is received from it yet, and nobody is to believe otherwise.
    await page.getByText(calls.platform.notReceived, { exact: true }).waitFor()
    await page.getByRole('button', { name: calls.platform.create }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(field.code, { exact: true }).fill(`carrier${own}`)
    await form.getByLabel(field.name, { exact: true }).fill(name)
    await form.getByLabel(calls.platform.columns.url).fill('https://carrier.example')
    await form.getByLabel(field.secret).fill(secret)
    await admin.submit()
    const row = page.getByRole('row', { name })
    await row.getByText(calls.platform.set, { exact: true }).waitFor()
    await pressAction(row, kit.edit)
    await form.getByText(calls.platform.secretKept).waitFor()
    await admin.expectClean()
    expect(await page.content()).not.toContain(secret)
    await form.getByRole('button', { name: kit.cancel }).click()
    await pressAction(row, kit.remove)
    await removeByName(name)
    await row.waitFor({ state: 'detached' })
  })

  test('customers are imported after a dry run that lists the problems', async () => {
    const { page } = admin
    const own = mark()
    await admin.go('/customer/customerList')
    // The rows of an earlier import have buttons that are named after them.
    await page.locator('.ew-toolbar').getByRole('button', { name: kit.import.import }).click()
    const dialog = page.getByRole('dialog')
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'CSV' }).click()
    const template = await (await downloading).createReadStream()
    let text = ''
    for await (const chunk of template.setEncoding('utf8')) text += String(chunk)
    const [header = ''] = text.split(/\r?\n/)
    const type = shared.enums.customerType.enterprise
    const rows = [`,Import A ${own},${type},Front desk,13800000011`, `,Import B ${own},${type},Front desk,none`]
    const buffer = Buffer.from([header, '', ...rows].join('\r\n'))
    await dialog.locator('input[type=file]').setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer })
    await dialog.getByRole('cell', { name: field.phone, exact: true }).waitFor()
    await admin.expectClean()
    const start = 'start_one' in kit.import ? kit.import.start_one : kit.import.start
    await dialog.getByRole('button', { name: start?.replace('{{count}}', '1') ?? '' }).click()
    await dialog.getByRole('button', { name: kit.import.failedRows }).waitFor()
    await dialog.getByRole('button', { name: kit.close }).last().click()
    await page.getByRole('row', { name: `Import A ${own}` }).waitFor()
    expect(await page.getByRole('row', { name: `Import B ${own}` }).count()).toBe(0)
  })

  test('accounts are exported as they are listed', async () => {
    const { page } = admin
    await admin.go('/account/companyAccountList')
    await page.getByRole('button', { name: kit.export.export }).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: kit.export.as.replace('{{format}}', 'CSV') }).click()
    const file = await (await downloading).createReadStream()
    let text = ''
    for await (const chunk of file.setEncoding('utf8')) text += String(chunk)
    expect(text).toContain(field.account)
    expect(text).toContain(console.server.world.accounts.siterAdmin.account)
  })

  test('an account locked by wrong passwords is unlocked', async () => {
    const { page } = admin
    const { call, db, world } = console.server
    const { account: locked } = world.accounts.siterEngineer
    for (let attempt = 0; attempt < 5; attempt++) {
      const { captchaId } = (await call('GET', 'web/account/code/image')).data as { captchaId: string }
      const { answer } = await db.selectFrom('captcha').select('answer').where('id', '=', captchaId).executeTakeFirstOrThrow()
      await call('POST', 'web/account/login', { account: locked, password: 'not-the-password', captchaId, code: answer })
    }
    await admin.go('/message/messageList')
    await admin.go('/account/companyAccountList')
    const row = page.getByRole('row', { name: locked })
    await row.getByText(shared.enums.accountState.locked).waitFor()
    await pressAction(row, account.unlock)
    await row.getByText(shared.enums.accountState.locked).waitFor({ state: 'detached' })
    expect(await audited('account.unlock')).toBe(true)
  })

  test('each log shows its rows', async () => {
    const { page } = admin
    await admin.go('/system/logRecord')
    for (const tab of [log.tabs.api, log.tabs.login, log.tabs.audit]) {
      await page.getByRole('tab', { name: tab }).click()
      await page.locator('tbody tr').first().waitFor()
      expect(await page.getByRole('tab', { name: tab }).getAttribute('aria-selected')).toBe('true')
      await admin.expectClean()
    }
    await page.getByRole('tab', { name: log.tabs.mqtt }).click()
    await page.getByText(kit.list.empty).waitFor()
    await admin.expectClean()
  })
})
