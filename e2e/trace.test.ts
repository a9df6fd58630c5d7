import { randomBytes } from 'node:crypto'
import { zh } from '@emberwatch/contract/texts/zh'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { texts as signalType } from '../packages/web/src/features/alarms/signal-type/signal-type.zh.ts'
import { texts as trace } from '../packages/web/src/features/equipment/product-trace/product-trace.zh.ts'
import { texts as recall } from '../packages/web/src/features/equipment/recall/recall.zh.ts'
import { texts as param } from '../packages/web/src/features/equipment/report-param/report-param.zh.ts'
import { texts as unknown } from '../packages/web/src/features/equipment/unknown-report/unknown-report.zh.ts'
import { kit } from '../packages/web/src/i18n/zh/kit.ts'
import { captureFailures, pressAction, startConsole, type Console } from './console.ts'
import { addSite, type E2eSite } from './site.ts'

/**
 * The meaning of a code is defined and tested; unregistered detectors are registered together; their history is found by scanning;
 * a batch is recalled.
 */

let console: Console
let site: E2eSite
const mark = randomBytes(3).toString('hex')
beforeAll(async () => {
  console = await startConsole()
  const { db, world } = console.server
  site = await addSite(db, world.companies.north, world.customers.north)
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

let sequence = 0
const report = async (device: string, code: string): Promise<void> => {
  const answer = await fetch(`${console.server.url}/api/ingest/v1/${site.gateway.code}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.gateway.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ seq: ++sequence, reports: [{ device, code, format: 'EW' }] }),
  })
  expect(answer.status).toBe(200)
}

test('the operating company creates an alarm type and a code for it, tests a message, and disables the code', async () => {
  const desk = await console.open({ as: console.server.world.accounts.siterAdmin, at: '/alarm/paramsConfigList?tab=alarmTypes' })
  const { page } = desk
  await page.getByRole('row').nth(1).waitFor()
  await desk.expectClean()
  await page.getByRole('button', { name: signalType.alarm.create }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(zh.fields.code).fill(`spark_${mark}`)
  await dialog.getByLabel(zh.fields.nameZh).fill(`火花探测 ${mark}`)
  await dialog.getByLabel(zh.fields.nameEn).fill(`Spark ${mark}`)
  await dialog.getByLabel(zh.fields.closeS).fill('60')
  await desk.submit()
  // Closing before confirming is refused at the field.
  await dialog.getByText(zh.rules.afterAcknowledge).waitFor()
  await desk.expectClean()
  await dialog.getByLabel(zh.fields.closeS).fill('600')
  await desk.submit()
  await page.getByRole('row', { name: `火花探测 ${mark}` }).waitFor()

  await page.getByRole('tab', { name: param.tabs.params }).click()
  await page.getByRole('button', { name: param.create }).click()
  await desk.choose(zh.fields.format, 'Emberwatch')
  await dialog.getByLabel(zh.fields.code, { exact: true }).fill(`spark_${mark}`)
  await desk.choose(zh.fields.type, zh.enums.reportType.alarm)
  // The newest comes last, below the rows that are drawn. Before the list is there, the key does nothing.
  await dialog.getByLabel(zh.fields.alarmTypeId).click()
  const offered = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
  await offered.nth(1).waitFor()
  await page.keyboard.press('ArrowUp')
  await page.locator('.ant-select-item-option-active', { hasText: `火花探测 ${mark}` }).waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByLabel(zh.fields.reasonZh).fill('输送带火花')
  await dialog.getByLabel(zh.fields.reasonEn).fill('Sparks on the belt')
  await desk.expectClean()
  await desk.submit()
  const row = page.getByRole('row', { name: `EW spark_${mark}` })
  await row.waitFor()

  await pressAction(row, kit.rows.disable)
  await dialog.getByText(param.disableAlarm.replace('{{name}}', `EW spark_${mark}`)).waitFor()
  await dialog.getByRole('button', { name: kit.rows.disable }).click()
  await row.getByText(kit.disabled).waitFor()

  await page.getByRole('button', { name: param.test.action }).click()
  const frame = JSON.stringify({
    seq: 1,
    reports: [
      { device: 'SD1', format: 'EW', code: `spark_${mark}` },
      { format: 'CID', code: '1110' },
    ],
  })
  await dialog.getByLabel(zh.fields.sample).fill(frame)
  await dialog.getByRole('button', { name: param.test.run, exact: true }).click()
  for (const word of [zh.enums.frameOutcome.unknownRaised, zh.enums.frameOutcome.alarm])
    await dialog.locator('.ew-tag', { hasText: word }).waitFor()
  await desk.expectClean()
  await page.keyboard.press('Escape')

  await pressAction(row, kit.remove)
  await dialog.getByRole('textbox').fill(`EW spark_${mark}`)
  await desk.submit()
  await expect.poll(() => page.getByRole('row', { name: `EW spark_${mark}` }).count()).toBe(0)
  await desk.close()
})

test('detectors are registered together, their history is found by code, and their batch is recalled', async () => {
  const { db, world } = console.server
  const codes = [`TR${mark}A`, `TR${mark}B`]
  for (const code of codes) await report(code, 'smoke')
  const desk = await console.open({ as: world.accounts.northAdmin, at: `/device/unknownDeviceList?keyword=TR${mark}` })
  const { page } = desk
  for (const code of codes) await page.getByRole('row', { name: code }).getByRole('checkbox').check()
  await page.getByRole('button', { name: unknown.register.selected }).click()
  await desk.choose(zh.fields.modelId, 'Model')
  await desk.expectClean()
  await desk.submit()
  await page.getByText(unknown.register.doneMany).waitFor()

  await desk.go('/productTrace/OperationLog')
  const step = page.getByRole('row', { name: codes[0] ?? '' })
  await step.getByText(zh.enums.traceStep.registered).waitFor()

  await db
    .updateTable('device')
    .set({ batch: `LOT-${mark}` })
    .where('code', 'in', codes)
    .execute()
  await desk.go(`/productTrace/TraceRecord?batch=LOT-${mark}`)
  await page.getByRole('row', { name: codes[1] ?? '' }).waitFor()
  await page.getByRole('tab', { name: recall.tabs.recalls }).click()
  await page.getByRole('button', { name: recall.create }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(zh.fields.batch).fill('LOT-0')
  await dialog.getByLabel(zh.fields.reason).fill('传感腔受潮')
  await desk.submit()
  await dialog.getByText(zh.reasons.batchUnknown).waitFor()
  await dialog.getByLabel(zh.fields.batch).fill(`LOT-${mark}`)
  await desk.submit()
  const row = page.getByRole('row', { name: `LOT-${mark}` })
  await row.getByText(recall.doneOf.replace('{{done}}', '0').replace('{{total}}', '2')).waitFor()
  await pressAction(row, recall.whom)
  await dialog.getByText(recall.notNotified).waitFor()
  await desk.expectClean()
  await dialog.getByRole('button', { name: recall.told }).click()
  await page.getByRole('dialog').last().getByLabel(recall.how).fill('电话通知')
  await desk.submit()
  await dialog.getByText('电话通知').first().waitFor()
  await dialog.getByRole('tab', { name: recall.devices }).click()
  await dialog.getByRole('link', { name: codes[0] ?? '' }).click()
  await page.getByRole('heading', { name: codes[0] ?? '' }).waitFor()

  // As typed by a hand scanner.
  await page.getByLabel(trace.scan.label).fill(codes[1]?.toLowerCase() ?? '')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: codes[1] ?? '' }).waitFor()
  const story = page.getByRole('list').filter({ hasText: zh.enums.traceStep.registered })
  for (const word of [zh.enums.traceStep.recalled, zh.enums.traceStep.alarm]) await story.getByText(word).first().waitFor()
  await desk.expectClean()
  await desk.close()

  // For another company, the code does not exist.
  const south = await console.open({ as: world.accounts.southAdmin, at: `/productTrace/TraceRecord/detail?code=${codes[0]}` })
  await south.page.getByText(trace.missing.replace('{{code}}', codes[0] ?? '')).waitFor()
  await south.expectClean()
  expect(await south.page.getByRole('main').textContent()).not.toContain('Tower')
  await south.close()
})
