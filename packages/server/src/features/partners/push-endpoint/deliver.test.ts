import { createHmac } from 'node:crypto'
import { pushBody } from '@emberwatch/contract'
import { Compile } from 'typebox/compile'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addSite, type Site } from '../../alarms/alarm/alarm.fixture.ts'
import { createProjectPush } from '../project-push/project-push.verbs.ts'
import { pauseEndpoint, resumeEndpoint, replayPushes, testEndpoint } from './push-endpoint-control.verbs.ts'
import { deliveryDetail, endpointDetail } from './push-endpoint.reads.ts'
import {
  addEndpoint,
  alarmEvent,
  emit,
  everyEvent,
  hang,
  ok,
  pushesOf,
  soon,
  startPushing,
  startReceiver,
  type Receiver,
} from './push.fixture.ts'
import { rotatePushSecret, updateEndpoint } from './push-endpoint.verbs.ts'

let world: TestWorld
let siter: Ctx
let site: Site
let pushing: Awaited<ReturnType<typeof startPushing>>
const receivers: Receiver[] = []

beforeAll(async () => {
  world = await testWorld()
  siter = await world.ctxOf(world.accounts.siterAdmin)
  pushing = await startPushing(world)
})
afterAll(async () => {
  await pushing.stop()
  await world.stop()
})
afterEach(async () => {
  await world.db.updateTable('project_push').set({ state: 'ended' }).execute()
  await world.db.updateTable('push_delivery').set({ state: 'cancelled' }).where('state', 'in', ['waiting', 'sending']).execute()
  for (const receiver of receivers.splice(0)) await receiver.stop()
})

const receive = async (answer?: Receiver['answer']): Promise<Receiver> => {
  const receiver = await startReceiver(answer)
  receivers.push(receiver)
  return receiver
}
const bind = async (receiver: Receiver | string, more: Parameters<typeof addEndpoint>[3] = {}, delayS = 0) => {
  site ??= await addSite(world.db, world.companies.north)
  const url = typeof receiver === 'string' ? receiver : receiver.url
  const endpoint = await addEndpoint(siter, world.companies.north.id, url, more)
  await createProjectPush(siter, { projectId: site.project, endpointId: endpoint.id, delayS })
  return endpoint
}
let alarms = 1_000
const raise = async (count = 1, change?: string): Promise<number[]> => {
  const ids = Array.from({ length: count }, () => ++alarms)
  await emit(
    world,
    ids.map((id) => alarmEvent(site, id, change)),
  )
  return ids
}
const state = async (endpointId: number, index = 0) => (await pushesOf(world, endpointId))[index]

