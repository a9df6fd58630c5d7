import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { createFleet, type Fleet, type UpgradeBehaviour } from '@emberwatch/simulator'
import { randomBytes } from 'node:crypto'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { texts as firmwareEn } from '../packages/web/src/features/equipment/firmware/firmware.en.ts'
import { texts as firmwareZh } from '../packages/web/src/features/equipment/firmware/firmware.zh.ts'
import { texts as upgradeEn } from '../packages/web/src/features/equipment/upgrade/upgrade.en.ts'
import { texts as upgradeZh } from '../packages/web/src/features/equipment/upgrade/upgrade.zh.ts'
import { kit as kitEn } from '../packages/web/src/i18n/en/kit.ts'
import { kit as kitZh } from '../packages/web/src/i18n/zh/kit.ts'
import { captureFailures, expectOff, pressAction, startConsole, type Console, type Window } from './console.ts'
import { alternating } from './languages.ts'
import { addSite } from './site.ts'

/**
 * From a signing key to the history of a device, through the console: a chain of two editions, each kind of target, two people,
 * waves with a gateway that is offline at first, and every action on a task and its devices.
 */

const languages = [
  { language: 'en', shared: en, kit: kitEn, firmware: firmwareEn, texts: upgradeEn },
  { language: 'zh', shared: zh, kit: kitZh, firmware: firmwareZh, texts: upgradeZh },
] as const

let console: Console
const fleets: Fleet[] = []
let keys = 0

beforeAll(async () => {
  console = await startConsole()
  // North's people need another person's approval.
  await console.server.db
    .deleteFrom('role_menu')
    .where('role_id', '=', console.server.world.accounts.northAdmin.roleId)
    .where('menu_code', '=', 'upgradeTask:direct')
    .execute()
})
afterAll(async () => {
  for (const fleet of fleets) await fleet.stop()
  await console.stop()
})
captureFailures(() => console.windows)

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
const bin = () => ({
  name: 'detector.bin',
  mimeType: 'application/octet-stream',
  buffer: Buffer.concat([Buffer.from('00200020', 'hex'), randomBytes(40_000)]),
})
/** Folder for screenshots, given by SHOTS. */
const shot = async ({ page }: Window, name: string): Promise<void> => {
  const folder = process.env['SHOTS']
  if (folder) await page.screenshot({ path: `${folder}/story-${name}.png`, fullPage: true })
}

