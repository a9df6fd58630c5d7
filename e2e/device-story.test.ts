import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { createFleet, type Fleet } from '@emberwatch/simulator'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { texts as command } from '../packages/web/src/features/equipment/device-command/device-command.zh.ts'
import { texts as device } from '../packages/web/src/features/equipment/device/device.zh.ts'
import { texts as deviceEn } from '../packages/web/src/features/equipment/device/device.en.ts'
import { texts as gateway } from '../packages/web/src/features/equipment/gateway/gateway.zh.ts'
import { texts as gatewayEn } from '../packages/web/src/features/equipment/gateway/gateway.en.ts'
import { texts as project } from '../packages/web/src/features/sites/project/project.zh.ts'
import { texts as projectEn } from '../packages/web/src/features/sites/project/project.en.ts'
import { kit as kitEn } from '../packages/web/src/i18n/en/kit.ts'
import { kit } from '../packages/web/src/i18n/zh/kit.ts'
import { captureFailures, pressAction, pressTab, startConsole, type Console, type Window } from './console.ts'
import { button, openPhoneOf } from './phone.ts'

/**
 * The life of devices from purchase to replacement, played by the simulator. The manager works in Chinese, the operating company's
 * auditor and the engineer with a phone in English, and the customer looks on.
 */

const mark = randomBytes(3).toString('hex').toUpperCase()
const gatewayCode = `GW-${mark}`
const codes = [`SD-${mark}-1`, `SD-${mark}-2`, `SD-${mark}-3`] as const
const [first, second, spare] = codes
const projectName = `河畔医院 ${mark}`
/** Short times in the models, so that nobody waits long. */
const offlineAfterS = 6

let console: Console
let desk: Window
let customer: Window
let fleet: Fleet
let installOrder: { id: number; code: string }

const newFleet = (secret: string, telling: readonly string[]): Fleet =>
  createFleet({
    url: console.server.mqttUrl ?? '',
    gateways: [{ code: gatewayCode, secret, devices: telling.map((code) => ({ code, kind: 'smoke' as const, room: '' })) }],
    heartbeatSeconds: 1,
    telemetryPerSecond: telling.length,
    reconnectMs: 200,
  })

