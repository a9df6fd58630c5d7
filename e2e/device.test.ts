import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { texts as command } from '../packages/web/src/features/equipment/device-command/device-command.zh.ts'
import { texts as deviceEn } from '../packages/web/src/features/equipment/device/device.en.ts'
import { texts } from '../packages/web/src/features/equipment/device/device.zh.ts'
import { kit } from '../packages/web/src/i18n/zh/kit.ts'
import { captureFailures, pressAction, pressTab, startConsole, type Console, type Window } from './console.ts'
import { alternating } from './languages.ts'
import { addSite, type E2eSite } from './site.ts'

/** A device from stock to scrap, and everything its page shows about it. */

let console: Console
let site: E2eSite
let desk: Window
let model: string
let detector: { id: number; code: string }

beforeAll(async () => {
  console = await startConsole()
  const { db, world } = console.server
  site = await addSite(db, world.companies.north, world.customers.north)
  const found = await db
    .selectFrom('device')
    .innerJoin('device_model as model', 'model.id', 'device.model_id')
    .select(['device.id', 'device.code', 'model.name as model'])
    .where('project_id', '=', site.projectId)
    .where('room_number', '=', '101')
    .executeTakeFirstOrThrow()
  detector = found
  model = found.model
  const now = Date.now()
  await db
    .updateTable('device')
    .set({
      battery: 12,
      signal: -110,
      online: true,
      last_seen_at: new Date(now),
      last_values: JSON.stringify({ battery: 12, temperature: 21.5, state: 'ok' }),
    })
    .where('id', '=', detector.id)
    .execute()
  await db
    .insertInto('device_value')
    .values(
      Array.from({ length: 60 }, (_, i) => ({
        device_id: detector.id,
        at: new Date(now - i * 900_000),
        values: JSON.stringify({ battery: 12 + i, temperature: 20 + Math.sin(i / 8) * 5 }),
      })),
    )
    .execute()
  await db
    .insertInto('device_online')
    .values([
      { device_id: detector.id, online: true, at: new Date(now - 40 * 3_600_000) },
      { device_id: detector.id, online: false, at: new Date(now - 5 * 3_600_000) },
      { device_id: detector.id, online: true, at: new Date(now - 4 * 3_600_000) },
    ])
    .execute()
  desk = await console.open({ as: world.accounts.northAdmin })
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

const { fields } = zh
const fill = (label: string, text: string) => desk.page.getByRole('dialog').getByLabel(label, { exact: true }).fill(text)

test('goes into stock, where a code that is in use says where, and from there to a project', async () => {
  const { page } = desk
  await desk.go('/device/uninstalledDeviceList')
  await page.getByRole('button', { name: texts.stock.create }).click()
  await desk.submit()
  // Nothing was filled in: each required field says so.
  await page.getByRole('dialog').getByText(zh.rules.required).first().waitFor()
  await fill(fields.code, detector.code)
  await desk.choose(fields.modelId, model)
  await desk.submit()
  await page.getByRole('dialog').getByText('101').waitFor()
  await fill(fields.code, 'E2E-STOCK-1')
  await fill(fields.batch, 'B-2026')
  await desk.expectClean()
  await desk.submit()
  const row = page.getByRole('row', { name: 'E2E-STOCK-1' })
  await row.waitFor()
  await pressAction(row, texts.actions.bind)
  await desk.choose(fields.projectId, 'Tower')
  await desk.choose(fields.gatewayId, site.gateway.code)
  await desk.submit()
  await page.getByText(texts.bind.done).waitFor()
  await expect.poll(() => row.count()).toBe(0)

  await desk.go('/device/deviceList')
  await page.getByRole('row', { name: 'E2E-STOCK-1' }).getByText('Tower').waitFor()
})

test('its page shows its status, its values and who is notified; it is disabled with a reason and enabled again', async () => {
  const { page } = desk
  await desk.go(`/device/deviceList/detail?id=${detector.id}`)
  const head = page.locator('.ew-detail-head')
  await page.getByText(texts.weak).waitFor()
  await page.getByText(texts.lowBattery.replace('{{limit}}', '20')).waitFor()

  await pressTab(page, texts.tabs.values)
  await page.getByText('21.5 °C').waitFor()
  await page.getByRole('img', { name: texts.values.names.battery }).waitFor()
  await page.getByText(texts.values.limit.replace('{{value}}', '20')).waitFor()
  await page.locator('summary').click()
  await page.getByRole('columnheader', { name: texts.values.least }).waitFor()
  await desk.expectClean()

  await pressTab(page, texts.tabs.online)
  await page.getByText('95.83%').waitFor()
  await desk.expectClean()

  await pressTab(page, texts.tabs.place)
  await page.getByText(texts.locate.none).waitFor()
  await page.getByRole('button', { name: texts.actions.locate }).click()
  await fill(fields.latitude, '30.25')
  await fill(fields.longitude, '120.16')
  await desk.submit()
  await page.getByText(texts.locate.done).waitFor()
  await expect.poll(() => page.getByText(texts.locate.none).count()).toBe(0)
  await desk.expectClean()

  await pressTab(page, texts.tabs.notifiers)
  await page.getByRole('button', { name: texts.notifiers.add }).click()
  await fill(fields.personName, '王守卫')
  await fill(fields.phone, '13800001234')
  await desk.submit()
  const contact = page.getByRole('row', { name: '138****1234' })
  await contact.waitFor()
  await pressAction(contact, texts.notifiers.unmask)
  await page.getByText('13800001234').waitFor()
  await desk.expectClean()

  await pressAction(head, texts.actions.disable)
  await desk.submit()
  await page.getByRole('dialog').getByText(zh.rules.required).first().waitFor()
  await fill(fields.reason, '粉刷吊顶')
  const until = page.getByRole('dialog').getByLabel(fields.until)
  await until.fill('2099-01-01 00:00')
  await until.press('Enter')
  await desk.submit()
  // More than 90 days are refused.
  await page.getByRole('dialog').getByText(zh.rules.tooFar).waitFor()
  await until.fill(new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 16).replace('T', ' '))
  await until.press('Enter')
  await desk.submit()
  await page.getByText(texts.banner.disabled.replace('{{reason}}', '粉刷吊顶')).waitFor()
  await desk.expectClean()
  await pressAction(head, texts.actions.enable)
  await page.getByRole('dialog').getByRole('button', { name: texts.actions.enable }).click()
  await expect.poll(() => page.getByText('粉刷吊顶').count()).toBe(0)
})

test('a selection is printed as labels and exported alone', async () => {
  const { page } = desk
  await desk.go('/device/deviceList')
  const row = page.getByRole('row').filter({ hasText: detector.code })
  await row.getByRole('checkbox').check()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: texts.actions.export, exact: true }).click()
  expect((await saved).suggestedFilename()).toMatch(/^device-.*\.xlsx$/)
  await row.getByRole('checkbox').check()
  await page.getByRole('link', { name: texts.actions.label, exact: true }).first().click()
  await page.getByRole('heading', { name: texts.labels.title }).waitFor()
  await page.locator('.ew-label').waitFor()
  expect(await page.locator('.ew-label').count()).toBe(1)
  expect(await page.locator('.ew-label').innerText()).toContain(detector.code)
  await desk.expectClean()
})

