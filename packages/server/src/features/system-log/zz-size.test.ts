import { sql } from 'kysely'
import { afterAll, beforeAll, test } from 'vitest'
import { testWorld, type TestWorld } from '../../testing/context.ts'
import { pageApiLog } from './api-log.reads.ts'
import { pageAuditLog } from './audit-log.reads.ts'
import { pageLoginLog } from './login-log.reads.ts'
import { pageMqttLog } from './mqtt-log.reads.ts'
import { verifyChains } from './verify-chains.ts'
import { appendAudit } from '../../platform/audit.ts'

let world: TestWorld
beforeAll(async () => {
  world = await testWorld()
  const { north, south, northAgent } = world.companies
  const n = 1_000_000
  const pathOf = `case when i % 1000 = 0 then '${northAgent.path}' when i % 3 = 0 then '${south.path}' when i % 50 = 1 then null else '${north.path}' end`
  const t0 = Date.now()
  await sql.raw(`insert into api_log (at, path, account_id, account, action, method, url, params, status, code, ms, ip, trace_id)
    select now() - (i || ' seconds')::interval, ${pathOf}, 1 + i % 10, 'x', case when i % 500 = 0 then 'web/role/create' else 'web/alarmRecord/page' end, 'GET', '/api', '{}', case when i % 1000 = 7 then 500 else 200 end,
      case when i % 1000 = 7 then 1006 else 200 end, 1, '::1', 't' || i from generate_series(1, ${n}) i`).execute(world.db)
  console.log('api insert s', (Date.now() - t0) / 1000)
  await sql.raw(`insert into mqtt_log (at, path, client, topic, direction, payload, result, reason)
    select now() - (i || ' seconds')::interval, ${pathOf}, 'GW-' || (i % 20000), 'ew/v1/GW-' || (i % 20000) || '/report', 'up', '{', case when i % 500 = 0 then 'taken' else 'malformed' end, 'notJson' from generate_series(1, ${n / 2}) i`).execute(world.db)
  await sql.raw(`insert into login_log (at, path, account_id, account, result, ip)
    select now() - (i || ' seconds')::interval, ${pathOf}, 1 + i % 10, 'acct' || (i % 200000), case when i % 500 = 0 then 'wrongCredentials' else 'ok' end, '10.0.' || (i % 200) || '.1' from generate_series(1, ${n / 2}) i`).execute(world.db)
  await sql.raw(`insert into audit_log (at, company_id, path, sequence, actor_id, actor_name, action, object_kind, object_id, object_name, changes, result, previous_hash, hash)
    select now() - (i || ' seconds')::interval, case when i % 1000 = 0 then ${northAgent.id} when i % 3 = 0 then ${south.id} else ${north.id} end, coalesce(${pathOf}, '${north.path}'), i, 1 + i % 10, 'Admin ' || (i % 5000), case when i % 500 = 0 then 'role.create' else 'alarm.deal' end, 'alarm', i, 'Object ' || i, '{}', 'ok', sha256('x'), sha256('y') from generate_series(1, ${n / 2}) i`).execute(world.db)
  await sql.raw('vacuum analyze').execute(world.db)
}, 600_000)
afterAll(() => world.stop())

test('times', async () => {
  const lists = { api: pageApiLog, mqtt: pageMqttLog, login: pageLoginLog, audit: pageAuditLog } as const
  const cases: [keyof typeof lists, object][] = [
    ['api', {}], ['api', { pageNum: 500 }], ['api', { failed: true }], ['api', { failed: false }], ['api', { status: 500 }], ['api', { status: 200 }], ['api', { action: 'role' }], ['api', { action: 'web' }], ['api', { accountId: 3 }], ['api', { traceId: 't77' }], ['api', { keyword: 'create' }], ['api', { keyword: 'North' }], ['api', { keyword: 'zzz' }],
    ['mqtt', {}], ['mqtt', { client: 'GW-777' }], ['mqtt', { result: 'taken' }], ['mqtt', { keyword: 'report' }], ['mqtt', { keyword: 'zzz' }], ['mqtt', { keyword: '19999' }],
    ['login', {}], ['login', { account: 'acct1234' }], ['login', { result: 'ok' }], ['login', { result: 'wrongCredentials' }], ['login', { ip: '10.0.7.1' }], ['login', { keyword: 'acct' }], ['login', { keyword: 'zzzz' }],
    ['audit', {}], ['audit', { action: 'role.create' }], ['audit', { objectKind: 'alarm' }], ['audit', { objectKind: 'alarm', objectId: '500' }], ['audit', { actorId: 3 }], ['audit', { keyword: 'Object 4999' }], ['audit', { keyword: 'Admin' }], ['audit', { companyId: world.companies.northAgent.id }],
  ]
  for (const [list, input] of cases) {
    const line: string[] = []
    for (const who of ['siterAdmin', 'northAdmin', 'northAgentAdmin'] as const) {
      const ctx = await world.ctxOf(world.accounts[who])
      const times: number[] = []
      let total = 0
      for (let i = 0; i < 5; i++) {
        const t = performance.now()
        total = (await lists[list](ctx, input as never)).total
        times.push(performance.now() - t)
      }
      line.push(`${who} ${times.sort((a, b) => a - b)[2]?.toFixed(1)} (${total})`)
    }
    console.log(list, JSON.stringify(input), line.join(' | '))
  }
}, 600_000)

test('verify', async () => {
  await sql.raw('delete from audit_log; delete from audit_chain').execute(world.db)
  const siter = await world.ctxOf(world.accounts.siterAdmin)
  for (let k = 0; k < 50; k++)
    await world.db.transaction().execute((tx) =>
      appendAudit(tx, Array.from({ length: 2000 }, (_, i) => ({ action: 'a', object: { kind: 'k', id: i, name: 'n' }, owner: { companyId: world.companies.south.id, path: world.companies.south.path }, changes: { a: [1, 2], b: [null, 'xxxxxxxx'] } })), siter.actor, siter.origin, new Date()))
  const m0 = process.memoryUsage().rss
  const t = performance.now()
  console.log(await verifyChains(siter), performance.now() - t, 'ms', (process.memoryUsage().rss - m0) / 1e6, 'MB')
}, 600_000)
