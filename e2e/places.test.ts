import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { zh } from '@emberwatch/contract/texts/zh'
import { en } from '@emberwatch/contract/texts/en'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { png } from '../packages/server/src/testing/images.ts'
import { texts as callTexts } from '../packages/web/src/features/sites/project-notifier/project-notifier.zh.ts'
import { texts as mapEn } from '../packages/web/src/features/base/map/map.en.ts'
import { texts as mapTexts } from '../packages/web/src/features/base/map/map.zh.ts'
import { texts as planTexts } from '../packages/web/src/features/sites/floor-plan/floor-plan.zh.ts'
import { texts as siteTexts } from '../packages/web/src/features/sites/sign-site/sign-site.zh.ts'
import { kit } from '../packages/web/src/i18n/zh/kit.ts'
import { captureFailures, type Console, pressAction, pressTab, startConsole, type Window } from './console.ts'
import { addSite, type E2eSite } from './site.ts'

/** Places: sign-in addresses on the map, call lists, and devices on floor plans. */

let console: Console
let site: E2eSite
/** A stand-in for AMap: a script with the part of its interface that the console uses. */
let amap: Server
let amapWorks = true
const amapScript = `
  class Overlay { constructor(options) { Object.assign(this, options) } on() {} }
  window.AMap = {
    Marker: class extends Overlay {}, Circle: class extends Overlay {},
    Map: class {
      constructor(box, options) { this.box = box; box.dataset.lang = options.lang; this.add([]) }
      on(event, listener) { this.box.onclick = () => listener({ lnglat: { getLng: () => 104.0625, getLat: () => 30.6575 } }) }
      add(overlays) { this.box.dataset.pins = overlays.filter(({ position }) => position).map(({ title, position }) => title + ' ' + position.map((degree) => degree.toFixed(4))).join() }
      clearMap() { this.add([]) } setFitView() {} destroy() {}
    },
  }`

