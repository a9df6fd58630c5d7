import { afterAll, beforeAll, expect, test } from 'vitest'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addSite } from '../../alarms/alarm/alarm.fixture.ts'
import { newPerson } from '../duty/duty.fixture.ts'
import { addProviders, addRule, engineOf, raise, stepOf } from './notification.fixture.ts'

let world: TestWorld
beforeAll(async () => {
  world = await testWorld()
})
afterAll(() => world.stop())

test('people are notified in the language that they have chosen, else in that of their company', async () => {
  const { db, companies } = world
  await addProviders(db, companies.siter)
  const site = await addSite(db, companies.north)
  const [own, other] = [await newPerson(world, 'Ada'), await newPerson(world, 'Ben')]
  await db.updateTable('account').set({ phone: '13800000001' }).where('id', 'in', [own, other]).execute()
  await db.updateTable('account').set({ language: 'zh' }).where('id', '=', own).execute()
  await db.updateTable('company').set({ language: 'en' }).where('id', '=', companies.north.id).execute()
  const receivers = [{ kind: 'accounts' as const, accountIds: [own, other] }]
  await addRule(db, companies.north, { steps: [stepOf({ channels: ['sms'], receivers })] })
  await raise(world, site)
  await engineOf(world).round()
  const notified = await db
    .selectFrom('message_record')
    .select(['receiver', 'language'])
    .where('cause', '=', 'rule')
    .orderBy('receiver')
    .execute()
  expect(notified).toEqual([
    { receiver: 'Ada', language: 'zh' },
    { receiver: 'Ben', language: 'en' },
  ])
})
