import { text as textOf } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { exportProgress, readFile } from '../../base/file/file.reads.ts'
import { runExport } from '../../base/file/run-export.ts'
import { createRole } from '../../people/role/role.verbs.ts'
import { setPreference } from '../../people/session/own-account.verbs.ts'
import { apiLogExport, exportApiLog, pageApiLog } from './api-log.reads.ts'
import { auditLogExport, exportAuditLog, pageAuditLog } from './audit-log.reads.ts'
import { exportLoginLog, loginLogExport, pageLoginLog } from './login-log.reads.ts'
import { exportMqttLog, mqttLogExport, pageMqttLog } from './mqtt-log.reads.ts'

let world: TestWorld
let siter: Ctx
let north: Ctx
let agent: Ctx
let south: Ctx

const minutesAgo = (n: number) => new Date(Date.now() - n * 60_000).toISOString()
const trace = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

beforeAll(async () => {
  world = await testWorld()
  const { companies, accounts } = world
  siter = await world.ctxOf(accounts.siterAdmin)
  north = await world.ctxOf(accounts.northAdmin)
  agent = await world.ctxOf(accounts.northAgentAdmin)
  south = await world.ctxOf(accounts.southAdmin)
  const call = { method: 'GET', params: '{}', status: 200, code: 200, ms: 1, ip: '192.0.2.1' }
  const of = (path: string | null, account_id: number | null, account: string | null) => {
    const company_id = path === null ? null : Number(path.split('.').at(-1))
    return { ...call, path, company_id, company_name: company_id === null ? null : `Company ${company_id}`, account_id, account }
  }
  const [n, a, s] = [companies.north.path, companies.northAgent.path, companies.south.path]
  const rows = [
    { ...of(n, accounts.northAdmin.id, 'North Admin'), action: 'web/role/page' },
    { ...of(n, accounts.northAdmin.id, 'North Admin'), action: 'web/role/create', method: 'POST', status: 409, code: 1102 },
    { ...of(a, accounts.northAgentAdmin.id, 'North Agent Admin'), action: 'web/alarmRecord/page' },
    { ...of(s, accounts.southAdmin.id, 'South Admin'), action: 'web/role/page' },
    { ...of(null, null, null), action: 'web/account/login', method: 'POST', status: 401, code: 1200 },
    { ...of(n, accounts.northEngineer.id, 'North Engineer'), action: 'web/repairOrder/page', status: 500, code: 1006 },
  ]
  await world.db
    .insertInto('api_log')
    .values(rows.map((row, i) => ({ ...row, at: minutesAgo(i), url: `/api/${row.action}`, trace_id: trace(i) })))
    .execute()
  const message = { direction: 'up' as const, payload: '{', result: 'malformed', reason: 'notJson' }
  await world.db
    .insertInto('mqtt_log')
    .values([
      { ...message, path: n, client: 'GW-NORTH-1', topic: 'ew/v1/GW-NORTH-1/report', at: minutesAgo(3) },
      {
        ...message,
        path: a,
        client: 'GW-AGENT-1',
        topic: 'ew/v1/GW-AGENT-1/report',
        result: 'taken',
        reason: null,
        at: minutesAgo(2),
      },
      { ...message, path: s, client: 'GW-SOUTH-1', topic: 'ew/v1/GW-SOUTH-1/other', at: minutesAgo(1) },
      { ...message, path: null, client: 'unknown_100%', topic: 'x', at: minutesAgo(0) },
    ])
    .execute()
  await world.db
    .insertInto('login_log')
    .values([
      { path: n, account_id: accounts.northAdmin.id, account: 'NorthAdmin', result: 'ok', ip: '192.0.2.7', at: minutesAgo(4) },
      {
        path: n,
        account_id: accounts.northUser.id,
        account: 'NorthUser',
        result: 'wrongCredentials',
        ip: '192.0.2.8',
        at: minutesAgo(3),
      },
      { path: s, account_id: accounts.southAdmin.id, account: 'SouthAdmin', result: 'ok', ip: '192.0.2.7', at: minutesAgo(2) },
      { path: null, account_id: null, account: 'nobody', result: 'wrongCredentials', ip: '192.0.2.9', at: minutesAgo(1) },
    ])
    .execute()
})
afterAll(() => world.stop())

type List = { list: readonly object[]; total: number }
const column = async (page: Promise<List>, field: string): Promise<unknown[]> =>
  (await page).list.map((row) => (row as Record<string, unknown>)[field])

