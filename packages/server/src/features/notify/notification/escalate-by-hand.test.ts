import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addSite, tracesOf, type Site } from '../../alarms/alarm/alarm.fixture.ts'
import { confirmAlarm } from '../../alarms/alarm/lifecycle/transition-alarm.ts'
import type { Engine } from './engine.ts'
import { escalateRun } from './escalate-by-hand.ts'
import { addProviders, addRule, addToList, clearNotifications, engineOf, raise, stepOf } from './notification.fixture.ts'
import { escalationOf } from './notification.reads.ts'

let world: TestWorld
let site: Site
let engine: Engine
let north: Ctx

beforeAll(async () => {
  world = await testWorld()
  site = await addSite(world.db, world.companies.north)
  north = await world.ctxOf(world.accounts.northAdmin)
  await addProviders(world.db, world.companies.siter)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await clearNotifications(world.db)
  engine = engineOf(world)
})

const forward = async (seconds: number): Promise<void> => {
  world.clock.forward(seconds * 1000)
  await engine.round()
}
const twoSteps = async () => {
  await addToList(world.db, site, 1, 'Ann')
  const manager = { kind: 'accounts' as const, accountIds: [world.accounts.northAdmin.id] }
  await addRule(world.db, world.companies.north, {
    steps: [
      stepOf({ answerS: 300 }),
      stepOf({ afterS: 600, receivers: [manager], channels: ['inSite'] }),
      stepOf({ afterS: 900, receivers: [manager], channels: ['inSite'] }),
    ],
  })
  const { id } = await raise(world, site)
  await engine.round()
  const [run] = await escalationOf(north, { id })
  return { id, runId: run?.id ?? 0, done: run?.done ?? 0 }
}
const notified = async () => (await world.db.selectFrom('message').select('account_id').execute()).length

test('the next step runs at once, later ones follow at their intervals, and journey and audit log name the person', async () => {
  const input = await twoSteps()
  await forward(10)
  expect(await notified()).toBe(0)
  await escalateRun(north, input)
  await engine.round()
  expect(await notified()).toBe(1)
  await forward(299)
  expect(await notified()).toBe(1)
  await forward(1)
  expect(await notified()).toBe(2)
  const { journey, audits } = await tracesOf(world.db, 'alarm', input.id)
  expect(journey.filter(({ step }) => step === 'escalated')).toMatchObject([{ detail: { step: 2, round: 1 } }])
  expect(audits).toMatchObject([{ action: 'alarm.escalated', actor_id: north.actor.accountId, changes: { step: [null, 2] } }])
})

test('two concurrent requests skip no step', async () => {
  const input = await twoSteps()
  const both = await Promise.allSettled([escalateRun(north, input), escalateRun(north, input)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await engine.round()
  expect(await notified()).toBe(1)
  await expect(escalateRun(north, input)).rejects.toMatchObject({ reason: 'precondition' })
})

test('refused without a further step, for the run of another alarm, and for another company', async () => {
  const input = await twoSteps()
  const other = await raise(world, site)
  await expect(escalateRun(north, { ...input, id: other.id })).rejects.toMatchObject({ reason: 'precondition' })
  const south = await world.ctxOf(world.accounts.southAdmin)
  await expect(escalateRun(south, input)).rejects.toMatchObject({ reason: 'notFound' })
  await confirmAlarm(north, { id: input.id })
  await engine.round()
  await expect(escalateRun(north, input)).rejects.toMatchObject({ reason: 'precondition' })
  expect(await notified()).toBe(0)
})
