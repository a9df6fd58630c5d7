import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { texts as orderEn } from '../packages/web/src/features/orders/order/order.en.ts'
import { texts as orderZh } from '../packages/web/src/features/orders/order/order.zh.ts'
import { texts as listEn } from '../packages/web/src/features/orders/order-checklist/order-checklist.en.ts'
import { texts as feedbackEn } from '../packages/web/src/features/orders/user-feedback/user-feedback.en.ts'
import { texts as feedbackZh } from '../packages/web/src/features/orders/user-feedback/user-feedback.zh.ts'
import { captureFailures, type Console, pressAction, pressTab, startConsole, type Window } from './console.ts'
import { addSite, type E2eSite } from './site.ts'

/** Orders of every kind and feedback in the console, as used by the office, an engineer and a customer. */

let console: Console
let site: E2eSite
let manager: string
let engineer: string

beforeAll(async () => {
  console = await startConsole()
  const { db, world, signIn } = console.server
  site = await addSite(db, world.companies.north, world.customers.north)
  manager = await signIn(world.accounts.northAdmin)
  engineer = await signIn(world.accounts.northEngineer)
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

const post = async (token: string, path: string, input: Readonly<Record<string, unknown>>): Promise<number> => {
  const answer = await console.server.call('POST', path, input, token)
  expect(answer, answer.msg).toMatchObject({ success: true })
  return (answer.data as { id: number }).id
}
/** An order that North's engineer has started. */
const started = async (kind: string, input: Readonly<Record<string, unknown>> = {}): Promise<number> => {
  const engineerIds = [console.server.world.accounts.northEngineer.id]
  const planned = { projectId: site.projectId, priority: 'normal', description: `${kind} as planned`, engineerIds }
  const id = await post(manager, `web/order/${kind}/create`, { ...planned, ...input })
  for (const step of ['receive', 'start']) await post(engineer, `app/order/${step}`, { id })
  return id
}
const projectName = async () =>
  (await console.server.db.selectFrom('project').select('name').where('id', '=', site.projectId).executeTakeFirstOrThrow()).name
const code = (room: string) => site.gateway.devices.find((device) => device.room === room)?.code ?? ''
const result = (window: Window, device: string, label: string, texts: typeof orderEn) =>
  window.page
    .getByRole('dialog')
    .getByLabel(texts.results.result.replace('{{code}}', device))
    .click()
    .then(() =>
      window.page
        .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option', { hasText: label })
        .first()
        .click(),
    )

test('an inspection of a whole project is created, recorded bit by bit, and leads to a repair order', async () => {
  const { world } = console.server
  const desk = await console.open({ language: 'en', as: world.accounts.northAdmin, at: '/order/inspectionOrderList' })
  const { page } = desk
  await page.getByRole('heading', { name: en.menus['order.inspect'] }).waitFor()
  await page.getByRole('main').getByRole('button', { name: 'New' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(orderEn.kinds.inspect.create).waitFor()
  await desk.choose(en.fields.projectId, await projectName())
  await dialog.getByLabel(en.fields.description).fill('spring round')
  await desk.submit()
  await page.getByText(orderEn.done.create).waitFor()
  const row = page.getByRole('row', { name: /spring round/ })
  await row.waitFor()

  const id = await started('inspect', { description: 'by rooms' })
  await desk.go(`/order/inspectionOrderList/detail?id=${id}`)
  await pressAction(page.locator('.ew-detail-head'), orderEn.onBehalf.replace('{{action}}', orderEn.actions.record))
  await result(desk, code('101'), en.enums.orderResult.abnormal, orderEn)
  const measured = orderEn.results.of.replace('{{code}}', code('101')).replace('{{what}}', orderEn.results.records.value)
  await dialog.getByLabel(measured).fill('9 %/m')
  await dialog.getByLabel(en.fields.onBehalfReason).fill('by phone')
  await desk.submit()
  await page.getByText(orderEn.done.record).waitFor()
  await pressTab(page, orderEn.tabs.devices)
  await page.getByText('9 %/m').waitFor()
  await desk.expectClean()
  // Whom its messages went to, and that nobody has read them yet.
  await pressTab(page, orderEn.tabs.messages)
  await page.getByRole('cell', { name: orderEn.notRead }).first().waitFor()
  await desk.expectClean()
  await pressTab(page, orderEn.tabs.devices)
  await page.getByRole('link', { name: orderEn.createRepair }).click()
  await dialog.getByText(code('101')).waitFor()
  await expect.poll(() => dialog.getByLabel(en.fields.description).inputValue()).toContain('9 %/m')
  await desk.submit()
  await page.getByText(orderEn.done.create).waitFor()
  await desk.go(`/order/inspectionOrderList/detail?id=${id}&tab=devices`)
  await page.getByRole('link', { name: /^R\d{8}-\d{6}$/ }).waitFor()
  await desk.close()
})

test('an installation binds what was scanned; a maintenance is recorded on a phone’s width', async () => {
  const { db, world } = console.server
  const { north } = world.companies
  const model = await db
    .selectFrom('device')
    .select('model_id')
    .where('project_id', '=', site.projectId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('device')
    .values({ company_id: north.id, path: north.path, model_id: model.model_id, code: 'STOCK-1', name: 'From stock' })
    .execute()
  await db.updateTable('project').set({ status: 'installing' }).where('id', '=', site.projectId).execute()
  const id = await started('install')
  const desk = await console.open({
    language: 'en',
    as: world.accounts.northAdmin,
    at: `/order/installationOrderList/detail?id=${id}`,
  })
  const { page } = desk
  await pressAction(page.locator('.ew-detail-head'), orderEn.onBehalf.replace('{{action}}', orderEn.actions.complete))
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(orderEn.form.lookUpLabel).fill('stock-1')
  await dialog.getByRole('button', { name: orderEn.form.lookUp }).click()
  await dialog.getByText('From stock').first().waitFor()
  await desk.choose(en.fields.completeType, en.enums.completeType.done)
  await dialog.getByLabel(en.fields.note, { exact: true }).fill('all rooms')
  await dialog.getByLabel(en.fields.onBehalfReason).fill('by phone')
  await desk.submit()
  await page.getByText(orderEn.done.complete).waitFor()
  await pressTab(page, orderEn.tabs.devices)
  await page.getByText('STOCK-1').waitFor()
  await desk.expectClean()
  await desk.close()
  const bound = await db.selectFrom('device').select('project_id').where('code', '=', 'STOCK-1').executeTakeFirstOrThrow()
  expect(bound.project_id).toBe(site.projectId)

  const maintenance = await started('maintenance')
  const at = `/order/maintenanceOrderList/detail?id=${maintenance}`
  const phone = await console.open({ language: 'zh', width: 390, as: world.accounts.northAdmin, at })
  await pressAction(phone.page.locator('.ew-detail-head'), orderZh.onBehalf.replace('{{action}}', orderZh.actions.complete))
  await phone.choose(zh.fields.completeType, zh.enums.completeType.done)
  await result(phone, code('102'), zh.enums.orderResult.fail, orderZh)
  await phone.page.getByRole('dialog').getByLabel(zh.fields.note, { exact: true }).fill('已测试')
  await phone.page.getByRole('dialog').getByLabel(zh.fields.onBehalfReason).fill('电话报告')
  await phone.expectClean()
  await phone.submit()
  await phone.page.getByText(orderZh.done.complete).waitFor()
  await pressTab(phone.page, orderZh.tabs.devices)
  await phone.page.getByText(zh.enums.orderResult.fail).first().waitFor()
  await phone.expectClean()
  await phone.close()
})

test('orders are put on hold and cancelled, assigned together, and seen as board, calendar and map', async () => {
  const { world, db } = console.server
  await db
    .updateTable('project')
    .set({ latitude: 30.6, longitude: 104.1, coordinate_system: 'WGS84' })
    .where('id', '=', site.projectId)
    .execute()
  const devices = await db.selectFrom('device').select('id').where('project_id', '=', site.projectId).orderBy('id').execute()
  const dueAt = new Date(Date.now() + 3_600_000).toISOString()
  const repair = (description: string) =>
    post(manager, 'web/order/repair/create', { deviceIds: [devices[0]?.id], priority: 'high', description, dueAt })
  const [held, one, two] = [await repair('waits for a part'), await repair('first of two'), await repair('second of two')]
  const desk = await console.open({
    language: 'en',
    as: world.accounts.northAdmin,
    at: `/order/repairOrderList/detail?id=${held}`,
  })
  const { page } = desk
  const dialog = page.getByRole('dialog')
  const more = (action: string) => pressAction(page.locator('.ew-detail-head'), action)
  await more(orderEn.actions.hold)
  await desk.submit()
  await dialog.getByText(en.rules.required).first().waitFor()
  await dialog.getByLabel(en.fields.reason).fill('the part comes on Monday')
  await desk.submit()
  await page.getByText(orderEn.heldBecause.replace('{{reason}}', 'the part comes on Monday')).waitFor()
  await desk.expectClean()
  await more(orderEn.actions.unhold)
  await desk.submit()
  await page.getByText(orderEn.done.unhold).waitFor()
  await more(orderEn.actions.cancel)
  await dialog.getByLabel(en.fields.reason).fill('ordered twice')
  await desk.submit()
  await page.locator('.ew-detail-head').getByText(en.enums.orderStatus.cancelled).waitFor()
  await desk.expectClean()

  await desk.go('/order/repairOrderList')
  for (const description of ['first of two', 'second of two'])
    await page
      .getByRole('row', { name: new RegExp(description) })
      .getByRole('checkbox')
      .check()
  await page.getByRole('button', { name: orderEn.assignSelected }).click()
  await desk.choose(en.fields.engineerIds, 'North Engineer')
  await dialog.getByLabel(en.fields.note).fill('tomorrow')
  await desk.submit()
  await page.getByText(orderEn.done.assignMany).waitFor()
  await expect
    .poll(async () =>
      (await db.selectFrom('work_order').select('status').where('id', 'in', [one, two]).execute()).map(({ status }) => status),
    )
    .toEqual(['pending_receive', 'pending_receive'])
  for (const [view, found] of [
    [orderEn.views.board, 'first of two'],
    [orderEn.views.calendar, await projectName()],
    [orderEn.views.map, await projectName()],
  ] as const) {
    await page.locator('.ew-views-head').getByText(view, { exact: true }).click()
    await page.getByText(found).first().waitFor({ state: 'attached' })
    await desk.expectClean()
  }
  await page.locator('.ew-views-head').getByText(orderEn.views.calendar).click()
  // Days are in the site's time zone, so this may be tomorrow for the browser.
  await page.locator('.ew-calendar-day:has(.ew-tab-count)').first().click()
  await page.getByRole('link', { name: /second of two/ }).waitFor()
  await desk.close()

  const phone = await console.open({
    language: 'zh',
    width: 390,
    as: world.accounts.northEngineer,
    at: '/order/repairOrderList?view=calendar',
  })
  await phone.page.locator('.ew-calendar-day:has(.ew-tab-count)').first().click()
  await phone.page.getByRole('link', { name: /second of two/ }).waitFor()
  await phone.expectClean()
  await phone.page.locator('.ew-views-head').getByText(orderZh.views.list).click()
  await phone.page.getByRole('button', { name: new RegExp(orderZh.chips.mine) }).click()
  await phone.page.getByText('second of two').first().waitFor()
  await phone.expectClean()
  await phone.close()
})

test('a checklist is drawn up, answered, and asked for; the customer rates the work', async () => {
  const { world } = console.server
  const office = await console.open({ language: 'en', as: world.accounts.siterAdmin, at: '/order/checklistList' })
  const { page } = office
  const dialog = page.getByRole('dialog')
  await page.getByRole('main').getByRole('button', { name: 'New' }).first().click()
  await office.choose(listEn.kind, en.enums.orderKind.repair)
  const of = (what: string) => listEn.of.replace('{{index}}', '1').replace('{{what}}', what)
  await dialog.getByLabel(of(en.fields.textZh)).fill('水源正常')
  await office.submit()
  await dialog.getByText(listEn.textsNeeded).waitFor()
  await dialog.getByLabel(of(en.fields.textEn)).fill('Water is on')
  await office.submit()
  await page.getByRole('row', { name: /Water is on/ }).waitFor()
  await office.expectClean()
  await office.close()

  const device = await console.server.db
    .selectFrom('device')
    .select('id')
    .where('project_id', '=', site.projectId)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const engineerIds = [world.accounts.northEngineer.id]
  const id = await post(manager, 'web/order/repair/create', {
    deviceIds: [device.id],
    priority: 'normal',
    description: 'with a checklist',
    engineerIds,
  })
  for (const step of ['receive', 'start']) await post(engineer, `app/order/${step}`, { id })
  const at = `/order/repairOrderList/detail?id=${id}`
  const worker = await console.open({ language: 'en', as: world.accounts.northEngineer, at })
  await pressAction(worker.page.locator('.ew-detail-head'), orderEn.actions.complete)
  await worker.choose(en.fields.completeType, en.enums.completeType.fixed)
  const form = worker.page.getByRole('dialog')
  await form.getByLabel(en.fields.note, { exact: true }).fill('all tested')
  await worker.submit()
  await form.getByText((orderEn.work.needed_one ?? '').replace('{{count}}', '1')).waitFor()
  await form.getByRole('radiogroup', { name: 'Water is on' }).getByText(orderEn.work.no).click()
  await form.getByText(orderEn.work.abnormal).waitFor()
  await form.getByRole('button', { name: orderEn.work.addPart }).click()
  await form.getByLabel(orderEn.work.partOf.replace('{{index}}', '1').replace('{{what}}', orderEn.work.part)).fill('Battery')
  await worker.expectClean()
  await worker.submit()
  await worker.page.getByText(orderEn.done.complete).waitFor()
  await pressTab(worker.page, orderEn.tabs.checks)
  await worker.page.getByText('Battery').waitFor()
  await worker.expectClean()
  await pressTab(worker.page, orderEn.tabs.sheet)
  await worker.page.getByText('Water is on').waitFor()
  await worker.expectClean()
  await worker.close()
  await post(manager, 'web/order/repair/verify', { id, agree: true })

  const customer = await console.open({ language: 'zh', width: 390, as: world.accounts.northCustomer, at })
  await pressAction(customer.page.locator('.ew-detail-head'), orderZh.actions.appraise)
  await customer.page.getByRole('dialog').getByText(orderZh.rating['5']).click()
  await customer.submit()
  await customer.page.getByText(orderZh.done.appraise).waitFor()
  await pressTab(customer.page, orderZh.tabs.timeline)
  await customer.page.getByText('★★★★★').first().waitFor()
  const rated = await console.server.db
    .selectFrom('work_order')
    .select(['status', 'rating'])
    .where('id', '=', id)
    .executeTakeFirst()
  expect(rated).toEqual({ status: 'complete', rating: 5 })
  await customer.expectClean()
  await customer.close()
})

test('a customer sends feedback; the office sees it at once, replies, and converts it to a repair order', async () => {
  const { world } = console.server
  const desk = await console.open({ language: 'en', as: world.accounts.northAdmin, at: '/order/userFeedbackList' })
  const customer = await console.open({
    language: 'zh',
    width: 390,
    as: world.accounts.northCustomer,
    at: '/order/userFeedbackList',
  })
  await customer.page.getByRole('button', { name: feedbackZh.create }).click()
  const form = customer.page.getByRole('dialog')
  await customer.submit()
  await form.getByText(zh.rules.required).first().waitFor()
  await customer.choose(zh.fields.projectId, await projectName())
  await form.getByLabel(zh.fields.deviceCode).fill('no-such')
  await form.getByLabel(zh.fields.content).fill('探测器夜里会响')
  await customer.submit()
  await form.getByText(zh.errors.deviceMissing).waitFor()
  await form.getByLabel(zh.fields.deviceCode).fill(code('103').toLowerCase())
  await customer.submit()
  await customer.page.getByText(feedbackZh.created).waitFor()
  await customer.expectClean()

  const row = desk.page.getByRole('row', { name: /探测器夜里会响/ })
  await row.waitFor()
  await pressAction(row, feedbackEn.open)
  const drawer = desk.page.getByRole('dialog')
  await drawer.getByText('North Customer').first().waitFor()
  await desk.expectClean()
  await drawer.getByRole('button', { name: feedbackEn.reply }).click()
  await desk.submit()
  await desk.page.getByText(en.errors.emptyMessage).waitFor()
  await desk.page.getByRole('dialog').last().getByLabel(en.fields.content).fill('We come tomorrow')
  await desk.submit()
  await desk.page.getByText(feedbackEn.replied).waitFor()
  await drawer.getByText('We come tomorrow').first().waitFor()
  await customer.page.getByText(zh.enums.feedbackState.handled, { exact: true }).last().waitFor()
  await customer.close()

  await drawer.getByRole('link', { name: feedbackEn.convert }).click()
  await drawer.getByText(code('103')).waitFor()
  await expect.poll(() => drawer.getByLabel(en.fields.description).inputValue()).toBe('探测器夜里会响')
  await desk.submit()
  await desk.page.getByText(orderEn.done.create).waitFor()
  await desk.go('/order/userFeedbackList')
  await desk.page.getByRole('row', { name: /R\d{8}-\d{6}/ }).waitFor()
  await desk.close()
})