test.each(alternating(import.meta.filename, languages))(
  'an upgrade in all its steps, in $language',
  async ({ language, shared, kit, firmware, texts }) => {
    const { server } = console
    const { companies, customers, accounts } = server.world
    const site = await addSite(server.db, companies.north, customers.north)
    const codes = site.gateway.devices.map(({ code }) => code)
    const { modelName, modelCode, projectName, companyName } = await server.db
      .selectFrom('device')
      .innerJoin('device_model as model', 'model.id', 'device.model_id')
      .innerJoin('project', 'project.id', 'device.project_id')
      .innerJoin('company', 'company.id', 'device.company_id')
      .select([
        'model.name as modelName',
        'model.code as modelCode',
        'project.name as projectName',
        'company.name as companyName',
      ])
      .where('device.code', '=', codes[0] ?? '')
      .executeTakeFirstOrThrow()
    /** Behaviour of the devices that fail. */
    const behaviours = new Map<string, UpgradeBehaviour>()
    const connect = async (): Promise<Fleet> => {
      const fleet = createFleet({
        url: server.mqttUrl ?? '',
        gateways: [site.gateway],
        heartbeatSeconds: 0,
        upgrades: {
          server: server.url,
          stepMs: 50,
          reportsAtStart: true,
          targetOf: () => ({ model: modelCode }),
          behaviourOf: (code) => behaviours.get(code) ?? 'works',
        },
      })
      fleets.push(fleet)
      await fleet.start()
      return fleet
    }
    const first = await connect()
    const versions = async (version: string) =>
      (await server.db.selectFrom('device').select('id').where('code', 'in', codes).where('firmware', '=', version).execute())
        .length
    await expect.poll(() => versions('1.0.000'), { timeout: 20_000 }).toBe(4)
    await first.stop()

    // Creates the key and two editions; the second is a delta over exactly the first.
    const desk = await console.open({ language, as: accounts.siterAdmin, at: '/version/firmwareEdition' })
    const drawer = desk.page.getByRole('dialog')
    await desk.page.getByRole('button', { name: firmware.keys }).click()
    // The first run creates the key, the second run another one.
    const [step, asks] = keys++ === 0 ? [firmware.make, firmware.makeTitle] : [firmware.rotate, firmware.rotateTitle]
    await drawer.getByRole('button', { name: step, exact: true }).click()
    const asked = desk.page.getByRole('dialog', { name: asks })
    await asked.getByLabel(shared.fields.password, { exact: true }).fill(desk.password)
    await asked.getByRole('button', { name: step, exact: true }).click()
    await asked.waitFor({ state: 'hidden' })
    await drawer.getByText(firmware.keyCurrent).waitFor()
    await shot(desk, `keys-${language}`)
    await desk.page.locator('.ant-drawer-close').click()
    const editionName = (version: string) => `${modelName} ${version}`
    for (const [version, initial] of [
      ['1.2.000', undefined],
      ['1.3.000', '1.2.000'],
    ] as const) {
      await desk.page.getByRole('button', { name: firmware.create }).first().click()
      await drawer.getByLabel(shared.fields.name, { exact: true }).fill(editionName(version))
      await desk.choose(shared.fields.modelName, modelName)
      await drawer.locator('#editionVersion').fill(version)
      if (initial !== undefined) await drawer.locator('#initialVersion').fill(initial)
      await drawer.getByLabel(kit.upload.choose.replace('{{label}}', shared.fields.fileId)).setInputFiles(bin())
      await drawer.getByText(kit.upload.replace, { exact: true }).waitFor()
      await desk.submit()
      const row = desk.page.getByRole('row', { name: editionName(version) })
      await pressAction(row, firmware.release)
      await drawer.getByRole('button', { name: firmware.release, exact: true }).click()
      await row.getByText(shared.enums.firmwareState.released).waitFor()
    }
    await desk.page.getByRole('link', { name: editionName('1.3.000') }).click()
    await desk.page.getByRole('tab', { name: firmware.routes }).click()
    await desk.page.getByText('1.2.000 → 1.3.000').first().waitFor()
    await shot(desk, `routes-${language}`)
    await desk.expectClean()

    // The plan: each kind of target shows which devices it includes before anything is saved.
    const window = await console.open({ language, as: accounts.northAdmin, at: '/version/firmwareTask' })
    const { page } = window
    const dialog = page.getByRole('dialog')
    const expected = (count: number) =>
      dialog.getByText(texts.expectedCount.replace('{{count}}', String(count)), { exact: true }).waitFor()
    await page.getByRole('button', { name: texts.create }).first().click()
    await dialog.locator('#name').fill(`${modelName} A`)
    await window.choose(shared.fields.editionId, editionName('1.3.000'))
    await expected(4)
    const target = (kind: keyof typeof en.enums.upgradeTargetType) =>
      window.choose(shared.fields.targetType, shared.enums.upgradeTargetType[kind])
    await target('company')
    await dialog.getByText(texts.expectedChoose).waitFor()
    await window.submit()
    await dialog.locator('.ant-form-item-explain-error').first().waitFor()
    await dialog.locator('label.ant-form-item-required[for=companyIds]').waitFor()
    await window.choose(shared.fields.companyIds, companyName)
    await expected(4)
    await shot(window, `form-company-${language}`)
    await target('list')
    await dialog.getByRole('textbox', { name: texts.paste }).fill(`${codes[0]}\n${codes[1]}`)
    await dialog.getByRole('button', { name: texts.add, exact: true }).click()
    await expected(2)
    await target('project')
    await window.choose(shared.fields.projectIds, projectName)
    await expected(4)
    await dialog.getByRole('cell', { name: '1.2.000 → 1.3.000' }).waitFor()
    const waveOf = (n: string) => dialog.getByRole('spinbutton', { name: texts.waveN.replace('{{n}}', n), exact: true })
    await waveOf('1').fill('50')
    await dialog.getByRole('button', { name: texts.removeWave.replace('{{n}}', '2'), exact: true }).click()
    await dialog.locator('#successShare').fill('40')
    await dialog.locator('#failureShare').fill('60')
    await dialog.locator('#retries').fill('0')
    await shot(window, `form-project-${language}`)
    await window.expectClean()
    await window.submit()
    await dialog.waitFor({ state: 'hidden' })

    /** Until the question is gone, because the next one must not be taken for it. */
    const confirmed = async (): Promise<void> => {
      await page.locator('.ant-modal-confirm .ant-btn-primary, .ant-modal .ant-btn-primary').last().click()
      await expect.poll(() => page.locator('.ant-modal:visible').count()).toBe(0)
    }
    /** An action of a page, as soon as it is enabled. */
    const press = (name: string, within = page) => pressAction(within.locator('main'), name)
    /** An action of a row, even if it is behind “More”. */
    const pressIn = async (row: Locator, name: string): Promise<void> => {
      await pressAction(row, name)
    }
    const main = page.locator('main')
    const explained = async (within: Window, note: string): Promise<void> => {
      await within.page.getByRole('dialog').getByRole('textbox').fill(note)
      await within.submit()
      await within.page.getByRole('dialog').waitFor({ state: 'hidden' })
    }
    const open = async (name: string): Promise<number> => {
      await page.getByRole('link', { name, exact: true }).click()
      await main.getByRole('heading', { name, exact: true }).waitFor()
      return Number(new URL(page.url().replace('#', '')).searchParams.get('id'))
    }
    const id = await open(`${modelName} A`)
    await press(texts.enable)
    await confirmed()
    await main.getByText(texts.waitsTitle).waitFor()
    // A second person rejects it, and approves it when it comes again.
    const second = await console.open({ language, as: accounts.siterAdmin, at: `/version/firmwareTask/detail?id=${id}` })
    await press(texts.reject, second.page)
    await second.submit()
    await second.page.getByRole('dialog').locator('.ant-form-item-explain-error').waitFor()
    await explained(second, 'Not on a Monday')
    await main.getByText(texts.rejectedTitle).first().waitFor()
    await main.getByText('Not on a Monday').first().waitFor()
    await shot(window, `rejected-${language}`)
    await press(kit.edit)
    await dialog.locator('#remark').fill('On a Tuesday')
    await window.submit()
    await dialog.waitFor({ state: 'hidden' })
    await press(texts.enable)
    await confirmed()
    await main.getByText(texts.waitsTitle).waitFor()
    await press(texts.disable)
    await confirmed()
    await main.getByText(shared.enums.upgradeTaskState.disabled).first().waitFor()
    await press(texts.enable)
    await confirmed()
    await press(texts.approve, second.page)
    await second.submit()
    await second.page.getByRole('dialog').waitFor({ state: 'hidden' })
    await second.close()

    // Its gateway is offline: no device has received anything yet, so the task can be suspended.
    await expectOff(main.locator('.ew-detail-head'), texts.complete, shared.reasons.upgradeSomeSucceeded)
    await shot(window, `begun-${language}`)
    await window.expectClean()
    await press(texts.suspend)
    await explained(window, 'A drill')
    await main.getByText(shared.enums.upgradeTaskState.suspended).first().waitFor()
    await press(texts.resume)
    await window.submit()
    await main.getByText(shared.enums.upgradeTaskState.enabled).first().waitFor()

    // One device of the second wave refuses at first, another never answers.
    const waves = await server.db
      .selectFrom('upgrade_device')
      .innerJoin('device', 'device.id', 'upgrade_device.device_id')
      .select(['device.code', 'upgrade_device.wave'])
      .where('task_id', '=', id)
      .orderBy('device.code')
      .execute()
    const [refusing = '', silent = ''] = waves.filter(({ wave }) => wave === 1).map(({ code }) => code)
    behaviours.set(refusing, 'refuses').set(silent, 'silent')
    await connect()
    await main
      .getByText(texts.progressOf.replace('{{succeeded}}', '2').replace('{{failed}}', '1').replace('{{total}}', '4'))
      .waitFor({ timeout: 60_000 })
    await shot(window, `running-${language}`)
    await page.getByRole('tab', { name: new RegExp(`^${escaped(texts.devices)}`) }).click()
    const failed = page.getByRole('row', { name: new RegExp(escaped(refusing)) })
    await failed.getByText(shared.enums.upgradeFailure.refused).waitFor()
    await shot(window, `devices-${language}`)
    behaviours.delete(refusing)
    await pressIn(failed, texts.retry)
    await failed.getByText(shared.enums.upgradeDeviceState.succeeded).waitFor({ timeout: 60_000 })
    expect(await versions('1.3.000')).toBe(3)
    await press(texts.complete)
    await confirmed()
    await main.getByText(shared.enums.upgradeTaskState.completed).first().waitFor()
    // A device is still under way, so the task cannot be deleted yet.
    await main
      .getByRole('button', { name: new RegExp(`^${escaped(texts.remove)}.*${escaped(shared.reasons.upgradeNoneUnderWay)}`) })
      .waitFor()
    await window.expectClean()

    // The history of the device that refused shows both attempts, and why.
    await window.go(`/productTrace/TraceRecord/detail?code=${refusing}`)
    await main.getByText(shared.enums.traceStep.firmwareFailed).first().waitFor()
    await main.getByText(shared.enums.upgradeFailure.refused).first().waitFor()
    for (const version of ['1.2.000', '1.3.000']) await main.getByText(version).first().waitFor()
    await shot(window, `trace-${language}`)
    await window.expectClean()

    // A task for a later day, at night: a device is skipped and retried, then the task is ended.
    await window.go('/version/firmwareTask')
    await page.getByRole('button', { name: texts.create }).first().click()
    await dialog.locator('#name').fill(`${modelName} B`)
    await window.choose(shared.fields.editionId, editionName('1.2.000'))
    await dialog.locator('#allowDowngrade').click()
    await expected(4)
    const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    await dialog.locator('#startsAt').fill(`${day} 01:00`)
    await dialog.locator('#startsAt').press('Tab')
    for (const [field, time] of [
      ['windowFrom', '22:00'],
      ['windowTo', '05:00'],
    ] as const) {
      await dialog.locator(`#${field}`).fill(time)
      // Enter confirms the time and does not save the form.
      await dialog.locator(`#${field}`).press('Enter')
    }
    await shot(window, `form-planned-${language}`)
    await window.submit()
    await dialog.waitFor({ state: 'hidden' })
    const planned = await open(`${modelName} B`)
    await press(texts.enable)
    await confirmed()
    await main.getByText(texts.waitsTitle).waitFor()
    const third = await console.open({ language, as: accounts.siterAdmin, at: `/version/firmwareTask/detail?id=${planned}` })
    await press(texts.approve, third.page)
    await third.submit()
    await third.page.getByRole('dialog').waitFor({ state: 'hidden' })
    await third.close()
    await main.getByText(texts.downgradeOn).waitFor()
    await main
      .getByText(texts.scheduledTitle.split('{{at}}')[0] ?? '')
      .first()
      .waitFor()
    await main.getByText(texts.windowOver.replace('{{from}}', '22:00').replace('{{to}}', '05:00')).waitFor()
    await shot(window, `planned-${language}`)
    await window.expectClean()
    await page.getByRole('tab', { name: new RegExp(`^${escaped(texts.devices)}`) }).click()
    const left = page.getByRole('row', { name: new RegExp(escaped(refusing)) })
    await pressIn(left, texts.skip)
    await confirmed()
    await left.getByText(shared.enums.upgradeDeviceState.skipped).waitFor()
    await pressIn(left, texts.retry)
    await left.getByText(shared.enums.upgradeDeviceState.waiting).waitFor()
    await press(texts.terminate)
    await explained(window, 'Winter')
    await main.getByText(shared.enums.upgradeTaskState.terminated).first().waitFor()
    await left.getByText(shared.enums.upgradeDeviceState.skipped).waitFor()
    // Waves that never started are not shown as ended.
    await page.getByRole('tab', { name: texts.overview }).click()
    await main.getByRole('cell', { name: texts.waveAhead }).first().waitFor()
    expect(await main.getByRole('cell', { name: texts.waveDone, exact: true }).count()).toBe(0)
    await window.expectClean()

    // The same pages at other widths.
    for (const [name, at] of [
      ['detail', `/version/firmwareTask/detail?id=${id}`],
      ['planned', `/version/firmwareTask/detail?id=${planned}`],
      ['trace', `/productTrace/TraceRecord/detail?code=${refusing}`],
    ] as const) {
      await window.go(at)
      for (const width of [992, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await page.locator('.ew-side').waitFor({ state: width === 390 ? 'detached' : 'visible' })
        await expect.poll(() => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
        await shot(window, `${name}-${language}-${width}`)
      }
      await window.expectClean()
    }
    // An ended task can be deleted; its devices keep the upgrades in their histories.
    await window.go(`/version/firmwareTask/detail?id=${planned}`)
    await press(texts.remove)
    await confirmed()
    await page.waitForURL(/firmwareTask$/)
    await expect.poll(() => page.getByRole('link', { name: `${modelName} B` }).count()).toBe(0)
    await window.close()
    await desk.close()
  },
  300_000,
)
