import { randomBytes } from 'node:crypto'
import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { texts as alarmEn } from '../packages/web/src/features/alarms/alarm/alarm.en.ts'
import { texts as alarmZh } from '../packages/web/src/features/alarms/alarm/alarm.zh.ts'
import { texts as faultEn } from '../packages/web/src/features/alarms/fault/fault.en.ts'
import { texts as faultZh } from '../packages/web/src/features/alarms/fault/fault.zh.ts'
import { texts as unknownEn } from '../packages/web/src/features/equipment/unknown-report/unknown-report.en.ts'
import { texts as unknownZh } from '../packages/web/src/features/equipment/unknown-report/unknown-report.zh.ts'
import { captureFailures, pressAction, startConsole, type Console, type Window } from './console.ts'
import { alternating } from './languages.ts'
import { addSite, type E2eSite } from './site.ts'

/** Reports of unregistered devices: their alarms show the code, they are listed, and they are registered from the list. */

let console: Console
let site: E2eSite
beforeAll(async () => {
  console = await startConsole()
  const { db, world } = console.server
  site = await addSite(db, world.companies.north, world.customers.north)
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

let sequence = 0
/** Sends a body over HTTP as the site's gateway does. */
const post = (body: string): Promise<Response> =>
  fetch(`${console.server.url}/api/ingest/v1/${site.gateway.code}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.gateway.secret}`, 'content-type': 'application/json' },
    body,
  })
const report = async (device: string, code: string, format = 'EW'): Promise<void> => {
  const answer = await post(JSON.stringify({ seq: ++sequence, reports: [{ device, code, format }] }))
  expect(answer.status).toBe(200)
}

