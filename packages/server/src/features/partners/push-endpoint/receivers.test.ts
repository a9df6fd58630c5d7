import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { hashGatewaySecret } from '../../../platform/broker/gateway-secret.ts'
import { startTestServer, type TestServer } from '../../../testing/context.ts'
import { addSite, type Site } from '../../alarms/alarm/alarm.fixture.ts'
import { everyEvent, soon } from './push.fixture.ts'

let server: TestServer
let token: string
let site: Site
const clients: MqttClient[] = []

beforeAll(async () => {
  server = await startTestServer({ settings: { ROLES: 'api,ingest,jobs' } })
  token = await server.tokenOf(server.world.accounts.northAdmin)
  site = await addSite(server.db, server.world.companies.north)
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.endAsync(true)
})
afterAll(() => server.stop())

interface Account {
  readonly id: number
  readonly code: string
  readonly secret: string
}
let number = 0
const addReceiver = async (): Promise<Account> => {
  const answer = await server.call(
    'POST',
    'web/open/endpoint/create',
    { name: `MQTT ${++number}`, pushWay: 'mqtt', pushAuth: 'none', eventTypes: everyEvent },
    token,
  )
  if (!answer.success) throw new Error(answer.msg)
  return answer.data as Account
}
const connect = async (username: string, password: string, more: object = {}): Promise<MqttClient> => {
  const client = await connectAsync(server.mqttUrl ?? '', { username, password, reconnectPeriod: 0, protocolVersion: 5, ...more })
  client.on('error', () => undefined)
  clients.push(client)
  return client
}
const signIn = ({ code, secret }: Account, more: object = {}) => connect(`open/${code}`, secret, more)
const closing = (client: MqttClient): Promise<void> => new Promise((resolve) => client.once('close', () => resolve()))
const topicOf = ({ code }: Account) => `ew/v1/open/${code}/events`
const grantsOf = async (client: MqttClient, filter: string): Promise<string> =>
  client.subscribeAsync(filter, { qos: 1 }).then(
    (granted) => granted.map(({ qos }) => qos).join(),
    () => 'refused',
  )

test('an alarm that a gateway reports reaches the receiver that its project is pushed to, over MQTT, and nobody else', async () => {
  const [mine, other] = [await addReceiver(), await addReceiver()]
  const push = await server.call(
    'POST',
    'web/open/projectPush/create',
    { projectId: site.project, endpointId: mine.id, delayS: 0 },
    token,
  )
  expect(push.msg).toBe('')
  const heard: { topic: string; body: { type: string; data: { alarm: { test: boolean } } } }[] = []
  const foreign: string[] = []
  const receiver = await signIn(mine)
  receiver.on('message', (topic, payload) => heard.push({ topic, body: JSON.parse(payload.toString()) as never }))
  expect(await grantsOf(receiver, topicOf(mine))).toBe('1')
  const stranger = await signIn(other)
  stranger.on('message', (topic) => foreign.push(topic))
  await grantsOf(stranger, topicOf(other))
  const gateway = await server.db.selectFrom('gateway').select('code').where('id', '=', site.gateway).executeTakeFirstOrThrow()
  const device = await server.db.selectFrom('device').select('code').where('id', '=', site.device).executeTakeFirstOrThrow()
  await server.db
    .updateTable('gateway')
    .set({ secret_hash: hashGatewaySecret('s') })
    .where('id', '=', site.gateway)
    .execute()
  const reporting = await connect(gateway.code, 's')
  await reporting.publishAsync(
    `ew/v1/${gateway.code}/report`,
    JSON.stringify({ seq: 1, reports: [{ device: device.code, format: 'EW', code: 'smoke' }] }),
    { qos: 1 },
  )
  await soon(() => expect(heard.map(({ body }) => body.type)).toContain('alarm.raised'))
  expect(new Set(heard.map(({ topic }) => topic))).toEqual(new Set([topicOf(mine)]))
  const answer = await server.call(
    'GET',
    'web/open/endpoint/deliveries',
    { endpointId: mine.id, pushEvent: 'alarm.raised' },
    token,
  )
  await soon(() => expect(answer.data).toMatchObject({ list: [{ pushEvent: 'alarm.raised' }] }))
  expect(foreign).toEqual([])
})

