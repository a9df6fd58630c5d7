import { randomBytes } from 'node:crypto'
import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { texts as accountEn } from '../packages/web/src/features/people/account/account.en.ts'
import { texts as accountZh } from '../packages/web/src/features/people/account/account.zh.ts'
import { texts as companyEn } from '../packages/web/src/features/people/company/company.en.ts'
import { texts as companyZh } from '../packages/web/src/features/people/company/company.zh.ts'
import { texts as customerEn } from '../packages/web/src/features/people/customer/customer.en.ts'
import { texts as customerZh } from '../packages/web/src/features/people/customer/customer.zh.ts'
import { texts as roleEn } from '../packages/web/src/features/people/role/role.en.ts'
import { texts as roleZh } from '../packages/web/src/features/people/role/role.zh.ts'
import { kit as kitEn } from '../packages/web/src/i18n/en/kit.ts'
import { kit as kitZh } from '../packages/web/src/i18n/zh/kit.ts'
import { captureFailures, pressAction, startConsole, type Console, type Window } from './console.ts'
import { alternating } from './languages.ts'

/**
 * The operating company sets up a distributor, the distributor an agent, the agent a customer. Each signs in with its own
 * account, and none sees the sibling branch.
 */

const firstPassword = randomBytes(6).toString('hex')
let console: Console
beforeAll(async () => {
  console = await startConsole({ DEFAULT_ACCOUNT_PASSWORD: firstPassword })
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

/** A form focuses its first field once it has opened; typing waits for that. */
const focused = async (field: Locator): Promise<void> => {
  await expect.poll(() => field.evaluate((element) => element.matches(':focus'))).toBe(true)
}

describe.each(
  alternating(import.meta.filename, [
    { language: 'zh', shared: zh, account: accountZh, company: companyZh, customer: customerZh, role: roleZh, kit: kitZh },
    { language: 'en', shared: en, account: accountEn, company: companyEn, customer: customerEn, role: roleEn, kit: kitEn },
  ] as const),
)('in $language', ({ language, shared, account: accountTexts, company, customer, role, kit }) => {
  const field = shared.fields

  /** Signs in with the first password of a new account and sets its own. */
  const enter = async (account: string, at?: string): Promise<Window> => {
    const window = await console.open({ language })
    const { page } = window
    if (at !== undefined) await page.goto(`${console.server.url}${at}`)
    await window.fillSignIn({ account }, firstPassword)
    await page.locator('button[type=submit]').click()
    await page.getByLabel(field.oldPwd).fill(firstPassword)
    await page.getByLabel(field.newPwd).fill('chosen-by-myself')
    await page.getByLabel(field.repeatPwd).fill('chosen-by-myself')
    await page.getByRole('dialog').getByRole('button').last().click()
    await page.getByRole('main').getByRole('heading').first().waitFor()
    return window
  }

  const addCompany = async (window: Window, path: string, button: string, name: string, account: string): Promise<void> => {
    const { page } = window
    await window.go(path)
    await page.getByRole('button', { name: button }).click()
    const form = page.getByRole('dialog')
    await focused(form.getByLabel(field.name, { exact: true }))
    await form.getByLabel(field.name, { exact: true }).fill(name)
    await form.getByLabel(field.orgCode).fill(account.toUpperCase())
    await form.getByLabel(field.contacter).fill('Front desk')
    await form.getByLabel(field.phone, { exact: true }).fill('13800000000')
    await form.getByLabel(field.adminAccount).fill(account)
    await form.getByLabel(field.adminName).fill('Administrator')
    await window.expectClean()
    await window.submit()
    await page.getByRole('cell', { name }).first().waitFor()
  }

  /** A role for customers, who may only view their alarms. */
  const addRole = async (window: Window, name: string): Promise<void> => {
    const { page } = window
    await window.go('/system/roleManage')
    await page.getByRole('button', { name: kit.create }).click()
    const form = page.getByRole('dialog')
    await focused(form.getByLabel(field.name, { exact: true }))
    await form.getByLabel(field.name, { exact: true }).fill(name)
    await window.choose(field.type, shared.enums.accountType.customer)
    await form.getByLabel(field.level).fill('9')
    await window.submit()
    const row = page.getByRole('row', { name })
    await pressAction(row, role.assign)
    await form.getByRole('checkbox', { name: shared.menus['alarm.log'] }).check()
    await window.expectClean()
    await window.submit()
    await page.getByText(role.grantsSaved).waitFor()
  }

  test('siter → distributor → agent → customer, and nobody sees a sibling branch', async () => {
    // Unique, so that a second attempt does not meet what the first one left.
    const mark = randomBytes(2).toString('hex')
    const operator = await console.open({ language, as: console.server.world.accounts.siterAdmin })
    const [distributor, agent, customerAccount] = [`newdist${mark}`, `newagent${mark}`, `newcust${mark}`]
    const customerRole = `Customer role ${mark}`
    await addCompany(
      operator,
      '/company/distributorList',
      company.kinds.distributor.create,
      `New Distributor ${mark}`,
      distributor,
    )
    await operator.close()

    const atDistributor = await enter(distributor)
    await atDistributor.go('/company/agentOneList')
    expect(await atDistributor.page.getByText('North Agent').count()).toBe(0)
    await addCompany(atDistributor, '/company/agentOneList', company.kinds.agent_one.create, `New Agent ${mark}`, agent)
    await atDistributor.close()

    const atAgent = await enter(agent)
    const { page } = atAgent
    await atAgent.go('/customer/customerList')
    expect(await page.getByText('North Customer').count()).toBe(0)
    await page.getByRole('button', { name: customer.create }).click()
    const form = page.getByRole('dialog')
    await focused(form.getByLabel(field.name, { exact: true }))
    await form.getByLabel(field.name, { exact: true }).fill(`New Customer ${mark}`)
    await form.getByLabel(field.contacter).fill('Front desk')
    await form.getByLabel(field.phone, { exact: true }).fill('13800000001')
    await atAgent.submit()
    await page
      .getByRole('cell', { name: `New Customer ${mark}` })
      .first()
      .waitFor()

    await addRole(atAgent, customerRole)
    await atAgent.go('/customer/customerAccount')
    await page.getByRole('button', { name: accountTexts.create }).click()
    await atAgent.choose(field.customerId, `New Customer ${mark}`)
    await form.getByLabel(field.account, { exact: true }).fill(customerAccount)
    await form.getByLabel(field.personName).fill('Caretaker')
    await form.getByLabel(field.phone, { exact: true }).fill('13800000002')
    await atAgent.choose(field.roleIds, customerRole)
    await atAgent.expectClean()
    await atAgent.submit()
    await page.getByRole('cell', { name: customerAccount }).first().waitFor()

    await atAgent.go('/user/companyEdit')
    const branding = page.getByRole('region', { name: company.edit.brand })
    await branding.getByLabel(field.platformName).fill('Harbour Fire Watch')
    await branding.getByLabel(field.filingNotice).fill('Filed 4711')
    await branding.getByLabel(field.supportPhone).fill('13800000055')
    await branding.getByRole('button', { name: kit.save }).click()
    await page.getByText(company.edit.brandSaved).waitFor()
    await atAgent.expectClean()
    const { data } = await console.server.call('GET', 'web/commons/company/config/find/login', { code: agent })
    expect(data).toMatchObject({ platformName: 'Harbour Fire Watch', filingNotice: 'Filed 4711', supportPhone: '13800000055' })

    const { db } = console.server
    const row = await db
      .selectFrom('customer')
      .innerJoin('company', 'company.id', 'customer.company_id')
      .select(['customer.id', 'customer.path', 'customer.company_id', 'company.org_code'])
      .where('customer.name', '=', `New Customer ${mark}`)
      .executeTakeFirstOrThrow()
    expect(row.org_code).toBe(agent.toUpperCase())
    expect(row.path.split('.')).toHaveLength(3)
    const audit = await db
      .selectFrom('audit_log')
      .select('actor_name')
      .where('object_kind', '=', 'customer')
      .where('object_id', '=', String(row.id))
      .execute()
    expect(audit).toEqual([{ actor_name: 'Administrator' }])
    await atAgent.close()

    const sibling = await console.open({ language, as: console.server.world.accounts.southAdmin, at: '/customer/customerList' })
    expect(await sibling.page.getByText(`New Customer ${mark}`).count()).toBe(0)
    await sibling.go('/company/agentOneList')
    expect(await sibling.page.getByText(`New Agent ${mark}`).count()).toBe(0)
    await sibling.expectClean()
    await sibling.close()

    const atCustomer = await enter(customerAccount, `/#/user/login?code=${row.org_code}`)
    expect(await atCustomer.page.title()).toContain('Harbour Fire Watch')
    await atCustomer.page.goto(`${console.server.url}/#/customer/customerList`)
    await atCustomer.page.waitForURL(/noAuth/)
    await atCustomer.go('/alarm/alarmLogList')
    await atCustomer.expectClean()
    await atCustomer.close()
  })
})
