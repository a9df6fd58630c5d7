import { afterAll, beforeAll, test } from 'vitest'
import { png } from '../packages/server/src/testing/images.ts'
import { startConsole, type Console } from './console.ts'
import { addSite } from './site.ts'
import sharp from 'sharp'

let console: Console
let projectId = 0
let siteId = 0
beforeAll(async () => {
  console = await startConsole()
  const { db, world } = console.server
  projectId = (await addSite(db, world.companies.north, world.customers.north)).projectId
  const owner = { company_id: world.companies.north.id, path: world.companies.north.path, customer_id: world.customers.north, project_id: projectId }
  const where = { latitude: 30.66, longitude: 104.06, coordinate_system: 'GCJ02' as const }
  siteId = (await db.insertInto('sign_site').values({ ...owner, name: '一号楼消控室', address: '成都市武侯区天府大道1号', floor: '1F 东侧', ...where }).returning('id').executeTakeFirstOrThrow()).id
  await db.insertInto('sign_site').values({ ...owner, name: '地下车库入口', address: '天府大道1号', enabled: false }).execute()
  await db.updateTable('project').set({ ...where }).where('id', '=', projectId).execute()
  const order = await db.insertInto('work_order').values({ ...owner, kind: 'repair', code: 'R-SIGNED-1', status: 'processing', origin: 'manual', description: 'x' }).returning('id').executeTakeFirstOrThrow()
  const signed = { order_id: order.id, site_id: siteId, account_id: world.accounts.northEngineer.id, longitude: 104.0601, coordinate_system: 'GCJ02' as const, accuracy_m: 12 }
  await db.insertInto('order_sign_in').values([
    { ...signed, latitude: 30.6605, at: new Date(Date.now() - 60_000), distance_m: 55.4, result: 'inRadius' },
    { ...signed, latitude: 30.665, at: new Date(), distance_m: 560, result: 'outOfRadius', reason: '门禁绕行' },
    { ...signed, latitude: 30.6601, at: new Date(Date.now() - 3_600_000), distance_m: 15, result: 'mocked', reason: '测试机' },
  ]).execute()
  const people = [['王建国', 'manager', ['voice', 'sms']], ['消控室', 'controlRoom', ['voice']], ['李敏', 'keyholder', ['sms', 'mail']]] as const
  await db.insertInto('project_notifier').values(people.map(([name, role, methods], i) => ({ project_id: projectId, seq: i + 1, name, role, methods: [...methods], phone: `1380000000${i}`, email: i === 2 ? 'limin@example.com' : null, language: 'zh' as const, enabled: i !== 1 }))).execute()
  const token = await console.server.tokenOf(world.accounts.northAdmin)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="700"><rect width="1200" height="700" fill="#fff"/><g fill="none" stroke="#345" stroke-width="6"><rect x="40" y="40" width="1120" height="620"/><path d="M40 300H1160M40 400H1160M400 40V300M800 40V300M300 400V660M600 400V660M900 400V660"/></g></svg>`
  const body = new FormData(); body.set('purpose', 'floorPlan'); body.set('file', new Blob([new Uint8Array(await sharp(Buffer.from(svg)).png().toBuffer())]), 'p.png')
  const up = (await (await fetch(`${console.server.url}/api/file/upload`, { method: 'POST', body, headers: { Authorization: `Bearer ${token}` } })).json()) as { data: string }
  await console.server.call('POST', 'web/floorPlan/create', { projectId, building: '一号楼', floor: '1F', image: up.data }, token)
  const plan = await db.selectFrom('floor_plan').select('id').executeTakeFirstOrThrow()
  const devices = await db.selectFrom('device').select('id').where('project_id', '=', projectId).execute()
  for (const [i, { id }] of devices.slice(0, 3).entries()) await console.server.call('POST', 'web/floorPlan/place', { planId: plan.id, deviceId: id, x: 0.2 + 0.25 * i, y: 0.35 }, token)
  await db.updateTable('device').set({ online: true }).where('id', '=', devices[0]?.id ?? 0).execute()
  void png
})
afterAll(() => console.stop())

test.each([['zh', 1440], ['en', 1440], ['zh', 390]] as const)('%s %i', async (language, width) => {
  const { accounts } = console.server.world
  const w = await console.open({ language, width, as: accounts.northAdmin })
  const shot = async (name: string, full = true) => {
    await w.page.waitForTimeout(900)
    await w.page.screenshot({ path: `/tmp/ew-places/shots/${name}-${language}-${width}.png`, fullPage: full })
  }
  await w.go('/project/signAddressList'); await shot('sites')
  await w.page.locator('.ew-toolbar button').first().click(); await shot('form', false)
  await w.page.locator('.ew-map-point').scrollIntoViewIfNeeded(); await shot('form2', false)
  await w.page.reload()
  await w.go(`/project/signAddressList/detail?id=${siteId}`); await shot('site')
  await w.go(`/project/signAddressList/detail?id=${siteId}&tab=records`); await shot('records')
  await w.go(`/project/projectList/detail?id=${projectId}&tab=calls`); await shot('calls')
  await w.page.locator('.ew-toolbar button').first().click(); await shot('callform', false)
  await w.page.reload()
  await w.go(`/project/projectList/detail?id=${projectId}&tab=plans`); await shot('plans')
  await w.close()
}, 120_000)