test('a receiver can subscribe to nothing else, and publish nothing at all, not even by a Will', async () => {
  const [mine, other] = [await addReceiver(), await addReceiver()]
  const filters = [
    topicOf(other),
    '#',
    '+/#',
    'ew/#',
    'ew/v1/#',
    'ew/v1/open/#',
    'ew/v1/open/+/events',
    `ew/v1/open/${mine.code}/#`,
    `ew/v1/open/${mine.code}/+`,
    `ew/v1/open/${mine.code}/command`,
    `ew/v1/${mine.code}/command`,
    'ew/v1/+/report',
    `$share/x/${topicOf(mine)}`,
    '$SYS/#',
  ]
  const attacker = await signIn(mine)
  for (const filter of filters) expect(await grantsOf(attacker, filter), filter).not.toMatch(/^[012]$/)
  const topics = [topicOf(mine), topicOf(other), 'ew/v1/open/report', `ew/v1/open/${mine.code}/report`, 'ew/v1/GW1/report', 'x']
  for (const topic of topics)
    for (const qos of [0, 1, 2] as const) {
      const client = await signIn(mine)
      const closed = closing(client)
      client.publish(topic, '{}', { qos })
      await closed
    }
  const victim = await signIn(other)
  const heard: string[] = []
  victim.on('message', (topic) => heard.push(topic))
  await grantsOf(victim, topicOf(other))
  for (const will of [topicOf(mine), topicOf(other), 'ew/v1/open/report'])
    await expect(signIn(mine, { will: { topic: will, payload: Buffer.from('{}'), qos: 1 } })).rejects.toThrow()
  expect(heard).toEqual([])
  const log = await server.db.selectFrom('mqtt_log').select('id').where('topic', 'like', '%open%').execute()
  expect(log).toEqual([])
})

test('wrong names and passwords are refused, and a gateway called open gets nothing of the receivers’', async () => {
  const [mine, other] = [await addReceiver(), await addReceiver()]
  for (const [name, password] of [
    [`open/${mine.code}`, other.secret],
    [`open/${mine.code}`, ''],
    [mine.code, mine.secret],
    [`open/${mine.code.toLowerCase()}`, mine.secret],
    [`open/${mine.code}/`, mine.secret],
    ['open/', mine.secret],
    ['open/+', mine.secret],
  ] as const)
    await expect(connect(name, password), name).rejects.toThrow()
  const { id } = site.owner
  const model = await server.db.selectFrom('gateway').select('model_id').where('id', '=', site.gateway).executeTakeFirstOrThrow()
  await server.db
    .insertInto('gateway')
    .values({
      company_id: id,
      path: site.owner.path,
      code: 'open',
      name: 'open',
      model_id: model.model_id,
      secret_hash: hashGatewaySecret('g'),
    })
    .execute()
  const gateway = await connect('open', 'g')
  const heard: string[] = []
  gateway.on('message', (topic) => heard.push(topic))
  for (const filter of ['ew/v1/open/#', 'ew/v1/open/+', topicOf(mine)]) await grantsOf(gateway, filter)
  const test = await server.call('POST', 'web/open/endpoint/test', { id: mine.id }, token)
  expect(test.data).toMatchObject({ pushState: 'dead', pushError: 'notConnected' })
  const receiver = await signIn(mine)
  await grantsOf(receiver, topicOf(mine))
  const again = await server.call('POST', 'web/open/endpoint/test', { id: mine.id }, token)
  expect(again.data).toMatchObject({ pushState: 'delivered', statusCode: null })
  expect(heard).toEqual([])
})

test('a rotated password ends connections at once, and so does deleting the endpoint', async () => {
  const mine = await addReceiver()
  const first = await signIn(mine)
  const closed = closing(first)
  const answer = await server.call('POST', 'web/open/endpoint/rotateSecret', { id: mine.id }, token)
  await closed
  await expect(signIn(mine)).rejects.toThrow()
  const next = await signIn(answer.data as Account)
  const gone = closing(next)
  expect((await server.call('POST', 'web/open/endpoint/del', { id: mine.id }, token)).success).toBe(true)
  await gone
  await expect(signIn(answer.data as Account)).rejects.toThrow()
})

test('a receiver over plain sockets that never acknowledges is shown as failing and delays no other', async () => {
  const mine = await addReceiver()
  const { hostname, port } = new URL(server.mqttUrl ?? '')
  const socket = connectTcp(Number(port), hostname)
  await once(socket, 'connect')
  const text = (value: string): Buffer =>
    Buffer.concat([Buffer.from([value.length >> 8, value.length & 255]), Buffer.from(value)])
  const packet = (type: number, body: Buffer): Buffer => {
    const length = body.length < 128 ? [body.length] : [(body.length & 127) | 128, body.length >> 7]
    return Buffer.concat([Buffer.from([type, ...length]), body])
  }
  const head = Buffer.concat([text('MQTT'), Buffer.from([4, 0xc2, 0, 60])])
  socket.write(packet(0x10, Buffer.concat([head, text('silent'), text(`open/${mine.code}`), text(mine.secret)])))
  await once(socket, 'data')
  socket.write(packet(0x82, Buffer.concat([Buffer.from([0, 1]), text(topicOf(mine)), Buffer.from([1])])))
  await once(socket, 'data')
  const test = await server.call('POST', 'web/open/endpoint/test', { id: mine.id }, token)
  expect(test.data).toMatchObject({ pushState: 'dead', pushError: 'noAnswer' })
  socket.destroy()
})