describe('the API log', () => {
  const actions = (ctx: Ctx, input = {}) => column(pageApiLog(ctx, input), 'action')
  test('shows each company its branch, newest first; calls without a session only the operating one', async () => {
    expect(await actions(north)).toEqual(['web/role/page', 'web/role/create', 'web/alarmRecord/page', 'web/repairOrder/page'])
    expect(await actions(agent)).toEqual(['web/alarmRecord/page'])
    expect(await actions(south)).toEqual(['web/role/page'])
    expect(await actions(siter)).toHaveLength(6)
    expect(await actions(siter)).toContain('web/account/login')
    expect(await actions(await world.ctxOf(world.accounts.northCustomer))).toEqual([])
  })
  test.each([
    [{ failed: true }, ['web/role/create', 'web/repairOrder/page']],
    [{ failed: false }, ['web/role/page', 'web/alarmRecord/page']],
    [{ status: 500 }, ['web/repairOrder/page']],
    [{ status: 200, failed: true }, []],
    [{ action: 'ROLE/' }, ['web/role/page', 'web/role/create']],
    [{ action: 'no such call' }, []],
    [{ traceId: trace(2) }, ['web/alarmRecord/page']],
    [{ keyword: trace(1).toUpperCase() }, ['web/role/create']],
    [{ keyword: 'alarmrec' }, ['web/alarmRecord/page']],
    [{ keyword: 'agent adm' }, ['web/alarmRecord/page']],
    [{ keyword: 'NorthEngineer' }, ['web/repairOrder/page']],
    [{ keyword: 'South' }, []],
    [{ pageSize: 1, pageNum: 2 }, ['web/role/create']],
    [{ order: 'asc' as const, pageSize: 1 }, ['web/repairOrder/page']],
  ])('is filtered by %o', async (input, expected) => {
    expect(await actions(north, input)).toEqual(expected)
  })
  test('by company, named as at the time of the call', async () => {
    const { id } = world.companies.northAgent
    const { list } = await pageApiLog(siter, { companyId: id })
    expect(list).toMatchObject([{ action: 'web/alarmRecord/page', companyName: `Company ${id}` }])
    expect(await column(pageApiLog(siter, { traceId: trace(4) }), 'companyName')).toEqual([null])
  })
  test('by account and by time', async () => {
    expect(await actions(siter, { accountId: world.accounts.southAdmin.id })).toEqual(['web/role/page'])
    expect(await actions(siter, { startTime: minutesAgo(2.5), endTime: minutesAgo(0.5) })).toEqual([
      'web/role/create',
      'web/alarmRecord/page',
    ])
  })
})

describe('the MQTT log', () => {
  const clients = (ctx: Ctx, input = {}) => column(pageMqttLog(ctx, input), 'client')
  test('shows each company its branch, newest first', async () => {
    expect(await clients(north)).toEqual(['GW-AGENT-1', 'GW-NORTH-1'])
    expect(await clients(agent)).toEqual(['GW-AGENT-1'])
    expect(await clients(siter)).toEqual(['unknown_100%', 'GW-SOUTH-1', 'GW-AGENT-1', 'GW-NORTH-1'])
  })
  test.each([
    [{ client: 'north' }, ['GW-NORTH-1']],
    [{ topic: 'other' }, ['GW-SOUTH-1']],
    [{ result: 'taken' }, ['GW-AGENT-1']],
    [{ keyword: '_100%' }, ['unknown_100%']],
    [{ keyword: 'gw-south-1/other' }, ['GW-SOUTH-1']],
  ])('is filtered by %o', async (input, expected) => {
    expect(await clients(siter, input)).toEqual(expected)
  })
})

describe('the login log', () => {
  const accountsOf = (ctx: Ctx, input = {}) => column(pageLoginLog(ctx, input), 'account')
  test('shows each company its branch, attempts under unknown names only to the operating one', async () => {
    expect(await accountsOf(north)).toEqual(['NorthUser', 'NorthAdmin'])
    expect(await accountsOf(siter)).toEqual(['nobody', 'SouthAdmin', 'NorthUser', 'NorthAdmin'])
  })
  test('names staff, and masks the names of private persons', async () => {
    expect(await column(pageLoginLog(north, {}), 'name')).toEqual(['N**', 'North Admin'])
  })
  test.each([
    [{ account: 'NORTH' }, ['NorthUser', 'NorthAdmin']],
    [{ result: 'ok' }, ['SouthAdmin', 'NorthAdmin']],
    [{ ip: '192.0.2.7' }, ['SouthAdmin', 'NorthAdmin']],
    [{ keyword: '192.0.2.9' }, ['nobody']],
    [{ keyword: 'thuse' }, ['NorthUser']],
  ])('is filtered by %o', async (input, expected) => {
    expect(await accountsOf(siter, input)).toEqual(expected)
  })
})

