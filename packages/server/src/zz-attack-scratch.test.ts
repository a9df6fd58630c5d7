import { afterAll, beforeAll, test } from 'vitest'
import { appendFileSync } from 'node:fs'
import { startTestServer, type TestServer } from './testing/context.ts'
import { addSite, addAlarm, type Site } from './features/alarm/alarm.fixture.ts'
import { addOwnedRows } from './testing/rows.ts'

let server: TestServer
let n: Site
let s: Site
const tok: Record<string, string> = {}
const out = (...what: unknown[]) => appendFileSync('/tmp/attack-out.txt', what.map((w) => (typeof w === 'string' ? w : JSON.stringify(w))).join(' ') + '\n')

beforeAll(async () => {
  server = await startTestServer()
  const { companies, accounts } = server.world
  for (const [name, account] of Object.entries(accounts)) tok[name] = await server.tokenOf(account)
  n = await addSite(server.db, companies.north)
  s = await addSite(server.db, companies.south)
  await server.db.updateTable('project').set({ customer_id: server.world.customers.north }).where('id', '=', n.project).execute()
  n = { ...n, customer: server.world.customers.north }
})
afterAll(() => server.stop())
const get = (path: string, input: object, who: string) => server.call('GET', path, input as never, tok[who])
const post = (path: string, input: object, who: string) => server.call('POST', path, input as never, tok[who])
const short = (a: { status: number; code: number; msg: string; data: unknown }) => `${a.status}/${a.code} ${a.msg} ${JSON.stringify(a.data)?.slice(0, 300)}`

test('orders', async () => {
  const { accounts, companies } = server.world
  const rows = await addOwnedRows(server.db, companies.north)
  const make = async () => ((await post('web/order/repair/create', { deviceIds: [rows.device], priority: 'normal', description: 'x', engineerIds: [accounts.northEngineer.id] }, 'northAdmin')).data as { id: number }).id
  const id = await make()
  out('engineer holds pending_receive', short(await post('web/order/repair/hold', { id, reason: 'x' }, 'northEngineer')))
  out('south engineer holds', short(await post('web/order/repair/hold', { id, reason: 'x' }, 'southEngineer')))
  out('siter engineer (unassigned) holds', short(await post('web/order/repair/hold', { id, reason: 'x' }, 'siterEngineer')))
  out('engineer cancels', short(await post('web/order/repair/cancel', { id, reason: 'x' }, 'northEngineer')))
  out('siter cancels', short(await post('web/order/repair/cancel', { id, reason: 'x' }, 'siterAdmin')))
  out('app receive by admin', short(await post('app/order/receive', { id }, 'northAdmin')))
  out('app detail by siterEngineer', short(await get('app/order/detail', { id }, 'siterEngineer')))
  out('app receive', short(await post('app/order/receive', { id, enteredAt: '1901-01-02T00:00:00.000Z' }, 'northEngineer')))
  out('app start future', short(await post('app/order/start', { id, enteredAt: '9999-01-01T00:00:00.000Z' }, 'northEngineer')))
  const history = await server.db.selectFrom('order_history').select(['action', 'entered_at']).where('order_id', '=', id).execute()
  out('history', history)
  // parts: swap with a stock device of the south, of the agent, of the same company
  const stock = async (owner: { id: number; path: string }, code: string) => {
    const model = await server.db.selectFrom('device').select('model_id').where('id', '=', Number(rows.device)).executeTakeFirstOrThrow()
    return server.db.insertInto('device').values({ company_id: owner.id, path: owner.path, code, name: code, model_id: model.model_id } as never).returning('id').executeTakeFirstOrThrow()
  }
  await stock(companies.south, 'STOCK-SOUTH'); await stock(companies.northAgent, 'STOCK-AGENT'); await stock(companies.north, 'STOCK-NORTH')
  const complete = (more: object) => ({ id, completeType: 'fixed', note: 'ok', devices: [{ deviceId: rows.device, result: 'fixed' }], ...more })
  for (const newCode of ['STOCK-SOUTH', 'STOCK-AGENT'])
    out('swap', newCode, short(await post('app/order/complete', complete({ parts: [{ name: 'p', quantity: 1, deviceId: rows.device, newCode }] }), 'northEngineer')))
  out('foreign part device', short(await post('app/order/complete', complete({ parts: [{ name: 'p', quantity: 1, deviceId: s.device, newCode: 'STOCK-NORTH' }] }), 'northEngineer')))
  out('double swap', short(await post('app/order/complete', complete({ parts: [{ name: 'p', quantity: 1, deviceId: rows.device, newCode: 'STOCK-NORTH' }, { name: 'p', quantity: 1, deviceId: rows.device, newCode: 'STOCK-NORTH' }] }), 'northEngineer')))
  const race = await Promise.all([
    post('app/order/complete', complete({}), 'northEngineer'),
    post('web/order/repair/hold', { id, reason: 'x' }, 'northEngineer'),
    post('web/order/repair/cancel', { id, reason: 'x' }, 'northAdmin'),
    post('web/order/repair/assign', { id, note: 'n', engineerIds: [accounts.northEngineer.id] }, 'northAdmin'),
    post('app/order/complete', complete({}), 'northEngineer'),
  ])
  out('order race', race.map((r) => `${r.status}/${r.code} ${r.msg}`))
  out('after', await server.db.selectFrom('work_order').select(['status', 'held_from', 'completed_by']).where('id', '=', id).executeTakeFirst())
  out('history after', (await server.db.selectFrom('order_history').select(['action']).where('order_id', '=', id).execute()).map((h) => h.action))
  for (const view of ['board', 'map']) out('south', view, short(await get(`web/order/repair/${view}`, {}, 'southAdmin')).slice(0, 800))
  out('south calendar', short(await get('web/order/repair/calendar', { from: '2026-11-01', days: 42, timeZone: 'UTC' }, 'southAdmin')))
  out('calendar evil tz', short(await get('web/order/repair/calendar', { from: '2026-11-01', days: 42, timeZone: "UTC'; drop" }, 'southAdmin')))
  out('calendar evil date', short(await get('web/order/repair/calendar', { from: '9999-12-31', days: 42, timeZone: 'UTC' }, 'southAdmin')))
  out('assignMany foreign', short(await post('web/order/repair/assignMany', { ids: [id], note: 'n', engineerIds: [accounts.southEngineer.id] }, 'southAdmin')))
  out('assignMany own+foreign engineer', short(await post('web/order/repair/assignMany', { ids: [await make()], note: 'n', engineerIds: [accounts.southEngineer.id] }, 'siterAdmin')))
  out('cust detail', short(await get('web/order/repair/detail', { id }, 'northCustomer')).slice(0, 200))
})


