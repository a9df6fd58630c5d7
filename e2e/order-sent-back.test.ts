import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { texts as orderEn } from '../packages/web/src/features/orders/order/order.en.ts'
import { texts as orderZh } from '../packages/web/src/features/orders/order/order.zh.ts'
import { en as phoneEn } from '../packages/web/src/mobile/en.ts'
import { zh as phoneZh } from '../packages/web/src/mobile/zh.ts'
import { captureFailures, pressAction, startConsole, type Console } from './console.ts'
import { alternating } from './languages.ts'
import { button, openPhoneOf } from './phone.ts'
import { addSite, type E2eSite } from './site.ts'

/** Work that was sent back: the engineer sees why, and hands in the earlier entries together with the new ones; the verifier sees all of it. */

let ui: Console
let site: E2eSite

beforeAll(async () => {
  ui = await startConsole()
  site = await addSite(ui.server.db, ui.server.world.companies.north, ui.server.world.customers.north)
})
afterAll(() => ui.stop())
captureFailures(() => ui.windows)

describe.each(
  alternating(import.meta.filename, [
    { language: 'zh', texts: orderZh, shared: zh, phone: phoneZh },
    { language: 'en', texts: orderEn, shared: en, phone: phoneEn },
  ] as const),
)('in $language', ({ language, texts, shared, phone: t }) => {
  test('the phone shows the reason and the earlier entries; the verifier sees findings without a repair order', async () => {
    const { db, world, call, tokenOf } = ui.server
    const { northAdmin, northEngineer } = world.accounts
    const [manager, engineer] = [await tokenOf(northAdmin), await tokenOf(northEngineer)]
    const post = async (token: string, path: string, input: Record<string, unknown>) => {
      const answer = await call('POST', path, input, token)
      expect(answer, answer.msg).toMatchObject({ success: true })
      return answer.data as { id: number }
    }
    const planned = { projectId: site.projectId, priority: 'urgent', description: `Sent back ${language}` }
    const { id } = await post(manager, 'web/order/inspect/create', { ...planned, engineerIds: [northEngineer.id] })
    for (const step of ['receive', 'start']) await post(engineer, `app/order/${step}`, { id })
    const devices = await db
      .selectFrom('order_device')
      .innerJoin('device', 'device.id', 'device_id')
      .select(['device.id', 'device.code'])
      .where('order_id', '=', id)
      .orderBy('device.code')
      .execute()
    await post(engineer, 'app/order/complete', {
      id,
      completeType: 'partly',
      note: 'All but the attic',
      labourMinutes: 40,
      devices: devices.map(({ id: deviceId }, index) => ({ deviceId, result: index === 0 ? 'abnormal' : 'normal' })),
      parts: [{ name: 'Battery', quantity: 2 }],
    })
    await post(manager, 'web/order/inspect/verify', { id, agree: false, reason: 'The attic as well' })
    const back = { who: 'North Admin', reason: 'The attic as well' }

    const phone = await openPhoneOf(ui, language, northEngineer)
    const { page } = phone
    await page.getByText(`Sent back ${language}`).click()
    await page.getByText(t.order.sentBack(back.who, back.reason)).waitFor()
    await phone.expectClean()
    await button(page, t.order.complete).click()
    const sheet = page.getByRole('dialog')
    expect(await sheet.getByLabel(t.complete.note).inputValue()).toBe('All but the attic')
    expect(await sheet.getByLabel(t.complete.partName).inputValue()).toBe('Battery')
    expect(await sheet.getByLabel(t.optional(t.complete.labour)).inputValue()).toBe('40')
    await sheet.getByRole('radio', { name: shared.enums.completeType.done, exact: true }).check()
    await sheet.getByLabel(t.complete.note).fill('All, with the attic')
    await phone.expectClean()
    await sheet.getByRole('button', { name: t.order.complete, exact: true }).click()
    const order = () =>
      db.selectFrom('work_order').select(['status', 'labour_minutes']).where('id', '=', id).executeTakeFirstOrThrow()
    await expect.poll(order).toEqual({ status: 'pending_verify', labour_minutes: 40 })
    const parts = await db.selectFrom('order_part').select(['name', 'quantity']).where('order_id', '=', id).execute()
    expect(parts).toEqual([{ name: 'Battery', quantity: 2 }])
    await phone.close()

    const desk = await ui.open({ language, as: northAdmin, at: `/order/inspectionOrderList/detail?id=${id}` })
    const found =
      (language === 'en' ? (orderEn.findings_one ?? '') : texts.findings).replace('{{count}}', '1').split('{{')[0] ?? ''
    await desk.page.getByText(found).first().waitFor()
    expect(await desk.page.getByText(back.reason, { exact: false }).count()).toBe(0)
    await desk.expectClean()
    await pressAction(desk.page.locator('main'), texts.actions.verify)
    const dialog = desk.page.getByRole('dialog')
    await dialog.getByText(found).waitFor()
    await dialog.getByText('Battery').waitFor()
    await desk.expectClean()
    await desk.close()
  })
})
