import { limits } from '@emberwatch/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/context.ts'
import { addOwnedRows } from '../../../testing/rows.ts'
import { deleteOldRequests } from './feature.ts'

let server: TestServer
let engineer: string
let manager: string
let site: Awaited<ReturnType<typeof addOwnedRows>>

beforeAll(async () => {
  server = await startTestServer()
  const { accounts, companies } = server.world
  engineer = await server.tokenOf(accounts.northEngineer)
  manager = await server.tokenOf(accounts.northAdmin)
  site = await addOwnedRows(server.db, companies.north)
})
afterAll(() => server.stop())

interface Answer {
  readonly status: number
  readonly code: number
  readonly data: unknown
}

const post = async (path: string, input: object, requestId: string | undefined, token = engineer): Promise<Answer> => {
  const answer = await fetch(`${server.url}/api/${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${token}`,
      ...(requestId === undefined ? {} : { 'Idempotency-Key': requestId }),
    },
    body: JSON.stringify(input),
  })
  const { code, data } = (await answer.json()) as Answer
  return { status: answer.status, code, data }
}

const newOrder = async (): Promise<number> => {
  const { accounts } = server.world
  const made = await server.call(
    'POST',
    'web/order/repair/create',
    { deviceIds: [site.device], priority: 'normal', description: 'no signal', engineerIds: [accounts.northEngineer.id] },
    manager,
  )
  expect(made.msg).toBe('')
  return (made.data as { id: number }).id
}

const historyOf = (id: number) =>
  server.db.selectFrom('order_history').select(['action', 'at', 'entered_at']).where('order_id', '=', id).orderBy('id').execute()
const auditOf = async (id: number, action: string): Promise<number> => {
  const rows = await server.db
    .selectFrom('audit_log')
    .select('id')
    .where('action', '=', action)
    .where('object_id', '=', String(id))
    .execute()
  return rows.length
}
const refused = { status: 409 }

