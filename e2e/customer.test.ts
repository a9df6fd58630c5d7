import { zh } from '@emberwatch/contract/texts/zh'
import { en } from '@emberwatch/contract/texts/en'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { texts as accountTexts } from '../packages/web/src/features/people/account/account.zh.ts'
import { texts as contactTexts } from '../packages/web/src/features/people/customer-contact/customer-contact.zh.ts'
import { texts as contractTexts } from '../packages/web/src/features/people/customer-contract/customer-contract.zh.ts'
import { texts as contractEn } from '../packages/web/src/features/people/customer-contract/customer-contract.en.ts'
import { texts as customerTexts } from '../packages/web/src/features/people/customer/customer.zh.ts'
import { texts as homeTexts } from '../packages/web/src/features/overview/home/home.zh.ts'
import { kit } from '../packages/web/src/i18n/zh/kit.ts'
import { shell } from '../packages/web/src/i18n/zh/shell.ts'
import { captureFailures, pressAction, pressTab, startConsole, type Console, type Window } from './console.ts'
import { addSite } from './site.ts'

/** Customers: their contacts and contracts; and what lists, the home page and password forms show. */

let console: Console
let customerId: number

beforeAll(async () => {
  console = await startConsole()
  const { db, world } = console.server
  customerId = world.customers.north
  await addSite(db, world.companies.north, customerId)
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

const dialog = ({ page }: Window) => page.getByRole('dialog')
const detail = (tab: string) => `/customer/customerList/detail?id=${customerId}&tab=${tab}`
const actOn = async ({ page }: Window, row: string, name: string): Promise<void> => {
  await pressAction(page.getByRole('row', { name: row }), name)
}
const lastAudit = () =>
  console.server.db.selectFrom('audit_log').select(['action', 'changes']).orderBy('id', 'desc').limit(1).executeTakeFirst()

test('contacts: an error at the field, added, shown in full, moved to the top, removed', async () => {
  const desk = await console.open({ as: console.server.world.accounts.northAdmin, at: detail('contacts') })
  const { page } = desk
  await page.getByText(kit.list.emptyCreate.replace('{{create}}', contactTexts.create)).waitFor()
  const add = async (name: string, phone: string) => {
    await page.getByRole('button', { name: contactTexts.create }).click()
    await dialog(desk).getByLabel(zh.fields.personName, { exact: true }).fill(name)
    await dialog(desk).getByLabel(zh.fields.phone, { exact: true }).fill(phone)
    await desk.submit()
  }
  await add('王经理', '12')
  await dialog(desk).getByText(zh.rules.phone).waitFor()
  await desk.expectClean()
  await dialog(desk).getByLabel(zh.fields.phone, { exact: true }).fill('13800000001')
  await dialog(desk).getByLabel(zh.fields.email, { exact: true }).fill('wang@example.com')
  await desk.submit()
  await page.getByRole('row', { name: '王经理' }).getByText('138****0001').waitFor()
  await add('李工', '13900000002')
  await page.getByRole('row', { name: '李工' }).waitFor()
  await page.getByRole('button', { name: kit.masked.showOf.replace('{{name}}', '王经理') }).click()
  await page.getByRole('link', { name: '13800000001' }).waitFor()
  expect(await lastAudit()).toMatchObject({ action: 'customerContact.unmask' })
  await pressAction(page.getByRole('row', { name: '李工' }), contactTexts.up)
  await page.getByText(contactTexts.moved.replace('{{name}}', '李工').replace('{{seq}}', '1')).waitFor()
  await expect.poll(() => page.locator('tbody tr').first().textContent()).toContain('李工')
  await desk.expectClean()
  await actOn(desk, '李工', kit.remove)
  await dialog(desk).getByRole('textbox').fill('李工')
  await dialog(desk).getByRole('button', { name: kit.remove }).click()
  await page.getByRole('row', { name: '李工' }).waitFor({ state: 'detached' })
  await desk.close()
})

test('contracts: days the wrong way round are refused, files are kept, and the customer’s contract ends with the last', async () => {
  const { db, world } = console.server
  const desk = await console.open({ as: world.accounts.northAdmin, at: detail('contracts') })
  const { page } = desk
  const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
  await page.getByRole('button', { name: contractTexts.create }).click()
  const form = dialog(desk)
  await form.getByLabel(zh.fields.contractNo, { exact: true }).fill('HT-2026-001')
  const fillDay = async (label: string, day: string) => {
    await form.getByLabel(label, { exact: true }).fill(day)
    await page.keyboard.press('Enter')
    await page.locator('.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)').waitFor({ state: 'hidden' })
  }
  await fillDay(zh.fields.startsOn, '2026-01-01')
  await fillDay(zh.fields.endsOn, '2025-12-31')
  await form.getByText(contractTexts.form.notBefore).waitFor()
  await fillDay(zh.fields.endsOn, soon)
  await form.getByLabel(zh.fields.amount, { exact: true }).fill('12000.5')
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: '合同扫描件.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') })
  await form.getByRole('button', { name: contractTexts.openFile.replace('{{name}}', '合同扫描件.pdf') }).waitFor()
  await desk.expectClean()
  await desk.submit()
  const row = page.getByRole('row', { name: 'HT-2026-001' })
  await row.getByText(zh.enums.contractState.ending).waitFor()
  await row.getByText('¥12,000.50').waitFor()
  const download = page.waitForEvent('download')
  await row.getByRole('button', { name: contractTexts.openFile.replace('{{name}}', '合同扫描件.pdf') }).click()
  expect((await download).suggestedFilename()).toBe('合同扫描件.pdf')
  await pressTab(page, customerTexts.tabs.overview)
  await page.getByText(soon).first().waitFor()
  await desk.close()

  const list = await console.open({ as: world.accounts.northAdmin, at: '/customer/contractList', language: 'en' })
  await list.page.getByRole('button', { name: en.enums.contractState.ending }).click()
  await list.page.getByRole('row', { name: 'HT-2026-001' }).getByRole('link', { name: 'North Customer' }).waitFor()
  await list.expectClean()
  await list.page.getByRole('button', { name: en.enums.contractState.upcoming }).click()
  await list.page.getByRole('button', { name: 'Clear filters' }).click()
  await list.page.getByRole('row', { name: 'HT-2026-001' }).waitFor()
  expect(await list.page.getByRole('button', { name: contractEn.create }).count()).toBe(1)
  await list.close()

  // Users who may only view customers see neither contacts nor contracts.
  const { id: roleMenu } = await db
    .selectFrom('role')
    .select('id')
    .where('id', '=', world.accounts.northEngineer.roleId)
    .executeTakeFirstOrThrow()
  const grants = ['customer', 'customer.list', 'customer:view'].map((menu_code) => ({ role_id: roleMenu, menu_code }))
  await db.insertInto('role_menu').values(grants).execute()
  const engineer = await console.open({ as: world.accounts.northEngineer, at: detail('contracts') })
  await engineer.page.getByRole('heading', { name: 'North Customer' }).waitFor()
  expect(await engineer.page.getByRole('tab', { name: customerTexts.tabs.contracts }).count()).toBe(0)
  expect(await engineer.page.getByRole('tab', { name: customerTexts.tabs.contacts }).count()).toBe(0)
  await engineer.page.goto(`${console.server.url}/#/customer/contractList`)
  await engineer.page.getByText(shell.noAuth.title).first().waitFor()
  await engineer.close()
})

