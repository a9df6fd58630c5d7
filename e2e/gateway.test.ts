import { zh } from '@emberwatch/contract/texts/zh'
import { createFleet } from '@emberwatch/simulator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { texts } from '../packages/web/src/features/equipment/gateway/gateway.zh.ts'
import { kit } from '../packages/web/src/i18n/zh/kit.ts'
import { captureFailures, pressAction, pressTab, startConsole, type Console, type Window } from './console.ts'
import { addSite, type E2eSite } from './site.ts'

/** A gateway from the box to its first alarm, and what the office does with it. */

let console: Console
let site: E2eSite
let desk: Window

beforeAll(async () => {
  console = await startConsole()
  const { db, world } = console.server
  site = await addSite(db, world.companies.north, world.customers.north)
  const series = await db.selectFrom('device_series').select('id').limit(1).executeTakeFirstOrThrow()
  await db
    .insertInto('device_model')
    .values({ series_id: series.id, code: 'E2E-GW', name: 'E2E gateway model', is_gateway: true, heartbeat_s: 60 })
    .execute()
  desk = await console.open({ as: world.accounts.northAdmin })
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

const { fields } = zh

const secretOf = async ({ page }: Window): Promise<string> => page.getByLabel(kit.once.secret, { exact: true }).inputValue()

test('is registered in the office, gets a new secret, is disabled with a reason, and shows what it is', async () => {
  const { page } = desk
  await desk.go('/device/gatewayList')
  await page.getByRole('row', { name: site.gateway.code }).waitFor()
  await page.getByRole('button', { name: texts.create }).click()
  const dialog = page.getByRole('dialog')
  await desk.submit()
  // Nothing was filled in: each required field says so.
  await dialog.getByText(zh.rules.required).first().waitFor()
  await dialog.getByLabel(fields.code, { exact: true }).fill('E2E-OFFICE')
  await dialog.getByLabel(fields.name, { exact: true }).fill('Boiler room')
  await desk.choose(fields.modelId, 'E2E gateway model')
  await desk.choose(fields.projectId, 'Tower')
  await desk.expectClean()
  await desk.submit()
  await page.getByText(texts.secret.hint).waitFor()
  const first = await secretOf(desk)
  expect(Buffer.from(first, 'base64url')).toHaveLength(32)
  await desk.expectClean()
  await page.getByRole('button', { name: kit.once.noted }).click()

  await page.getByRole('link', { name: 'E2E-OFFICE' }).click()
  await page.getByRole('heading', { name: 'Boiler room' }).waitFor()
  await page.getByText(texts.banner.never).waitFor()
  const head = page.locator('.ew-detail-head')
  await pressAction(head, texts.actions.secret)
  await page.getByRole('dialog').getByRole('button', { name: texts.actions.secret }).click()
  await page.getByText(texts.secret.hint).waitFor()
  expect(await secretOf(desk)).not.toBe(first)
  await page.getByRole('button', { name: kit.once.noted }).click()

  await pressAction(head, texts.disable.action)
  await desk.submit()
  await page.getByRole('dialog').getByText(zh.rules.required).waitFor()
  await page.getByRole('dialog').getByLabel(fields.reason).fill('water damage')
  await desk.submit()
  await page.getByText(texts.disable.banner.replace('{{reason}}', 'water damage')).waitFor()
  await pressAction(head, kit.rows.enable)
  await page.getByText(texts.banner.never).waitFor()
  for (const tab of [
    texts.tabs.devices,
    texts.tabs.link,
    texts.tabs.messages,
    texts.tabs.alarms,
    texts.tabs.faults,
    kit.activity,
  ]) {
    await pressTab(page, tab)
    await page.getByRole('tabpanel').getByText(/./).first().waitFor()
  }
  await page.getByRole('cell', { name: 'water damage' }).first().waitFor()
  await desk.expectClean()
})

test('is added to stock, bound to a project, and labelled', async () => {
  const { page } = desk
  await desk.go('/device/gatewayStockList')
  await page.getByRole('button', { name: texts.stock.create }).click()
  await page.getByRole('dialog').getByLabel(fields.code, { exact: true }).fill('E2E-STOCK')
  await desk.choose(fields.modelId, 'E2E gateway model')
  await desk.submit()
  await page.getByRole('button', { name: kit.once.noted }).click()
  const row = page.getByRole('row', { name: 'E2E-STOCK' })
  await row.getByText(texts.stock.fresh).waitFor()
  await pressAction(row, texts.stock.bind)
  await desk.choose(fields.projectId, 'Tower')
  await desk.submit()
  await page.getByText(texts.bind.done, { exact: true }).waitFor()
  await row.waitFor({ state: 'detached' })
  const { id, project_id } = await console.server.db
    .selectFrom('gateway')
    .select(['id', 'project_id'])
    .where('code', '=', 'E2E-STOCK')
    .executeTakeFirstOrThrow()
  expect(project_id).toBe(site.projectId)
  await desk.go(`/device/gatewayList/labels?ids=${id}`)
  await page.getByRole('img', { name: texts.labels.qr.replace('{{code}}', 'E2E-STOCK') }).waitFor()
  await desk.expectClean()
})

test('is registered on site by phone, connects within seconds, and its first alarm arrives', async () => {
  const { db, mqttUrl, world } = console.server
  const at = '/device/gatewayList/register?code=E2E-PHONE&model=E2E-GW'
  const phone = await console.open({ as: world.accounts.northAdmin, at, width: 390 })
  const { page } = phone
  await page.getByText(texts.register.unknown).waitFor()
  await phone.expectClean()
  await page.getByLabel(fields.projectId).click()
  await page.locator('.ant-select-item-option', { hasText: 'Tower' }).first().click()
  await page.getByRole('button', { name: texts.register.submit }).click()
  await page.getByText(texts.register.waiting).waitFor()
  const secret = await secretOf(phone)
  await phone.expectClean()
  const fleet = createFleet({
    url: mqttUrl ?? '',
    gateways: [{ code: 'E2E-PHONE', secret, devices: [{ code: 'E2E-PHONE-1', kind: 'smoke', room: '1' }] }],
    heartbeatSeconds: 0,
  })
  const placed = await db.selectFrom('gateway').selectAll().where('code', '=', 'E2E-PHONE').executeTakeFirstOrThrow()
  const { company_id, path, project_id, model_id } = placed
  await db
    .insertInto('device')
    .values({ company_id, path, project_id, gateway_id: placed.id, model_id, code: 'E2E-PHONE-1', name: 'Detector' })
    .execute()
  const begun = Date.now()
  await fleet.start()
  await page.locator('.ant-alert-success', { hasText: texts.register.heard }).waitFor()
  expect(Date.now() - begun).toBeLessThan(8_000)
  // From a registered detector on test: the alarm arrives marked as a test, and nobody is called.
  await page.getByRole('button', { name: texts.register.testBegin }).click()
  await page.getByRole('dialog').getByLabel(texts.register.testRequestedBy).fill('duty desk')
  await phone.submit()
  await page.getByText(texts.register.testMarked).waitFor()
  await fleet.report('E2E-PHONE-1', 'smoke')
  await page.getByText(texts.register.testDone).waitFor()
  await phone.expectClean()
  const alarm = await db.selectFrom('alarm').select('test').where('gateway_id', '=', placed.id).executeTakeFirstOrThrow()
  expect(alarm.test).toBe(true)
  await fleet.stop()
  // The next label opened in the same tab starts again.
  await phone.page.goto(`${console.server.url}/#${at.replace('E2E-PHONE', 'E2E-NEXT')}`)
  await page.getByText(texts.register.unknown).waitFor()
  await phone.close()

  // Scanning it again does not take anything over.
  await desk.go(at)
  await desk.page.getByText(texts.register.open).waitFor()
})

test('refused with the secret that was right yesterday: its page and its messages say so, until it has the new one', async () => {
  const { page } = desk
  const { code, secret } = site.gateway
  const { db, call, tokenOf, world, url } = console.server
  const { id } = await db.selectFrom('gateway').select('id').where('code', '=', code).executeTakeFirstOrThrow()
  const report = async (given: string): Promise<number> => {
    const headers = { authorization: `Bearer ${given}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ seq: 1, reports: [] })
    return (await fetch(`${url}/api/ingest/v1/${code}`, { method: 'POST', headers, body })).status
  }
  expect(await report(secret)).toBe(200)
  const token = await tokenOf(world.accounts.northAdmin)
  const made = await call('POST', 'web/gateway/rotateSecret', { id }, token)
  expect(made, made.msg).toMatchObject({ success: true })
  expect(await report(secret)).toBe(401)
  const refusedAt = async (): Promise<unknown> =>
    ((await call('GET', `web/gateway/detail?id=${id}`, {}, token)).data as { refusedAt: unknown }).refusedAt
  await expect.poll(refusedAt).not.toBeNull()
  await desk.go(`/device/gatewayList/detail?id=${id}`)
  const reason = zh.enums.signInRefusal.replacedSecret
  const banner = page.getByRole('alert').filter({ hasText: texts.banner.refused.replace('{{reason}}', reason) })
  await banner.getByText(/请在网关上填入新密钥/).waitFor()
  await desk.expectClean()
  await pressTab(page, texts.tabs.messages)
  await page.getByRole('row').getByText(reason).first().waitFor()
  await desk.expectClean()
  expect(await report((made.data as { secret: string }).secret)).toBe(200)
  await expect.poll(refusedAt).toBeNull()
  await desk.go('/device/gatewayList')
  await desk.go(`/device/gatewayList/detail?id=${id}`)
  await page.getByRole('tab', { name: texts.tabs.messages, exact: true }).waitFor()
  await expect.poll(() => banner.count()).toBe(0)
})
