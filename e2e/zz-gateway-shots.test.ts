import { createFleet } from '@emberwatch/simulator'
import { afterAll, beforeAll, test } from 'vitest'
import { startConsole, type Console } from './console.ts'
import { addSite, type E2eSite } from './site.ts'

let console: Console
let site: E2eSite
beforeAll(async () => {
  console = await startConsole()
  const { db, world, mqttUrl } = console.server
  site = await addSite(db, world.companies.north, world.customers.north)
  const series = await db.selectFrom('device_series').select('id').limit(1).executeTakeFirstOrThrow()
  const model = await db.insertInto('device_model').values({ series_id: series.id, code: 'E2E-GW', name: 'EW-GW1 gateway', is_gateway: true, heartbeat_s: 60 }).returning('id').executeTakeFirstOrThrow()
  const g = await db.selectFrom('gateway').selectAll().where('code', '=', site.gateway.code).executeTakeFirstOrThrow()
  const { id: _i, ...rest } = g
  const now = Date.now()
  const add = (code: string, more: object) => db.insertInto('gateway').values({ ...rest, code, name: `Block ${code}`, model_id: model.id, ...more } as never).returning('id').executeTakeFirstOrThrow()
  await add('GW-OFF', { activated_at: new Date(now - 9e8), last_seen_at: new Date(now - 7_300_000), signal: -101, firmware: '1.2.003', malformed_count: 7 })
  await add('GW-DIS', { enabled: false, disabled_reason: 'Water damage, replaced next week', activated_at: new Date(now - 9e8) })
  await add('GW-STOCK', { project_id: null, customer_id: null, batch: 'B-2026-11' })
  await add('GW-STOCK2', { project_id: null, customer_id: null, batch: 'B-2026-11', activated_at: new Date(now - 9e8) })
  const link = (h: number, online: boolean) => db.insertInto('gateway_link').values({ gateway_id: g.id, online, at: new Date(now - h * 3.6e6), noticed_at: new Date(now - h * 3.6e6 + 60_000), cause: online ? 'heard' : 'silent' }).execute()
  await link(500, true); await link(300, false); await link(290, true); await link(50, false); await link(48, true); await link(5, false); await link(4.5, true)
  const fleet = createFleet({ url: mqttUrl ?? '', gateways: [site.gateway], heartbeatSeconds: 0 })
  await fleet.start()
  await fleet.report(site.gateway.devices[0]?.code ?? '', 'smoke')
  await fetch(`${console.server.url}/api/ingest/v1/${site.gateway.code}`, { method: 'POST', headers: { authorization: `Bearer ${site.gateway.secret}`, 'content-type': 'application/json' }, body: '{"seq": 1, "reports": [' })
  await fetch(`${console.server.url}/api/ingest/v1/${site.gateway.code}`, { method: 'POST', headers: { authorization: `Bearer ${site.gateway.secret}`, 'content-type': 'application/json' }, body: JSON.stringify({ seq: 2, reports: [{ device: 'NOBODY', code: 'smoke', format: 'EW' }] }) })
  await new Promise((r) => setTimeout(r, 2500))
}, 60_000)
afterAll(() => console.stop())
test('shots', async () => {
  const { db, world } = console.server
  const g = await db.selectFrom('gateway').select('id').where('code', '=', site.gateway.code).executeTakeFirstOrThrow()
  const off = await db.selectFrom('gateway').select('id').where('code', '=', 'GW-OFF').executeTakeFirstOrThrow()
  for (const [language, width] of [['zh', 1440], ['en', 1440], ['zh', 390]] as const) {
    const w = await console.open({ as: world.accounts.northAdmin, language, width })
    for (const [name, path] of [
      ['list', '/device/gatewayList'],
      ['detail', `/device/gatewayList/detail?id=${g.id}`],
      ['off', `/device/gatewayList/detail?id=${off.id}`],
      ['devices', `/device/gatewayList/detail?id=${g.id}&tab=devices`],
      ['link', `/device/gatewayList/detail?id=${g.id}&tab=link`],
      ['messages', `/device/gatewayList/detail?id=${g.id}&tab=messages`],
      ['alarms', `/device/gatewayList/detail?id=${g.id}&tab=alarms`],
      ['faults', `/device/gatewayList/detail?id=${g.id}&tab=faults`],
      ['trace', `/device/gatewayList/detail?id=${g.id}&tab=trace`],
      ['stock', '/device/gatewayStockList'],
      ['labels', `/device/gatewayList/labels?ids=${g.id},${off.id}`],
      ['register', '/device/gatewayList/register?code=GW-NEW-1&model=E2E-GW'],
    ] as const) {
      await w.go(path)
      await w.page.waitForTimeout(900)
      await w.page.screenshot({ path: `/tmp/gw-shots/${language}-${width}-${name}.png`, fullPage: width === 390 })
    }
    await w.page.locator('#projectId, [id$=projectId]').first().click()
    await w.page.locator('.ant-select-item-option').first().click()
    await w.go(`/device/gatewayList/register?code=SHOT-${language}-${width}&model=E2E-GW`)
    await w.page.waitForTimeout(600)
    await w.page.locator('[id$=projectId]').first().click()
    await w.page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').first().click()
    await w.page.locator('button[type=submit]').last().click()
    await w.page.waitForTimeout(1500)
    await w.page.screenshot({ path: `/tmp/gw-shots/${language}-${width}-registered.png`, fullPage: true })
    await w.go('/device/gatewayList')
    await w.page.locator('.ew-toolbar .ant-btn-primary').first().click()
    await w.page.waitForTimeout(900)
    await w.page.screenshot({ path: `/tmp/gw-shots/${language}-${width}-create.png` })
    await w.close()
  }
}, 180_000)
