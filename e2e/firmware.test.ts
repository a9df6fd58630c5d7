import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { texts as english } from '../packages/web/src/features/equipment/firmware/firmware.en.ts'
import { texts } from '../packages/web/src/features/equipment/firmware/firmware.zh.ts'
import { kit } from '../packages/web/src/i18n/zh/kit.ts'
import { actionName, captureFailures, pressAction, startConsole, type Console } from './console.ts'

/** Firmware is uploaded, signed, released and withdrawn; its page shows how devices get to it, and how they verify it. */

let console: Console
let modelName: string

beforeAll(async () => {
  console = await startConsole()
  const { db, world } = console.server
  const series = await db
    .insertInto('device_series')
    .values({ code: 'FW', name: 'Gateways', network: 'lora' })
    .returning('id')
    .executeTakeFirstOrThrow()
  modelName = 'GW-500'
  const model = await db
    .insertInto('device_model')
    .values({ series_id: series.id, code: 'GW-500', name: modelName, is_gateway: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: company_id, path } = world.companies.north
  for (const [code, firmware] of [
    ['GW-A', '1.0.000'],
    ['GW-B', '1.2.000'],
  ] as const)
    await db
      .insertInto('gateway')
      .values({ company_id, path, model_id: model.id, code, name: code, secret_hash: randomBytes(32), firmware, hardware: 'B' })
      .execute()
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

/** Folder for screenshots, if requested. */
const pictures = process.env['PICTURES']
const picture = async (page: { screenshot(options: { path: string }): Promise<unknown> }, name: string): Promise<void> => {
  if (pictures === undefined) return
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `firmware-${name}.png`) })
}

const bin = () => ({
  name: 'gw500.bin',
  mimeType: 'application/octet-stream',
  buffer: Buffer.concat([Buffer.from('00200020', 'hex'), randomBytes(40_000)]),
})

test('firmware is uploaded, signed and released, reached through several steps, and withdrawn', async () => {
  const { siterAdmin } = console.server.world.accounts
  const desk = await console.open({ as: siterAdmin, at: '/version/firmwareEdition' })
  const { page } = desk
  const dialog = page.getByRole('dialog')
  const add = async (version: string, initial?: string) => {
    await page.getByRole('button', { name: texts.create }).first().click()
    await dialog.getByLabel(zh.fields.name, { exact: true }).fill(`GW-500 ${version}`)
    await desk.choose(zh.fields.modelName, modelName)
    await dialog.getByLabel(zh.fields.editionVersion).fill(version)
    if (initial !== undefined) await dialog.getByLabel(zh.fields.initialVersion).fill(initial)
    const chooser = dialog.getByLabel(kit.upload.choose.replace('{{label}}', zh.fields.fileId))
    if (initial === undefined) {
      await chooser.setInputFiles({ ...bin(), buffer: Buffer.from('<html>404</html>') })
      await dialog.locator('.ew-upload-problem').getByText(/bin/).waitFor()
      await desk.expectClean()
    }
    await chooser.setInputFiles(bin())
    await dialog.getByText(kit.upload.replace, { exact: true }).waitFor()
    if (initial === undefined) {
      await dialog.getByLabel(zh.fields.notesZh).fill('减少误报，修复离线后不补报的问题')
      await picture(page, 'form-zh-1440')
    }
    await desk.submit()
    await page.getByRole('row', { name: `GW-500 ${version}` }).waitFor()
  }
  await add('1.2.000')
  const rowOf = (version: string) => page.getByRole('row', { name: `GW-500 ${version}` })
  const release = (version: string) => rowOf(version).getByRole('button', { name: actionName(texts.release) })
  // Without a key it cannot be released: the disabled action in the menu gives the reason.
  await rowOf('1.2.000').getByRole('button', { name: kit.more }).click()
  await page.getByRole('menuitem', { name: texts.release }).waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: texts.keys }).click()
  await dialog.getByText(texts.keysNone).waitFor()
  await dialog.getByRole('button', { name: texts.make, exact: true }).click()
  const asked = page.getByRole('dialog', { name: texts.makeTitle })
  await asked.getByLabel(zh.fields.password, { exact: true }).fill('not mine at all')
  await asked.getByRole('button', { name: texts.make, exact: true }).click()
  await asked.getByText(zh.errors.wrongPassword).first().waitFor()
  await desk.expectClean()
  await asked.getByLabel(zh.fields.password, { exact: true }).fill(desk.password)
  await asked.getByRole('button', { name: texts.make, exact: true }).click()
  await dialog.getByText(texts.keyCurrent).waitFor()
  await dialog.getByRole('button', { name: texts.rotate, exact: true }).click()
  const again = page.getByRole('dialog', { name: texts.rotateTitle })
  await again.getByLabel(zh.fields.password, { exact: true }).fill(desk.password)
  await again.getByRole('button', { name: texts.rotate, exact: true }).click()
  await dialog.getByText(texts.keyRetired).waitFor()
  await desk.expectClean()
  await picture(page, 'keys-zh-1440')
  // Escape would first close a tooltip, if the pointer happens to rest on one.
  await page.locator('.ant-drawer-close').click()

  await add('1.3.000', '1.2.000')
  for (const version of ['1.2.000', '1.3.000']) {
    await release(version).click()
    await page.getByRole('dialog').getByRole('button', { name: texts.release, exact: true }).click()
    await rowOf(version).getByText(zh.enums.firmwareState.released).waitFor()
  }
  await picture(page, 'list-zh-1440')

  await page.getByRole('link', { name: 'GW-500 1.3.000' }).click()
  await page.getByRole('tab', { name: texts.routes }).click()
  const from = page.getByRole('row', { name: /^1\.0\.000/ })
  await from.getByText('1.3.000').waitFor()
  expect(await from.textContent()).toMatch(/1\.2\.000 → 1\.3\.000/)
  await desk.expectClean()
  await picture(page, 'routes-zh-1440')
  await page.getByRole('tab', { name: texts.signing }).click()
  await page
    .getByText(/emberwatch-firmware-v1/)
    .first()
    .waitFor()
  await desk.expectClean()
  await picture(page, 'signature-zh-1440')

  // Somebody else sees the change at once, in the other language.
  const phone = await console.open({ as: siterAdmin, at: page.url().split('#')[1] ?? '', language: 'en', width: 390 })
  await phone.page.getByRole('tab', { name: english.overview }).click()
  await phone.page.getByText(en.enums.firmwareState.released).first().waitFor()
  await phone.expectClean()
  await picture(phone.page, 'detail-en-390')
  await pressAction(page.locator('.ew-detail-head'), texts.withdraw)
  await dialog.getByRole('button', { name: texts.withdraw, exact: true }).click()
  await dialog.getByText(zh.rules.required).first().waitFor()
  await dialog.getByLabel(zh.fields.reason).fill('警笛不响')
  await dialog.getByRole('button', { name: texts.withdraw, exact: true }).click()
  await page.getByText('警笛不响').first().waitFor()
  await desk.expectClean()
  await phone.page.getByText(en.enums.firmwareState.withdrawn).first().waitFor()
  await picture(page, 'detail-zh-1440')

  await phone.go('/version/firmwareEdition')
  await phone.page.getByText('GW-500 1.2.000').first().waitFor()
  await phone.page.getByRole('link', { name: 'GW-500 1.2.000' }).click()
  await phone.page.getByRole('tab', { name: english.devices }).click()
  await phone.page.getByText('GW-B').first().waitFor()
  await phone.expectClean()
  await picture(phone.page, 'devices-en-390')
})