test('an event reaches its receiver at once, signed, in the published form, and nothing in it names a person', async () => {
  const receiver = await receive()
  const { id, secret } = await bind(receiver, { pushAuth: 'hmac' })
  await raise()
  await soon(() => expect(receiver.got).toHaveLength(1))
  const [got] = receiver.got
  expect(Compile(pushBody('alarm.raised')).Check(got?.body)).toBe(true)
  expect(got?.text).not.toContain('Secret name')
  expect(got?.headers['webhook-id']).toBe(got?.body.id)
  const timestamp = String(got?.headers['webhook-timestamp'])
  expect(Math.abs(Number(timestamp) - Date.now() / 1_000)).toBeLessThan(30)
  // Verified independently of the code that signs.
  const key = Buffer.from((secret ?? '').replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(`${got?.body.id}.${timestamp}.${got?.text}`).digest('base64')
  expect(got?.headers['webhook-signature']).toBe(`v1,${expected}`)
  await soon(async () => expect(await state(id)).toMatchObject({ state: 'delivered', status_code: 200, attempts: 1 }))
  expect(await endpointDetail(siter, { id })).toMatchObject({ pushHealth: 'working', successRate: 1, pushesWaiting: 0 })
})

test('after a rotation both keys sign for 24 hours', async () => {
  const receiver = await receive()
  const { id, secret } = await bind(receiver, { pushAuth: 'hmac' })
  const next = await rotatePushSecret(siter, { id })
  expect(next.secret).not.toBe(secret)
  await raise()
  await soon(() => expect(receiver.got).toHaveLength(1))
  const [got] = receiver.got
  const headers: Readonly<Record<string, unknown>> = got?.headers ?? {}
  const sign = (one: string | null) =>
    `v1,${createHmac('sha256', Buffer.from((one ?? '').slice(6), 'base64'))
      .update(`${got?.body.id}.${String(headers['webhook-timestamp'])}.${got?.text}`)
      .digest('base64')}`
  expect(headers['webhook-signature']).toBe(`${sign(next.secret)} ${sign(secret)}`)
  await world.db
    .updateTable('push_endpoint')
    .set({ old_secret_until: new Date(0) })
    .where('id', '=', id)
    .execute()
  await raise()
  await soon(() => expect(receiver.got).toHaveLength(2))
  expect(String(receiver.got[1]?.headers['webhook-signature']).split(' ')).toHaveLength(1)
})

test.each([
  [
    'basic',
    { pushAuth: 'basic', pushUser: 'ember', pushSecret: 'pass:word' },
    `Basic ${Buffer.from('ember:pass:word').toString('base64')}`,
  ],
  ['bearer', { pushAuth: 'bearer', pushSecret: 'token-1' }, 'Bearer token-1'],
] as const)(
  '%s: the receiver gets it, and its echo is masked in the log',
  async (_name, auth, expected) => {
    const receiver = await receive(
      (response, { headers }) =>
        void response.writeHead(200).end(`you sent ${headers.authorization}, call 13800001111 or a@b.cn, ${'x'.repeat(2_000)}`),
    )
    const { id } = await bind(receiver, auth)
    await raise()
    await soon(async () => expect(await state(id)).toMatchObject({ state: 'delivered' }))
    expect(receiver.got[0]?.headers.authorization).toBe(expected)
    const detail = await deliveryDetail(siter, { id: (await state(id))?.id ?? 0 })
    expect(detail.response?.length).toBeLessThanOrEqual(500)
    for (const secret of [auth.pushSecret, Buffer.from('ember:pass:word').toString('base64'), '13800001111', 'a@b.cn'])
      expect(detail.response).not.toContain(secret)
  },
  60_000,
)

test('a failure is tried again with the same id after a pause, and what follows about the same object waits its turn', async () => {
  const receiver = await receive((response) => void response.writeHead(500).end('no'))
  const { id } = await bind(receiver)
  const [alarm = 0] = await raise()
  await soon(async () => expect(await state(id)).toMatchObject({ state: 'waiting', status_code: 500, attempts: 1 }))
  expect(await endpointDetail(siter, { id })).toMatchObject({ pushHealth: 'failing', pushFailures: 1, pushesWaiting: 1 })
  await emit(world, [alarmEvent(site, alarm, 'confirmed', { state: 'confirmed' })])
  const [other = 0] = await raise()
  // Another object does not wait.
  await soon(() => expect(receiver.got.map(({ body }) => body.type)).toEqual(['alarm.raised', 'alarm.raised']))
  receiver.answer = ok
  await world.db
    .updateTable('push_delivery')
    .set({ due_at: new Date(0) })
    .where('endpoint_id', '=', id)
    .execute()
  await world.db.updateTable('push_endpoint').set({ down_until: null }).where('id', '=', id).execute()
  await soon(async () => expect((await pushesOf(world, id)).map((each) => each.state)).toEqual(Array(3).fill('delivered')))
  const of = (object: number) =>
    receiver.got.filter(({ body }) => (body.data as { alarm: { id: number } }).alarm.id === object).map(({ body }) => body)
  expect(of(alarm).map(({ type }) => type)).toEqual(['alarm.raised', 'alarm.raised', 'alarm.confirmed'])
  expect(of(alarm)[0]?.id).toBe(of(alarm)[1]?.id)
  expect(of(alarm)[2]?.id).not.toBe(of(alarm)[1]?.id)
  expect(of(other)).toHaveLength(2)
  expect((await deliveryDetail(siter, { id: (await state(id))?.id ?? 0 })).tries).toMatchObject([
    { statusCode: 500 },
    { statusCode: 200 },
  ])
})

test('redirects are not followed, private addresses are refused, huge answers are cut, an unknown host is an error', async () => {
  const target = await receive()
  const redirecting = await receive((response) => void response.writeHead(302, { location: target.url }).end())
  const huge = await receive((response) => {
    response.writeHead(200)
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      response.once('drain', more)
    }
    more()
  })
  const first = await bind(redirecting)
  const second = await bind(huge)
  const third = await bind(target, { allowPrivate: false })
  const fourth = await bind('https://nowhere.invalid/x', { allowPrivate: false })
  await raise()
  await soon(async () => expect(await state(first.id)).toMatchObject({ status_code: 302, push_error: 'redirect' }))
  await soon(async () => expect(await state(second.id)).toMatchObject({ state: 'delivered' }))
  expect((await state(second.id))?.response?.length).toBeLessThanOrEqual(500)
  await soon(async () => expect(await state(third.id)).toMatchObject({ push_error: 'privateAddress', status_code: null }))
  await soon(async () => expect((await state(fourth.id))?.push_error).toMatch(/ENOTFOUND|EAI_AGAIN/))
  expect(target.got).toEqual([])
})

