import { en } from '@emberwatch/contract/texts/en'
import type { Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { texts as account } from '../packages/web/src/features/people/account/account.en.ts'
import { texts as customer } from '../packages/web/src/features/people/customer/customer.en.ts'
import { texts as order } from '../packages/web/src/features/orders/order/order.en.ts'
import { texts as role } from '../packages/web/src/features/people/role/role.en.ts'
import { kit } from '../packages/web/src/i18n/en/kit.ts'
import { kit as kitZh } from '../packages/web/src/i18n/zh/kit.ts'
import { captureFailures, pressAction, startConsole, type Console, type Window } from './console.ts'
import { addSite, type E2eSite } from './site.ts'

/** Small things that somebody once stumbled over: what a list, a page or a dialog shows between two states. */

let console: Console
let site: E2eSite
let token: string
beforeAll(async () => {
  console = await startConsole()
  const { db, world } = console.server
  site = await addSite(db, world.companies.north, world.customers.north)
  token = await console.server.signIn(world.accounts.northAdmin)
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

const openAt = (at: string, as = console.server.world.accounts.northAdmin): Promise<Window> =>
  console.open({ language: 'en', as, at })

/** A write as if from another window of the same account. */
const post = async (path: string, input: Readonly<Record<string, unknown>>): Promise<number> => {
  const answer = await console.server.call('POST', path, input, token)
  expect(answer).toMatchObject({ success: true })
  return (answer.data as { id: number } | null)?.id ?? 0
}
const addCustomer = (name: string): Promise<number> =>
  post('web/customer/create', { name, type: 'enterprise', contacter: 'Desk', phone: '13800000001' })

/** Holds the answers to a call until they are released. */
const hold = async (page: Page, path: string): Promise<() => Promise<void>> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const address = `**/api/${path}*`
  const wait = async (route: Route): Promise<void> => {
    await promise
    await route.continue().catch(() => undefined)
  }
  await page.route(address, wait)
  return async () => {
    resolve()
    await page.unroute(address, wait)
  }
}

const removeByName = async (page: Page, name: string): Promise<void> => {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(name)
  await dialog.getByRole('button', { name: kit.remove, exact: true }).click()
}
/** Its edges: left, top to right, bottom. */
const boxOf = async (locator: Locator): Promise<{ y: number; height: number }> => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it is not shown')
  return box
}

test('an empty list does not say “no results” while the next query is unanswered', async () => {
  const window = await openAt('/customer/customerList?keyword=nobody-has-this-name')
  const { page } = window
  await page.getByText(kit.list.emptyFiltered).waitFor()
  const release = await hold(page, 'web/customer/page')
  await page.getByLabel(customer.keyword).fill('North')
  await page.getByRole('button', { name: kit.search.search, exact: true }).click()
  await page.waitForURL(/keyword=North/)
  await page.locator('.ew-list .ew-skeleton').waitFor()
  expect(await page.getByText(kit.list.emptyFiltered).count()).toBe(0)
  await release()
  await page.getByRole('row', { name: /North/ }).first().waitFor()
  await window.close()
})

test('a number that was shown in full is not shown any more when the row has another one', async () => {
  const name = 'Renumbered Works'
  const id = await addCustomer(name)
  const window = await openAt('/customer/customerList?keyword=Renumbered')
  const { page } = window
  const row = page.getByRole('row', { name })
  const unmask = row.getByRole('button', { name: kit.masked.showOf.replace('{{name}}', name) })
  await unmask.click()
  await row.getByText('13800000001').waitFor()
  const { version } = (await console.server.call('GET', 'web/customer/detail', { id }, token)).data as { version: number }
  await post('web/customer/update', { id, version, name, type: 'enterprise', contacter: 'Desk', phone: '13900000002' })
  await page.getByRole('button', { name: kit.list.refresh }).click()
  await row.getByText('13800000001').waitFor({ state: 'detached' })
  await unmask.click()
  await row.getByText('13900000002').waitFor()
  expect(await row.getByText('13800000001').count()).toBe(0)
  await window.close()
})

test('exports and imports in the corner do not cover the buttons of a form', async () => {
  const window = await openAt('/order/repairOrderList')
  const { page } = window
  await page.getByRole('button', { name: kit.export.export }).click()
  await page.getByRole('menuitem', { name: kit.export.as.replace('{{format}}', 'CSV') }).click()
  const tray = page.locator('.ew-tray')
  await tray.waitFor()
  await page.locator('.ew-toolbar').getByRole('button', { name: kit.create }).click()
  const footer = page.locator('.ant-drawer-footer')
  await footer.waitFor()
  const [above, below] = [await boxOf(tray), await boxOf(footer)]
  expect(above.y + above.height).toBeLessThanOrEqual(below.y)
  await window.close()
})

test('a deleted row is no longer among the selected ones', async () => {
  const common = { type: 'distributor', level: 5, dataScope: 'company', requiresTwoStep: false }
  for (const name of ['Chosen one', 'Chosen two']) await post('web/role/create', { name, ...common })
  const window = await openAt('/system/roleManage')
  const { page } = window
  for (const name of ['Chosen one', 'Chosen two']) await page.getByRole('row', { name }).getByRole('checkbox').check()
  await page.getByText(kit.list.selected.replace('{{count}}', '2')).waitFor()
  await pressAction(page.getByRole('row', { name: 'Chosen one' }), kit.remove)
  await removeByName(page, 'Chosen one')
  await page.getByRole('row', { name: 'Chosen one' }).waitFor({ state: 'detached' })
  const chosen = page.getByText(kit.list.selected.replace('{{count}}', '1'))
  await expect.poll(() => chosen.count()).toBe(1)
  await window.close()
})

test('a record that was deleted meanwhile is shown as missing, also if it was opened before', async () => {
  const id = await addCustomer('Vanishing Works')
  const window = await openAt(`/customer/customerList/detail?id=${id}`)
  const { page } = window
  await page.getByRole('heading', { name: 'Vanishing Works' }).waitFor()
  await window.go('/customer/customerList')
  await post('web/customer/del', { id })
  await page.goBack()
  await page.getByRole('heading', { name: kit.detail.missing }).waitFor()
  expect(await page.getByRole('heading', { name: 'Vanishing Works' }).count()).toBe(0)
  await window.close()
})

test('a dialog with a one-time password can only be closed by its button', async () => {
  const window = await openAt('/account/companyAccountList')
  const { page } = window
  await pressAction(page.getByRole('row', { name: 'NorthEngineer' }), account.resetPassword)
  await window.submit()
  const dialog = page.getByRole('dialog', { name: kit.passwordOnce.title.replace('{{account}}', 'NorthEngineer') })
  const field = dialog.getByLabel(kit.passwordOnce.label)
  await field.waitFor()
  expect(await field.inputValue()).not.toBe('')
  expect(await dialog.locator('.ant-modal-close').count()).toBe(0)
  await field.focus()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  // A dialog that closes is gone after its animation.
  await page.waitForTimeout(600)
  expect(await field.isVisible()).toBe(true)
  await dialog.getByRole('button', { name: kit.once.noted }).click()
  await field.waitFor({ state: 'detached' })
  await window.close()
})

test('an order’s page is left when it has been deleted, and not before', async () => {
  const { id: device } = await console.server.db
    .selectFrom('device')
    .select('id')
    .where('project_id', '=', site.projectId)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const id = await post('web/order/repair/create', { deviceIds: [device], priority: 'normal', description: 'To be deleted' })
  const window = await openAt(`/order/repairOrderList/detail?id=${id}`)
  const { page } = window
  const code = (await page.locator('.ew-detail-head h1').textContent()) ?? ''
  const release = await hold(page, 'web/order/repair/del')
  await pressAction(page.locator('.ew-detail-head'), order.actions.del)
  await removeByName(page, code)
  await page.waitForTimeout(500)
  expect(page.url()).toContain(`detail?id=${id}`)
  await release()
  await page.waitForURL(/repairOrderList$/)
  await page.locator('.ew-detail-head').waitFor({ state: 'detached' })
  await window.expectClean()
  await window.close()
})

test('a prefilled form closes without asking, unless somebody has changed something', async () => {
  const device = site.gateway.devices[1]?.code ?? ''
  const window = await openAt(`/order/repairOrderList?create=1&deviceCode=${device}`)
  const { page } = window
  const form = page.getByRole('dialog', { name: order.kinds.repair.create })
  await form.getByText(device).first().waitFor()
  await form.getByRole('button', { name: kit.cancel }).click()
  await form.waitFor({ state: 'detached' })
  expect(await page.getByText(kit.form.discardTitle).count()).toBe(0)
  await page.locator('.ew-toolbar').getByRole('button', { name: kit.create }).click()
  await form.getByLabel(en.fields.description).fill('The detector smells of smoke')
  await form.getByRole('button', { name: kit.cancel }).click()
  await page.getByText(kit.form.discardTitle).waitFor()
  await page.getByRole('button', { name: kit.form.discard, exact: true }).click()
  await form.waitFor({ state: 'detached' })
  await window.close()
})

test('every time on an alarm’s page is that of its site', async () => {
  const device = site.gateway.devices[2]?.code
  const answer = await fetch(`${console.server.url}/api/ingest/v1/${site.gateway.code}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.gateway.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ seq: 1, time: new Date().toISOString(), reports: [{ device, code: 'smoke', format: 'EW' }] }),
  })
  expect(answer.status).toBe(200)
  await console.server.db.updateTable('project').set({ time_zone: 'Pacific/Auckland' }).where('id', '=', site.projectId).execute()
  const { id } = await console.server.db.selectFrom('alarm').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  const window = await openAt(`/alarm/alarmLogList/detail?id=${id}`)
  const { page } = window
  await page.locator('.ew-precise time').first().waitFor()
  const shown = await page.locator('main').innerText()
  const zones = shown.match(/UTC[+-]?[\d:]*/g) ?? []
  expect(zones.length).toBeGreaterThan(3)
  expect([...new Set(zones)]).toEqual([expect.stringMatching(/^UTC\+1[23]$/)])
  await window.close()
})

test('an import that was interrupted says that it goes on by itself', async () => {
  const { db, world } = console.server
  const { id } = await db
    .insertInto('import_job')
    .values({
      account_id: world.accounts.northAdmin.id,
      list: 'customer',
      file_id: 'kept',
      file_name: 'customers.csv',
      format: 'csv',
      locale: 'en',
      dry_run: false,
      state: 'running',
      attempts: 2,
      total: 900,
      done: 350,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const window = await openAt('/customer/customerList')
  const tray = window.page.locator('.ew-tray')
  const words = kit.import.continues.replace('{{done}}', '350').replace('{{total}}', '900')
  await expect.poll(() => tray.getByRole('status').allTextContents()).toContain(words)
  await db.deleteFrom('import_job').where('id', '=', id).execute()
  await window.close()
})

test('the dependants of a company are listed with the language’s punctuation', async () => {
  const { accounts } = console.server.world
  const window = await console.open({ language: 'zh', as: accounts.siterAdmin, at: '/company/distributorList' })
  const { page } = window
  const name = 'South Distributor'
  await pressAction(page.getByRole('row', { name }), kitZh.remove)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(name)
  await dialog.getByRole('button', { name: kitZh.remove, exact: true }).click()
  await page.getByRole('dialog', { name: kitZh.confirmDialog.notDeleted.replace('{{name}}', name) }).waitFor()
  const items = await dialog.getByRole('listitem').allTextContents()
  expect(items).toEqual(expect.arrayContaining([expect.stringMatching(/^账号数 \d+（SouthAdmin、SouthEngineer、/)]))
  expect(items.join('')).not.toMatch(/[,;()]/)
  await window.expectClean()
  await window.close()
})

test('disabling a role without accounts does not warn about signing out', async () => {
  await post('web/role/create', { name: 'Unused role', type: 'distributor', level: 5 })
  const window = await openAt('/system/roleManage')
  const { page } = window
  await pressAction(page.getByRole('row', { name: 'Unused role' }), kit.rows.disable)
  const question = page.getByRole('dialog').getByText(role.disableUnused)
  await expect.poll(() => question.count()).toBe(1)
  await window.close()
})
