import { afterAll, beforeAll, test } from 'vitest'
import { addAlarm } from '../packages/server/src/features/alarm/alarm.fixture.ts'
import { startConsole, type Console } from './console.ts'
import { addSite, type E2eSite } from './site.ts'

let ui: Console
let site: E2eSite
const ids: Record<string, number> = {}
beforeAll(async () => {
  ui = await startConsole()
  const { db, world } = ui.server
  site = await addSite(db, world.companies.north, world.customers.north)
  const devices = await db.selectFrom('device').selectAll().where('project_id', '=', site.projectId).orderBy('code').execute()
  const placeOf = (i: number) => {
    const d = devices[i % devices.length]!
    return { owner: { id: d.company_id, path: d.path }, project: site.projectId, customer: d.customer_id ?? 0, gateway: d.gateway_id ?? 0, device: d.id, order: 0 }
  }
  const ago = (m: number) => new Date(Date.now() - m * 60_000)
  const a1 = await addAlarm(db, placeOf(0), { first_at: ago(12), breached_at: ago(10), acknowledge_due_at: ago(10) })
  const a2 = await addAlarm(db, placeOf(1), { first_at: ago(30), state: 'confirmed', level: 'warning', confirmed_at: ago(20), confirmed_by: world.accounts.northAdmin.id, close_due_at: ago(5), breached_at: ago(28), acknowledge_due_at: null })
  const a3 = await addAlarm(db, placeOf(2), { first_at: ago(60), state: 'misreport', cause: 'steam', closed_at: ago(50), closed_by: world.accounts.northAdmin.id, note: 'steam', acknowledge_due_at: null })
  const a4 = await addAlarm(db, placeOf(3), { first_at: ago(3), level: 'warning' })
  Object.assign(ids, { a1: a1.id, a2: a2.id, a3: a3.id, a4: a4.id })
  await db.insertInto('alarm_breach').values([
    { alarm_id: a1.id, alarm_first_at: a1.first_at, clock: 'acknowledge', due_at: ago(10) },
    { alarm_id: a2.id, alarm_first_at: a2.first_at, clock: 'acknowledge', due_at: ago(28), answered_at: ago(20), answered_by: world.accounts.northAdmin.id },
    { alarm_id: a2.id, alarm_first_at: a2.first_at, clock: 'close', due_at: ago(5) },
  ]).execute()
  await db.insertInto('project_notifier').values({ project_id: site.projectId, seq: 1, name: 'Keeper Wang', phone: '13912345678', role: 'keyholder', language: 'zh', methods: ['voice'] }).execute()
  const token = await ui.server.tokenOf(world.accounts.northAdmin)
  const make = async (more: object) => ((await ui.server.call('POST', 'web/order/repair/create', { deviceIds: devices.map(({ id }) => id), priority: 'high', description: 'Detectors report a fault', engineerIds: [world.accounts.northEngineer.id], ...more }, token)).data as { id: number }).id
  ids['o1'] = await make({ dueAt: new Date(Date.now() + 3_600_000).toISOString() })
  ids['o2'] = await make({})
  await db.updateTable('work_order').set({ status: 'processing', due_at: ago(100) }).where('id', '=', ids['o2']!).execute()
  ids['o3'] = await make({})
  await db.updateTable('work_order').set({ status: 'pending_evaluation', completed_by: world.accounts.northEngineer.id, finished_at: ago(5), complete_type: 'fixed', complete_note: 'done' }).where('id', '=', ids['o3']!).execute()
}, 120_000)
afterAll(() => ui.stop())

const shot = async (as: 'northAdmin' | 'northEngineer' | 'northAgentAdmin' | 'northCustomer' | 'siterAdmin', language: 'zh' | 'en', width: number, at: string, name: string, act?: (page: import('playwright-core').Page) => Promise<void>) => {
  const w = await ui.open({ as: ui.server.world.accounts[as], language, width, at: at.startsWith('/m') ? '/' : at })
  if (at.startsWith('/m')) await w.page.goto(`${ui.server.url}${at}`)
  await w.page.waitForTimeout(1200)
  try { await act?.(w.page) } catch (e) { console.log('ACT', name, String(e).slice(0, 300)) }
  await w.page.waitForTimeout(500)
  await w.page.screenshot({ path: `/tmp/g3shots/${name}.png`, fullPage: false })
  await w.expectClean().catch((e: unknown) => console.log('UNCLEAN', name, String(e).slice(0, 900)))
  await w.close()
}