test('an endpoint that hangs, with thousands waiting, delays no other, gets few connections, and is shown as failing', async () => {
  const [hanging, good] = [await receive(hang), await receive()]
  const slow = await bind(hanging)
  const fast = await bind(good)
  const began = Date.now()
  await raise(1_000)
  await soon(() => expect(good.got).toHaveLength(1_000))
  const times = good.got.map(({ at }) => at - began)
  process.stdout.write(`1,000 pushes to one endpoint beside one that hangs: ${Math.max(...times)} ms\n`)
  expect(hanging.got.length).toBeLessThanOrEqual(16)
  await soon(async () => expect((await endpointDetail(siter, { id: slow.id })).pushHealth).toBe('failing'))
  expect(await endpointDetail(siter, { id: slow.id })).toMatchObject({ pushesWaiting: 1_000, pushError: 'noAnswer' })
  await soon(async () =>
    expect(await endpointDetail(siter, { id: fast.id })).toMatchObject({ pushHealth: 'working', pushesWaiting: 0 }),
  )
})

test('a fire does not wait for the pauses of an endpoint that was down, but for the one that it has asked for', async () => {
  const receiver = await receive((response) => void response.writeHead(500).end())
  const asking = await receive()
  const { id } = await bind(receiver)
  const { id: other } = await bind(asking)
  const rest = (endpointId: number, ms: number, failures: number) =>
    world.db
      .updateTable('push_endpoint')
      .set({
        push_failures: failures,
        down_until: new Date(Date.now() - 14_000 + ms).toISOString(),
        last_failure_at: new Date(Date.now() - 14_000).toISOString(),
      })
      .where('id', '=', endpointId)
      .execute()
  await rest(id, 300_000, 12)
  await rest(other, 600_000, 12)
  const [fire, lesser] = [++alarms, ++alarms]
  await emit(world, [alarmEvent(site, lesser, 'raised', { level: 'warning' }), alarmEvent(site, fire)])
  const ofAlarm = () => receiver.got.map(({ body }) => (body.data as { alarm: { id: number } }).alarm.id)
  await soon(async () => expect(await state(id, 1)).toMatchObject({ state: 'waiting', status_code: 500 }))
  expect(await state(id)).toMatchObject({ state: 'waiting', attempts: 0 })
  // It failed again, and is tried again soon although the endpoint rests for minutes.
  const [, push] = await pushesOf(world, id)
  expect(Date.parse(push?.due_at ?? '') - Date.now()).toBeLessThan(15_000)
  receiver.answer = ok
  await rest(id, 300_000, 13)
  await world.db.updateTable('push_delivery').set({ due_at: new Date() }).where('endpoint_id', '=', id).execute()
  await soon(async () => expect((await pushesOf(world, id)).map((each) => each.state)).toEqual(['delivered', 'delivered']))
  expect(ofAlarm()[0]).toBe(fire)
  expect(ofAlarm().at(-1)).toBe(lesser)
  expect(asking.got).toEqual([])
})

