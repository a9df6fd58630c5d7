import { en } from '@emberwatch/contract/texts/en'
import { createFleet, type Fleet } from '@emberwatch/simulator'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addEdition, addFirmwareKey } from '../packages/server/src/features/equipment/upgrade/upgrade.fixture.ts'
import { createFileStore } from '../packages/server/src/platform/files.ts'
import { texts as upgradeEn } from '../packages/web/src/features/equipment/upgrade/upgrade.en.ts'
import { captureFailures, expectOff, pressAction, pressTab, startConsole, type Console, type Window } from './console.ts'
import { addSite, type E2eSite } from './site.ts'

/** Detectors get a new firmware over real MQTT and HTTP: planned by one person, approved by another, followed live, with one that fails. */

const dataDir = mkdtempSync(join(tmpdir(), 'emberwatch-upgrades-'))
let console: Console
let site: E2eSite
let fleet: Fleet
let modelName = ''

beforeAll(async () => {
  console = await startConsole({ DATA_DIR: dataDir, UPGRADE_SILENCE_S: '30' })
  const { server } = console
  const { companies, customers, accounts } = server.world
  site = await addSite(server.db, companies.north, customers.north)
  const model = await server.db
    .selectFrom('gateway')
    .innerJoin('device_model as model', 'model.id', 'gateway.model_id')
    .select(['model.id', 'model.code', 'model.name'])
    .where('gateway.code', '=', site.gateway.code)
    .executeTakeFirstOrThrow()
  modelName = model.name
  const key = await addFirmwareKey(server.db)
  const files = createFileStore(dataDir)
  await addEdition(server.db, files, key, { modelId: model.id, modelCode: model.code, version: '1.2.000' })
  // North's people need another person's approval.
  await server.db
    .deleteFrom('role_menu')
    .where('role_id', '=', accounts.northAdmin.roleId)
    .where('menu_code', '=', 'upgradeTask:direct')
    .execute()
  const [broken = ''] = site.gateway.devices.map(({ code }) => code)
  fleet = createFleet({
    url: server.mqttUrl ?? '',
    gateways: [site.gateway],
    heartbeatSeconds: 0,
    upgrades: {
      server: server.url,
      stepMs: 50,
      reportsAtStart: true,
      targetOf: () => ({ model: model.code }),
      behaviourOf: (code) => (code === broken ? 'refuses' : 'works'),
    },
  })
  await fleet.start()
})
afterAll(async () => {
  await fleet?.stop()
  await console.stop()
  rmSync(dataDir, { recursive: true, force: true })
})
captureFailures(() => console.windows)