test('walk', async () => {
  const d = (k: string) => ids[k]
  const only = process.env['G3_ONLY']
  const all: [string, () => Promise<void>][] = [
    ['breach-zh', () => shot('northAdmin', 'zh', 1440, '/alarm/breachList', 'breach-zh')],
    ['breach-en', () => shot('northAdmin', 'en', 1440, '/alarm/breachList', 'breach-en', async (p) => { await p.getByText('By person').click() })],
    ['breach-390', () => shot('northAdmin', 'zh', 390, '/alarm/breachList', 'breach-390')],
    ['alarms-zh', () => shot('northAdmin', 'zh', 1440, '/alarm/alarmLogList', 'alarms-zh')],
    ['alarm-992', () => shot('northAdmin', 'zh', 992, `/alarm/alarmLogList/detail?id=${d('a1')}`, 'alarm-992')],
    ['alarm-en', () => shot('northAdmin', 'en', 1440, `/alarm/alarmLogList/detail?id=${d('a2')}`, 'alarm-en')],
    ['alarm-closed', () => shot('northAdmin', 'zh', 1440, `/alarm/alarmLogList/detail?id=${d('a3')}`, 'alarm-closed', async (p) => { await p.getByRole('button', { name: '更多' }).last().click() })],
    ['alarm-390', () => shot('northAdmin', 'zh', 390, `/alarm/alarmLogList/detail?id=${d('a1')}`, 'alarm-390')],
    ['order-992', () => shot('northAdmin', 'zh', 992, `/order/repairOrderList/detail?id=${d('o2')}`, 'order-992')],
    ['order-en', () => shot('northAdmin', 'en', 1440, `/order/repairOrderList/detail?id=${d('o2')}`, 'order-en', async (p) => { await p.getByRole('button', { name: 'Reschedule' }).click(); await p.getByRole('dialog').waitFor() })],
    ['order-390', () => shot('northAdmin', 'zh', 390, `/order/repairOrderList/detail?id=${d('o2')}`, 'order-390')],
    ['orders-zh', () => shot('northAdmin', 'zh', 1440, '/order/repairOrderList', 'orders-zh')],
    ['project-nuisance', () => shot('northAdmin', 'zh', 1440, `/project/projectList/detail?id=${site.projectId}&tab=nuisance`, 'project-nuisance')],
    ['settings', () => shot('siterAdmin', 'zh', 1440, '/system/operatorConfig?tab=settings', 'settings', async (p) => { await p.getByText('须持证的工单').scrollIntoViewIfNeeded() })],
    ['checklists', () => shot('siterAdmin', 'zh', 1440, '/order/checklistList', 'checklists')],
    ['cust-alarms', () => shot('northCustomer', 'zh', 390, '/alarm/alarmLogList', 'cust-alarms')],
    ['cust-alarm', () => shot('northCustomer', 'zh', 1440, `/alarm/alarmLogList/detail?id=${d('a1')}`, 'cust-alarm')],
    ['cust-order', () => shot('northCustomer', 'zh', 390, `/order/repairOrderList/detail?id=${d('o3')}`, 'cust-order', async (p) => { await p.getByRole('button', { name: '评价' }).click() })],
    ['cust-feedback', () => shot('northCustomer', 'zh', 390, '/order/userFeedbackList', 'cust-feedback', async (p) => { await p.getByRole('button', { name: /反馈/ }).first().click() })],
    ['agent-faults', () => shot('northAgentAdmin', 'en', 1440, '/alarm/faultLogList', 'agent-faults')],
    ['eng-alarms', () => shot('northEngineer', 'en', 1440, '/alarm/alarmLogList', 'eng-alarms')],
    ['m-orders', () => shot('northEngineer', 'zh', 390, '/m/#/orders', 'm-orders')],
    ['m-order', () => shot('northEngineer', 'zh', 390, `/m/#/order/${d('o2')}`, 'm-order')],
    ['m-hold', () => shot('northEngineer', 'en', 390, `/m/#/order/${d('o2')}`, 'm-hold', async (p) => { await p.getByRole('button', { name: 'Put on hold' }).click() })],
    ['m-alarms', () => shot('northAdmin', 'zh', 390, '/m/#/alarms', 'm-alarms')],
    ['m-alarm', () => shot('northAdmin', 'en', 390, `/m/#/alarm/${d('a1')}`, 'm-alarm')],
    ['m-me', () => shot('northAdmin', 'zh', 390, '/m/#/me', 'm-me')],
    ['m-cust', () => shot('northCustomer', 'zh', 390, '/m/', 'm-cust')],
  ]
  for (const [name, run] of all) {
    if (only && !only.split(',').some((o) => name.startsWith(o))) continue
    try { await run() } catch (e) { console.log('FAILED', name, String(e).slice(0, 400)) }
  }
}, 500_000)