test('Retry-After is obeyed within bounds; 410 pauses the endpoint and tells its administrators', async () => {
  const busy = await receive((response) => void response.writeHead(429, { 'retry-after': '999999' }).end())
  const gone = await receive((response) => void response.writeHead(410).end())
  const first = await bind(busy)
  const second = await bind(gone)
  await raise()
  await soon(async () => expect(await state(first.id)).toMatchObject({ status_code: 429 }))
  const row = await world.db.selectFrom('push_endpoint').select('down_until').where('id', '=', first.id).executeTakeFirstOrThrow()
  const pause = Date.parse(row.down_until ?? '') - Date.now()
  expect(pause).toBeGreaterThan(3_500_000)
  expect(pause).toBeLessThanOrEqual(3_600_000)
  await soon(async () =>
    expect(await endpointDetail(siter, { id: second.id })).toMatchObject({ pushHealth: 'paused', pauseReason: 'gone' }),
  )
  const notified = await world.db.selectFrom('message').select(['type', 'account_id']).where('type', '=', 'pushGone').execute()
  expect(notified).toEqual([{ type: 'pushGone', account_id: world.accounts.northAdmin.id }])
  await raise()
  gone.answer = ok
  await resumeEndpoint(siter, { id: second.id })
  await soon(async () => expect((await pushesOf(world, second.id)).map((each) => each.state)).toContain('delivered'))
})

test('while an endpoint is paused what happens waits; a test push reaches it nevertheless, and says what it answered', async () => {
  const receiver = await receive()
  const { id } = await bind(receiver)
  await pauseEndpoint(siter, { id })
  await raise()
  await soon(async () => expect(await state(id)).toMatchObject({ state: 'waiting' }))
  expect(await testEndpoint(siter, { id })).toMatchObject({
    pushState: 'delivered',
    statusCode: 200,
    pushError: null,
    response: '{"ok":true}',
  })
  expect(receiver.got.map(({ body }) => body.type)).toEqual(['test'])
  expect(Compile(pushBody('test')).Check(receiver.got[0]?.body)).toBe(true)
  receiver.answer = (response) => void response.writeHead(503).end('later')
  expect(await testEndpoint(siter, { id })).toMatchObject({ pushState: 'dead', statusCode: 503, response: 'later' })
  receiver.answer = ok
  await resumeEndpoint(siter, { id })
  await soon(() => expect(receiver.got.at(-1)?.body.type).toBe('alarm.raised'))
})

test('hundreds that wait behind one of the same object keep no other object waiting', async () => {
  const receiver = await receive((response, { body }) => {
    const isOther = (body.data as { alarm: { id: number } }).alarm.id === 2
    response.writeHead(isOther ? 200 : 500).end()
  })
  const { id } = await bind(receiver)
  await emit(world, [...Array.from({ length: 300 }, () => alarmEvent(site, 1, 'raisedAgain')), alarmEvent(site, 2)])
  await soon(async () =>
    expect((await pushesOf(world, id)).filter((push) => push.state === 'delivered')).toMatchObject([
      { pushed_object: 'alarm:2' },
    ]),
  )
})

type Step = (id: number) => Promise<unknown>
const nothing: Step = () => Promise.resolve()
const setNorth =
  (enabled: boolean): Step =>
  () =>
    world.db.updateTable('company').set({ enabled }).where('id', '=', world.companies.north.id).execute()
