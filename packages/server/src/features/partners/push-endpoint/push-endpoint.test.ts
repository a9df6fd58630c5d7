import type { DomainError, endpoints, InputOf } from '@emberwatch/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addSite } from '../../alarms/alarm/alarm.fixture.ts'
import { createProjectPush, removeProjectPush } from '../project-push/project-push.verbs.ts'
import { createEndpoint, removeEndpoint, rotatePushSecret, updateEndpoint } from './push-endpoint.verbs.ts'
import { openPushSecrets, mayReceive } from './push-endpoint.rules.ts'
import { pauseEndpoint, resumeEndpoint } from './push-endpoint-control.verbs.ts'
import { endpointDetail, pageEndpoints, pushWays, selectEndpoints } from './push-endpoint.reads.ts'
import { keepUp } from './upkeep.ts'

let world: TestWorld
let siter: Ctx
let north: Ctx
let agent: Ctx
let south: Ctx
beforeAll(async () => {
  world = await testWorld()
  siter = await world.ctxOf(world.accounts.siterAdmin)
  north = await world.ctxOf(world.accounts.northAdmin)
  agent = await world.ctxOf(world.accounts.northAgentAdmin)
  south = await world.ctxOf(world.accounts.southAdmin)
})
afterAll(() => world.stop())

type Input = InputOf<typeof endpoints.pushEndpoint.create>
let number = 0
const input = (more: Partial<Input> = {}): Input => ({
  name: `Receiver ${++number}`,
  pushWay: 'http',
  url: 'https://example.com/hook',
  pushAuth: 'none',
  eventTypes: ['alarm.raised'],
  ...more,
})
const without = <T extends object>(given: T, ...names: (keyof T)[]): T =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name as keyof T))) as T
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'not refused',
    ({ reason, field }: DomainError) => (field === undefined ? reason : `${reason} ${field}`),
  )
const stored = (id: number) => world.db.selectFrom('push_endpoint').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test.each([
  ['no address over HTTP', without(input(), 'url'), 'invalidInput url'],
  ['an address that is none', input({ url: 'https://' }), 'invalidInput url'],
  ['a password in the address', input({ url: 'https://me:secret@example.com/' }), 'invalidInput url'],
  ['a token that is missing', input({ pushAuth: 'bearer' }), 'invalidInput pushSecret'],
  ['a user name that is missing', input({ pushAuth: 'basic', pushSecret: 'x' }), 'invalidInput pushUser'],
  ['authentication over MQTT', input({ pushWay: 'mqtt', pushAuth: 'bearer', pushSecret: 'x' }), 'invalidInput pushAuth'],
  ['a private address by somebody but the operator', input({ allowPrivate: true }), 'invalidInput allowPrivate'],
])('%s is refused at its field', async (_name, given, expected) => {
  expect(await refusal(createEndpoint(north, given))).toBe(expected)
})

test('an address is optional where only MQTT is used; with an external broker MQTT is refused and not offered', async () => {
  const { secret, code, id } = await createEndpoint(north, without(input({ pushWay: 'mqtt' }), 'url'))
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(await endpointDetail(north, { id })).toMatchObject({
    url: null,
    topic: `ew/v1/open/${code}/events`,
    mqttUser: `open/${code}`,
    pushHealth: 'untried',
  })
  expect(await pushWays(north)).toEqual({ mqtt: true, allowPrivate: false })
  const external: Ctx = { ...north, config: { ...north.config, mqttUrl: 'mqtt://broker.example.com' } }
  expect(await pushWays(external)).toMatchObject({ mqtt: false })
  expect(await refusal(createEndpoint(external, without(input({ pushWay: 'mqtt' }), 'url')))).toBe('invalidInput pushWay')
})

