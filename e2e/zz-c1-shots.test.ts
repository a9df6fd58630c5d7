import { afterAll, beforeAll, test } from 'vitest'
import { startConsole, type Console } from './console.ts'
import { addSite, type E2eSite } from './site.ts'

let console: Console
let site: E2eSite
beforeAll(async () => {
  console = await startConsole()
  const { db, world } = console.server
  site = await addSite(db, world.companies.north, world.customers.north)
  await db.insertInto('project_notifier').values([
    { project_id: site.projectId, methods: ['sms', 'voice'], seq: 1, name: 'Keyholder One', phone: '13800000001', role: 'manager', language: 'zh', enabled: true },
    { project_id: site.projectId, methods: ['sms'], seq: 2, name: 'Keyholder Two', phone: '13800000002', role: 'manager', language: 'zh', enabled: false },
  ]).execute()
})
afterAll(() => console.stop())

test('shots', async () => {
  const { world, tokenOf, call } = console.server
  const as = world.accounts.northAdmin
  const token = await tokenOf(as)
  const first = await console.open({ as, at: '/message/messageNotifyList' })
  await first.page.waitForTimeout(2000)
  await first.page.screenshot({ path: '/tmp/c1-empty.png' })
  await first.close()
  await call('POST', 'web/messageNotify/createDefault', {}, token)
  await call('POST', 'web/messageNotify/create', {
    name: '夜间火警升级 Night escalation', events: ['alarm', 'fault'], levels: ['fire', 'warning'], projectIds: [site.projectId],
    steps: [
      { afterS: 0, receivers: [{ kind: 'callList' }], channels: ['voice', 'sms'], answerS: 30, repeats: 1, everyS: 300 },
      { afterS: 120, receivers: [{ kind: 'accounts', accountIds: [as.id, world.accounts.northEngineer.id] }, { kind: 'deviceList' }], channels: ['sms', 'inSite'], answerS: 30, repeats: 0, everyS: 0 },
    ],
    stopWhen: 'confirmed', activeHours: { from: '22:00', to: '06:00', days: [1, 2, 3, 4, 5] }, mergeWindowS: 120,
  }, token)
  for (const [language, width] of [['zh', 1440], ['en', 1440], ['zh', 390]] as const) {
    const w = await console.open({ as, language, width, at: '/message/messageNotifyList' })
    const mark = `${language}-${width}`
    await w.page.waitForTimeout(2500)
    await w.page.screenshot({ path: `/tmp/c1-list-${mark}.png`, fullPage: true })
    await w.go(`/project/projectList/detail?id=${site.projectId}&tab=who`)
    await w.page.waitForTimeout(2500)
    await w.page.screenshot({ path: `/tmp/c1-who-${mark}.png`, fullPage: true })
    await w.go('/message/messageNotifyList')
    await w.page.waitForTimeout(1500)
    await w.page.getByRole('button', { name: language === 'zh' ? '新建规则' : 'New rule' }).click()
    await w.page.waitForTimeout(1500)
    await w.page.screenshot({ path: `/tmp/c1-form-${mark}.png` })
    await w.page.locator('.ant-drawer-body').evaluate((node) => { node.scrollTop = 820 })
    await w.page.waitForTimeout(500)
    await w.page.screenshot({ path: `/tmp/c1-form2-${mark}.png` })
    await w.close()
  }
}, 120_000)