beforeAll(async () => {
  console = await startConsole()
  const { db, world } = console.server
  await db.insertInto('project_type').values({ code: mark, name_zh: '医院', name_en: 'Hospital' }).execute()
  const series = await db
    .insertInto('device_series')
    .values({ code: `S-${mark}`, name: `Series ${mark}`, network: 'lora' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const times = { series_id: series.id, heartbeat_s: offlineAfterS / 3, offline_after_s: offlineAfterS }
  await db
    .insertInto('device_model')
    .values([
      { ...times, code: `MG-${mark}`, name: `Gateway model ${mark}`, is_gateway: true },
      { ...times, code: `MD-${mark}`, name: `Detector model ${mark}`, is_gateway: false },
    ])
    .execute()
  // In this company the engineers register the gateways that they install.
  const menus = [
    'device',
    'device.gateway',
    'gateway:view',
    'gateway:register',
    'project',
    'project.list',
    'project:view',
    'project:test',
  ]
  await db
    .insertInto('role_menu')
    .values(menus.map((menu_code) => ({ role_id: world.accounts.northEngineer.roleId, menu_code })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  desk = await console.open({ as: world.accounts.northAdmin })
  customer = await console.open({ as: world.accounts.northCustomer, language: 'en' })
})
afterAll(async () => {
  await fleet?.stop()
  await console.stop()
})
captureFailures(() => console.windows)

const { fields } = zh
const dialog = ({ page }: Window): Locator => page.getByRole('dialog')
const head = ({ page }: Window): Locator => page.locator('.ew-detail-head')
/** No console errors and no accessibility violations. */
const look = async (name: string, window: Window): Promise<void> => {
  await window.expectClean()
  const folder = process.env['PICTURES']
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await window.page.screenshot({ path: join(folder, `story-${name}.png`) })
}

const rowOf = (code: string) =>
  console.server.db.selectFrom('device').selectAll().where('code', '=', code).executeTakeFirstOrThrow()
const projectOf = () =>
  console.server.db.selectFrom('project').selectAll().where('name', '=', projectName).executeTakeFirstOrThrow()
/** The entries of the audit log about an object. */
const audited = async (kind: string, id: number): Promise<string[]> =>
  (
    await console.server.db
      .selectFrom('audit_log')
      .select('action')
      .where('object_kind', '=', kind)
      .where('object_id', '=', String(id))
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)
const deviceAt = (id: number): string => `/device/deviceList/detail?id=${id}`

test('detectors come into stock from a file, and a gateway by hand', async () => {
  const { page } = desk
  await desk.go('/device/uninstalledDeviceList')
  await page.locator('.ew-toolbar').getByRole('button', { name: kit.import.import }).click()
  const lines = ['code,modelId,batch', ...codes.map((code) => `${code},MD-${mark},LOT-${mark}`)]
  const file = { name: 'stock.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
  await dialog(desk).locator('input[type=file]').setInputFiles(file)
  const start = dialog(desk).getByRole('button', { name: kit.import.start.replace('{{count}}', '3') })
  await start.waitFor()
  await look('stock-import', desk)
  await start.click()
  const done = kit.import.done.replace('{{total}}', '3').replace('{{succeeded}}', '3').replace('{{failed}}', '0')
  await dialog(desk).getByText(done).first().waitFor()
  await dialog(desk).getByRole('button', { name: kit.close }).last().click()
  for (const code of codes) await page.getByRole('row', { name: code }).waitFor()

  await desk.go('/device/gatewayStockList')
  await page.getByRole('button', { name: gateway.stock.create }).click()
  await dialog(desk).getByLabel(fields.code, { exact: true }).fill(gatewayCode)
  await desk.choose(fields.modelId, `Gateway model ${mark}`)
  await desk.submit()
  await page.getByRole('button', { name: kit.once.noted }).click()
  await page.getByRole('row', { name: gatewayCode }).waitFor()
  expect(await rowOf(first)).toMatchObject({ project_id: null, batch: `LOT-${mark}` })
})

test('a project is applied for, seen by its customer, and approved above', async () => {
  const { page } = desk
  await desk.go('/project/projectList')
  await page.getByRole('button', { name: project.create }).click()
  await dialog(desk).getByLabel(fields.name, { exact: true }).fill(projectName)
  await desk.choose(fields.typeId, '医院')
  await desk.choose(fields.customerId, 'North Customer')
  await dialog(desk).getByLabel(fields.address, { exact: true }).fill('河畔路 1 号')
  await look('project-form', desk)
  await desk.submit()
  await page.getByRole('link', { name: projectName }).click()
  await page.getByText(project.banner.pending).waitFor()
  await look('project-pending', desk)

  const auditor = await console.open({
    as: console.server.world.accounts.siterAdmin,
    language: 'en',
    at: '/project/projectAuditList',
  })
  const row = auditor.page.getByRole('row', { name: projectName })
  await look('project-audit', auditor)
  await pressAction(row, projectEn.actions.agree)
  await dialog(auditor).getByRole('button', { name: projectEn.actions.agree }).click()
  // Updated by the live event, without a reload.
  await page.getByText(project.banner.pending).waitFor({ state: 'detached' })
  await auditor.close()
  const { id, audit } = await projectOf()
  expect(audit).toBe('approved')
  expect(await audited('project', id)).toEqual(['project.create', 'projectUnionApply.agree'])
})

test('an engineer registers the gateway by phone, hears it, and installs the detectors; the first alarm is a test', async () => {
  const { db, world, call, tokenOf } = console.server
  const { id: projectId } = await projectOf()
  const engineerIds = [world.accounts.northEngineer.id]
  const order = { projectId, priority: 'normal', description: `Install ${mark}`, engineerIds }
  const made = await call('POST', 'web/order/install/create', order, await tokenOf(world.accounts.northAdmin))
  const { id } = made.data as { id: number }
  installOrder = await db.selectFrom('work_order').select(['id', 'code']).where('id', '=', id).executeTakeFirstOrThrow()

  const phone = await openPhoneOf(console, 'en', world.accounts.northEngineer)
  const sheet = phone.page.getByRole('dialog')
  await phone.page.getByText(`Install ${mark}`).click()
  await button(phone.page, 'Accept').click()
  await button(phone.page, 'Start work').click()

  // The label on the gateway opens its page.
  const at = `/device/gatewayList/register?code=${gatewayCode}&model=MG-${mark}`
  const label = await console.open({ as: world.accounts.northEngineer, language: 'en', width: 390, at })
  const { page } = label
  await page.getByText(gatewayEn.register.stock).waitFor()
  await look('register', label)
  await page.getByLabel(en.fields.projectId).click()
  await page.locator('.ant-select-item-option', { hasText: projectName }).click()
  await page.getByRole('button', { name: gatewayEn.register.submit }).click()
  await page.getByText(gatewayEn.register.waiting).waitFor()
  await look('register-waiting', label)
  fleet = newFleet(await page.getByLabel(kitEn.once.secret, { exact: true }).inputValue(), [first, second])
  await fleet.start()
  await page.locator('.ant-alert-success', { hasText: gatewayEn.register.heard }).waitFor()
  for (const code of [first, second]) {
    await button(phone.page, 'Add a device').click()
    await sheet.getByLabel('Code').fill(code)
    await sheet.getByRole('button', { name: 'Add a device' }).click()
    await phone.page.locator('.m-devices').getByText(code).first().waitFor()
  }
  // A test of the gateway covers the devices behind it.
  const { id: gatewayId } = await db.selectFrom('gateway').select('id').where('code', '=', gatewayCode).executeTakeFirstOrThrow()
  await phone.page.locator('.m-devices button', { hasText: first }).first().click()
  await sheet.getByLabel('Gateway it reports through (optional)').selectOption(String(gatewayId))
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await look('phone-order', phone)

  await page.getByRole('button', { name: gatewayEn.register.testBegin }).click()
  await dialog(label).getByLabel(gatewayEn.register.testRequestedBy).fill('duty desk')
  await look('register-test', label)
  await label.submit()
  await page.getByText(gatewayEn.register.testMarked).waitFor()

  // Completing the order binds the installed devices to the project: only from then on does a test cover them.
  await button(phone.page, 'Complete').click()
  await sheet.getByRole('radio', { name: 'Done', exact: true }).check()
  await sheet.getByLabel('What was done').fill('Two detectors in ward 1')
  await sheet.getByRole('button', { name: 'Complete', exact: true }).click()
  const status = async () =>
    (await db.selectFrom('work_order').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
  await expect.poll(status).toBe('pending_verify')

  await fleet.report(first, 'smoke')
  await page.getByText(gatewayEn.register.testDone).waitFor()
  await look('register-done', label)
  await label.close()
  const { id: deviceId } = await rowOf(first)
  const alarms = await db.selectFrom('alarm').select(['test', 'project_id']).where('device_id', '=', deviceId).execute()
  expect(alarms).toEqual([{ test: true, project_id: projectId }])
  await fleet.report(first, 'restore:smoke')
  await phone.close()
})

test('the manager completes the project, and the customer sees it maintained', async () => {
  const [{ page }, { db }, { id }] = [desk, console.server, await projectOf()]
  // First the installation is verified and accepted.
  const token = await console.server.tokenOf(console.server.world.accounts.northAdmin)
  for (const [step, more] of Object.entries({ verify: { agree: true }, appraise: { rating: 5 } }))
    expect(await console.server.call('POST', `web/order/install/${step}`, { id: installOrder.id, ...more }, token)).toMatchObject(
      { success: true },
    )
  await desk.go(`/project/projectList/detail?id=${id}`)
  await pressAction(head(desk), project.actions.complete)
  await look('project-complete', desk)
  await dialog(desk).getByRole('button', { name: project.actions.complete }).click()
  await page.getByText(zh.enums.projectStatus.maintenance).first().waitFor()
  expect(await audited('project', id)).toContain('project.complete')
  await pressTab(page, project.tabs.tests)
  await pressAction(page.locator('tbody'), project.actions.endTest)
  await dialog(desk).getByRole('button', { name: project.actions.endTest }).click()
  const tests = db.selectFrom('project_test').select('id').where('project_id', '=', id).where('ended_at', 'is', null)
  await expect.poll(() => tests.execute()).toEqual([])
  await look('project-tests', desk)

  await customer.go(`/project/projectList/detail?id=${id}`)
  await customer.page.getByText(en.enums.projectStatus.maintenance).first().waitFor()
  await look('project-customer', customer)
})

test('a detector that falls silent is shown offline to both, has a supervisory fault, and comes back', async () => {
  const { db } = console.server
  const { id } = await rowOf(second)
  await desk.go(deviceAt(id))
  await customer.go(deviceAt(id))
  const faults = () => db.selectFrom('fault').select(['source_code', 'state']).where('device_id', '=', id).orderBy('id').execute()
  expect(await faults()).toEqual([])
  const [secret] = fleet.gateways.map(({ spec }) => spec.secret)
  await fleet.stop()
  fleet = newFleet(secret ?? '', [first])
  await fleet.start()
  const begun = Date.now()
  await desk.page.getByText(device.banner.offline, { exact: true }).waitFor()
  await customer.page.getByText(deviceEn.banner.offline, { exact: true }).waitFor()
  expect(Date.now() - begun).toBeLessThan((offlineAfterS + 5) * 1_000)
  expect(await faults()).toEqual([{ source_code: 'offline', state: 'pending' }])
  await look('device-offline', desk)
  await look('device-offline-customer', customer)
  await pressTab(desk.page, device.tabs.faults)
  await desk.page.getByRole('tabpanel').getByText(zh.enums.faultState.pending).first().waitFor()
  await look('device-faults', desk)

  await fleet.stop()
  fleet = newFleet(secret ?? '', [first, second, spare])
  await fleet.start()
  await customer.page.getByText(deviceEn.banner.offline, { exact: true }).waitFor({ state: 'detached' })
  await desk.page.getByRole('tabpanel').getByText(zh.enums.faultState.solved).first().waitFor()
  expect(await faults()).toEqual([{ source_code: 'offline', state: 'solved' }])
})

test('it is moved behind its gateway, where a command reaches it and its answer is seen', async () => {
  const { call, tokenOf, world } = console.server
  const { page } = desk
  const { id, model_id } = await rowOf(second)
  await desk.go(deviceAt(id))
  await pressAction(head(desk), device.actions.move)
  await desk.choose(fields.gatewayId, gatewayCode)
  await dialog(desk).getByLabel(fields.roomNumber).fill('207')
  await look('device-move', desk)
  await desk.submit()
  await page.getByText(device.move.done).waitFor()
  const { id: gatewayId } = await console.server.db
    .selectFrom('gateway')
    .select('id')
    .where('code', '=', gatewayCode)
    .executeTakeFirstOrThrow()
  expect(await rowOf(second)).toMatchObject({ gateway_id: gatewayId, room_number: '207' })

  const definition = { modelId: model_id, name: `消音 ${mark}`, code: 'silence', encoding: 'json', timeoutS: 30, retries: 0 }
  await call('POST', 'web/deviceCommand/create', definition, await tokenOf(world.accounts.siterAdmin))
  await pressTab(page, device.tabs.commands)
  await page.getByRole('button', { name: command.send.action }).click()
  await desk.choose(fields.commandId, `消音 ${mark}`)
  await look('device-command', desk)
  await desk.submit()
  await page
    .getByRole('row', { name: `消音 ${mark}` })
    .getByText(zh.enums.commandState.answered)
    .waitFor()
  await look('device-commands', desk)
  expect(await audited('device', id)).toContain('device.move')
})

test('it is replaced, and its history moves along', async () => {
  const { page } = desk
  const { id: oldId } = await rowOf(second)
  await fleet.report(second, 'smoke')
  await expect
    .poll(async () =>
      (await console.server.db.selectFrom('alarm').select('test').where('device_id', '=', oldId).execute()).map(
        (row) => row.test,
      ),
    )
    .toEqual([false])
  await fleet.report(second, 'restore:smoke')
  await desk.go(deviceAt(oldId))
  await pressAction(head(desk), device.actions.replace)
  await desk.choose(fields.withId, spare)
  await dialog(desk).getByLabel(fields.reason).fill('灵敏度漂移')
  await look('device-replace', desk)
  await desk.submit()
  await page.getByText(device.replace.done).waitFor()
  const { id: newId, room_number } = await rowOf(spare)
  expect(room_number).toBe('207')
  await page.waitForURL(new RegExp(`id=${newId}`))
  await pressTab(page, device.tabs.alarms)
  // The alarm of the old device is shown on the page of the new one.
  const fire = await console.server.db.selectFrom('alarm').select('id').where('device_id', '=', oldId).executeTakeFirstOrThrow()
  const link = `a[href*="alarmLogList/detail?id=${fire.id}"]`
  await page.getByRole('tabpanel').locator(link).waitFor()
  await look('device-history', desk)

  await desk.go(deviceAt(oldId))
  await page.getByText(device.banner.replacedBy).waitFor()
  expect(await page.getByRole('link', { name: spare }).count()).toBe(1)

  await customer.go(deviceAt(newId))
  await pressTab(customer.page, deviceEn.tabs.alarms)
  await customer.page.getByRole('tabpanel').locator(link).waitFor()
  await look('device-customer', customer)
})

test('its trace shows its whole life', async () => {
  const { page } = desk
  await desk.go(`/productTrace/TraceRecord/detail?code=${second.toLowerCase()}`)
  await page.getByRole('heading', { name: second }).waitFor()
  const { traceStep } = zh.enums
  const steps = [traceStep.imported, traceStep.bound, traceStep.fault, traceStep.moved, traceStep.alarm, traceStep.replaced]
  for (const step of steps)
    await page
      .getByRole('main')
      .getByText(new RegExp(`^${step}`))
      .first()
      .waitFor()
  await page.getByRole('link', { name: installOrder.code }).first().waitFor()
  await look('trace', desk)
  await page.getByRole('link', { name: spare }).first().click()
  await page.getByRole('heading', { name: spare }).waitFor()
  await page.getByRole('main').getByText(traceStep.replaces, { exact: true }).first().waitFor()
  const { db } = console.server
  const recorded = await db.selectFrom('device_trace').select('step').where('code', '=', second).orderBy('id').execute()
  expect(recorded.map(({ step }) => step)).toEqual(['imported', 'bound', 'moved', 'unbound', 'scrapped', 'replaced'])
})