test('more races', async () => {
  const { accounts, companies } = server.world
  const rows = await addOwnedRows(server.db, companies.north)
  const f = Number(rows.fault)
  await server.db.updateTable('fault').set({ state: 'pending', order_id: null }).where('id', '=', f).execute()
  const until = new Date(Date.now() + 86_400_000).toISOString()
  const r = await Promise.all([
    post('web/faultRecord/snooze', { ids: [f], until, reason: 'x' }, 'northAdmin'),
    post('web/faultRecord/solved', { id: f, note: 'x' }, 'siterAdmin'),
    post('web/faultRecord/repair', { ids: [f], priority: 'normal', description: 'x' }, 'northAdmin'),
    post('web/faultRecord/wake', { ids: [f] }, 'siterAdmin'),
  ])
  out('fault race', r.map(short))
  out('fault after', await server.db.selectFrom('fault').select(['state', 'order_id', 'snoozed_until']).where('id', '=', f).executeTakeFirst())
  out('snooze foreign', short(await post('web/faultRecord/snooze', { ids: [f], until, reason: 'x' }, 'southAdmin')))
  out('snooze mixed', short(await post('web/faultRecord/snooze', { ids: [f, (await server.db.selectFrom('fault').select('id').where('project_id', '=', s.project).executeTakeFirstOrThrow()).id], until, reason: 'x' }, 'southAdmin')))
  const alarm = await addAlarm(server.db, n)
  await post('web/alarmRecord/checklist/save', { projectId: n.project, version: 0, checkSteps: ['a', 'b'] }, 'northAdmin')
  const ticks = await Promise.all([1, 2, 3, 4].map((i) => post('web/alarmRecord/check', { id: alarm.id, text: 'a', done: true }, i % 2 ? 'northAdmin' : 'siterAdmin')))
  out('ticks', ticks.map((t) => t.status), (await server.db.selectFrom('alarm_journey').select('step').where('alarm_id', '=', alarm.id).execute()).map((j) => j.step))
  const saves = await Promise.all([1, 2, 3].map((i) => post('web/alarmRecord/checklist/save', { projectId: n.project, version: 1, checkSteps: [`c${i}`] }, i % 2 ? 'northAdmin' : 'siterAdmin')))
  out('checklist race', saves.map(short))
  out('engineer deal', short(await post('web/alarmRecord/deal', { id: alarm.id, handleWay: 'onSite', note: 'x', result: 'realFire' }, 'northEngineer')))
  out('engineer note', short(await post('web/alarmRecord/note', { id: alarm.id, text: 'x' }, 'northEngineer')))
  out('engineer file', short(await post('web/alarmRecord/file/make', { id: alarm.id }, 'northEngineer')))
  const confirms = await Promise.all([1, 2, 3, 4, 5, 6].map((i) => post('web/alarmDesk/confirm', { id: alarm.id }, i % 2 ? 'northAdmin' : 'siterAdmin')))
  out('take+confirm race', confirms.map((c) => `${c.status}/${c.code} ${c.msg}`))
  out('holder', await server.db.selectFrom('desk_hold').selectAll().where('project_id', '=', n.project).execute())
  // Own upload, attached twice: whose is it then?
  const form = new FormData(); form.set('purpose', 'photo')
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  form.set('file', new Blob([png]), 'a.png')
  const up = await (await fetch(`${server.url}/api/file/upload`, { method: 'POST', headers: { authorization: `Bearer ${tok['siterAdmin']}` }, body: form })).json() as { data: string; msg: string }
  out('upload', up)
  out('note', short(await post('web/alarmRecord/note', { id: alarm.id, photos: [up.data] }, 'siterAdmin')))
  const readAs = async (who: string) => (await fetch(`${server.url}/api/file/read?id=${up.data}`, { headers: { authorization: `Bearer ${tok[who]}` } })).status
  out('north reads', await readAs('northAdmin'), 'south', await readAs('southAdmin'), 'customer', await readAs('northCustomer'))
  const other = await addAlarm(server.db, s)
  out('note2', short(await post('web/alarmRecord/note', { id: other.id, photos: [up.data] }, 'siterAdmin')))
  out('north reads', await readAs('northAdmin'), 'south', await readAs('southAdmin'), 'customer', await readAs('northCustomer'))
  out('accounts', accounts.northAdmin.id)
})
