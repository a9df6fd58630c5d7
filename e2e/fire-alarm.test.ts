import { createFleet, type Fleet } from '@emberwatch/simulator'
import type { Language } from '@emberwatch/contract'
import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { texts as alarmEn } from '../packages/web/src/features/alarms/alarm/alarm.en.ts'
import { texts as alarmZh } from '../packages/web/src/features/alarms/alarm/alarm.zh.ts'
import { texts as orderEn } from '../packages/web/src/features/orders/order/order.en.ts'
import { texts as orderZh } from '../packages/web/src/features/orders/order/order.zh.ts'
import { kit as kitEn } from '../packages/web/src/i18n/en/kit.ts'
import { kit as kitZh } from '../packages/web/src/i18n/zh/kit.ts'
import { captureFailures, pressAction, startConsole, type Console, type Window } from './console.ts'
import { alternating } from './languages.ts'
import { addSite, type E2eSite } from './site.ts'

/**
 * The main purpose of the product, on real parts: a gateway publishes a fire report over MQTT, it is on the operator's screen
 * within a second, the operator confirms it and creates a repair order, which is completed. A sibling company sees none of it.
 */

let console: Console
let site: E2eSite
let fleet: Fleet

beforeAll(async () => {
  console = await startConsole()
  const { db, world, mqttUrl } = console.server
  if (!mqttUrl) throw new Error('no broker')
  site = await addSite(db, world.companies.north, world.customers.north)
  fleet = createFleet({ url: mqttUrl, gateways: [site.gateway], heartbeatSeconds: 0 })
  await fleet.start()
})
afterAll(async () => {
  await fleet.stop()
  await console.stop()
})

captureFailures(() => console.windows)

const packs = {
  zh: { shared: zh, kit: kitZh, alarm: alarmZh, order: orderZh },
  en: { shared: en, kit: kitEn, alarm: alarmEn, order: orderEn },
}

/** Clicks an action of the page's header or of the only row, even if it is behind “More”. */
const act = ({ page }: Window, name: string): Promise<void> => pressAction(page.locator('main'), name)

