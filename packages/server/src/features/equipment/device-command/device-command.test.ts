import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { enums, type EnumValue } from '@emberwatch/contract'
import type { MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer, type WorldAccount } from '../../../testing/context.ts'
import { addPlace, connectGateway, type ConnectedGateway, type Message, type Place } from './device-command.fixture.ts'

type State = EnumValue<'commandState'>

let server: TestServer
let north: string
let second: string
let operator: string
beforeAll(async () => {
  server = await startTestServer({ settings: { ROLES: 'api,ingest,jobs' } })
  const { accounts } = server.world
  north = await server.tokenOf(accounts.northAdmin)
  second = await server.tokenOf(accounts.siterAdmin)
  operator = second
})
afterAll(() => server.stop())

let place: Place
const clients: MqttClient[] = []
const connect = async (at = place, qos: 0 | 1 = 1): Promise<ConnectedGateway> => {
  const gateway = await connectGateway(server, at, qos)
  clients.push(gateway.client)
  return gateway
}

beforeEach(async () => {
  place = await addPlace(server)
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.endAsync(true)
})

const definition = (more: object = {}) => ({
  modelId: place.modelId,
  name: 'Silence',
  code: 'silence',
  encoding: 'json',
  timeoutS: 5,
  retries: 0,
  ...more,
})
const define = async (more: object = {}): Promise<number> => {
  const answer = await server.call('POST', 'web/deviceCommand/create', definition(more), operator)
  expect(answer, answer.msg).toMatchObject({ success: true })
  return (answer.data as { id: number }).id
}
const post = (path: string, input: object, token = north) =>
  server.call('POST', `web/deviceCommand/${path}`, input as Record<string, unknown>, token)
const send = async (commandId: number, more: object = {}, token = north): Promise<number> => {
  const answer = await post('send', { commandId, deviceId: place.device.id, ...more }, token)
  expect(answer, answer.msg).toMatchObject({ success: true })
  return (answer.data as { id: number }).id
}
const rowOf = (id: number) => server.db.selectFrom('sent_command').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const until = (id: number, state: State) =>
  vi.waitFor(async () => expect((await rowOf(id)).state).toBe(state), { timeout: 15_000, interval: 50 })
/** Ends the time that a command waits for in this state and attempt, as if it had passed. */
const endWaiting = async (id: number, state: State, attempts: number): Promise<void> => {
  await vi.waitFor(async () => expect(await rowOf(id)).toMatchObject({ state, attempts }), { timeout: 15_000, interval: 20 })
  await server.db.updateTable('sent_command').set({ due_at: new Date() }).where('id', '=', id).execute()
}
const audits = async (id: number): Promise<string[]> =>
  (
    await server.db
      .selectFrom('audit_log')
      .select('action')
      .where('object_kind', '=', 'sent_command')
      .where('object_id', '=', String(id))
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

const got = (received: Message[], count = 1) =>
  vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(count), { timeout: 10_000, interval: 20 })

describe('a decision', () => {
  const allowed: Partial<Record<State, Partial<Record<string, State>>>> = {
    waitingApproval: { approve: 'queued', deny: 'denied', cancel: 'cancelled' },
    queued: { cancel: 'cancelled' },
  }
  const persons = { approve: { agree: true }, deny: { agree: false, reason: 'no' }, cancel: {} } as const
  test.each(
    enums.commandState.flatMap((state) =>
      Object.keys(persons).map((action) => ({ state, action: action as keyof typeof persons })),
    ),
  )('$action over HTTP of one that is $state', async ({ state, action }) => {
    const id = await send(await define({ dangerous: true }), { note: 'drill' })
    await server.db.updateTable('sent_command').set({ state, due_at: null }).where('id', '=', id).execute()
    const answer = await post(action === 'cancel' ? 'cancel' : 'approve', { id, ...persons[action] }, second)
    const to = allowed[state]?.[action]
    expect(answer.status).toBe(to === undefined ? 409 : 200)
    if (to !== undefined) expect(await audits(id)).toContain(`sentCommand.${action}`)
    else expect((await rowOf(id)).state).toBe(state)
  })
})