/** Folder for screenshots, given by SHOTS. */
const shot = async ({ page }: Window, name: string): Promise<void> => {
  const folder = process.env['SHOTS']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
const confirmed = async ({ page }: Window): Promise<void> => {
  await page.locator('.ant-modal-confirm .ant-btn-primary, .ant-modal .ant-btn-primary').last().click()
  await expect.poll(() => page.locator('.ant-modal:visible').count()).toBe(0)
}

test('a roll-out from the plan to the last device, with a second person', async () => {
  const { northAdmin, siterAdmin } = console.server.world.accounts
  await expect
    .poll(
      async () => (await console.server.db.selectFrom('device').select('id').where('firmware', '=', '1.0.000').execute()).length,
      { timeout: 20_000 },
    )
    .toBe(4)
  const window = await console.open({ language: 'en', as: northAdmin, at: '/version/firmwareTask' })
  const { page } = window
  await page.getByRole('button', { name: upgradeEn.create }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('#name').fill('Spring roll-out')
  await window.choose(en.fields.editionId, `${modelName} 1.2.000`)
  // The count follows the form before anything is saved.
  await dialog.getByText(upgradeEn.expectedCount.replace('{{count}}', '4')).waitFor()
  await dialog.getByRole('cell', { name: '1.0.000' }).waitFor()
  // A mistake is reported at its field.
  const wave = dialog.getByRole('spinbutton', { name: upgradeEn.waveN.replace('{{n}}', '2'), exact: true })
  await wave.fill('')
  await wave.press('Tab')
  await dialog.getByText(`2: ${en.rules.required}`).waitFor()
  expect(await wave.inputValue()).toBe('')
  await wave.fill('3')
  await wave.press('Tab')
  await shot(window, 'upgrade-form-en')
  await window.submit()
  await dialog.getByText(en.reasons.upgradeWavesFit).waitFor()
  // All at once, so that the failure rate is that of all devices.
  for (const n of ['2', '1'])
    await dialog.getByRole('button', { name: upgradeEn.removeWave.replace('{{n}}', n), exact: true }).click()
  // What was typed stays, together with the error.
  await dialog.locator('#failureShare').fill('101')
  await dialog.locator('#failureShare').press('Tab')
  await dialog.getByText(en.rules.maximum.replace('{{limit}}', '100')).waitFor()
  expect(await dialog.locator('#failureShare').inputValue()).toBe('101')
  await dialog.locator('#failureShare').fill('60')
  await dialog.locator('#successShare').fill('40')
  await dialog.locator('#retries').fill('0')
  await window.expectClean()
  await window.submit()
  await dialog.waitFor({ state: 'hidden' })
  const row = page.getByRole('row', { name: /Spring roll-out/ })
  await pressAction(row, upgradeEn.enable)
  await confirmed(window)
  await row.getByText(upgradeEn.waits).waitFor()
  await page.getByRole('link', { name: 'Spring roll-out' }).click()
  await page.getByText(upgradeEn.waitsTitle).waitFor()
  // Nobody can approve their own.
  await expectOff(page.locator('.ew-detail-head'), upgradeEn.approve, en.reasons.upgradeSecondPerson)
  await shot(window, 'upgrade-waits-en')
  await window.expectClean()

  const second = await console.open({ language: 'en', as: siterAdmin, at: '/version/firmwareTask' })
  await pressAction(second.page.getByRole('row', { name: /Spring roll-out/ }), upgradeEn.approve)
  await second.submit()
  await second.page.getByRole('dialog').waitFor({ state: 'hidden' })
  await second.close()

  // The first window follows without anybody touching it.
  await page.locator('main').getByText(en.enums.upgradeTaskState.completed).first().waitFor({ timeout: 60_000 })
  await page
    .getByText(upgradeEn.progressOf.replace('{{succeeded}}', '3').replace('{{failed}}', '1').replace('{{total}}', '4'))
    .waitFor()
  await page.getByRole('heading', { name: upgradeEn.failures }).waitFor()
  await shot(window, 'upgrade-done-en')
  await window.expectClean()
  await page.setViewportSize({ width: 390, height: 900 })
  await page.locator('.ew-side').waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: upgradeEn.waves }).waitFor()
  await shot(window, 'upgrade-detail-en-390')
  await window.expectClean()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.locator('.ew-side').waitFor()
  await page.getByRole('tab', { name: new RegExp(upgradeEn.devices) }).click()
  const failed = page.getByRole('row', { name: new RegExp(en.enums.upgradeFailure.refused) })
  await failed.waitFor()
  expect(await page.getByRole('row', { name: new RegExp(en.enums.upgradeDeviceState.succeeded) }).count()).toBe(3)
  await shot(window, 'upgrade-devices-en')
  await window.expectClean()

  // The device's own page shows the same.
  await page
    .getByRole('row', { name: new RegExp(en.enums.upgradeDeviceState.succeeded) })
    .first()
    .getByRole('link')
    .first()
    .click()
  await pressTab(page, upgradeEn.firmwareTab)
  await page.getByRole('link', { name: 'Spring roll-out' }).waitFor()
  await page.getByText('1.2.000').first().waitFor()
  await window.expectClean()

  // Of a pasted list, unknown codes are named, and devices that have the version already are counted.
  await window.go('/version/firmwareTask')
  await page.getByRole('button', { name: upgradeEn.create }).first().click()
  await window.choose(en.fields.editionId, `${modelName} 1.2.000`)
  await window.choose(en.fields.targetType, en.enums.upgradeTargetType.list)
  const [, code = ''] = site.gateway.devices.map((device) => device.code)
  await dialog.getByRole('textbox', { name: upgradeEn.paste }).fill(`${code}\nNOTHING`)
  await dialog.getByRole('button', { name: upgradeEn.add, exact: true }).click()
  await dialog.getByText(upgradeEn.pastedUnknown.replace('{{codes}}', 'NOTHING')).waitFor()
  await dialog.getByText((upgradeEn.expectedOn_one ?? '').replace('{{count}}', '1')).waitFor()
  await shot(window, 'upgrade-form-list-en')
  await window.expectClean()
  await window.close()
})