test('a draft is edited and deleted', async () => {
  const desk = await console.open({ as: console.server.world.accounts.siterAdmin, at: '/version/firmwareEdition', width: 390 })
  const { page } = desk
  await page.getByText('GW-500 1.2.000').first().waitFor()
  await picture(page, 'list-zh-390')
  await page.getByRole('button', { name: texts.create }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(zh.fields.name, { exact: true }).fill('草稿固件')
  await desk.choose(zh.fields.modelName, modelName)
  await dialog.getByText(/1\.3\.001/).waitFor()
  // With the version of an existing one.
  await dialog.getByLabel(zh.fields.editionVersion).fill('1.2.000')
  await dialog.getByLabel(kit.upload.choose.replace('{{label}}', zh.fields.fileId)).setInputFiles(bin())
  await dialog.getByText(kit.upload.replace, { exact: true }).waitFor()
  await desk.submit()
  await dialog
    .locator('.ant-form-item-explain-error')
    .getByText(/1\.2\.000/)
    .waitFor()
  await dialog.getByLabel(zh.fields.editionVersion).fill('1.3.001')
  await desk.expectClean()
  await picture(page, 'form-zh-390')
  await desk.submit()
  await page.getByRole('link', { name: '草稿固件' }).click()
  await page.getByRole('heading', { name: /1\.3\.001/ }).waitFor()
  await pressAction(page.locator('.ew-detail-head'), kit.edit)
  await dialog.getByLabel(zh.fields.testedBy).fill('质检中心')
  await desk.submit()
  await page.getByText('质检中心').waitFor()
  await desk.expectClean()
  await pressAction(page.locator('.ew-detail-head'), kit.remove)
  await dialog.getByRole('textbox').fill('草稿固件')
  await dialog.getByRole('button', { name: kit.remove, exact: true }).click()
  await page.waitForURL(/firmwareEdition$/)
  await desk.expectClean()
  await expect.poll(() => page.getByText('草稿固件').count()).toBe(0)
})
