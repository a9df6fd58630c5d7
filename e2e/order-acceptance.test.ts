import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { texts as orderEn } from '../packages/web/src/features/orders/order/order.en.ts'
import { texts as orderZh } from '../packages/web/src/features/orders/order/order.zh.ts'
import { en as phoneEn } from '../packages/web/src/mobile/en.ts'
import { zh as phoneZh } from '../packages/web/src/mobile/zh.ts'
import { captureFailures, type Console, pressTab, startConsole } from './console.ts'
import { alternating } from './languages.ts'
import { button, openPhoneOf } from './phone.ts'
import { addSite, type E2eSite } from './site.ts'

/**
 * The end of a visit: the person who accepts the work signs on the engineer's phone, without a network; the desk sees the
 * signature and prints the sheet.
 */

let ui: Console
let site: E2eSite

beforeAll(async () => {
  ui = await startConsole()
  site = await addSite(ui.server.db, ui.server.world.companies.north, ui.server.world.customers.north)
})
afterAll(() => ui.stop())
captureFailures(() => ui.windows)

const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['SHOTS']
  if (folder) await page.screenshot({ path: `${folder}/acceptance-${name}.png`, fullPage: true })
}

describe.each(
  alternating(import.meta.filename, [
    { language: 'zh', texts: orderZh, shared: zh, phone: phoneZh, name: '王经理' },
    { language: 'en', texts: orderEn, shared: en, phone: phoneEn, name: 'Sam Porter' },
  ] as const),
)('in $language', ({ language, texts, shared, phone: t, name }) => {
  let id: number
  let code: string

  beforeAll(async () => {
    const { db, world, call, tokenOf } = ui.server
    const input = {
      projectId: site.projectId,
      priority: 'high',
      description: `Round ${language}`,
      engineerIds: [world.accounts.northEngineer.id],
    }
    const made = await call('POST', 'web/order/inspect/create', input, await tokenOf(world.accounts.northAdmin))
    ;({ id } = made.data as { id: number })
    ;({ code } = await db.selectFrom('work_order').select('code').where('id', '=', id).executeTakeFirstOrThrow())
  })

  test('the work is accepted with a drawn signature, entered without a network and kept through a killed tab', async () => {
    const { db, world, call, tokenOf } = ui.server
    const phone = await openPhoneOf(ui, language, world.accounts.northEngineer)
    const { page } = phone
    await page.getByText(`Round ${language}`).click()
    await button(page, t.order.receive).click()
    await button(page, t.order.start).click()
    const status = async () =>
      (await db.selectFrom('work_order').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
    await expect.poll(status).toBe('processing')
    const devices = await db.selectFrom('order_device').select('device_id').where('order_id', '=', id).execute()
    const records = devices.map(({ device_id: deviceId }) => ({ deviceId, result: 'normal' }))
    const engineer = await tokenOf(world.accounts.northEngineer)
    const recorded = await call('POST', 'web/order/inspect/record', { id, devices: records }, engineer)
    expect(recorded.msg).toBe('')
    await page.reload()
    await page.getByText(shared.enums.orderResult.normal).first().waitFor()
    await expect.poll(() => page.evaluate<boolean>('navigator.serviceWorker.controller !== null')).toBe(true)
    await page.context().setOffline(true)

    await button(page, t.order.complete).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('radio', { name: shared.enums.completeType.done, exact: true }).check()
    await sheet.getByLabel(t.complete.note).fill('All detectors tested')
    const area = sheet.getByRole('img', { name: t.signature.area })
    await area.scrollIntoViewIfNeeded()
    const box = await area.boundingBox()
    if (!box) throw new Error('no place to sign')
    for (const [from, to] of [
      [0.1, 0.5],
      [0.5, 0.9],
    ] as const) {
      await page.mouse.move(box.x + box.width * from, box.y + box.height * 0.7)
      await page.mouse.down()
      await page.mouse.move(box.x + box.width * ((from + to) / 2), box.y + box.height * 0.3, { steps: 5 })
      await page.mouse.move(box.x + box.width * to, box.y + box.height * 0.7, { steps: 5 })
      await page.mouse.up()
      await button(page, t.signature.again).waitFor()
    }
    await phone.expectClean()
    await picture(page, `phone-${language}`)
    // A signature without a name is refused.
    await sheet.getByRole('button', { name: t.order.complete, exact: true }).click()
    await sheet.getByText(t.signature.needName).waitFor()
    await sheet.getByLabel(new RegExp(t.signature.by)).fill(name)

    const again = await page.context().newPage()
    await page.close()
    await again.goto(`${ui.server.url}/m/#/order/${id}`)
    await button(again, t.order.complete).click()
    const reopened = again.getByRole('dialog')
    expect(await reopened.getByLabel(new RegExp(t.signature.by)).inputValue()).toBe(name)
    await reopened.getByRole('img', { name: t.optional(t.signature.label) }).waitFor()
    await reopened.getByRole('button', { name: t.order.complete, exact: true }).click()
    await reopened.waitFor({ state: 'detached' })
    expect(await status()).toBe('processing')
    await again.context().setOffline(false)
    await expect.poll(status, { timeout: 20_000 }).toBe('pending_verify')

    const order = await db
      .selectFrom('work_order')
      .select(['accepted_by', 'signature_image'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(order).toEqual({ accepted_by: name, signature_image: expect.stringMatching(/^[0-9a-f]{32}$/) })
    const audits = await db
      .selectFrom('audit_log')
      .select('changes')
      .where('action', '=', 'inspectOrder.complete')
      .where('object_id', '=', String(id))
      .execute()
    expect(audits).toMatchObject([{ changes: { acceptedBy: [null, name] } }])
    await phone.close()
  })

  test('the desk sees who accepted it, and prints it as a sheet', async () => {
    const as = ui.server.world.accounts.northAdmin
    const window = await ui.open({ language, as, at: `/order/inspectionOrderList/detail?id=${id}` })
    const { page } = window
    await pressTab(page, texts.tabs.sheet)
    const signature = page.getByRole('img', { name: texts.work.signedBy.replace('{{name}}', name) })
    await expect
      .poll(() => signature.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBeGreaterThan(300)
    const print = page.getByRole('button', { name: texts.sheet.print })
    await page.evaluate('window.print = () => { window.printed = true }')
    await print.click()
    expect(await page.evaluate('window.printed')).toBe(true)
    await window.expectClean()
    await picture(page, `desk-${language}`)

    await page.emulateMedia({ media: 'print' })
    await page.getByRole('heading', { name: `${shared.enums.orderKind.inspect} · ${code}` }).waitFor()
    await page.getByText(`Round ${language}`).first().waitFor()
    await page.getByText(name, { exact: true }).first().waitFor()
    for (const device of site.gateway.devices) await page.getByText(device.code).first().waitFor()
    for (const who of ['engineer', 'customer'] as const) await page.getByText(texts.sheet[who], { exact: true }).waitFor()
    // Nothing is printed that is only for a screen.
    await print.waitFor({ state: 'hidden' })
    await page.getByRole('tab', { name: texts.tabs.sheet, exact: true }).waitFor({ state: 'hidden' })
    await page.locator('.ew-side').waitFor({ state: 'hidden' })
    // Nothing is cut off at the edge of an A4 page.
    await page.setViewportSize({ width: 703, height: 1_000 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(703)
    await picture(page, `sheet-${language}`)
    await window.close()
  })
})