test('secrets are stored sealed or hashed, and are in no list and no log', async () => {
  const hmac = await createEndpoint(north, input({ pushAuth: 'hmac' }))
  const bearer = await createEndpoint(north, input({ pushAuth: 'bearer', pushSecret: 'token-of-theirs' }))
  const mqtt = await createEndpoint(north, without(input({ pushWay: 'mqtt' }), 'url'))
  const rotated = await rotatePushSecret(north, { id: hmac.id })
  expect(bearer.secret).toBeNull()
  const rows = await world.db.selectFrom('push_endpoint').selectAll().execute()
  const audits = await world.db.selectFrom('audit_log').selectAll().execute()
  const said = JSON.stringify([rows.map((row) => Object.values(row).map(String)), audits, (await pageEndpoints(north, {})).list])
  for (const secret of [hmac.secret, mqtt.secret, rotated.secret, 'token-of-theirs']) expect(said).not.toContain(secret)
  expect(openPushSecrets(north.config.dataDir, await stored(hmac.id), world.clock.now())).toEqual([rotated.secret, hmac.secret])
  expect(
    openPushSecrets(north.config.dataDir, await stored(hmac.id), new Date(world.clock.now().getTime() + 25 * 3_600_000)),
  ).toEqual([rotated.secret])
  expect(await refusal(rotatePushSecret(north, { id: bearer.id }))).toBe('precondition')
  expect(await mayReceive(world.systemCtx, `open/${mqtt.code}`, mqtt.secret ?? '')).toBe(true)
  const next = await rotatePushSecret(north, { id: mqtt.id })
  expect(await mayReceive(world.systemCtx, `open/${mqtt.code}`, mqtt.secret ?? '')).toBe(false)
  expect(await mayReceive(world.systemCtx, `open/${mqtt.code}`, next.secret ?? '')).toBe(true)
  for (const wrong of ['', 'x']) expect(await mayReceive(world.systemCtx, `open/${hmac.code}`, wrong)).toBe(false)
})

test('a token stays when it is left out, but is not sent to another address', async () => {
  const { id } = await createEndpoint(north, input({ pushAuth: 'bearer', pushSecret: 'one' }))
  const { name } = await stored(id)
  const edit = (more: object, version: number) =>
    updateEndpoint(north, { id, version, ...without(input({ name, pushAuth: 'bearer' }), 'pushWay'), ...more })
  await edit({}, 1)
  expect(openPushSecrets(north.config.dataDir, await stored(id), new Date())).toEqual(['one'])
  expect(await refusal(edit({ url: 'https://attacker.example.com/' }, 2))).toBe('invalidInput pushSecret')
  await edit({ url: 'https://other.example.com/', pushSecret: 'two' }, 2)
  expect(openPushSecrets(north.config.dataDir, await stored(id), new Date())).toEqual(['two'])
  await edit({ pushAuth: 'none' }, 3)
  expect((await stored(id)).secret).toBeNull()
})

test('what the operator allowed holds for the address that they saw', async () => {
  const { id } = await createEndpoint(
    siter,
    input({ companyId: world.companies.north.id, allowPrivate: true, url: 'http://10.0.0.1/' }),
  )
  const { name } = await stored(id)
  const edit = (version: number, url: string) =>
    updateEndpoint(north, { id, version, ...without(input({ name, url }), 'pushWay') })
  await edit(1, 'http://10.0.0.1/')
  expect((await stored(id)).allow_private).toBe(true)
  await edit(2, 'http://10.0.0.2/')
  expect((await stored(id)).allow_private).toBe(false)
})

test('an endpoint is seen and used by its company and those above; names are unique in a company', async () => {
  const given = input()
  const { id } = await createEndpoint(agent, given)
  expect(await refusal(createEndpoint(agent, given))).toBe('duplicate name')
  for (const ctx of [agent, north, siter]) expect((await pageEndpoints(ctx, {})).list.map((row) => row.id)).toContain(id)
  expect((await pageEndpoints(south, {})).list).toEqual([])
  for (const work of [
    () => pauseEndpoint(south, { id }),
    () => resumeEndpoint(south, { id }),
    () => rotatePushSecret(south, { id }),
    () => removeEndpoint(south, { id }),
  ])
    expect(await refusal(work())).toBe('notFound id')
  const site = await addSite(world.db, world.companies.north)
  // An endpoint of a lower company is not offered for a project above it.
  expect((await selectEndpoints(north, { projectId: site.project })).map(({ value }) => value)).not.toContain(id)
  expect(await refusal(createProjectPush(north, { projectId: site.project, endpointId: id, delayS: 0 }))).toBe(
    'precondition endpointId',
  )
})

test('an endpoint that projects push to cannot be deleted', async () => {
  const { id } = await createEndpoint(north, input())
  const site = await addSite(world.db, world.companies.northAgent)
  const push = await createProjectPush(north, { projectId: site.project, endpointId: id, delayS: 0 })
  expect(await refusal(createProjectPush(north, { projectId: site.project, endpointId: id, delayS: 0 }))).toBe(
    'duplicate endpointId',
  )
  expect(await refusal(removeEndpoint(north, { id }))).toBe('inUse')
  await removeProjectPush(north, { id: push.id })
  await removeEndpoint(north, { id })
  expect(await refusal(endpointDetail(north, { id }))).toBe('notFound id')
})

