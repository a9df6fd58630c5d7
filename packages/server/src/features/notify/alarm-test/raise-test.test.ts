import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/context.ts'
import { addOwnedRows, type OwnedRows } from '../../../testing/rows.ts'

let server: TestServer
let token: string
let own: OwnedRows

beforeAll(async () => {
  // Without the engine, which would take the causes at once.
  server = await startTestServer({ settings: { ROLES: 'api' } })
  own = await addOwnedRows(server.db, server.world.companies.north)
  token = await server.tokenOf(server.world.accounts.northAdmin)
})
afterAll(() => server.stop())

const raise = (input: Record<string, unknown>, by = token) => server.call('POST', 'web/alarmTest/raise', input, by)
const idOf = (answer: { data: unknown }): number => (answer.data as { id: number }).id
const alarmOf = (id: number) => server.db.selectFrom('alarm').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('a test alarm at a device is marked, told and shown as a fire, and nothing counts as heard or as reported', async () => {
  const before = await server.db.selectFrom('gateway').selectAll().where('id', '=', Number(own.gateway)).executeTakeFirstOrThrow()
  const id = idOf(await raise({ deviceId: own.device }))
  const { northAdmin } = server.world.accounts
  expect(await alarmOf(id)).toMatchObject({
    device_id: own.device,
    project_id: own.project,
    level: 'fire',
    state: 'unconfirmed',
    test: true,
    tried_by: northAdmin.id,
    source_active: false,
    report_id: null,
    acknowledge_due_at: null,
    told_at: expect.any(String),
  })
  const event = await server.db
    .selectFrom('live_event')
    .selectAll()
    .where('kind', '=', 'alarm')
    .where('object_id', '=', String(id))
    .executeTakeFirstOrThrow()
  expect(event).toMatchObject({ change: 'raised', data: { test: true, tried: true, level: 'fire' } })
  const causes = await server.db.selectFrom('notification_cause').selectAll().where('object_id', '=', id).execute()
  expect(causes).toMatchObject([{ kind: 'alarm', level: 'fire' }])
  expect(await server.db.selectFrom('report').select('id').execute()).toEqual([])
  const after = await server.db.selectFrom('gateway').selectAll().where('id', '=', Number(own.gateway)).executeTakeFirstOrThrow()
  expect(after).toEqual(before)
  const audits = await server.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('object_kind', '=', 'alarm')
    .where('object_id', '=', String(id))
    .orderBy('id')
    .execute()
  expect(audits).toEqual([
    { action: 'alarm.raise', actor_id: null },
    { action: 'alarmTest.raise', actor_id: northAdmin.id },
  ])
  // It needs no reason to be closed, as no source is active.
  const deal = { id, handleWay: 'drill', note: 'seen' }
  expect(await server.call('POST', 'web/alarmRecord/confirm', { id }, token)).toMatchObject({ success: true })
  expect(await server.call('POST', 'web/alarmRecord/deal', deal, token)).toMatchObject({ success: true })
})

test('at a gateway, and at a project without any equipment; each is an alarm of its own', async () => {
  const atGateway = idOf(await raise({ gatewayId: own.gateway }))
  expect(await alarmOf(atGateway)).toMatchObject({ gateway_id: own.gateway, device_id: null, test: true })
  const first = idOf(await raise({ projectId: own.project }))
  expect(await alarmOf(first)).toMatchObject({ gateway_id: null, device_id: null, project_id: own.project, test: true })
  expect(idOf(await raise({ projectId: own.project }))).not.toBe(first)
})

test('it counts as a test and never as a fire', async () => {
  const page = async (filter: object) =>
    (await server.call('GET', 'web/alarmRecord/page', { pageNum: 1, pageSize: 50, ...filter }, token)).data as {
      list: { id: number }[]
    }
  const id = idOf(await raise({ deviceId: own.device }))
  expect((await page({ alarmOutcome: 'test' })).list.map((row) => row.id)).toContain(id)
  expect((await page({ countedAlarm: true })).list.map((row) => row.id)).not.toContain(id)
})

test('it is a fire, whatever its code means here: it is never told together with the real alarms of its site', async () => {
  const type = server.db.updateTable('alarm_type').where('code', '=', 'fire')
  await type.set({ level: 'warning' }).execute()
  try {
    const id = idOf(await raise({ projectId: own.project }))
    expect(await alarmOf(id)).toMatchObject({ level: 'fire', test: true })
    const causes = await server.db.selectFrom('notification_cause').select('level').where('object_id', '=', id).execute()
    expect(causes).toEqual([{ level: 'fire' }])
  } finally {
    await type.set({ level: 'fire' }).execute()
  }
})

test('whoever has taken its site keeps it: a test is confirmed by anybody, and taken by nobody', async () => {
  const { siterAdmin, northAdmin } = server.world.accounts
  const holder = await server.tokenOf(siterAdmin)
  const id = idOf(await raise({ projectId: own.project }))
  expect(await server.call('POST', 'web/alarmDesk/take', { projectId: own.project }, holder)).toMatchObject({ success: true })
  const confirm = { id, from: siterAdmin.id }
  expect(await server.call('POST', 'web/alarmDesk/confirm', confirm, token)).toMatchObject({ success: true })
  expect(await alarmOf(id)).toMatchObject({ state: 'confirmed', confirmed_by: northAdmin.id })
  const holds = await server.db.selectFrom('desk_hold').select('account_id').execute()
  expect(holds).toEqual([{ account_id: siterAdmin.id }])
})

test('exactly one place, of the caller, in a project', async () => {
  expect(await raise({})).toMatchObject({ status: 422 })
  expect(await raise({ deviceId: own.device, gatewayId: own.gateway })).toMatchObject({ status: 422 })
  const foreign = await addOwnedRows(server.db, server.world.companies.south)
  expect(await raise({ deviceId: foreign.device })).toMatchObject({ status: 404 })
  const stock = await addOwnedRows(server.db, server.world.companies.north)
  await server.db
    .updateTable('device')
    .set({ project_id: null, customer_id: null, gateway_id: null })
    .where('id', '=', Number(stock.device))
    .execute()
  expect(await raise({ deviceId: stock.device })).toMatchObject({ status: 409, msg: expect.stringContaining('in no project') })
})