test('the home page says that there are no alarms, how many devices nobody supervises, and leads to the open orders of each kind', async () => {
  const { db, world } = console.server
  const { model } = await addSite(db, world.companies.south, world.customers.south)
  const stock = { company_id: world.companies.south.id, path: world.companies.south.path, model_id: model.id, name: 'Spare' }
  await db
    .insertInto('device')
    .values({ ...stock, code: 'SPARE-SOUTH-1' })
    .execute()
  const home = await console.open({ as: console.server.world.accounts.southAdmin, at: '/dataCenter/home' })
  const { page } = home
  await page.getByText(homeTexts.noneOpen, { exact: true }).waitFor()
  await page.getByText(homeTexts.unsupervised.replace('{{count}}', '1')).waitFor()
  await page.getByRole('link', { name: `${zh.enums.orderKind.inspect} 0` }).click()
  await page.waitForURL(/inspectionOrderList/)
  await home.expectClean()
  expect(await page.getByRole('heading', { name: zh.menus['order.inspect'] }).count()).toBe(1)
  await home.close()
})

test('a password form shows the rules in force, and refuses what breaks them with the server’s message', async () => {
  const { world } = console.server
  const token = await console.server.signIn(world.accounts.siterAdmin)
  const { data } = await console.server.call('GET', 'web/settings/find', {}, token)
  const { version } = data as { version: number }
  const chosen = { version, passwordMin: 8, passwordKinds: 3 }
  expect(await console.server.call('POST', 'web/settings/update', chosen, token)).toMatchObject({ success: true })
  const desk = await console.open({ as: world.accounts.northAdmin, at: '/account/companyAccountList' })
  const { page } = desk
  await actOn(desk, 'NorthEngineer', accountTexts.resetPassword)
  const sentence = kit.password.kinds.replace('{{length}}', '8').replace('{{kinds}}', '3')
  await dialog(desk).getByText(sentence).waitFor()
  await dialog(desk).getByLabel(zh.fields.password, { exact: true }).fill('abcdefgh1')
  await desk.submit()
  await dialog(desk).getByText(zh.errors.weakPassword.replace('{{length}}', '8').replace('{{kinds}}', '3')).waitFor()
  await desk.expectClean()
  await dialog(desk).getByLabel(zh.fields.password, { exact: true }).fill('Abcdefgh1')
  await desk.submit()
  await page.getByText(accountTexts.form.reset).waitFor()
  await desk.close()
})
