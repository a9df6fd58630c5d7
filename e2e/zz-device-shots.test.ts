import { afterAll, beforeAll, test } from 'vitest'
import { captureFailures, startConsole, type Console } from './console.ts'
import { addSite, type E2eSite } from './site.ts'

/** A device from stock to scrap, and what its page tells about it. */

let console: Console
let site: E2eSite
let desk: Window
let model: string
let detector: { id: number; code: string }

beforeAll(async () => {
  console = await startConsole()
  const { db, world } = console.server
  site = await addSite(db, world.companies.north, world.customers.north)
  const found = await db
    .selectFrom('device')
    .innerJoin('device_model as model', 'model.id', 'device.model_id')
    .select(['device.id', 'device.code', 'model.name as model'])
    .where('project_id', '=', site.projectId)
    .where('room_number', '=', '101')
    .executeTakeFirstOrThrow()
  detector = found
  model = found.model
  const now = Date.now()
  await db
    .updateTable('device')
    .set({
      battery: 12,
      signal: -110,
      online: true,
      last_seen_at: new Date(now),
      last_values: JSON.stringify({ battery: 12, temperature: 21.5, state: 'ok' }),
    })
    .where('id', '=', detector.id)
    .execute()
  await db
    .insertInto('device_value')
    .values(
      Array.from({ length: 60 }, (_, i) => ({
        device_id: detector.id,
        at: new Date(now - i * 900_000),
        values: JSON.stringify({ battery: 12 + i, temperature: 20 + Math.sin(i / 8) * 5 }),
      })),
    )
    .execute()
  await db
    .insertInto('device_online')
    .values([
      { device_id: detector.id, online: true, at: new Date(now - 40 * 3_600_000) },
      { device_id: detector.id, online: false, at: new Date(now - 5 * 3_600_000) },
      { device_id: detector.id, online: true, at: new Date(now - 4 * 3_600_000) },
    ])
    .execute()
  desk = await console.open({ as: world.accounts.northAdmin })
})
afterAll(() => console.stop())
captureFailures(() => console.windows)


test('shots', async () => {
  const { world, db } = console.server
  const owner = world.companies.north
  const m = await db.selectFrom('device').selectAll().where('id', '=', detector.id).executeTakeFirstOrThrow()
  for (let i = 1; i <= 14; i++) await db.insertInto('device').values({ company_id: owner.id, path: owner.path, model_id: m.model_id, code: `SD26-${String(i).padStart(4,'0')}`, name: i % 2 ? '点型光电感烟火灾探测器' : '手动报警按钮', batch: '2026-11A', produced_on: '2026-11-01', stocked_at: new Date(Date.now() - i * 5 * 86400000) }).execute()
  const four = await db.selectFrom('device').select('id').where('project_id', '=', site.projectId).orderBy('id').execute()
  await db.updateTable('device').set({ enabled: false, disabled_reason: '装修施工', disabled_until: new Date(Date.now() + 86400000) }).where('id', '=', four[1]!.id).execute()
  await db.updateTable('device').set({ low_power: true, online: true, battery: 9, last_seen_at: new Date(), replace_by: '2026-12-20', building: 'A座', floor: '3F' }).where('id', '=', four[2]!.id).execute()
  await db.updateTable('device').set({ last_seen_at: new Date(Date.now() - 9e6), battery: 66, longitude: 120.16, latitude: 30.25, coordinate_system: 'WGS84', place: '前室' }).where('id', '=', detector.id).execute()
  const type = await db.selectFrom('alarm_type').select('id').limit(1).executeTakeFirstOrThrow()
  const ft = await db.selectFrom('fault_type').select('id').limit(1).executeTakeFirstOrThrow()
  const placed = { company_id: owner.id, path: owner.path, customer_id: world.customers.north, project_id: site.projectId, device_id: four[3]!.id }
  const now = new Date()
  await db.insertInto('alarm').values({ ...placed, type_id: type.id, level: 'fire', source_format: 'EW', source_code: 'smoke', first_at: now, last_at: now }).execute()
  await db.insertInto('alarm').values({ ...placed, device_id: detector.id, type_id: type.id, level: 'fire', source_format: 'EW', source_code: 'smoke', first_at: now, last_at: now, state: 'cleared' }).execute()
  await db.insertInto('fault').values({ ...placed, device_id: detector.id, point: 'd1', type_id: ft.id, source_format: 'EW', source_code: 'sensor', first_at: now, last_at: now, state: 'solved', solved_at: now }).execute()
  await db.insertInto('device_disablement').values({ device_id: detector.id, reason: 'x', from_at: new Date(Date.now() - 1e7), until_at: new Date(Date.now() + 1e7) }).execute()
  await db.insertInto('device_notifier').values({ device_id: detector.id, name: '王守卫', phone: '13800001234', methods: ['sms', 'voice'] }).execute()
  await db.insertInto('device_user').values({ device_id: detector.id, account_id: world.accounts.northUser.id }).execute()
  const d = `/device/deviceList/detail?id=${detector.id}`
  const pages: Record<string, string> = { list: '/device/deviceList', stock: '/device/uninstalledDeviceList', detail: d, values: `${d}&tab=values`, online: `${d}&tab=online`, place: `${d}&tab=place`, alarms: `${d}&tab=alarms`, faults: `${d}&tab=faults`, notifiers: `${d}&tab=notifiers`, users: `${d}&tab=users` }
  for (const [language, width] of [['zh', 1440], ['en', 1440], ['zh', 390]] as const) {
    const w = await console.open({ as: world.accounts.northAdmin, language, width, at: '/device/deviceList' })
    for (const [name, at] of Object.entries(pages)) {
      await w.go(at)
      await w.page.waitForTimeout(900)
      await w.page.screenshot({ path: `/tmp/devshots/${name}-${language}-${width}.png`, fullPage: true })
    }
    if (language === 'zh') {
      await w.go('/device/deviceList?create=1')
      await w.page.locator('.ew-toolbar button').first().click()
      await w.page.waitForTimeout(700)
      await w.page.screenshot({ path: `/tmp/devshots/create-${language}-${width}.png` })
      await w.page.keyboard.press('Escape')
      await w.go(d)
      for (const [n, label] of [['replace', '更换'], ['disable', '停用'], ['move', '移动']] as const) {
        const b = w.page.locator('.ew-detail-head').getByRole('button', { name: label, exact: true })
        if (await b.isVisible()) await b.click()
        else { await w.page.locator('.ew-detail-head').getByRole('button', { name: '更多' }).click(); await w.page.getByRole('menuitem', { name: label, exact: true }).click() }
        await w.page.waitForTimeout(700)
        await w.page.screenshot({ path: `/tmp/devshots/${n}-${language}-${width}.png` })
        await w.page.keyboard.press('Escape')
        await w.page.waitForTimeout(400)
      }
    }
    await w.close()
  }
}, 180_000)