describe.each(
  alternating(import.meta.filename, [
    ['zh', zh, { alarm: alarmZh, fault: faultZh, unknown: unknownZh }],
    ['en', en, { alarm: alarmEn, fault: faultEn, unknown: unknownEn }],
  ] as const),
)('in %s', (language, shared, { alarm, fault, unknown }) => {
  let desk: Window
  beforeAll(async () => {
    const { accounts } = console.server.world
    desk = await console.open({ language, as: accounts.northAdmin })
  })
  afterAll(() => desk.close())

  test('a detector in stock is installed where it reports', async () => {
    const { page } = desk
    const { db, world, call, tokenOf } = console.server
    const code = `ST-${randomBytes(3).toString('hex').toUpperCase()}`
    const preset = { code, modelId: site.model.id }
    expect(await call('POST', 'web/devicePreset/create', preset, await tokenOf(world.accounts.northAdmin))).toMatchObject({
      success: true,
    })
    await report(code, 'smoke')
    await desk.go('/device/unknownDeviceList')
    const row = page.getByRole('row', { name: code })
    await pressAction(row, unknown.move.fromStock)
    await page.getByRole('dialog').getByRole('button', { name: unknown.move.fromStock }).click()
    await page.getByText(unknown.move.doneStock).waitFor()
    await row.getByText(shared.enums.unknownHandledWay.moved).waitFor()
    const device = await db.selectFrom('device').selectAll().where('code', '=', code).executeTakeFirstOrThrow()
    expect(device).toMatchObject({ project_id: site.projectId, communication_code: code })
    const alarms = await db.selectFrom('alarm').select('device_id').where('device_code', '=', code).execute()
    expect(alarms).toEqual([{ device_id: device.id }])
  })

  test('a fire of an unregistered detector shows its code; the detector is registered, and its next fire belongs to the device', async () => {
    const { page } = desk
    const { db } = console.server
    const code = `SD-${randomBytes(3).toString('hex').toUpperCase()}`
    await report(code, 'smoke')
    await desk.go('/alarm/alarmLogList?open=true')
    const named = alarm.unregistered.replace('{{code}}', code)
    await page.getByRole('link', { name: named }).first().click()
    await page.waitForURL(/unknownDeviceList/)
    const row = page.getByRole('row', { name: code })
    await row.getByText(unknown.mayBeAlarm).waitFor()

    await pressAction(row, unknown.lastReport)
    await page.getByRole('dialog').getByText(`"${code}"`).waitFor()
    await page.keyboard.press('Escape')

    await pressAction(row, unknown.register.action)
    const dialog = page.getByRole('dialog')
    await dialog.getByText(site.gateway.code).waitFor()
    await dialog.getByLabel(shared.fields.name, { exact: true }).fill(`Kitchen ${code}`)
    await dialog.getByLabel(shared.fields.roomNumber).fill('301')
    await desk.choose(shared.fields.modelId, 'Model')
    await desk.expectClean()
    await desk.submit()
    await page.getByText(unknown.register.done).waitFor()
    await row.getByText(shared.enums.unknownHandledWay.registered).waitFor()

    const device = await db.selectFrom('device').select('id').where('code', '=', code).executeTakeFirstOrThrow()
    const alarms = () => db.selectFrom('alarm').select(['device_id', 'repeat_count']).where('device_code', '=', code).execute()
    expect(await alarms()).toEqual([{ device_id: device.id, repeat_count: 0 }])
    await report(code, 'smoke')
    // Folded into the same alarm, which now belongs to the device.
    expect(await alarms()).toEqual([{ device_id: device.id, repeat_count: 1 }])
    await report(code, 'heat')
    await desk.go(`/alarm/alarmLogList?keyword=${code}`)
    await expect.poll(() => page.getByRole('row', { name: `Kitchen ${code}` }).count(), { timeout: 10_000 }).toBe(2)
  })

  test('a detector of another company is listed without revealing anything about it, and ignored', async () => {
    const { page } = desk
    const { db, world } = console.server
    const elsewhere = await addSite(db, world.companies.south, world.customers.south)
    const code = elsewhere.gateway.devices[0]?.code ?? ''
    await report(code, 'smoke')
    await desk.go(`/device/unknownDeviceList?keyword=${code}`)
    const row = page.getByRole('row', { name: code })
    await row.getByText(shared.enums.unknownReportKind.foreignDevice).waitFor()
    expect(await row.textContent()).not.toContain(elsewhere.gateway.code)
    await pressAction(row, unknown.ignore.action)
    await page.getByRole('dialog').getByRole('button', { name: unknown.ignore.action }).click()
    await page.getByText(unknown.ignore.done).first().waitFor()
    const entry = await db.selectFrom('unknown_report').select('handled_way').where('key', '=', code).executeTakeFirst()
    expect(entry?.handled_way).toBe('ignored')
  })

  test('an unreadable message is a fault of its gateway, shown immediately, and solved by hand', async () => {
    const { page } = desk
    await desk.go('/alarm/faultLogList?state=pending')
    const answer = await post(`{"seq": ${++sequence}, "reports": [`)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    const name = language === 'zh' ? '无法识别的报文' : 'Unreadable message'
    // Updated by the live event, without a reload.
    const row = page.getByRole('row', { name })
    await row.getByText(site.gateway.code).first().waitFor()
    await row.getByText(fault.gatewayItself).waitFor()
    await desk.expectClean()
    await pressAction(row, fault.solve.action)
    await page.getByRole('dialog').getByLabel(shared.fields.note).fill('gateway restarted')
    await desk.submit()
    await page.getByText(fault.solve.done).first().waitFor()
    await desk.go('/alarm/faultLogList?state=solved')
    await page.getByRole('row', { name }).first().locator('.ew-tag', { hasText: shared.enums.faultState.solved }).waitFor()
  })

  test('an unknown code is defined by the operating company, which applies from then on', async () => {
    const { db, world } = console.server
    const event = language === 'zh' ? '1171' : '1172'
    // A detector of its own: a second code of the same type would be folded into the first one's alarm.
    const device = site.gateway.devices[language === 'zh' ? 1 : 2]?.code ?? ''
    await report(device, event, 'CID')
    const at = `/alarm/unknownCodeList?keyword=${event}`
    const operator = await console.open({ language, as: world.accounts.siterAdmin, at })
    const { page } = operator
    const row = page.getByRole('row', { name: event })
    await pressAction(row, unknown.code.action)
    await operator.choose(shared.fields.type, shared.enums.reportType.alarm)
    await operator.choose(shared.fields.alarmTypeId, language === 'zh' ? '火警' : 'Fire')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(shared.fields.reasonZh).fill('周界报警')
    await dialog.getByLabel(shared.fields.reasonEn).fill('Perimeter')
    await operator.expectClean()
    await operator.submit()
    await page.getByText(unknown.code.done).waitFor()
    await operator.close()
    // Processes learn about it at different times.
    await expect
      .poll(
        async () => {
          await report(device, event, 'CID')
          return db.selectFrom('alarm').select('id').where('source_code', '=', event).execute()
        },
        { timeout: 10_000, interval: 500 },
      )
      .toHaveLength(1)
  })
})