describe('sending', () => {
  test('names the communication code as well where it is not the code', async () => {
    const gateway = await connect()
    const called = (communication_code: string) =>
      server.db.updateTable('device').set({ communication_code }).where('id', '=', place.device.id).execute()
    const commandId = await define()
    for (const communicationCode of [place.device.code.toLowerCase(), '1-07']) {
      await called(communicationCode)
      await until(await send(commandId), 'delivered')
      await gateway.reply({ id: gateway.received.at(-1)?.id, result: 'ok' })
    }
    const [same, other] = gateway.received
    expect(same).not.toHaveProperty('communicationCode')
    expect(other).toMatchObject({ device: place.device.code, communicationCode: '1-07' })
  })

  test('reaches the gateway, which confirms and answers; the answer is stored before it is acknowledged', async () => {
    const gateway = await connect()
    const id = await send(await define({ parameters: [{ name: 'level', type: 'integer', default: '2' }] }))
    await got(gateway.received)
    const [message] = gateway.received
    expect(message).toMatchObject({ device: place.device.code, command: 'silence', params: { level: 2 } })
    expect(Date.parse(message?.expires ?? '') - Date.now()).toBeGreaterThan(0)
    await until(id, 'delivered')
    expect(await rowOf(id)).toMatchObject({ received_from: 'gateway', attempts: 1 })
    await gateway.reply({ id: message?.id, result: 'ok', message: 'done', values: { silenced: true } })
    expect(await rowOf(id)).toMatchObject({
      state: 'answered',
      reply_message: 'done',
      reply_values: { silenced: true },
      due_at: null,
      late: false,
    })
    expect(await audits(id)).toEqual(['send', 'publish', 'deliver', 'answer'].map((verb) => `sentCommand.${verb}`))
    const events = await server.db
      .selectFrom('live_event')
      .select('change')
      .where('kind', '=', 'command')
      .where('object_id', '=', String(id))
      .orderBy('id')
      .execute()
    expect(events.map(({ change }) => change)).toEqual(['queued', 'sent', 'delivered', 'answered'])
    const log = await server.db.selectFrom('mqtt_log').select('direction').where('client', '=', place.gateway.code).execute()
    expect(log.map(({ direction }) => direction).sort()).toEqual(['down', 'up'])
  })
  test.each([
    ['refused', 'refused', null],
    ['failed', 'failed', 'byDevice'],
  ] as const)('an answer of %s says so', async (result, state, failure) => {
    const gateway = await connect()
    const id = await send(await define())
    await got(gateway.received)
    await gateway.reply({ id: gateway.received[0]?.id, result, message: 'no such speaker' })
    expect(await rowOf(id)).toMatchObject({ state, failure, reply_message: 'no such speaker' })
  })
  test('the answer of another gateway changes nothing, nor does a second one', async () => {
    const gateway = await connect()
    const stranger = await connect(await addPlace(server))
    const id = await send(await define())
    await got(gateway.received)
    const uid = gateway.received[0]?.id
    await until(id, 'delivered')
    await stranger.reply({ id: uid, result: 'refused' })
    expect(await rowOf(id)).toMatchObject({ state: 'delivered', reply_result: null })
    await gateway.reply({ id: uid, result: 'ok', message: 'first' })
    await gateway.reply({ id: uid, result: 'failed', message: 'second' })
    expect(await rowOf(id)).toMatchObject({ state: 'answered', reply_message: 'first' })
    expect(await audits(id)).toHaveLength(4)
  })
  test('to the gateway itself names no device', async () => {
    const gateway = await connect()
    const { model_id } = await server.db
      .selectFrom('gateway')
      .select('model_id')
      .where('id', '=', place.gateway.id)
      .executeTakeFirstOrThrow()
    const answer = await post('send', { commandId: await define({ modelId: model_id }), gatewayId: place.gateway.id })
    expect(answer, answer.msg).toMatchObject({ success: true })
    await got(gateway.received)
    expect(gateway.received[0]).not.toHaveProperty('device')
  })
  test('without an answer it times out, and a late answer is kept as late', async () => {
    const gateway = await connect()
    const id = await send(await define({ timeoutS: 60 }))
    await got(gateway.received)
    await endWaiting(id, 'delivered', 1)
    await until(id, 'timedOut')
    expect(await rowOf(id)).toMatchObject({ failure: 'notAnswered', attempts: 1 })
    await gateway.reply({ id: gateway.received[0]?.id, result: 'ok' })
    expect(await rowOf(id)).toMatchObject({ state: 'timedOut', late: true, reply_result: 'ok' })
  })
  test('an unconfirmed command is sent again, with the same id and as often as allowed', async () => {
    const gateway = await connect(place, 0)
    const id = await send(await define({ timeoutS: 60, retries: 1 }))
    for (const attempt of [1, 2]) {
      await got(gateway.received, attempt)
      await endWaiting(id, 'sent', attempt)
    }
    await until(id, 'timedOut')
    expect(await rowOf(id)).toMatchObject({ failure: 'notDelivered', attempts: 2 })
    expect(gateway.received).toHaveLength(2)
    expect(new Set(gateway.received.map((message) => message.id)).size).toBe(1)
    expect(new Set(gateway.received.map((message) => message.expires)).size).toBe(1)
  })
  test.each([
    [false, 1],
    [true, 2],
  ])('what is confirmed and not answered is sent again only if the model allows it: %s', async (resend_unanswered, attempts) => {
    await server.db.updateTable('device_model').set({ resend_unanswered }).where('id', '=', place.modelId).execute()
    await connect()
    const id = await send(await define({ timeoutS: 60, retries: 1 }))
    for (let attempt = 1; attempt <= attempts; attempt++) await endWaiting(id, 'delivered', attempt)
    await until(id, 'timedOut')
    expect(await rowOf(id)).toMatchObject({ failure: 'notAnswered', attempts })
  })
  test('a command whose gateway is connected nowhere fails with the reason', async () => {
    const id = await send(await define())
    await server.db
      .updateTable('sent_command')
      .set({ due_at: new Date(Date.now() - 10_000) })
      .where('id', '=', id)
      .execute()
    await until(id, 'failed')
    expect(await rowOf(id)).toMatchObject({ failure: 'notConnected', attempts: 0 })
  })
  test('a command whose device has moved meanwhile is not sent', async () => {
    const id = await send(await define())
    await server.db.updateTable('device').set({ gateway_id: null }).where('id', '=', place.device.id).execute()
    const gateway = await connect()
    await until(id, 'failed')
    expect(await rowOf(id)).toMatchObject({ failure: 'targetGone' })
    expect(gateway.received).toEqual([])
  })
  test('the same command is not sent twice at a time', async () => {
    const commandId = await define()
    const answers = await Promise.all([1, 2].map(() => post('send', { commandId, deviceId: place.device.id })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
  test('a waiting command can be withdrawn', async () => {
    const id = await send(await define())
    expect(await post('cancel', { id })).toMatchObject({ success: true })
    const gateway = await connect()
    await delay(1_500)
    expect(gateway.received).toEqual([])
    expect((await rowOf(id)).state).toBe('cancelled')
  })

  const change = {
    'the gateway is offline': () =>
      server.db.updateTable('gateway').set({ online: false }).where('id', '=', place.gateway.id).execute(),
    'the gateway is disabled': () =>
      server.db.updateTable('gateway').set({ enabled: false }).where('id', '=', place.gateway.id).execute(),
    'the device is disabled': () =>
      server.db.updateTable('device').set({ enabled: false }).where('id', '=', place.device.id).execute(),
    'the device has no gateway': () =>
      server.db.updateTable('device').set({ gateway_id: null }).where('id', '=', place.device.id).execute(),
  }
  test.each(Object.entries(change))('is refused while %s, and the choice of commands says why', async (_why, apply) => {
    const commandId = await define()
    await apply()
    const answer = await post('send', { commandId, deviceId: place.device.id })
    expect(answer.status).toBe(409)
    const offered = await server.call('GET', 'web/deviceCommand/available', { deviceId: place.device.id }, north)
    const { off, commands } = offered.data as { off: string; commands: unknown[] }
    expect(answer.msg).toContain(off)
    expect(commands).toHaveLength(1)
  })
  test('to a deleted device is not found', async () => {
    const commandId = await define()
    await server.db.updateTable('device').set({ deleted_at: new Date() }).where('id', '=', place.device.id).execute()
    expect(await post('send', { commandId, deviceId: place.device.id })).toMatchObject({ status: 404 })
  })
  test.each([
    ['of another model', {}, { modelId: 0 }, 409],
    ['for other account types', { senderTypes: ['agent_two'] }, {}, 409],
    ['for its own account type', { senderTypes: ['distributor'] }, {}, 200],
    ['for higher levels', { senderLevel: 1 }, { level: 3 }, 409],
    ['for its level', { senderLevel: 3 }, { level: 3 }, 200],
  ])('one %s', async (_what, more, { modelId, level }: { modelId?: number; level?: number }, status) => {
    const commandId = await define({ ...more, ...(modelId === undefined ? {} : { modelId: (await addPlace(server)).modelId }) })
    const { northAdmin } = server.world.accounts
    if (level !== undefined) await server.db.updateTable('role').set({ level }).where('id', '=', northAdmin.roleId).execute()
    const answer = await post('send', { commandId, deviceId: place.device.id }, await server.tokenOf(northAdmin))
    await server.db.updateTable('role').set({ level: 1 }).where('id', '=', northAdmin.roleId).execute()
    expect(answer.status, answer.msg).toBe(status)
  })
  test.each([
    ['a missing value', [], 'level'],
    ['too much', [{ name: 'level', value: '6' }], '5'],
    ['no number', [{ name: 'level', value: 'loud' }], 'level'],
    [
      'an unknown one',
      [
        { name: 'level', value: '1' },
        { name: 'x', value: '1' },
      ],
      'x',
    ],
  ])('with %s is refused at the parameters', async (_what, params, named) => {
    const commandId = await define({ parameters: [{ name: 'level', type: 'integer', minimum: 1, maximum: 5, required: true }] })
    const answer = await post('send', { commandId, deviceId: place.device.id, params })
    expect(answer).toMatchObject({ status: 422 })
    expect(answer.msg).toContain(named)
  })
})

describe('a dangerous command', () => {
  test('is sent once a second person approves it, and not before', async () => {
    const gateway = await connect()
    const commandId = await define({ dangerous: true })
    expect(await post('send', { commandId, deviceId: place.device.id })).toMatchObject({ status: 422 })
    const id = await send(commandId, { note: 'drill on floor 3' })
    expect(await post('approve', { id, agree: true })).toMatchObject({ status: 409 })
    await delay(1_500)
    expect(gateway.received).toEqual([])
    expect(await post('approve', { id, agree: true }, second)).toMatchObject({ success: true })
    await got(gateway.received)
    await until(id, 'delivered')
    expect((await rowOf(id)).decided_by).toBe(server.world.accounts.siterAdmin.id)
  })
  test('is not approved by its requester, whichever account they use', async () => {
    const { northAdmin, siterAdmin } = server.world.accounts
    const id = await send(await define({ dangerous: true }), { note: 'drill' })
    // Requested by the operating company's administrator, signed in as the distributor's.
    await server.db
      .updateTable('sent_command')
      .set({ requested_by: northAdmin.id, requested_for: siterAdmin.id })
      .where('id', '=', id)
      .execute()
    expect(await post('approve', { id, agree: true }, second)).toMatchObject({ status: 409 })
    expect((await rowOf(id)).state).toBe('waitingApproval')
  })
  test('can be denied only with a reason', async () => {
    const id = await send(await define({ dangerous: true }), { note: 'drill' })
    expect(await post('approve', { id, agree: false }, second)).toMatchObject({ status: 422 })
    expect(await post('approve', { id, agree: false, reason: 'people inside' }, second)).toMatchObject({ success: true })
    expect(await rowOf(id)).toMatchObject({ state: 'denied', reply_message: 'people inside' })
  })
  test('times out if nobody decides', async () => {
    const id = await send(await define({ dangerous: true }), { note: 'drill' })
    await server.db.updateTable('sent_command').set({ due_at: new Date() }).where('id', '=', id).execute()
    await until(id, 'timedOut')
    expect((await rowOf(id)).failure).toBe('notApproved')
  })
})

test('nothing of another company is listed, and an engineer without the permission sends nothing', async () => {
  const commandId = await define()
  await send(commandId)
  const tokenOf = (account: WorldAccount) => server.tokenOf(account)
  const { southAdmin, northEngineer } = server.world.accounts
  const sent = await server.call('GET', 'web/deviceCommand/sent/page', { pageSize: 80 }, await tokenOf(southAdmin))
  expect(
    (sent.data as { list: { deviceCode: string }[] }).list.filter(({ deviceCode }) => deviceCode === place.device.code),
  ).toEqual([])
  const answer = await post('send', { commandId, deviceId: place.device.id }, await tokenOf(northEngineer))
  expect(answer.status).toBe(403)
})

test('a restart loses nothing and repeats nothing', async () => {
  const waiting = await send(await define({ timeoutS: 60 }))
  const commandId = await define({ code: `c${randomBytes(2).toString('hex')}`, timeoutS: 60 })
  const out = await send(commandId)
  // It was on its way when the process crashed.
  await server.db
    .updateTable('sent_command')
    .set({ state: 'sent', attempts: 1, sent_at: new Date(), due_at: new Date(Date.now() + 3_000) })
    .where('id', '=', out)
    .execute()
  const database = {
    connection: { connectionString: server.databaseUrl },
    url: server.databaseUrl,
    stop: async () => undefined,
    world: server.world,
  }
  await server.app.stop()
  const next = await startTestServer({ settings: { ROLES: 'api,ingest,jobs' }, database })
  try {
    const { client, received } = await connectGateway(next, place)
    clients.push(client)
    await until(waiting, 'delivered')
    await until(out, 'timedOut')
    expect(received.map(({ id }) => id)).toEqual([(await rowOf(waiting)).uid])
  } finally {
    await next.stop()
  }
})
