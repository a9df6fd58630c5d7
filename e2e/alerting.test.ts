import { randomBytes } from 'node:crypto'
import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { texts as work } from '../packages/web/src/features/alarms/alarm/alarm-detail.en.ts'
import { texts as device } from '../packages/web/src/features/equipment/device/device.zh.ts'
import { texts as rule } from '../packages/web/src/features/notify/notify-rule/notify-rule.en.ts'
import { texts as notifier } from '../packages/web/src/features/sites/project-notifier/project-notifier.en.ts'
import { kit } from '../packages/web/src/i18n/en/kit.ts'
import { captureFailures, pressAction, startConsole, type Console } from './console.ts'
import { addSite, type E2eSite } from './site.ts'

/** How a site wants to be called: when not, whom first, and what callers say; and where its detectors come from. */

let console: Console
let site: E2eSite
const mark = randomBytes(3).toString('hex').toUpperCase()
beforeAll(async () => {
  console = await startConsole()
  const { db, world } = console.server
  site = await addSite(db, world.companies.north, world.customers.north)
  await db
    .updateTable('project')
    .set({ address: '1 Road', notify_methods: ['voice'] })
    .where('id', '=', site.projectId)
    .execute()
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

const fire = async (): Promise<number> => {
  const answer = await fetch(`${console.server.url}/api/ingest/v1/${site.gateway.code}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.gateway.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ seq: 1, reports: [{ device: site.gateway.devices[0]?.code, code: 'smoke', format: 'EW' }] }),
  })
  expect(answer.status).toBe(200)
  const { db } = console.server
  const { id } = await db.selectFrom('alarm').select('id').where('project_id', '=', site.projectId).executeTakeFirstOrThrow()
  return id
}

test('a manager gives a project quiet hours, a password and the call to the premises; the desk sees it at a fire', async () => {
  const { db, world } = console.server
  const manager = await console.open({
    as: world.accounts.northAdmin,
    language: 'en',
    at: `/project/projectList/detail?id=${site.projectId}`,
  })
  const { page } = manager
  await pressAction(page.locator('.ew-detail-head'), kit.edit)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: rule.quietHours.limited }).check()
  await dialog.getByLabel(en.fields.callFirst).click()
  await manager.submit()
  // Who requires it and for how long are part of it.
  await dialog.locator('.ant-form-item-explain-error').first().waitFor()
  await dialog.getByLabel(en.fields.verifyAskedBy).fill('Fire brigade')
  await dialog.getByLabel(en.fields.verifyWithinS).fill('91')
  await manager.expectClean()
  await manager.submit()
  await dialog.locator('.ant-form-item-explain-error').first().waitFor()
  await dialog.getByLabel(en.fields.verifyWithinS).fill('90')
  await manager.submit()
  await page.getByText('22:00–07:00').waitFor()
  await page.getByText('Fire brigade', { exact: true }).waitFor()

  // Independent of the current time.
  const always = JSON.stringify({ from: '00:00', to: '23:59', days: [1, 2, 3, 4, 5, 6, 7] })
  await db.updateTable('project').set({ quiet_hours: always }).where('id', '=', site.projectId).execute()
  await manager.go(`/project/projectList/detail?id=${site.projectId}&tab=calls`)
  const words = page.getByRole('region', { name: notifier.words.title })
  await words.getByRole('button', { name: notifier.words.set }).click()
  await dialog.getByLabel(en.fields.callerPassword).fill('Ember')
  await dialog.getByLabel(en.fields.duressPassword).fill('EMBER')
  await manager.submit()
  await dialog.getByText(en.reasons.duressSame).waitFor()
  await dialog.getByLabel(en.fields.duressPassword).fill('Maple')
  await manager.submit()
  await words.getByRole('button', { name: notifier.words.show }).waitFor()
  expect(await words.textContent()).not.toMatch(/Ember|Maple/)
  await manager.expectClean()

  await db
    .insertInto('project_notifier')
    .values({
      project_id: site.projectId,
      seq: 1,
      name: 'Keyholder',
      phone: '13800001111',
      role: 'keyholder',
      methods: ['voice'],
      language: 'en',
    })
    .execute()
  await db
    .insertInto('notify_rule')
    .values({
      company_id: world.companies.north.id,
      path: world.companies.north.path,
      name: `Nights ${mark}`,
      events: ['alarm', 'fault'],
      steps: JSON.stringify([
        { afterS: 0, receivers: [{ kind: 'callList' }], channels: ['voice'], answerS: 30, repeats: 0, everyS: 0 },
      ]),
    })
    .execute()
  await manager.go(`/project/projectList/detail?id=${site.projectId}&tab=who`)
  await page.getByText('Keyholder').waitFor()
  expect(await page.getByText(rule.preview.quiet).count()).toBe(0)
  await page.getByLabel(rule.preview.event, { exact: true }).click()
  await page.locator('.ant-select-item-option', { hasText: en.enums.notifyEvent.fault }).click()
  await page.getByText(rule.preview.quiet).waitFor()
  await page.getByText(en.enums.leftOutReason.projectQuiet).first().waitFor()
  await manager.expectClean()

  const id = await fire()
  await manager.go(`/alarm/alarmLogList/detail?id=${id}`)
  await page.getByText(work.calls.verify.split('{{left}}')[0]?.replace('{{askedBy}}', 'Fire brigade') ?? '').waitFor()
  await words.getByRole('button', { name: notifier.words.show }).click()
  await words.getByText('Maple').waitFor()
  await manager.expectClean()
  const seen = await db.selectFrom('audit_log').select('actor_id').where('action', '=', 'projectNotifier.showPasswords').execute()
  expect(seen).toEqual([{ actor_id: world.accounts.northAdmin.id }])
  await manager.close()

  // A user without the permission to unmask can at most see that there is one.
  const engineer = await console.open({
    as: world.accounts.northEngineer,
    language: 'en',
    width: 390,
    at: `/alarm/alarmLogList/detail?id=${id}`,
  })
  expect(await engineer.page.getByText(/Maple/).count()).toBe(0)
  await engineer.close()
})

test('stock shows where a device comes from and refuses days out of order; its history begins in the factory', async () => {
  const { db, world } = console.server
  const { code: model, name } = site.model
  const keeper = await console.open({ as: world.accounts.northAdmin, at: '/device/uninstalledDeviceList' })
  const { page } = keeper
  await page.getByRole('button', { name: device.stock.create }).click()
  const dialog = page.getByRole('dialog')
  const code = `FAC-${mark}`
  await dialog.getByLabel(zh.fields.code, { exact: true }).fill(code)
  await keeper.choose(zh.fields.modelId, name)
  for (const [field, value] of [
    ['batch', 'B7'],
    ['productionLine', '2 号线'],
    ['qcInspector', '张工'],
    ['box', `BOX-${mark}`],
    ['pallet', `PAL-${mark}`],
  ] as const)
    await dialog.getByLabel(zh.fields[field], { exact: true }).fill(value)
  await keeper.choose(zh.fields.qcResult, zh.enums.qcResult.passed)
  await keeper.expectClean()
  await keeper.submit()
  await page
    .getByRole('row', { name: new RegExp(code) })
    .getByText(`PAL-${mark}`)
    .waitFor()
  await db
    .updateTable('device')
    .set({ produced_on: '2026-01-05', warehoused_on: '2026-01-06' })
    .where('code', '=', code)
    .execute()
  await keeper.go(`/productTrace/TraceRecord/detail?code=${code}`)
  for (const text of ['2 号线', '张工', `BOX-${mark}`, zh.enums.qcResult.passed, '2026-01-06'])
    await page.getByText(text).first().waitFor()
  expect(model).toBeTruthy()
  await keeper.expectClean()
  await keeper.close()
})
