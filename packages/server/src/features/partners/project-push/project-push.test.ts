import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addSite, type Site } from '../../alarms/alarm/alarm.fixture.ts'
import { runHandOver } from '../../system/hand-over/run-hand-over.ts'
import { handOverCompany, handOverProject } from '../../system/hand-over/start-hand-over.ts'
import { relevantEvents, pushEventsOf } from '../push-endpoint/collect-events.ts'
import {
  addEndpoint,
  alarmEvent,
  emit,
  ok,
  pushesOf,
  soon,
  startPushing,
  startReceiver,
  type Receiver,
} from '../push-endpoint/push.fixture.ts'
import { replayPushes } from '../push-endpoint/push-endpoint-control.verbs.ts'
import { createProjectPush, updateProjectPush } from './project-push.verbs.ts'
import { endStray } from './end-pushes.ts'
import { pageProjectPushes } from './project-push.reads.ts'

let world: TestWorld
let siter: Ctx
let north: Ctx
let receiver: Receiver
let pushing: Awaited<ReturnType<typeof startPushing>>

beforeAll(async () => {
  world = await testWorld()
  siter = await world.ctxOf(world.accounts.siterAdmin)
  north = await world.ctxOf(world.accounts.northAdmin)
  receiver = await startReceiver()
  pushing = await startPushing(world)
})
afterAll(async () => {
  await pushing.stop()
  await receiver.stop()
  await world.stop()
})
afterEach(() => {
  receiver.answer = ok
  receiver.got.length = 0
})

let alarms = 0
const raise = async (site: Site, more: object = {}): Promise<number> => {
  await emit(world, [{ ...alarmEvent(site, ++alarms), ...more }])
  return alarms
}
/** Everything up to now has been collected: an event that is surely pushed has come. */
const settled = async (): Promise<void> => {
  const probe = await addSite(world.db, world.companies.south)
  const { id } = await addEndpoint(siter, world.companies.siter.id, receiver.url)
  await createProjectPush(siter, { projectId: probe.project, endpointId: id, delayS: 0 })
  await raise(probe)
  await soon(async () => expect(await pushesOf(world, id)).toHaveLength(1))
}
const pushOf = async (id: number) => (await pageProjectPushes(siter, { pageSize: 80 })).list.find((row) => row.id === id)

test('what happened before a push began is not pushed; events, models and devices narrow it; an unknown device passes', async () => {
  const site = await addSite(world.db, world.companies.north)
  await raise(site)
  const { id } = await addEndpoint(siter, world.companies.north.id, receiver.url)
  const other = await addSite(world.db, world.companies.north)
  const push = await createProjectPush(north, {
    projectId: site.project,
    endpointId: id,
    eventTypes: ['alarm.raised', 'fault.raised'],
    deviceIds: [site.device],
    delayS: 0,
  })
  await expect(updateProjectPush(north, { id: push.id, version: 1, deviceIds: [other.device], delayS: 0 })).rejects.toMatchObject(
    { field: 'deviceIds' },
  )
  const expected = [await raise(site)]
  await emit(world, [alarmEvent(site, 7_001, 'confirmed'), alarmEvent(site, 7_002, 'repeated')])
  await raise(site, { owner: { ...alarmEvent(site, 0).owner, deviceId: other.device } })
  await raise(other)
  expected.push(await raise(site, { owner: { ...alarmEvent(site, 0).owner, deviceId: null, projectId: site.project } }))
  await settled()
  const pushed = (await pushesOf(world, id)).map(({ pushed_object: object }) => object)
  expect(pushed).toEqual(expected.map((alarm) => `alarm:${alarm}`))
})

test('live events are translated by their own words', () => {
  expect(pushEventsOf({ kind: 'alarm', change: 'cleared' })).toEqual(['alarm.dealt', 'alarm.closed'])
  expect(pushEventsOf({ kind: 'order', change: 'create' })).toEqual(['order.created'])
  expect(pushEventsOf({ kind: 'order', change: 'agree' })).toEqual(['order.statusChanged'])
  expect(pushEventsOf({ kind: 'order', change: 'record' })).toEqual([])
  for (const kind of ['alarm', 'fault', 'device', 'gateway', 'order'] as const)
    for (const change of ['toString', 'constructor', 'repeated']) expect(pushEventsOf({ kind, change })).toEqual([])
  expect(pushEventsOf({ kind: 'message', change: 'sent' })).toEqual([])
})

test('without a push nothing is relevant', async () => {
  const site = await addSite(world.db, world.companies.north)
  await raise(site)
  const events = await world.db.selectFrom('live_event').selectAll().where('project_id', '=', site.project).execute()
  expect(await relevantEvents(world.db, events)).toEqual([])
})

const hand = async (start: Promise<{ id: number }>): Promise<void> => runHandOver(world.systemCtx, (await start).id)
const nameOf = async (table: 'project' | 'company', id: number): Promise<string> =>
  (await world.db.selectFrom(table).select('name').where('id', '=', id).executeTakeFirstOrThrow()).name

