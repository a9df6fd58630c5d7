import { afterAll, beforeAll, expect, test } from 'vitest'
import { png } from '../packages/server/src/testing/images.ts'
import { captureFailures, startConsole, type Console } from './console.ts'
import { button, openPhoneOf } from './phone.ts'
import { addSite } from './site.ts'

let ui: Console

beforeAll(async () => {
  ui = await startConsole()
})
afterAll(() => ui.stop())
captureFailures(() => ui.windows)

const statusOf = async (id: number): Promise<string> =>
  (await ui.server.db.selectFrom('work_order').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

test('an installation takes a device that nobody planned; it is recorded twice without a network, with one photo', async () => {
  const { db, world } = ui.server
  const manager = await ui.server.tokenOf(world.accounts.northAdmin)
  const { north } = world.companies
  const fresh = await addSite(db, north, world.customers.north)
  await db.updateTable('project').set({ status: 'installing' }).where('id', '=', fresh.projectId).execute()
  const planned = await db.selectFrom('device').selectAll().where('project_id', '=', fresh.projectId).execute()
  const model = planned[0]?.model_id ?? 0
  const stock = { company_id: north.id, path: north.path, model_id: model, code: `STOCK${fresh.projectId}`, name: 'From stock' }
  const device = await db.insertInto('device').values(stock).returning('id').executeTakeFirstOrThrow()
  const engineerIds = [world.accounts.northEngineer.id]
  const install = { projectId: fresh.projectId, priority: 'normal', description: 'New wing', engineerIds }
  const made = await ui.server.call('POST', 'web/order/install/create', install, manager)
  const { id } = made.data as { id: number }
  const phone = await openPhoneOf(ui, 'en', world.accounts.northEngineer)
  const { page } = phone
  const sheet = page.getByRole('dialog')
  await page.getByText('New wing').click()
  await button(page, 'Accept').click()
  await button(page, 'Start work').click()
  await button(page, 'Complete').click()
  await sheet.getByText('No device is recorded yet. Please add what was installed first').waitFor()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await button(page, 'Add a device').click()
  await sheet.getByLabel('Code').fill('nothing-like-it')
  await sheet.getByRole('button', { name: 'Add a device' }).click()
  await sheet.getByRole('alert').waitFor()
  await phone.expectClean()
  await sheet.getByLabel('Code').fill(stock.code)
  await sheet.getByRole('button', { name: 'Add a device' }).click()
  // A photo of it, entered twice before anything is sent.
  await page.locator('.m-devices').getByText(stock.code).first().waitFor()
  await page.context().setOffline(true)
  await page.locator('.m-devices button').first().click()
  const photo = { name: 'a.png', mimeType: 'image/png', buffer: await png(900, 700) }
  await sheet.locator('input[type=file]').setInputFiles(photo)
  await sheet.getByRole('img', { name: 'Photo 1' }).waitFor()
  const gateway = await db.selectFrom('gateway').selectAll().where('project_id', '=', fresh.projectId).executeTakeFirstOrThrow()
  await sheet.getByLabel('Gateway it reports through (optional)').selectOption(String(gateway.id))
  await sheet.getByLabel('Room (optional)').fill('B1-07')
  await phone.expectClean()
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('1 photo', { exact: true }).waitFor()
  await page.locator('.m-devices button').first().click()
  // What was entered before is still there, although the server has not received it.
  expect(await sheet.getByLabel('Gateway it reports through (optional)').inputValue()).toBe(String(gateway.id))
  expect(await sheet.getByLabel('Room (optional)').inputValue()).toBe('B1-07')
  await sheet.getByLabel('Note (optional)').fill('above the door')
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await button(page, 'Complete').click()
  await sheet.getByRole('radio', { name: 'Done', exact: true }).check()
  await sheet.getByLabel('What was done').fill('Installed')
  await sheet.getByRole('button', { name: 'Complete', exact: true }).click()
  await page.context().setOffline(false)
  await expect.poll(() => statusOf(id), { timeout: 20_000 }).toBe('pending_verify')
  const recorded = await db.selectFrom('order_device').selectAll().where('order_id', '=', id).execute()
  expect(recorded).toMatchObject([
    { device_id: device.id, result: 'installed', note: 'above the door', gateway_id: gateway.id, photos: [expect.any(String)] },
  ])
  const bound = await db.selectFrom('device').selectAll().where('id', '=', device.id).executeTakeFirstOrThrow()
  expect(bound).toMatchObject({ project_id: fresh.projectId, gateway_id: gateway.id, room_number: 'B1-07' })
  await phone.close()
})

test('a repair order from an alarm asks for cause and retest before its completion is queued on the phone', async () => {
  const { db, world } = ui.server
  const { north } = world.companies
  const site = await addSite(db, north, world.customers.north)
  const device = await db.selectFrom('device').selectAll().where('project_id', '=', site.projectId).executeTakeFirstOrThrow()
  const type = await db.selectFrom('alarm_type').select('id').where('code', '=', 'smoke').executeTakeFirstOrThrow()
  const alarm = await db
    .insertInto('alarm')
    .values({
      company_id: north.id,
      path: north.path,
      customer_id: world.customers.north,
      project_id: site.projectId,
      device_id: device.id,
      type_id: type.id,
      level: 'fire',
      state: 'misreport',
      cause: 'steam',
      source_format: 'EW',
      source_code: 'smoke',
      first_at: new Date(),
      last_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const made = await ui.server.call(
    'POST',
    'web/order/repair/create',
    {
      alarmId: alarm.id,
      deviceIds: [device.id],
      priority: 'normal',
      description: 'Steam in the bath',
      engineerIds: [world.accounts.northEngineer.id],
    },
    await ui.server.tokenOf(world.accounts.northAdmin),
  )
  const { id } = made.data as { id: number }
  const phone = await openPhoneOf(ui, 'zh', world.accounts.northEngineer)
  const { page } = phone
  const sheet = page.getByRole('dialog')
  await page.getByText('Steam in the bath').click()
  await button(page, '接单').click()
  await button(page, '开工').click()
  await page.locator('.m-devices button').first().click()
  await sheet.getByRole('radio', { name: '已修复' }).check()
  await sheet.getByRole('button', { name: '保存', exact: true }).click()
  await expect.poll(() => statusOf(id)).toBe('processing')
  await button(page, '完工').click()
  await sheet.getByRole('radio', { name: '已修复' }).check()
  await sheet.getByLabel('完成说明').fill('moved')
  await sheet.getByRole('button', { name: '完工', exact: true }).click()
  await sheet.getByText('请选择复测结果：该工单由报警转来').waitFor()
  await phone.expectClean()
  await sheet.getByLabel('故障原因').fill('steam')
  await sheet.getByRole('radio', { name: '测试正常' }).check()
  await sheet.getByRole('button', { name: '完工', exact: true }).click()
  await expect.poll(() => statusOf(id)).toBe('pending_verify')
  await phone.close()
})