describe.each(alternating<Language>(import.meta.filename, ['zh', 'en']))('in %s', (language) => {
  const text = packs[language]
  const device = () => site.gateway.devices[language === 'zh' ? 0 : 1]?.code ?? ''
  const spot = () => `${site.gateway.devices[language === 'zh' ? 0 : 1]?.room ?? ''} · Smoke detector`
  let operator: Window
  let sibling: Window
  let alarmId: number

  beforeAll(async () => {
    operator = await console.open({ language, as: console.server.world.accounts.northAdmin })
    sibling = await console.open({ language, as: console.server.world.accounts.southAdmin })
  })
  afterAll(async () => {
    await operator.close()
    await sibling.close()
  })

  test('the alarm appears without a reload', async () => {
    const { page } = operator
    await operator.go('/alarm/alarmLogList')
    await sibling.go('/alarm/alarmLogList')
    await page.locator('[data-live="live"], .ew-live').first().waitFor()
    await fleet.report(device(), 'smoke')
    await page.locator('[data-alarm-id]').first().waitFor()
    await page.getByRole('row', { name: spot() }).first().waitFor()
    const row = await console.server.db
      .selectFrom('alarm')
      .innerJoin('device', 'device.id', 'alarm.device_id')
      .select('alarm.id')
      .where('device.code', '=', device())
      .executeTakeFirstOrThrow()
    alarmId = row.id
    await expect.poll(() => page.locator(`[data-alarm-id="${alarmId}"]`).count()).toBeGreaterThan(0)
    await operator.expectClean()
  })

  test('the operator confirms it', async () => {
    const { page } = operator
    // On an alarm page the queue is collapsed, elsewhere it is expanded.
    await operator.go('/dataCenter/home')
    await page.locator(`[data-alarm-id="${alarmId}"] button`).click()
    // Its row stays in place as long as the pointer is on it.
    await page.locator('.ew-queue [data-gone=true]').waitFor()
    await page.locator('h1').hover()
    await expect.poll(() => page.locator('[data-alarm-id]').count()).toBe(0)
    await operator.go(`/alarm/alarmLogList/detail?id=${alarmId}`)
    await page.getByRole('main').getByText(text.shared.enums.alarmState.confirmed).first().waitFor()
    const row = await console.server.db
      .selectFrom('alarm')
      .select(['state', 'confirmed_by', 'shown_at'])
      .where('id', '=', alarmId)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ state: 'confirmed', confirmed_by: console.server.world.accounts.northAdmin.id })
    expect(row.shown_at).not.toBeNull()
    const audit = await console.server.db
      .selectFrom('audit_log')
      .select('actor_id')
      .where('object_kind', '=', 'alarm')
      .where('object_id', '=', String(alarmId))
      .where('action', '=', 'alarm.confirm')
      .execute()
    expect(audit).toEqual([{ actor_id: console.server.world.accounts.northAdmin.id }])
    await operator.expectClean()
  })

  test('creates a repair order from it and completes it', async () => {
    const { page } = operator
    await act(operator, text.alarm.repair)
    const dialog = page.getByRole('dialog')
    await dialog.getByText(device()).first().waitFor()
    await dialog.getByLabel(text.shared.fields.description).fill('The detector smells of smoke')
    await operator.choose(text.shared.fields.engineerIds, 'North Engineer')
    await operator.submit()
    const order = await expect
      .poll(
        () =>
          console.server.db.selectFrom('work_order').select(['id', 'status']).where('alarm_id', '=', alarmId).executeTakeFirst(),
        { timeout: 10_000 },
      )
      .toBeDefined()
      .then(() =>
        console.server.db
          .selectFrom('work_order')
          .select(['id', 'status'])
          .where('alarm_id', '=', alarmId)
          .executeTakeFirstOrThrow(),
      )
    expect(order.status).toBe('pending_receive')
    const status = async (): Promise<string> =>
      (await console.server.db.selectFrom('work_order').select('status').where('id', '=', order.id).executeTakeFirstOrThrow())
        .status

    const at = `/order/repairOrderList/detail?id=${order.id}`
    const engineer = await console.open({ language, as: console.server.world.accounts.northEngineer, at })
    await act(engineer, text.order.actions.receive)
    await expect.poll(status).toBe('pending_complete')
    await act(engineer, text.order.actions.start)
    await expect.poll(status).toBe('processing')
    await act(engineer, text.order.actions.complete)
    await engineer.choose(text.shared.fields.completeType, text.shared.enums.completeType.fixed)
    // The order was created from an alarm: its cause and a retest are part of it.
    await engineer.page.getByRole('dialog').getByLabel(text.shared.fields.faultCause).fill('Dust in the chamber')
    await engineer.choose(text.shared.fields.retest, text.shared.enums.retestResult.passed)
    await engineer.page.getByRole('dialog').getByLabel(text.shared.fields.note).first().fill('Chamber cleaned, tested')
    await engineer.submit()
    await expect.poll(status).toBe('pending_verify')
    await engineer.expectClean()
    await engineer.close()

    await operator.go(`/order/repairOrderList/detail?id=${order.id}`)
    await act(operator, text.order.actions.verify)
    await page.getByRole('radio', { name: text.order.verify.agree }).check()
    await operator.submit()
    await expect.poll(status).toBe('pending_evaluation')
    await act(operator, text.order.actions.appraise)
    await page
      .getByRole('dialog')
      .locator('label', { has: page.getByRole('radio') })
      .last()
      .click()
    await operator.submit()
    await expect.poll(status).toBe('complete')
    await operator.expectClean()
    const history = await console.server.db
      .selectFrom('order_history')
      .select('action')
      .where('order_id', '=', order.id)
      .orderBy('id')
      .execute()
    expect(history.map((row) => row.action)).toEqual(
      expect.arrayContaining(['create', 'receive', 'start', 'complete', 'agree', 'appraise']),
    )
  })

  test('a sibling company sees none of it', async () => {
    const { page } = sibling
    await sibling.go('/alarm/alarmLogList?all=true')
    expect(await page.locator('[data-alarm-id]').count()).toBe(0)
    expect(await page.getByText(spot()).count()).toBe(0)
    await page.goto(`${console.server.url}/#/alarm/alarmLogList/detail?id=${alarmId}`)
    await page.getByRole('heading', { name: text.kit.detail.missing }).waitFor()
    await sibling.go('/order/repairOrderList')
    expect(await page.getByText(/R\d{8}-/).count()).toBe(0)
    await sibling.expectClean()
  })
})
