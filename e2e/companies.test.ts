import { randomBytes } from 'node:crypto'
import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { texts as companyEn } from '../packages/web/src/features/people/company/company.en.ts'
import { texts as companyZh } from '../packages/web/src/features/people/company/company.zh.ts'
import { texts as roleEn } from '../packages/web/src/features/people/role/role.en.ts'
import { texts as roleZh } from '../packages/web/src/features/people/role/role.zh.ts'
import { kit as kitEn } from '../packages/web/src/i18n/en/kit.ts'
import { kit as kitZh } from '../packages/web/src/i18n/zh/kit.ts'
import { captureFailures, type Console, pressAction, pressTab, startConsole, type Window } from './console.ts'
import { alternating } from './languages.ts'

/** What a company does with the companies below it, with itself and with its lists. */

let console: Console
beforeAll(async () => {
  console = await startConsole()
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

describe.each(
  alternating(import.meta.filename, [
    ['zh', zh, { company: companyZh, role: roleZh, kit: kitZh }],
    ['en', en, { company: companyEn, role: roleEn, kit: kitEn }],
  ] as const),
)('in %s', (language, shared, { company, role, kit }) => {
  const field = shared.fields
  let admin: Window
  beforeAll(async () => {
    admin = await console.open({ language, as: console.server.world.accounts.siterAdmin })
  })
  afterAll(() => admin.close())

  /** Unique per attempt, so that a second one does not meet what the first one left. */
  const mark = (): string => `${language}${randomBytes(2).toString('hex')}`
  const lastAudit = () =>
    console.server.db.selectFrom('audit_log').select(['action', 'object_id']).orderBy('id', 'desc').limit(1).executeTakeFirst()

  test('an expiring distributor is renewed and gets another administrator', async () => {
    const { page } = admin
    const { db, world } = console.server
    const { id } = world.companies.south
    const soon = new Date(Date.now() + 5 * 86_400_000)
    await db.updateTable('company').set({ expires_at: soon, admin_account_id: null }).where('id', '=', id).execute()
    await admin.go('/company/distributorList')
    await admin.go('/company/distributorList?expiresWithin=30')
    const row = page.getByRole('row', { name: 'South Distributor' })
    await pressAction(row, company.renew.ok)
    const dialog = page.getByRole('dialog')
    const day = `${new Date().getFullYear() + 3}-06-30`
    await dialog.getByText(field.expiresAt).first().waitFor()
    await admin.expectClean()
    await dialog.getByLabel(company.renew.newDate).fill(`${day} 12:00`)
    await page.keyboard.press('Enter')
    await page.locator('.ant-picker-dropdown').waitFor({ state: 'hidden' })
    await admin.submit()
    await page.getByText(company.renew.done).waitFor()
    expect(await lastAudit()).toEqual({ action: 'distributor.renew', object_id: String(id) })

    await admin.go('/company/distributorList?keyword=South')
    await row.getByText(company.expiry.until.replace('{{day}}', day)).waitFor()
    await pressAction(row, company.setAdmin.ok)
    await admin.choose(company.columns.administrator, 'SouthAdmin')
    await admin.expectClean()
    await admin.submit()
    await row.getByText('SouthAdmin').waitFor()
    expect(await lastAudit()).toEqual({ action: 'distributor.setAdmin', object_id: String(id) })
  })

  test('below a disabled company a row says what blocks its people', async () => {
    const { page } = admin
    const { db, world } = console.server
    const set = (enabled: boolean) =>
      db.updateTable('company').set({ enabled }).where('id', '=', world.companies.south.id).execute()
    await set(false)
    await admin.go('/company/agentOneList')
    const row = page.getByRole('row', { name: 'South Agent' })
    await row.getByText(company.blocked.disabled.replace('{{company}}', 'South Distributor')).waitFor()
    await set(true)
    expect(await page.getByRole('row', { name: 'North Agent' }).getByText(shared.enums.companyBlock.disabled).count()).toBe(0)
  })

  test('a company’s page, opened by its name: quotas, companies below, devices and history', async () => {
    const { page } = admin
    const { db, world } = console.server
    const { id } = world.companies.north
    await db
      .updateTable('company')
      .set({ quotas: JSON.stringify({ accounts: 5 }) })
      .where('id', '=', id)
      .execute()
    await admin.go('/customer/customerList?keyword=North')
    await page
      .getByRole('row', { name: /North Customer/ })
      .getByRole('link', { name: 'North Distributor' })
      .click()
    await page.getByRole('heading', { name: 'North Distributor' }).waitFor()
    await page.waitForURL(/distributorList\/detail\?id=/)
    await page.getByText(company.panels.quotas).waitFor()
    await page.getByText(/ \/ 5| of 5/).waitFor()
    await admin.expectClean()
    await pressTab(page, company.tabs.companies)
    await page.getByRole('link', { name: 'North Agent' }).waitFor()
    await pressTab(page, company.tabs.accounts)
    await page.getByRole('link', { name: 'NorthEngineer' }).waitFor()
    await pressTab(page, company.tabs.devices)
    await page.getByText(company.counts.gateways).waitFor()
    await admin.expectClean()
    await pressAction(page.locator('.ew-detail-head'), company.handOver)
    await page.waitForURL(/handOverList\?company=/)
    await page.getByRole('dialog').getByText('North Distributor').filter({ visible: true }).first().waitFor()
    expect(page.url()).toContain(`company=${id}`)

    const agent = await console.open({ language, as: world.accounts.northAgentAdmin })
    await agent.page.goto(`${console.server.url}/#/company/open?id=${id}`)
    await agent.page.getByText(kit.detail.missing).waitFor()
    await agent.close()
  })

  test('a company is created with its own branding, with a preview', async () => {
    const { page } = admin
    const name = `Company ${mark()}`
    await admin.go('/company/distributorList')
    await page.getByRole('button', { name: company.kinds.distributor.create }).click()
    const form = page.getByRole('dialog')
    const fill = (label: string, text: string) => form.getByLabel(label, { exact: true }).fill(text)
    await fill(field.name, name)
    await fill(field.orgCode, name.replace(' ', '-'))
    await fill(field.contacter, 'Front desk')
    await fill(field.phone, '13800000011')
    await fill(field.adminAccount, `adm${randomBytes(4).toString('hex')}`)
    await fill(field.adminName, 'Ann')
    await form.getByLabel(company.edit.brand).click()
    await fill(field.platformName, 'West Watch')
    const preview = form.getByRole('img', { name: company.edit.loginOf })
    await preview.getByText('West Watch').waitFor()
    // As on the sign-in page, the product's mark stands where no logo has been chosen; and it is beside the fields.
    await preview.locator('img[data-mark=true]').waitFor()
    const [typed, shown] = await Promise.all([
      form.getByLabel(field.platformName, { exact: true }).boundingBox(),
      preview.boundingBox(),
    ])
    expect(shown?.x ?? 0).toBeGreaterThan((typed?.x ?? 0) + (typed?.width ?? 0))
    await admin.expectClean()
    await admin.submit()
    await page.getByRole('button', { name: kit.once.noted }).click()
    await page.getByRole('link', { name }).waitFor()
    const made = await console.server.db
      .selectFrom('company_config')
      .innerJoin('company', 'company.id', 'company_config.company_id')
      .select('company_config.platform_name')
      .where('company.name', '=', name)
      .executeTakeFirstOrThrow()
    expect(made.platform_name).toBe('West Watch')
  })

  test('a company edits its own information', async () => {
    const window = await console.open({ language, as: console.server.world.accounts.northAgentAdmin, at: '/user/companyEdit' })
    const { page } = window
    const section = page.getByRole('region', { name: company.edit.info })
    await section.getByLabel(field.contacter).fill(`Front desk ${language}`)
    await section.getByLabel(field.phone).fill('13800000077')
    await section.getByLabel(field.address).fill('Quay 7')
    await window.expectClean()
    await section.getByRole('button', { name: kit.save, exact: true }).click()
    await page.getByText(company.edit.saved).waitFor()
    expect(await lastAudit()).toEqual({
      action: 'companyConfig.updateInfo',
      object_id: String(console.server.world.companies.northAgent.id),
    })
    await window.close()
  })

  test('a role with a narrow data scope is created', async () => {
    const { page } = admin
    const name = `Own desk ${mark()}`
    await admin.go('/system/roleManage')
    await page.getByRole('button', { name: kit.create }).click()
    await page.getByRole('dialog').getByLabel(field.name, { exact: true }).fill(name)
    await admin.choose(field.type, shared.enums.accountType.siter)
    await page.getByRole('dialog').getByLabel(field.level).fill('5')
    await admin.choose(field.dataScope, shared.enums.dataScope.company)
    await page.getByText(role.dataScopeHint).waitFor()
    await admin.expectClean()
    await admin.submit()
    await page.getByRole('row', { name }).getByText(shared.enums.dataScope.company).waitFor()
    expect(await lastAudit()).toMatchObject({ action: 'role.create' })
  })

  test('a filter is saved by name and applied again', async () => {
    const { page } = admin
    const name = `Southern ${mark()}`
    await admin.go('/customer/customerList?keyword=South')
    await page.getByRole('button', { name: kit.saved.title }).click()
    await page.getByRole('textbox', { name: kit.saved.name }).fill(name)
    await page.getByRole('button', { name: kit.saved.save }).click()
    await page.getByRole('button', { name, exact: true }).waitFor()
    await admin.expectClean()
    await page.getByRole('button', { name: kit.saved.title }).click()
    await page.locator('.ant-popover').waitFor({ state: 'hidden' })
    await admin.go('/customer/customerList')
    await page.getByRole('row', { name: 'North Customer' }).waitFor()
    await page.getByRole('button', { name: kit.saved.title }).click()
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('row', { name: 'North Customer' }).waitFor({ state: 'detached' })
    await page.getByRole('row', { name: 'South Customer' }).waitFor()
    expect(page.url()).toContain('keyword=South')
  })

  test('a customer’s page shows its history', async () => {
    const { page } = admin
    const { world, call } = console.server
    const token = await console.server.signIn(world.accounts.northAdmin)
    const { data } = await call('GET', 'web/customer/detail', { id: world.customers.north }, token)
    const { version } = data as { version: number }
    const input = { id: world.customers.north, version, name: 'North Customer', type: 'enterprise', contacter: `Desk ${version}` }
    expect(await call('POST', 'web/customer/update', { ...input, phone: '13800000078' }, token)).toMatchObject({ success: true })
    await admin.go(`/customer/customerList/detail?id=${world.customers.north}`)
    await pressTab(page, kit.activity)
    await page.getByRole('tabpanel').getByText('North Admin').first().waitFor()
    await admin.expectClean()
    expect(await lastAudit()).toMatchObject({ action: 'customer.update' })
  })
})