describe('a step that is sent again', () => {
  test('happens once, with one history entry and one audit row, and gets the first answer again', async () => {
    const id = await newOrder()
    const requestId = randomUUID()
    const first = await post('app/order/receive', { id }, requestId)
    expect(first).toEqual({ status: 200, code: 200, data: { id } })
    expect(await post('app/order/receive', { id }, requestId)).toEqual(first)
    expect(await post('app/order/receive', { id }, requestId.toUpperCase())).toEqual(first)
    expect((await historyOf(id)).filter(({ action }) => action === 'receive')).toHaveLength(1)
    expect(await auditOf(id, 'repairOrder.receive')).toBe(1)
    // Without the id, it is a new attempt.
    expect(await post('app/order/receive', { id }, undefined)).toMatchObject({ status: 409, code: 1101 })
  })

  test('ten times at once, happens once and gets the same answer each time', async () => {
    const id = await newOrder()
    const requestId = randomUUID()
    const answers = await Promise.all(Array.from({ length: 10 }, () => post('app/order/receive', { id }, requestId)))
    expect(answers).toEqual(answers.map(() => ({ status: 200, code: 200, data: { id } })))
    expect((await historyOf(id)).filter(({ action }) => action === 'receive')).toHaveLength(1)
    expect(await auditOf(id, 'repairOrder.receive')).toBe(1)
  })

  test('a sign-in, whose answer has more than an id, is stored once', async () => {
    const id = await newOrder()
    await post('app/order/receive', { id }, randomUUID())
    await server.db
      .insertInto('order_site')
      .values({ order_id: id, site_id: Number(site.sign_site) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const requestId = randomUUID()
    const input = { id, siteId: site.sign_site, latitude: 31.2, longitude: 121.4, coordinateSystem: 'WGS84', reason: 'map' }
    const first = await post('app/order/sign', input, requestId)
    expect(first).toMatchObject({ status: 200, data: { id, result: expect.any(String) } })
    expect(await post('app/order/sign', input, requestId)).toEqual(first)
    const rows = await server.db.selectFrom('order_sign_in').select('id').where('order_id', '=', id).execute()
    expect(rows).toHaveLength(1)
  })

  test('is answered even after the caller has lost the right', async () => {
    const id = await newOrder()
    const requestId = randomUUID()
    const first = await post('app/order/refuse', { id, reason: 'ill' }, requestId)
    // Nobody is assigned now, so somebody who sees only their own orders does not see it.
    await server.db
      .updateTable('role')
      .set({ data_scope: 'own' })
      .where('id', '=', server.world.accounts.northEngineer.roleId)
      .execute()
    const token = await server.tokenOf(server.world.accounts.northEngineer)
    expect(await post('app/order/refuse', { id, reason: 'ill' }, requestId, token)).toEqual(first)
    expect(await post('app/order/refuse', { id, reason: 'ill' }, randomUUID(), token)).toMatchObject({ status: 404 })
    // The time of entry is stored, although this very step takes the order out of the engineer's sight.
    const [own, enteredAt] = [await newOrder(), hoursAgo(3)]
    await server.db
      .updateTable('work_order')
      .set({ created_at: hoursAgo(4) })
      .where('id', '=', own)
      .execute()
    await post('app/order/refuse', { id: own, reason: 'ill', enteredAt }, randomUUID(), token)
    expect((await historyOf(own)).find(({ action }) => action === 'refuse')).toMatchObject({ entered_at: enteredAt })
    await server.db
      .updateTable('role')
      .set({ data_scope: 'branch' })
      .where('id', '=', server.world.accounts.northEngineer.roleId)
      .execute()
  })

  test('with another body or another call is refused, and changes nothing', async () => {
    const [id, other] = [await newOrder(), await newOrder()]
    const requestId = randomUUID()
    await post('app/order/receive', { id }, requestId)
    expect(await post('app/order/receive', { id: other }, requestId)).toMatchObject({ ...refused, code: 1105 })
    expect(await post('app/order/start', { id }, requestId)).toMatchObject({ ...refused, code: 1105 })
    expect((await historyOf(other)).map(({ action }) => action)).not.toContain('receive')
    expect((await historyOf(id)).map(({ action }) => action)).not.toContain('start')
  })

  test('by another account is that account’s own attempt', async () => {
    const id = await newOrder()
    const requestId = randomUUID()
    await post('app/order/receive', { id }, requestId)
    // The manager has order:work but is not assigned, and does not get the engineer's answer.
    expect((await post('app/order/receive', { id }, requestId, manager)).status).not.toBe(200)
    const strange = await server.tokenOf(server.world.accounts.southEngineer)
    expect(await post('app/order/receive', { id }, requestId, strange)).toMatchObject({ status: 404 })
  })

  test('after a refusal may succeed: refusals are not stored', async () => {
    const id = await newOrder()
    const requestId = randomUUID()
    expect(await post('app/order/start', { id }, requestId)).toMatchObject({ status: 409, code: 1101 })
    await post('app/order/receive', { id }, randomUUID())
    expect(await post('app/order/start', { id }, requestId)).toMatchObject({ status: 200 })
  })

  test.each(['1', 'not-a-uuid', 'x'.repeat(36)])('an id like %j is refused', async (requestId) => {
    const id = await newOrder()
    expect(await post('app/order/receive', { id }, requestId)).toMatchObject({ status: 400 })
  })
})

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

test('a step entered earlier records when, beside the time of its arrival', async () => {
  const id = await newOrder()
  await server.db
    .updateTable('work_order')
    .set({ created_at: hoursAgo(4) })
    .where('id', '=', id)
    .execute()
  const enteredAt = hoursAgo(3)
  await post('app/order/receive', { id, enteredAt }, randomUUID())
  await post('app/order/start', { id, enteredAt: new Date().toISOString() }, randomUUID())
  const steps = (await historyOf(id)).filter(({ action }) => action !== 'create' && action !== 'assign')
  expect(steps.map(({ action, entered_at }) => [action, entered_at])).toEqual([
    ['receive', enteredAt],
    ['start', null],
  ])
  expect(Date.parse(steps[0]?.at ?? '')).toBeGreaterThan(Date.now() - 60_000)
})

test('a step dated before its order is not believed', async () => {
  const id = await newOrder()
  await post('app/order/receive', { id, enteredAt: hoursAgo(3) }, randomUUID())
  expect((await historyOf(id)).find(({ action }) => action === 'receive')).toMatchObject({ entered_at: null })
})

test('fifty results recorded without a network all arrive, once each', async () => {
  const id = await newOrder()
  await post('app/order/receive', { id }, randomUUID())
  await post('app/order/start', { id }, randomUUID())
  const notes = Array.from({ length: 50 }, (_, index) => `round ${index}`)
  const requests = notes.map((note) => ({
    requestId: randomUUID(),
    input: { id, devices: [{ deviceId: site.device, result: 'fixed', note }] },
  }))
  for (const { requestId, input } of requests) {
    expect((await post('app/order/record', input, requestId)).status).toBe(200)
    // The answer was lost, so the phone sends it again.
    expect((await post('app/order/record', input, requestId)).status).toBe(200)
  }
  expect(await auditOf(id, 'repairOrder.record')).toBe(50)
  const device = await server.db.selectFrom('order_device').select('note').where('order_id', '=', id).executeTakeFirstOrThrow()
  expect(device.note).toBe('round 49')
  // Repeating an early request does not restore what it said then.
  const [early] = requests
  if (early) await post('app/order/record', early.input, early.requestId)
  expect(await auditOf(id, 'repairOrder.record')).toBe(50)
})

test('old requests are forgotten, newer ones are not', async () => {
  const id = await newOrder()
  const requestId = randomUUID()
  await post('app/order/receive', { id }, requestId)
  const at = Date.now()
  const rows = () => server.db.selectFrom('app_request').select('at').where('request_id', '=', requestId).execute()
  await deleteOldRequests(server.db, new Date(at + (limits.requestDays - 1) * 86_400_000))
  expect(await rows()).toHaveLength(1)
  await deleteOldRequests(server.db, new Date(at + (limits.requestDays + 1) * 86_400_000))
  expect(await rows()).toEqual([])
})
