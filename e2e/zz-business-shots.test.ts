import { afterAll, beforeAll, test } from 'vitest'
import { startConsole, type Console } from './console.ts'
import { addSite } from './site.ts'
let console: Console
beforeAll(async () => {
  console = await startConsole()
  const { db, world } = console.server
  await addSite(db, world.companies.north, world.customers.north)
  const { id: company_id, path } = world.companies.north
  await db.updateTable('company').set({ quotas: JSON.stringify({ accounts: 3, devices: 100 }), expires_at: new Date(Date.now() + 20 * 864e5), contacter: '张经理', phone: '13812345678' }).where('id', '=', company_id).execute()
  const own = { company_id, path, customer_id: world.customers.north }
  await db.insertInto('customer_contact').values([
    { ...own, seq: 1, name: '王经理', role: 'manager', phone: '13800000001', email: 'wang@example.com', remark: '工作日上午' },
    { ...own, seq: 2, name: '李工', role: 'property', phone: '13900000002' },
    { ...own, seq: 3, name: '赵会计', role: 'finance', phone: '13700000003' }]).execute()
  const day = (n: number) => new Date(Date.now() + n * 864e5).toISOString().slice(0, 10)
  await db.insertInto('customer_contract').values([
    { ...own, contract_no: 'HT-2026-001', kind: 'monitoring', starts_on: '2026-01-01', ends_on: day(12), amount: '128000.00' },
    { ...own, contract_no: 'HT-2025-118', kind: 'maintenance', starts_on: '2025-01-01', ends_on: '2025-12-31', amount: '36000.50' },
    { ...own, contract_no: 'HT-2027-002', kind: 'supply', starts_on: day(40), ends_on: day(400), currency: 'USD', amount: '9000.00' },
    { ...own, contract_no: 'HT-2026-044', kind: 'other', starts_on: '2026-02-01', ends_on: day(200) }]).execute()
}, 120_000)
afterAll(() => console.stop())
const out = '/tmp/business-shots'
for (const [language, width] of [['zh', 1440], ['en', 1440], ['zh', 390]] as const)
  test(`${language} ${width}`, async () => {
    const { world } = console.server
    const w = await console.open({ language, width, as: world.accounts.siterAdmin })
    const c = world.customers.north
    const n = world.companies.north.id
    const shot = async (name: string, at: string, prepare?: () => Promise<unknown>) => {
      await w.go(at)
      await w.page.waitForTimeout(1200)
      await prepare?.()
      await w.page.waitForTimeout(800)
      await w.page.screenshot({ path: `${out}/${name}-${language}-${width}.png`, fullPage: true })
    }
    await shot('contacts', `/customer/customerList/detail?id=${c}&tab=contacts`)
    await shot('contracts', `/customer/customerList/detail?id=${c}&tab=contracts`)
    await shot('contract-list', '/customer/contractList')
    await shot('contract-form', '/customer/contractList', async () => { await w.page.locator('.ew-toolbar .ant-btn-primary').first().click(); await w.page.waitForTimeout(800) })
    await shot('company', `/company/distributorList/detail?id=${n}`)
    for (const tab of ['companies', 'accounts', 'customers', 'projects', 'devices', 'activity']) await shot(`company-${tab}`, `/company/distributorList/detail?id=${n}&tab=${tab}`)
    await shot('company-list', '/company/distributorList')
    await shot('company-create', '/company/distributorList', async () => {
      await w.page.locator('.ew-toolbar .ant-btn-primary').first().click()
      await w.page.waitForTimeout(1000)
      await w.page.locator('.ant-drawer .ant-switch').first().click()
      await w.page.waitForTimeout(800)
      await w.page.locator('.ant-drawer .ew-brand-login').scrollIntoViewIfNeeded()
    })
    await shot('empty', '/customer/customerList?keyword=zzz&type=person')
    await shot('home', '/dataCenter/home')
    await w.close()
  }, 300_000)