const dayMs = 86_400_000
const notified = async () =>
  (
    await world.db
      .selectFrom('message')
      .select('type')
      .where('account_id', '=', world.accounts.southAdmin.id)
      .orderBy('id')
      .execute()
  ).map(({ type }) => type)

test('an unused endpoint is announced on day 5 and deleted on day 7, as the system; one in use stays', async () => {
  const unused = await createEndpoint(south, input())
  const tested = await createEndpoint(south, input())
  const bound = await createEndpoint(south, input())
  const site = await addSite(world.db, world.companies.south)
  await createProjectPush(south, { projectId: site.project, endpointId: bound.id, delayS: 0 })
  const left = async () => (await pageEndpoints(south, { keyword: 'Receiver' })).list.map(({ id }) => id).sort((a, b) => a - b)
  const began = world.clock.now().getTime()
  expect((await endpointDetail(south, { id: unused.id })).deletesOn).toBe(new Date(began + 7 * dayMs).toISOString())
  expect((await endpointDetail(south, { id: bound.id })).deletesOn).toBeNull()
  world.clock.forward(4.9 * dayMs)
  await keepUp(world.systemCtx)
  expect(await notified()).toEqual([])
  // A test push on day 4 counts as use.
  await world.db.updateTable('push_endpoint').set({ used_at: world.clock.now() }).where('id', '=', tested.id).execute()
  world.clock.forward(0.2 * dayMs)
  await Promise.all([keepUp(world.systemCtx), keepUp({ ...world.systemCtx })].map((work) => work.catch(() => undefined)))
  expect(new Set(await notified())).toEqual(new Set(['pushUnused']))
  world.clock.forward(1.8 * dayMs)
  await keepUp(world.systemCtx)
  expect(await left()).toEqual([unused.id, tested.id, bound.id])
  world.clock.forward(0.3 * dayMs)
  await keepUp(world.systemCtx)
  expect(await left()).toEqual([tested.id, bound.id])
  expect((await notified()).at(-1)).toBe('pushDeleted')
  const audit = await world.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('object_kind', '=', 'push_endpoint')
    .where('object_id', '=', String(unused.id))
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(audit).toMatchObject({ action: 'pushEndpoint.del', actor_id: null })
})

test('a clock that jumped ahead deletes nothing unannounced', async () => {
  const { id } = await createEndpoint(south, input())
  world.clock.forward(30 * dayMs)
  await keepUp(world.systemCtx)
  const { deletesOn } = await endpointDetail(south, { id })
  expect(Date.parse(deletesOn ?? '') - world.clock.now().getTime()).toBe(2 * dayMs)
  world.clock.forward(1.9 * dayMs)
  await keepUp(world.systemCtx)
  expect((await endpointDetail(south, { id })).id).toBe(id)
  world.clock.forward(0.2 * dayMs)
  await keepUp(world.systemCtx)
  expect(await refusal(endpointDetail(south, { id }))).toBe('notFound id')
})

test('an endpoint that has only failed for three days is disabled, and its administrators are notified; old pushes are deleted', async () => {
  const { id } = await createEndpoint(south, input())
  const now = world.clock.now().getTime()
  await world.db
    .updateTable('push_endpoint')
    .set({ failing_since: new Date(now - 3.1 * dayMs), push_error: 'noAnswer', push_failures: 9 })
    .where('id', '=', id)
    .execute()
  const push = (ms: number) => ({
    endpoint_id: id,
    event_id: crypto.randomUUID(),
    push_event: 'alarm.raised' as const,
    pushed_object: 'alarm:1',
    occurred_at: new Date(ms),
    request: '{}',
    state: 'delivered' as const,
    due_at: new Date(ms),
    give_up_at: new Date(ms),
  })
  await world.db
    .insertInto('push_delivery')
    .values([push(now - 31 * dayMs), push(now - 29 * dayMs)])
    .execute()
  await keepUp(world.systemCtx)
  expect(await endpointDetail(south, { id })).toMatchObject({ pushHealth: 'disabled', pauseReason: 'failing' })
  expect((await notified()).at(-1)).toBe('pushDisabled')
  const kept = await world.db.selectFrom('push_delivery').select('id').where('endpoint_id', '=', id).execute()
  expect(kept).toHaveLength(1)
  await resumeEndpoint(south, { id })
  expect(await endpointDetail(south, { id })).toMatchObject({ pushHealth: 'untried', pushFailures: 0 })
})
