import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addSite, type Site } from '../../alarms/alarm/alarm.fixture.ts'
import { createProjectPush } from '../project-push/project-push.verbs.ts'
import { addEndpoint, alarmEvent, emit, hang, ok, pushesOf, startReceiver, type Receiver } from './push.fixture.ts'

const kills = Number(process.env['KILLS'] ?? 5)
const script = join(import.meta.dirname, 'push-process.testing.ts')
// A claim lasts as long as an attempt may, and this is added.
const leaseMarginMs = -9_500

let world: TestWorld
let site: Site
let receiver: Receiver
let endpointId: number
let child: ChildProcess | undefined

beforeAll(async () => {
  world = await testWorld()
  receiver = await startReceiver()
  const siter = await world.ctxOf(world.accounts.siterAdmin)
  site = await addSite(world.db, world.companies.north)
  const endpoint = await addEndpoint(siter, world.companies.north.id, receiver.url)
  endpointId = endpoint.id
  await createProjectPush(siter, { projectId: site.project, endpointId, delayS: 0 })
})
afterAll(async () => {
  child?.kill('SIGKILL')
  await receiver.stop()
  await world.stop()
})

const start = async (): Promise<ChildProcess> => {
  const started = spawn(process.execPath, [script, JSON.stringify(world.connection), String(leaseMarginMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(started.stdout ?? started, 'data')
  return started
}
const kill = async (): Promise<void> => {
  if (!child) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}
const open = async () => (await pushesOf(world, endpointId)).filter(({ state }) => state !== 'delivered')

test(`killed ${kills} times while it collects and pushes: every event arrives, and what arrives twice has the same id`, async () => {
  let alarms = 0
  for (let time = 0; time < kills; time++) {
    child = await start()
    for (let i = 0; i < 6; i++) await emit(world, [alarmEvent(site, ++alarms)])
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 150))
    await kill()
    // While nothing runs.
    await emit(world, [alarmEvent(site, ++alarms)])
  }
  child = await start()
  await expect.poll(async () => (await pushesOf(world, endpointId)).length, { timeout: 30_000, interval: 200 }).toBe(alarms)
  await expect.poll(open, { timeout: 40_000, interval: 200 }).toEqual([])
  const ids = new Map<number, Set<string>>()
  for (const { body } of receiver.got) {
    const { id } = (body.data as { alarm: { id: number } }).alarm
    ids.set(id, (ids.get(id) ?? new Set()).add(body.id))
  }
  expect([...ids.keys()].sort((a, b) => a - b)).toEqual(Array.from({ length: alarms }, (_, index) => index + 1))
  expect([...ids.values()].filter(({ size }) => size > 1)).toEqual([])
  process.stdout.write(`${alarms} events, ${kills} kills, ${receiver.got.length - alarms} repeated\n`)
}, 300_000)

test('killed between claim and answer: it is pushed again with the same id', async () => {
  receiver.got.length = 0
  receiver.answer = hang
  await emit(world, [alarmEvent(site, 9_999)])
  await expect.poll(() => receiver.got.length, { timeout: 10_000 }).toBe(1)
  await kill()
  expect(await open()).toMatchObject([{ state: 'sending', attempts: 1 }])
  receiver.answer = ok
  child = await start()
  await expect.poll(open, { timeout: 30_000, interval: 100 }).toEqual([])
  expect(receiver.got.map(({ headers }) => headers['webhook-id'])).toEqual(Array(2).fill(receiver.got[0]?.body.id))
})
