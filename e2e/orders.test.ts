import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { texts as orderEn } from '../packages/web/src/features/order/order.en.ts'
import { texts as orderZh } from '../packages/web/src/features/order/order.zh.ts'
import { texts as feedbackEn } from '../packages/web/src/features/user-feedback/user-feedback.en.ts'
import { texts as feedbackZh } from '../packages/web/src/features/user-feedback/user-feedback.zh.ts'
import { shell as shellEn } from '../packages/web/src/i18n/en/shell.ts'
import { captureFailures, startConsole, type Console, type Window } from './console.ts'
import { addSite, type E2eSite } from './site.ts'

/** Orders of every kind and feedback, through the console as the office, an engineer and a customer use it. */

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
  await desk.expectClean()

  const id = await started('inspect', { description: 'by rooms' })
  await desk.go(`/order/inspectionOrderList/detail?id=${id}`)
  await page.getByRole('button', { name: orderEn.onBehalf.replace('{{action}}', orderEn.actions.record) }).click()
  await result(desk, code('101'), en.enums.orderResult.abnormal, orderEn)
  const measured = orderEn.results.of.replace('{{code}}', code('101')).replace('{{what}}', orderEn.results.records.value)
  await dialog.getByLabel(measured).fill('9 %/m')
  await dialog.getByLabel(en.fields.onBehalfReason).fill('by phone')
  await desk.submit()
  await page.getByText(orderEn.done.record).waitFor()
  await page.getByRole('tab', { name: orderEn.tabs.devices }).click()
  await page.getByText('9 %/m').waitFor()
  await desk.expectClean()
  await page.getByRole('link', { name: orderEn.createRepair }).click()
  await dialog.getByText(code('101')).waitFor()
  await expect.poll(() => dialog.getByLabel(en.fields.description).inputValue()).toContain('9 %/m')
  await desk.submit()
  await page.getByText(orderEn.done.create).waitFor()
  await desk.go(`/order/inspectionOrderList/detail?id=${id}&tab=devices`)
  await page.getByRole('link', { name: /^R\d{8}-\d{6}$/ }).waitFor()
  await desk.close()
}, 90_000)

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
  await page.getByRole('button', { name: orderEn.onBehalf.replace('{{action}}', orderEn.actions.complete) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(orderEn.form.lookUpLabel).fill('stock-1')
  await dialog.getByRole('button', { name: orderEn.form.lookUp }).click()
  await dialog.getByText('From stock').first().waitFor()
  await desk.choose(en.fields.completeType, en.enums.completeType.done)
  await dialog.getByLabel(en.fields.note, { exact: true }).fill('all rooms')
  await dialog.getByLabel(en.fields.onBehalfReason).fill('by phone')
  await desk.submit()
  await page.getByText(orderEn.done.complete).waitFor()
  await page.getByRole('tab', { name: orderEn.tabs.devices }).click()
  await page.getByText('STOCK-1').waitFor()
  await desk.expectClean()
  await desk.close()
  const bound = await db.selectFrom('device').select('project_id').where('code', '=', 'STOCK-1').executeTakeFirstOrThrow()
  expect(bound.project_id).toBe(site.projectId)

  const maintenance = await started('maintenance')
  const at = `/order/maintenanceOrderList/detail?id=${maintenance}`
  const phone = await console.open({ language: 'zh', width: 390, as: world.accounts.northAdmin, at })
  await phone.page.getByRole('button', { name: orderZh.onBehalf.replace('{{action}}', orderZh.actions.complete) }).click()
  await phone.choose(zh.fields.completeType, zh.enums.completeType.done)
  await result(phone, code('102'), zh.enums.orderResult.fail, orderZh)
  await phone.page.getByRole('dialog').getByLabel(zh.fields.note, { exact: true }).fill('已测试')
  await phone.page.getByRole('dialog').getByLabel(zh.fields.onBehalfReason).fill('电话报告')
  await phone.expectClean()
  await phone.submit()
  await phone.page.getByText(orderZh.done.complete).waitFor()
  await phone.page.getByRole('tab', { name: orderZh.tabs.devices }).click()
  await phone.page.getByText(zh.enums.orderResult.fail).first().waitFor()
  await phone.expectClean()
  await phone.close()
}, 90_000)

test('a customer writes, the office sees it at once, answers, and makes a repair order of it', async () => {
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
  await row.getByRole('button', { name: feedbackEn.open }).click()
  const drawer = desk.page.getByRole('dialog')
  await drawer.getByText('North Customer').first().waitFor()
  await desk.expectClean()
  await drawer.getByRole('button', { name: feedbackEn.reply }).click()
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

  const bare = await console.open({ language: 'en', as: world.accounts.northBare })
  for (const path of ['/order/userFeedbackList', '/order/inspectionOrderList/detail?id=1']) {
    await bare.page.goto(`${console.server.url}/#${path}`)
    await bare.page.getByRole('heading', { name: shellEn.noAuth.title }).waitFor()
  }
  await bare.close()
}, 90_000)