beforeAll(async () => {
  amap = createServer((_request, response) => {
    if (amapWorks) response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(amapScript)
    else response.writeHead(503).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => amap.once('listening', resolve))
  console = await startConsole({ AMAP_SCRIPT_URL: `http://127.0.0.1:${(amap.address() as AddressInfo).port}/maps` })
  const { db, world } = console.server
  site = await addSite(db, world.companies.north, world.customers.north)
})
afterAll(async () => {
  await console.stop()
  amap.close()
})
captureFailures(() => console.windows)

const dialog = ({ page }: Window) => page.getByRole('dialog')
const projectName = async (): Promise<string> =>
  (await console.server.db.selectFrom('project').select('name').where('id', '=', site.projectId).executeTakeFirstOrThrow()).name

test('a sign-in address: made with the map, refused off the earth, shown with who signed in, disabled, kept while it is needed', async () => {
  const { db, world } = console.server
  const desk = await console.open({ as: world.accounts.northAdmin, at: '/project/signAddressList' })
  const { page } = desk
  await page.getByRole('button', { name: siteTexts.create }).click()
  await desk.choose(zh.fields.projectId, await projectName())
  await dialog(desk).getByLabel(zh.fields.name, { exact: true }).fill('一号楼消控室')
  await dialog(desk).getByLabel(zh.fields.address, { exact: true }).fill('四川省成都市武侯区天府大道1号')
  await dialog(desk).getByRole('button', { name: mapTexts.useAddress }).click()
  await dialog(desk).getByText(mapTexts.approximate).waitFor()
  const latitude = dialog(desk).getByLabel(zh.fields.latitude, { exact: true })
  expect(Number(await latitude.inputValue())).toBeCloseTo(30.66, 0)
  await desk.expectClean()
  // Outside the valid range: reported at the field, and the number stays as typed.
  await latitude.fill('95')
  await desk.submit()
  await dialog(desk).locator('.ant-form-item-explain-error').first().waitFor()
  expect(await latitude.inputValue()).toBe('95')
  expect(await db.selectFrom('sign_site').select('id').execute()).toEqual([])
  await dialog(desk).getByRole('button', { name: mapTexts.clear }).click()
  await dialog(desk).getByLabel(mapTexts.searchLabel).fill('没有这个地方')
  await dialog(desk).getByRole('button', { name: mapTexts.search, exact: true }).click()
  await dialog(desk).getByText(zh.enums.geocodeResult.no_data).waitFor()
  // With the keyboard only: chooses the middle of the map.
  await dialog(desk).getByRole('application').press('Enter')
  await expect.poll(() => latitude.inputValue()).not.toBe('')
  await latitude.fill('30.66')
  await dialog(desk).getByLabel(zh.fields.longitude, { exact: true }).fill('104.06')
  await desk.submit()
  await page.getByRole('link', { name: '一号楼消控室' }).waitFor()

  const made = await db.selectFrom('sign_site').selectAll().where('name', '=', '一号楼消控室').executeTakeFirstOrThrow()
  expect(made).toMatchObject({ latitude: 30.66, longitude: 104.06, coordinate_system: 'WGS84', project_id: site.projectId })
  const placed = { company_id: made.company_id, path: made.path, customer_id: made.customer_id, project_id: site.projectId }
  const order = await db
    .insertInto('work_order')
    .values({ ...placed, kind: 'repair', code: 'R-SIGNED-1', status: 'processing', origin: 'manual', description: 'x' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const near = { latitude: 30.6605, longitude: 104.06, coordinate_system: 'WGS84' as const }
  const signed = { order_id: order.id, site_id: made.id, account_id: world.accounts.northEngineer.id, ...near }
  await db
    .insertInto('order_sign_in')
    .values([
      { ...signed, at: new Date(Date.now() - 60_000), distance_m: 55.4, result: 'inRadius' },
      { ...signed, at: new Date(), latitude: 30.67, distance_m: 1_112, result: 'outOfRadius', reason: '门禁绕行' },
    ])
    .execute()
  await page.getByRole('link', { name: '一号楼消控室' }).click()
  await page.getByText(made.tag_code).first().waitFor()
  await page.getByRole('application').waitFor()
  await desk.expectClean()
  await pressTab(page, siteTexts.tabs.records)
  await page.getByRole('row', { name: '门禁绕行' }).getByText(zh.enums.signInResult.outOfRadius).waitFor()
  await page.getByRole('application').getByRole('button', { name: 'North Engineer' }).first().waitFor()
  await desk.expectClean()

  await pressAction(page.locator('.ew-detail-head'), kit.rows.disable)
  await dialog(desk).getByRole('button', { name: kit.rows.disable }).click()
  await page.locator('main').getByText(kit.disabled, { exact: true }).first().waitFor()
  await pressAction(page.locator('.ew-detail-head'), kit.remove)
  await dialog(desk).getByRole('textbox').fill('一号楼消控室')
  await dialog(desk).getByRole('button', { name: kit.remove, exact: true }).click()
  // Somebody has signed in there, so deleting is refused, naming the order.
  await dialog(desk).getByText('R-SIGNED-1').waitFor()
  await desk.close()
})

test('the call list is put in order with the keyboard; numbers are shown only when asked for', async () => {
  const { db, world } = console.server
  const at = `/project/projectList/detail?id=${site.projectId}&tab=calls`
  await db
    .updateTable('project')
    .set({ notify_methods: ['inSite', 'voice'] })
    .where('id', '=', site.projectId)
    .execute()
  const desk = await console.open({ as: world.accounts.northAdmin, at })
  const { page } = desk
  await page.getByText(callTexts.empty).waitFor()
  const add = async (name: string, phone: string): Promise<void> => {
    await page.getByRole('button', { name: callTexts.create }).click()
    await dialog(desk).getByLabel(zh.fields.personName, { exact: true }).fill(name)
    await dialog(desk).getByLabel(zh.fields.phone, { exact: true }).fill(phone)
    await dialog(desk).getByText(callTexts.form.proposed).waitFor()
    await desk.submit()
    await page.getByRole('listitem').filter({ hasText: name }).waitFor()
  }
  await add('消控室甲', '13800000001')
  await add('消控室乙', '13800000002')
  // Preset from the project, except in-site messages, which a call list does not use.
  const methods = await db.selectFrom('project_notifier').select('methods').where('project_id', '=', site.projectId).execute()
  expect(methods).toEqual([{ methods: ['voice'] }, { methods: ['voice'] }])
  await page.getByText('138****0002').waitFor()
  await page.getByRole('listitem').filter({ hasText: '消控室甲' }).getByText(callTexts.number.never).waitFor()
  await page.getByRole('button', { name: callTexts.upOf.replace('{{name}}', '消控室乙') }).press('Enter')
  await expect.poll(() => page.locator('.ew-call strong').allTextContents()).toEqual(['消控室乙', '消控室甲'])
  await page.getByRole('button', { name: kit.masked.showOf.replace('{{name}}', '消控室乙') }).click()
  await page.getByRole('link', { name: '13800000002' }).waitFor()
  await desk.expectClean()
  const actions = (await db.selectFrom('audit_log').select('action').where('action', 'like', 'projectNotifier.%').execute()).map(
    ({ action }) => action,
  )
  expect(actions).toEqual(
    expect.arrayContaining(['projectNotifier.create', 'projectNotifier.phoneSeq', 'projectNotifier.unmask']),
  )
  // Input that cannot be accepted is reported at its field.
  await page.getByRole('listitem').filter({ hasText: '消控室甲' }).getByRole('button', { name: kit.edit }).click()
  await desk.choose(zh.fields.methods, zh.enums.notifyMethod.mail)
  await desk.submit()
  await dialog(desk).locator('.ant-form-item-explain-error').filter({ hasText: zh.reasons.methodNeedsEmail }).waitFor()
  await desk.close()
})

test('a device is put on a floor plan; a drawing of 60 megapixels is refused before it is sent', async () => {
  const { world } = console.server
  const at = `/project/projectList/detail?id=${site.projectId}&tab=plans`
  const desk = await console.open({ as: world.accounts.northAdmin, at })
  const { page } = desk
  await page.getByText(planTexts.empty).waitFor()
  await page.getByRole('button', { name: planTexts.create }).click()
  await dialog(desk).getByLabel(zh.fields.building, { exact: true }).fill('一号楼')
  await dialog(desk).getByLabel(zh.fields.floor, { exact: true }).fill('1F')
  const uploads: string[] = []
  page.on('request', (request) => void (request.url().includes('file/upload') && uploads.push(request.url())))
  const file = dialog(desk).locator('input[type=file]')
  await file.setInputFiles({ name: 'huge.png', mimeType: 'image/png', buffer: await png(10_000, 6_000) })
  await dialog(desk).getByRole('alert').filter({ hasText: '10000×6000' }).waitFor()
  expect(uploads).toEqual([])
  await file.setInputFiles({ name: 'floor.png', mimeType: 'image/png', buffer: await png(800, 500, '#e8edf2') })
  await dialog(desk).locator('.ew-upload-image').waitFor()
  await desk.submit()
  await page.getByText(planTexts.none).waitFor()

  await page.getByRole('button', { name: planTexts.place }).click()
  await page.getByRole('combobox', { name: planTexts.device }).click()
  await page.locator('.ant-select-item-option').first().click()
  const plan = page.locator('.ew-plan')
  await plan.locator('img').waitFor()
  await plan.click({ position: { x: 200, y: 100 } })
  const pin = plan.getByRole('link')
  await pin.waitFor()
  await desk.expectClean()
  // The next one without a mouse.
  await page.getByRole('combobox', { name: planTexts.device }).click()
  await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').first().click()
  await plan.press('ArrowRight')
  await plan.press('Enter')
  await expect.poll(() => pin.count()).toBe(2)
  await pressAction(page.getByRole('row').filter({ hasText: 'SD' }).first(), planTexts.unplace)
  await expect.poll(() => pin.count()).toBe(1)
  await desk.close()
  // A customer can view it but change nothing.
  await console.server.db
    .deleteFrom('role_menu')
    .where('role_id', '=', world.accounts.northCustomer.roleId)
    .where('menu_code', '=', 'floorPlan:place')
    .execute()
  const owner = await console.open({ as: world.accounts.northCustomer, at, width: 390 })
  await owner.page.locator('.ew-plan-pin').waitFor()
  expect(await owner.page.getByText(zh.fields.actions, { exact: true }).count()).toBe(0)
  await owner.expectClean()
  await owner.close()
})

test('with a key, AMap draws the map and the page’s policy allows it; if it does not answer, the offline map is shown and says so', async () => {
  const { db, world } = console.server
  await db
    .updateTable('project')
    .set({ latitude: 30.66, longitude: 104.06, coordinate_system: 'WGS84' })
    .where('id', '=', site.projectId)
    .execute()
  const admin = await console.server.tokenOf(world.accounts.siterAdmin)
  const policy = async (): Promise<string> => (await fetch(console.server.url)).headers.get('content-security-policy') ?? ''
  expect(await policy()).not.toContain('amap.com')
  const { data } = await console.server.call('GET', 'web/settings/find', {}, admin)
  const { version, chosen } = data as { version: number; chosen: object }
  const saved = await console.server.call(
    'POST',
    'web/settings/update',
    { ...chosen, version, mapProvider: 'amap', mapKey: 'key-1' },
    admin,
  )
  expect(saved).toMatchObject({ success: true })
  await expect.poll(policy).toContain('https://*.amap.com')

  const at = `/project/projectList/detail?id=${site.projectId}`
  const desk = await console.open({ as: world.accounts.northAdmin, at, language: 'en' })
  const map = desk.page.locator('.ew-map[data-lang="en"]')
  await map.waitFor()
  // In AMap's own coordinate system.
  await expect.poll(() => map.getAttribute('data-pins')).toMatch(/104\.062\d,30\.657\d/)
  await desk.expectClean()
  await desk.close()

  amapWorks = false
  const other = await console.open({ as: world.accounts.northAdmin, at, language: 'en' })
  await other.page.getByText(mapEn.serviceError).waitFor()
  await other.page.locator('.ew-map-pin').waitFor()
  expect(en.enums.geocodeResult.error).toBe('Map service error')
  await other.close()
})