describe('the audit log', () => {
  test('shows each company its branch: who, what, old and new', async () => {
    const { id } = await createRole(north, { name: 'Audited role', type: 'distributor', level: 6 })
    await createRole(south, { name: 'Southern role', type: 'distributor', level: 6 })
    const [row] = (await pageAuditLog(north, {})).list
    expect(row).toMatchObject({
      actor: 'North Admin',
      action: 'role.create',
      objectKind: 'role',
      objectId: String(id),
      objectName: 'Audited role',
      companyName: 'North Distributor',
      changes: { level: [null, 6] },
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(await column(pageAuditLog(north, {}), 'objectName')).not.toContain('Southern role')
    expect(await column(pageAuditLog(agent, {}), 'objectName')).not.toContain('Audited role')
    expect(await column(pageAuditLog(siter, {}), 'objectName')).toEqual(expect.arrayContaining(['Southern role', 'Audited role']))
  })
  test('is filtered by action, object, actor, company and keyword', async () => {
    const names = (input: object) => column(pageAuditLog(siter, input), 'objectName')
    expect(await names({ action: 'role.create' })).toEqual(['Southern role', 'Audited role'])
    expect(await names({ objectKind: 'role', actorId: world.accounts.southAdmin.id })).toEqual(['Southern role'])
    expect(await names({ companyId: world.companies.north.id, action: 'role.create' })).toEqual(['Audited role'])
    expect(await names({ keyword: 'outhern' })).toEqual(['Southern role'])
    expect(await names({ keyword: 'north adm' })).toEqual(['Audited role'])
    expect(await names({ action: 'role' })).toEqual([])
  })
  test('masks phones, mails, and the names of private persons', async () => {
    const person = await world.db
      .selectFrom('account')
      .selectAll()
      .where('id', '=', world.accounts.northUser.id)
      .executeTakeFirstOrThrow()
    const { appendAudit } = await import('../../../platform/audit.ts')
    const owner = { companyId: person.company_id, path: person.path }
    const changes = {
      phone: ['13800001111', '13800002222'],
      email: [null, 'desk@example.com'],
      name: ['North User', 'Other Person'],
      level: [1, 2],
    } as const
    await world.db
      .transaction()
      .execute((tx) =>
        appendAudit(
          tx,
          [{ action: 'account.update', object: { kind: 'account', id: person.id, name: person.name }, owner, changes }],
          north.actor,
          north.origin,
          new Date(),
        ),
      )
    const [row] = (await pageAuditLog(north, { action: 'account.update' })).list
    expect(row).toMatchObject({
      objectName: 'N**',
      changes: { phone: ['138****1111', '138****2222'], email: [null, 'd***@example.com'], name: ['N**', 'O**'], level: [1, 2] },
    })
    // Nor can a masked name be guessed letter by letter, neither the object's nor the actor's.
    const user = await world.ctxOf(world.accounts.northUser)
    await setPreference(user, { key: 'columns.alarm', value: [] })
    const found = async (keyword: string) =>
      new Set(
        (await column(pageAuditLog(north, { keyword }), 'action')).filter((action) => String(action).startsWith('account.')),
      )
    expect(await found('orth use')).toEqual(new Set())
    expect(await found('north USER')).toEqual(new Set(['account.setPreference', 'account.update']))
  })
})

describe('exports', () => {
  const definitions = { apiLog: apiLogExport, mqttLog: mqttLogExport, loginLog: loginLogExport, auditLog: auditLogExport }
  test.each([
    ['apiLog', exportApiLog, { failed: true }, ['web/role/create', 'web/repairOrder/page'], ['web/alarmRecord/page']],
    ['mqttLog', exportMqttLog, {}, ['GW-NORTH-1', 'GW-AGENT-1'], ['GW-SOUTH-1']],
    ['loginLog', exportLoginLog, {}, ['NorthUser', 'NorthAdmin'], ['SouthAdmin', 'nobody', 'North User']],
    ['auditLog', exportAuditLog, { action: 'role.create' }, ['Audited role'], ['Southern role']],
  ] as const)('%s holds what its list shows the caller, and is audited itself', async (list, order, filters, inside, outside) => {
    const { exportId } = await order(north, { format: 'csv', ...filters })
    await runExport(world.systemCtx, definitions, pino({ level: 'silent' }), exportId)
    const { fileId, state } = await exportProgress(north, { id: exportId })
    expect(state).toBe('done')
    const content = await textOf((await readFile(north, { id: fileId ?? '' })).stream)
    for (const text of inside) expect(content).toContain(text)
    for (const text of outside) expect(content).not.toContain(text)
    const audited = await column(pageAuditLog(north, { objectKind: 'export', objectId: String(exportId) }), 'action')
    expect(audited).toEqual(['export.finish', `${list}.export`])
  })
})
