import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { texts as faultEn } from '../packages/web/src/features/alarms/fault/fault.en.ts'
import { texts as faultZh } from '../packages/web/src/features/alarms/fault/fault.zh.ts'
import { texts as storyEn } from '../packages/web/src/features/orders/repair-story/repair-story.en.ts'
import { kit as kitZh } from '../packages/web/src/i18n/zh/kit.ts'
import { captureFailures, type Console, pressAction, pressTab, startConsole } from './console.ts'
import { addSite, type E2eSite } from './site.ts'

/** Faults, from the first signal to the repair order, as an operator, an engineer and somebody without the permission see them. */

let console: Console
let site: E2eSite
let other: E2eSite

beforeAll(async () => {
  console = await startConsole()
  const { db, world } = console.server
  site = await addSite(db, world.companies.north, world.customers.north)
  other = await addSite(db, world.companies.north, world.customers.north)
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

const minute = 60_000
/** A fault of a detector, raised some minutes ago. */
const addFault = async (place: E2eSite, room: string, minutes: number, more: { state?: 'solved'; repeats?: number } = {}) => {
  const { db } = console.server
  const code = place.gateway.devices.find((device) => device.room === room)?.code ?? ''
  const device = await db.selectFrom('device').selectAll().where('code', '=', code).executeTakeFirstOrThrow()
  const type = await db.selectFrom('fault_type').select('id').where('code', '=', 'sensor').executeTakeFirstOrThrow()
  const { company_id, path, customer_id, project_id, gateway_id, id } = device
  const firstAt = new Date(Date.now() - minutes * minute)
  const fault = await db
    .insertInto('fault')
    .values({
      company_id,
      path,
      customer_id,
      project_id,
      gateway_id,
      device_id: id,
      point: `d${id}`,
      type_id: type.id,
      source_format: 'EW',
      source_code: 'sensor',
      first_at: firstAt,
      last_at: firstAt,
      repeat_count: more.repeats ?? 0,
      ...(more.state ? { state: more.state, solved_at: new Date(), solved_way: 'restored' as const } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: fault.id, code }
}

test('an operator postpones a fault, sees that it keeps coming back, and creates repair orders for faults of two projects', async () => {
  const { world } = console.server
  const earlier = await addFault(site, '101', 600, { state: 'solved' })
  const first = await addFault(site, '101', 90, { repeats: 3 })
  const second = await addFault(other, '102', 30)
  const desk = await console.open({ language: 'en', as: world.accounts.northAdmin, at: '/alarm/faultLogList' })
  const { page } = desk
  // One export for each state, and none for all of them.
  await page.getByRole('button', { name: new RegExp(`^${en.enums.faultState.pending}`) }).click()
  await page.getByRole('button', { name: /Export$/ }).waitFor()
  await expect
    .poll(() => page.getByRole('button', { name: new RegExp(`^${en.enums.faultState.pending}`) }).textContent())
    .toMatch(/2$/)
  await page.getByText(faultEn.cameBack_one ?? '').waitFor()

  await desk.go(`/alarm/faultLogList/detail?id=${first.id}`)
  await pressAction(page.locator('.ew-detail-head'), faultEn.snooze.action)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(en.fields.reason).fill('spare part ordered')
  await desk.submit()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('spare part ordered').first().waitFor()
  await page
    .getByText(/North Admin/)
    .first()
    .waitFor()
  await desk.expectClean()
  await pressTab(page, faultEn.page.related)
  await page.getByRole('link', { name: new RegExp(`-0*${earlier.id}$`) }).waitFor()

  await desk.go('/alarm/faultLogList?state=pending')
  await page.getByRole('checkbox').nth(0).check()
  await page.getByRole('button', { name: faultEn.repair.selected }).click()
  await dialog.getByText(faultEn.repair.several.replace('{{count}}', '2')).waitFor()
  await desk.expectClean()
  await desk.submit()
  await page.getByText(faultEn.repair.made.replace('{{count}}', '2')).waitFor()
  await page.getByRole('dialog').getByRole('link').first().click()
  await page.getByText(storyEn.retestSignals).waitFor()
  await page.getByText(storyEn.heard.noneYet).waitFor()
  await page
    .getByRole('link', { name: /^F\d{8}-/ })
    .first()
    .waitFor()
  await desk.expectClean()
  const states = await console.server.db.selectFrom('fault').select('state').where('id', 'in', [first.id, second.id]).execute()
  expect(states.map(({ state }) => state)).toEqual(['processing', 'processing'])
  await desk.close()
})

test('the story of an alarm: its repair order, found on its page, and the way back', async () => {
  const { db, world, signIn, call } = console.server
  const device = await db
    .selectFrom('device')
    .selectAll()
    .where('code', '=', site.gateway.devices[3]?.code ?? '')
    .executeTakeFirstOrThrow()
  const type = await db.selectFrom('alarm_type').select('id').orderBy('id').executeTakeFirstOrThrow()
  const { company_id, path, customer_id, project_id, id } = device
  const at = new Date()
  const alarm = await db
    .insertInto('alarm')
    .values({
      company_id,
      path,
      customer_id,
      project_id,
      device_id: id,
      type_id: type.id,
      level: 'fire',
      state: 'confirmed',
      source_format: 'CID',
      source_code: '1110',
      first_at: at,
      last_at: at,
      confirmed_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const order = { deviceIds: [id], alarmId: alarm.id, priority: 'urgent', description: 'detector alarms without smoke' }
  const made = await call('POST', 'web/order/repair/create', order, await signIn(world.accounts.northAdmin))
  expect(made, made.msg).toMatchObject({ success: true })
  const desk = await console.open({
    language: 'en',
    as: world.accounts.northAdmin,
    at: `/alarm/alarmLogList/detail?id=${alarm.id}`,
  })
  const block = desk.page.locator('.ew-repair-story')
  await block.getByText(storyEn.steps.create).waitFor()
  await desk.expectClean()
  await block.getByRole('link').click()
  await desk.page.getByRole('heading', { name: storyEn.origin }).waitFor()
  await desk.page
    .getByRole('link', { name: new RegExp(`-0*${alarm.id}$`) })
    .first()
    .waitFor()
  await desk.expectClean()
  await desk.close()
})

test('several faults are solved with a note; the list is usable on a phone and in Chinese', async () => {
  const { world } = console.server
  const { id } = await addFault(site, '103', 5)
  const phone = await console.open({ language: 'zh', width: 390, as: world.accounts.northAdmin, at: '/alarm/faultLogList' })
  await phone.page
    .getByRole('link', { name: /^F\d{8}-/ })
    .first()
    .waitFor()
  await phone.go(`/alarm/faultLogList/detail?id=${id}`)
  await phone.page.getByRole('heading', { name: faultZh.page.history }).waitFor()
  await phone.expectClean()
  await phone.close()

  const desk = await console.open({ language: 'zh', as: world.accounts.northAdmin, at: '/alarm/faultLogList?state=pending' })
  await desk.expectClean()
  await desk.page.getByRole('checkbox').nth(1).check()
  await desk.page.getByRole('button', { name: faultZh.solve.action }).first().click()
  await desk.page.getByRole('dialog').getByLabel(zh.fields.note).fill('已更换探测器')
  await desk.submit()
  await desk.page.getByText(faultZh.solve.done).waitFor()
  const solved = await console.server.db.selectFrom('fault').select('note').where('id', '=', id).executeTakeFirstOrThrow()
  expect(solved.note).toBe('已更换探测器')

  // Actions that are no longer possible say why.
  await desk.go(`/alarm/faultLogList/detail?id=${id}`)
  await desk.page.locator('.ew-detail-head').getByRole('button', { name: kitZh.more }).click()
  const off = desk.page.getByRole('menuitem', { name: faultZh.solve.action, disabled: true })
  await off.getByText(faultZh.solve.already).waitFor()
  await desk.close()
})