const stops: readonly (readonly [what: string, stop: Step, undo: Step])[] = [
  ['the endpoint is paused', (id) => pauseEndpoint(siter, { id }), nothing],
  ['its company is disabled', setNorth(false), setNorth(true)],
  ['it says that it is gone', nothing, nothing],
]

test.each(stops)(
  'a long queue that is being sent stops when %s',
  async (what, stop, undo) => {
    const count = 400
    const receiver = await receive((response) => void setTimeout(() => ok(response), 20))
    const { id } = await bind(receiver)
    await raise(count)
    await soon((): void => expect(receiver.got.length).toBeGreaterThan(8))
    if (what === 'it says that it is gone') receiver.answer = (response) => void response.writeHead(410).end()
    await stop(id)
    try {
      const sending = async (): Promise<number> => (await pushesOf(world, id)).filter((push) => push.state === 'sending').length
      await soon(async (): Promise<void> => expect([await sending(), await sending(), await sending()]).toEqual([0, 0, 0]))
      expect((await pushesOf(world, id)).filter((push) => push.state === 'waiting').length).toBeGreaterThan(count / 4)
    } finally {
      await undo(id)
    }
  },
  60_000,
)

test('while a long queue is being sent, a new address holds at once', async () => {
  const [former, present] = [await receive((response) => void setTimeout(() => ok(response), 20)), await receive()]
  const { id } = await bind(former)
  const count = 400
  await raise(count)
  await soon(() => expect(former.got.length).toBeGreaterThan(8))
  const { name, version } = await endpointDetail(siter, { id })
  const input = { id, version, name, url: present.url, pushAuth: 'none' as const, eventTypes: everyEvent, allowPrivate: true }
  await updateEndpoint(siter, input)
  await soon(() => expect(former.got.length + present.got.length).toBe(count))
  expect(present.got.length).toBeGreaterThan(count / 4)
})

test('what was given up is pushed again on request, one or all since a time, with the same ids', async () => {
  const receiver = await receive()
  const { id } = await bind(receiver)
  await raise(3)
  await soon(async () => expect((await pushesOf(world, id)).map((each) => each.state)).toEqual(Array(3).fill('delivered')))
  const [first, , third] = await pushesOf(world, id)
  await world.db
    .updateTable('push_delivery')
    .set({ state: 'dead', occurred_at: new Date(0) })
    .where('id', '=', first?.id ?? 0)
    .execute()
  await world.db
    .updateTable('push_delivery')
    .set({ state: 'dead' })
    .where('id', '=', third?.id ?? 0)
    .execute()
  expect(await replayPushes(siter, { id, replaySince: '2026-01-01T00:00:00.000Z' })).toEqual({ count: 1 })
  await soon(() => expect(receiver.got).toHaveLength(4))
  expect(receiver.got[3]?.body.id).toBe(third?.event_id)
  expect(await replayPushes(siter, { id, deliveryId: first?.id ?? 0 })).toEqual({ count: 1 })
  await soon(() => expect(receiver.got[4]?.body.id).toBe(first?.event_id))
  await expect(replayPushes(siter, { id })).rejects.toMatchObject({ reason: 'precondition' })
})

test('a delay holds a push back; what is too old is given up', async () => {
  const receiver = await receive()
  const { id } = await bind(receiver, {}, 3_600)
  await raise()
  await soon(async () => expect(await pushesOf(world, id)).toHaveLength(1))
  const due = Date.parse((await state(id))?.due_at ?? '') - Date.now()
  expect(due).toBeGreaterThan(3_500_000)
  await world.db
    .updateTable('push_delivery')
    .set({ give_up_at: new Date(0) })
    .where('endpoint_id', '=', id)
    .execute()
  await soon(async () => expect(await state(id)).toMatchObject({ state: 'dead', push_error: 'expired' }))
  expect(receiver.got).toEqual([])
})
