import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addSite, type Site } from '../../alarms/alarm/alarm.fixture.ts'
import { claimRecords } from '../../base/message-record/claim-records.ts'
import { dueCauseIds } from '../../alarms/notify-cause/waiting-causes.ts'
import type { Engine } from './engine.ts'
import { addProviders, addRule, addToList, clearNotifications, engineOf, raise } from './notification.fixture.ts'

let world: TestWorld
let site: Site
let engine: Engine

beforeAll(async () => {
  world = await testWorld()
  site = await addSite(world.db, world.companies.north)
  await addProviders(world.db, world.companies.siter)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await clearNotifications(world.db)
  engine = engineOf(world)
})

const records = async () =>
  (await world.db.selectFrom('message_record').select(['receiver', 'channel', 'state']).orderBy('id').execute()).map(
    ({ receiver, channel, state }) => `${receiver} ${channel} ${state}`,
  )
const list = async (...names: string[]) => {
  for (const [index, name] of names.entries()) await addToList(world.db, site, index + 1, name)
}

describe('a storm', () => {
  test('a fire is sent before earlier messages', async () => {
    await list('Ann')
    await addRule(world.db, world.companies.north, { mergeWindowS: 0 })
    for (let i = 0; i < 3; i++) await raise(world, site, { level: 'warning' })
    const fire = await raise(world, site, { level: 'fire' })
    const [first] = await dueCauseIds(world.db, world.clock.now(), 1)
    const cause = await world.db
      .selectFrom('notification_cause')
      .select('object_id')
      .where('id', '=', first ?? 0)
      .executeTakeFirst()
    expect(cause?.object_id).toBe(fire.id)
    await engine.round()
    expect(await records()).toHaveLength(4)
    const at = world.clock.now()
    const claimed = await claimRecords(world.db, { channel: 'voice', urgent: true, limit: 1, at, leaseMs: 1_000 })
    expect(claimed).toMatchObject([{ fire: true, alarm_id: fire.id }])
  })

  test('messages merged into a cancelled one are sent on their own', async () => {
    await list('Ann')
    await addRule(world.db, world.companies.north, { mergeWindowS: 0 })
    const alarms = []
    for (let i = 0; i < 3; i++) alarms.push(await raise(world, site, { level: 'warning' }))
    await engine.round()
    const at = world.clock.now()
    // The first is sent on behalf of all of them, fails, and waits for its next try.
    await claimRecords(world.db, { channel: 'voice', urgent: true, limit: 10, at, leaseMs: 1_000 })
    expect((await records()).toSorted()).toEqual(['Ann voice folded', 'Ann voice folded', 'Ann voice sending'])
    await world.db.updateTable('message_record').set({ state: 'queued', due_at: at }).where('state', '=', 'sending').execute()
    const head = await world.db
      .selectFrom('message_record')
      .select('alarm_id')
      .where('state', '=', 'queued')
      .executeTakeFirstOrThrow()
    const other = alarms.find(({ id }) => id !== head.alarm_id)
    for (const id of [head.alarm_id, other?.id])
      await world.db
        .updateTable('alarm')
        .set({ state: 'confirmed' })
        .where('id', '=', id ?? 0)
        .execute()
    await engine.round()
    // The call of the alarm that nobody has confirmed.
    expect((await records()).toSorted()).toEqual(['Ann voice cancelled', 'Ann voice folded', 'Ann voice queued'])
    const left = await world.db.selectFrom('message_record').select('alarm_id').where('state', '=', 'queued').executeTakeFirst()
    expect([head.alarm_id, other?.id]).not.toContain(left?.alarm_id)
  })
})
