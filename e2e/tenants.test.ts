import { randomBytes } from 'node:crypto'
import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { texts as companyEn } from '../packages/web/src/features/company/company.en.ts'
import { texts as companyZh } from '../packages/web/src/features/company/company.zh.ts'
import { texts as customerEn } from '../packages/web/src/features/customer/customer.en.ts'
import { texts as customerZh } from '../packages/web/src/features/customer/customer.zh.ts'
import { captureFailures, startConsole, type Console, type Window } from './console.ts'

/** The operating company sets up a distributor, the distributor an agent, the agent a customer; each signs in with its own, and none sees the branch beside it. */

const firstPassword = randomBytes(6).toString('hex')
let console: Console
beforeAll(async () => {
  console = await startConsole({ DEFAULT_ACCOUNT_PASSWORD: firstPassword })
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

/** A form puts the focus into its first field when it has opened; typing waits for that. */
const focused = async (field: Locator): Promise<void> => {
  await expect.poll(() => field.evaluate((element) => element.matches(':focus'))).toBe(true)
}

const submit = ({ page }: Window): Promise<void> =>
  page.locator('.ant-modal-footer .ant-btn-primary, .ant-drawer-footer .ant-btn-primary').last().click()

describe.each([
  ['zh', zh, companyZh, customerZh],
  ['en', en, companyEn, customerEn],
] as const)('in %s', (language, shared, company, customer) => {
  const field = shared.fields
  const own = (name: string): string => `${name}${language}`

  /** Signs a new account in with the first password and chooses its own. */
  const enter = async (account: string): Promise<Window> => {
    const window = await console.open({ language })
    const { page } = window
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
    await form.getByLabel(field.orgCode).fill(own(account).toUpperCase())
    await form.getByLabel(field.contacter).fill('Front desk')
    await form.getByLabel(field.phone, { exact: true }).fill('13800000000')
    await form.getByLabel(field.adminAccount).fill(account)
    await form.getByLabel(field.adminName).fill('Administrator')
    await window.expectClean()
    await submit(window)
    await page.getByRole('cell', { name }).first().waitFor()
  }

  test('siter → distributor → agent → customer, and nobody sees beside their branch', async () => {
    const operator = await console.open({ language })
    await operator.signIn(console.server.world.accounts.siterAdmin)
    const [distributor, agent] = [own('newdist'), own('newagent')]
    await addCompany(operator, '/company/distributorList', company.kinds.distributor.create, own('New Distributor '), distributor)
    await operator.close()

    const atDistributor = await enter(distributor)
    await atDistributor.go('/company/agentOneList')
    expect(await atDistributor.page.getByText('North Agent').count()).toBe(0)
    await addCompany(atDistributor, '/company/agentOneList', company.kinds.agent_one.create, own('New Agent '), agent)
    await atDistributor.close()

    const atAgent = await enter(agent)
    const { page } = atAgent
    await atAgent.go('/customer/customerList')
    expect(await page.getByText('North Customer').count()).toBe(0)
    await page.getByRole('button', { name: customer.create }).click()
    const form = page.getByRole('dialog')
    await focused(form.getByLabel(field.name, { exact: true }))
    await form.getByLabel(field.name, { exact: true }).fill(own('New Customer '))
    await form.getByLabel(field.contacter).fill('Front desk')
    await form.getByLabel(field.phone, { exact: true }).fill('13800000001')
    await submit(atAgent)
    await page
      .getByRole('cell', { name: own('New Customer ') })
      .first()
      .waitFor()
    await atAgent.expectClean()

    const { db } = console.server
    const row = await db
      .selectFrom('customer')
      .innerJoin('company', 'company.id', 'customer.company_id')
      .select(['customer.id', 'customer.path', 'company.org_code'])
      .where('customer.name', '=', own('New Customer '))
      .executeTakeFirstOrThrow()
    expect(row.org_code).toBe(own(agent).toUpperCase())
    expect(row.path.split('.')).toHaveLength(3)
    const audit = await db
      .selectFrom('audit_log')
      .select('actor_name')
      .where('object_kind', '=', 'customer')
      .where('object_id', '=', String(row.id))
      .execute()
    expect(audit).toEqual([{ actor_name: 'Administrator' }])
    await atAgent.close()

    const sibling = await console.open({ language })
    await sibling.signIn(console.server.world.accounts.southAdmin)
    await sibling.go('/customer/customerList')
    expect(await sibling.page.getByText(own('New Customer ')).count()).toBe(0)
    await sibling.go('/company/agentOneList')
    expect(await sibling.page.getByText(own('New Agent ')).count()).toBe(0)
    await sibling.expectClean()
    await sibling.close()

    const atCustomer = await console.open({ language })
    await atCustomer.signIn(console.server.world.accounts.northCustomer)
    await atCustomer.page.goto(`${console.server.url}/#/customer/customerList`)
    await atCustomer.page.waitForURL(/noAuth/)
    await atCustomer.go('/alarm/alarmLogList')
    await atCustomer.expectClean()
    await atCustomer.close()
  })
})