test.each(
  alternating(import.meta.filename, [
    { language: 'zh', words: texts, shared: zh },
    { language: 'en', words: deviceEn, shared: en },
  ] as const),
)(
  'a selection is given tags, is found by one, and loses it, in $language',
  async ({ language, words, shared }) => {
    const { db, world } = console.server
    const codes = site.gateway.devices.slice(0, 2).map(({ code }) => code)
    const mine = await console.open({ language, as: world.accounts.northAdmin, at: '/device/deviceList' })
    const { page } = mine
    const rows = codes.map((code) => page.getByRole('row').filter({ hasText: code }))
    const dialog = page.getByRole('dialog')
    const open = async (): Promise<void> => {
      for (const row of rows) await row.getByRole('checkbox').check()
      await page.getByRole('button', { name: words.actions.tag, exact: true }).click()
      await dialog.getByText(words.tag.title.replace('{{count}}', '2')).waitFor()
    }
    const stored = async (): Promise<string[][]> =>
      (await db.selectFrom('device').select('tags').where('code', 'in', codes).orderBy('code').execute()).map(({ tags }) => tags)

    await open()
    await mine.submit()
    await dialog.locator('.ant-form-item-explain-error').first().waitFor()
    for (let i = 0; i < 11; i++) {
      await dialog.getByLabel(shared.fields.addTags).fill(`T${i}`)
      await page.keyboard.press('Enter')
    }
    await mine.submit()
    await dialog.locator('.ant-form-item-explain-error').first().waitFor()
    expect(await stored()).toEqual([[], []])
    await dialog.getByTitle('T10', { exact: true }).locator('.ant-select-selection-item-remove').click()
    await mine.expectClean()
    await mine.submit()
    await page.getByText(words.tag.done).first().waitFor()
    const ten = Array.from({ length: 10 }, (_, i) => `T${i}`)
    await expect.poll(stored).toEqual([ten, ten])

    await mine.go('/device/deviceList?tag=T9')
    await expect.poll(() => page.locator('tbody').getByRole('checkbox').count()).toBe(2)
    await open()
    await mine.choose(shared.fields.removeTags, 'T9')
    await mine.submit()
    // The message after the first change may still be shown.
    await expect.poll(stored).toEqual([ten.slice(0, 9), ten.slice(0, 9)])
    // No device has the tag any more that the list was filtered by.
    await expect.poll(() => page.locator('tbody').getByRole('checkbox').count()).toBe(0)
    await db.updateTable('device').set({ tags: [] }).where('code', 'in', codes).execute()
    await mine.expectClean()
    await mine.close()
  },
  60_000,
)