test('after a project is handed over nothing more goes to the former owner: neither what waits, nor what happens, nor a replay', async () => {
  const site = await addSite(world.db, world.companies.north)
  receiver.answer = (response) => void response.writeHead(500).end()
  const { id } = await addEndpoint(siter, world.companies.north.id, receiver.url)
  const push = await createProjectPush(north, { projectId: site.project, endpointId: id, deviceIds: [site.device], delayS: 0 })
  const above = await addEndpoint(siter, world.companies.siter.id, `${receiver.url}/above`)
  const kept = await createProjectPush(siter, { projectId: site.project, endpointId: above.id, delayS: 0 })
  await raise(site)
  await soon(async () => expect(await pushesOf(world, id)).toMatchObject([{ state: 'waiting', attempts: 1 }]))
  receiver.answer = ok
  const input = { projectId: site.project, companyId: world.companies.south.id, reason: 'moves' }
  await hand(handOverProject(siter, { ...input, name: await nameOf('project', site.project) }))
  receiver.got.length = 0
  expect(await pushesOf(world, id)).toMatchObject([{ state: 'cancelled' }])
  expect(await pushOf(push.id)).toMatchObject({ projectPushState: 'ended', pushEndReason: 'projectLeft' })
  // What the new owner calls its devices is none of the former owner's business.
  expect(await pushOf(push.id)).toMatchObject({ devices: [{ id: site.device, name: '***' }] })
  expect(await pushOf(kept.id)).toMatchObject({ projectPushState: 'active' })
  const notified = await world.db.selectFrom('message').select('account_id').where('type', '=', 'pushEnded').execute()
  expect(notified).toEqual([{ account_id: world.accounts.northAdmin.id }])
  await raise({ ...site, owner: world.companies.south })
  await settled()
  expect(await pushesOf(world, id)).toHaveLength(1)
  expect(await pushesOf(world, above.id)).toHaveLength(2)
  await expect(replayPushes(north, { id, deliveryId: (await pushesOf(world, id))[0]?.id ?? 0 })).rejects.toMatchObject({
    reason: 'precondition',
  })
  await expect(createProjectPush(north, { projectId: site.project, endpointId: id, delayS: 0 })).rejects.toMatchObject({
    reason: 'notFound',
  })
})

test('the guard holds even while the push still counts as active', async () => {
  const site = await addSite(world.db, world.companies.north)
  receiver.answer = (response) => void response.writeHead(500).end()
  const { id } = await addEndpoint(siter, world.companies.north.id, receiver.url)
  const push = await createProjectPush(north, { projectId: site.project, endpointId: id, delayS: 0 })
  await raise(site)
  await soon(async () => expect(await pushesOf(world, id)).toMatchObject([{ state: 'waiting', attempts: 1 }]))
  receiver.answer = ok
  // Somebody moved it without a hand-over.
  await world.db.updateTable('project').set({ path: world.companies.south.path }).where('id', '=', site.project).execute()
  await world.db
    .updateTable('push_delivery')
    .set({ due_at: new Date(0) })
    .where('endpoint_id', '=', id)
    .execute()
  receiver.got.length = 0
  await raise(site)
  await settled()
  expect(await pushesOf(world, id)).toMatchObject([{ state: 'waiting', attempts: 1 }])
  await endStray(world.systemCtx)
  expect(await pushesOf(world, id)).toMatchObject([{ state: 'cancelled' }])
  expect(await pushOf(push.id)).toMatchObject({ projectPushState: 'ended' })
})

test('a company that is handed over takes its own endpoints along; pushes to endpoints above its former place end', async () => {
  const { northAgentTwo, northAgent, south } = world.companies
  const site = await addSite(world.db, northAgentTwo)
  const own = await addEndpoint(siter, northAgentTwo.id, `${receiver.url}/own`)
  const former = await addEndpoint(siter, northAgent.id, `${receiver.url}/former`)
  const stays = await createProjectPush(siter, { projectId: site.project, endpointId: own.id, delayS: 0 })
  const ends = await createProjectPush(siter, { projectId: site.project, endpointId: former.id, delayS: 0 })
  const input = { companyId: northAgentTwo.id, parentId: south.id, reason: 'moves' }
  await hand(handOverCompany(siter, { ...input, name: await nameOf('company', northAgentTwo.id) }))
  expect(await pushOf(stays.id)).toMatchObject({ projectPushState: 'active' })
  expect(await pushOf(ends.id)).toMatchObject({ projectPushState: 'ended', pushEndReason: 'projectLeft' })
  const { path } = await world.db.selectFrom('push_endpoint').select('path').where('id', '=', own.id).executeTakeFirstOrThrow()
  expect(path.startsWith(south.path)).toBe(true)
})

test('a disabled company is not pushed to', async () => {
  const site = await addSite(world.db, world.companies.north)
  const { id } = await addEndpoint(siter, world.companies.north.id, receiver.url)
  await createProjectPush(north, { projectId: site.project, endpointId: id, delayS: 0 })
  await world.db.updateTable('company').set({ enabled: false }).where('id', '=', world.companies.north.id).execute()
  await raise(site)
  await settled()
  expect(await pushesOf(world, id)).toEqual([])
  await world.db.updateTable('company').set({ enabled: true }).where('id', '=', world.companies.north.id).execute()
})