test('a command is sent to a selection, and each device that cannot be reached is listed with the reason', async () => {
  const { page } = desk
  const { db } = console.server
  const [, , fit, disabled] = site.gateway.devices.map(({ code }) => code)
  await db.updateTable('gateway').set({ online: true, last_seen_at: new Date() }).where('code', '=', site.gateway.code).execute()
  const { model_id } = await db
    .updateTable('device')
    .set({ enabled: false })
    .where('code', '=', String(disabled))
    .returning('model_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('device_command')
    .values({ model_id, code: 'drench', name: 'Drench', encoding: 'json', timeout_s: 60, retries: 0, dangerous: true })
    .execute()
  await desk.go('/device/deviceList')
  for (const code of [fit, disabled])
    await page
      .getByRole('row')
      .filter({ hasText: String(code) })
      .getByRole('checkbox')
      .check()
  await pressAction(page.locator('main'), texts.actions.command)
  await page.getByText(command.send.titleMany.replace('{{count}}', '2')).waitFor()
  await desk.submit()
  await page.getByRole('dialog').getByText(zh.rules.required).first().waitFor()
  await desk.choose(fields.commandId, 'Drench')
  await page.getByText(command.send.dangerous).waitFor()
  await desk.submit()
  await page.getByRole('dialog').getByText(zh.errors.reasonRequired).waitFor()
  await fill(fields.note, '夜间演练')
  await desk.expectClean()
  await desk.submit()
  await page.getByText(kit.each.title.replace('{{total}}', '2').replace('{{failed}}', '1')).waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: String(disabled) })
    .getByText(zh.reasons.commandDeviceOff)
    .waitFor()
  await desk.expectClean()
  const sent = await db
    .selectFrom('sent_command')
    .innerJoin('device', 'device.id', 'sent_command.device_id')
    .select(['device.code', 'sent_command.state'])
    .where('sent_command.code', '=', 'drench')
    .execute()
  expect(sent).toEqual([{ code: fit, state: 'waitingApproval' }])
  await page.getByRole('dialog').getByRole('button').last().click()
})

test('on a phone as well', async () => {
  const { world } = console.server
  const phone = await console.open({ as: world.accounts.northAdmin, width: 390, language: 'en', at: '/device/deviceList' })
  await phone.page.getByText('E2E-STOCK-1').first().waitFor()
  expect(await phone.page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await phone.go(`/device/deviceList/detail?id=${detector.id}&tab=values`)
  await phone.expectClean()
  await phone.close()
})

test('a customer sees its own devices and changes none, and another company none of them', async () => {
  const { world } = console.server
  const customer = await console.open({ as: world.accounts.northCustomer, at: '/device/deviceList' })
  await customer.page.getByRole('row', { name: 'E2E-STOCK-1' }).waitFor()
  await customer.expectClean()
  await customer.close()
  const south = await console.open({ as: world.accounts.southAdmin, at: '/device/deviceList' })
  await expect.poll(() => south.page.getByText('E2E-STOCK-1').count()).toBe(0)
  await south.go(`/device/deviceList/detail?id=${detector.id}`)
  await south.page.getByText(kit.detail.missingHint).waitFor()
  await south.close()
})
