import { afterAll, beforeAll, expect, test } from 'vitest'
import { lookAtAlarms } from './demo-people.ts'
import { addAlarm, addSite, alarmAfter, type Site } from './features/alarms/alarm/alarm.fixture.ts'
import { testWorld, type TestWorld } from './testing/context.ts'

let world: TestWorld
let site: Site

beforeAll(async () => {
  world = await testWorld()
  site = await addSite(world.db, world.companies.north)
  const { northAdmin, southAdmin } = world.accounts
  for (const [account, { id }] of [['northduty', northAdmin] as const, ['southadmin', southAdmin] as const])
    await world.db.updateTable('account').set({ account }).where('id', '=', id).execute()
  // As the demo leaves the gateways that it made.
  const { secret_hash: hash } = await world.db
    .updateTable('gateway')
    .set({ code: 'GW-TOWER', created_at: new Date('2020-01-01') })
    .where('id', '=', site.gateway)
    .returning('secret_hash')
    .executeTakeFirstOrThrow()
  const made = { seededAt: '2020-01-01T00:00:00Z', gateways: { [site.gateway]: hash.toString('hex') } }
  await world.db
    .insertInto('setting')
    .values({ key: 'demo', value: JSON.stringify(made) })
    .execute()
})
afterAll(() => world.stop())

const waitedLong = () => ({ first_at: new Date(world.clock.now().getTime() - 3_600_000) })
const stateOf = async (id: number) => (await alarmAfter(world.db, id)).state

test('the desks of the demo take what its simulator raised, and nothing of a gateway of one’s own', async () => {
  const own = await addSite(world.db, world.companies.north)
  await world.db.updateTable('gateway').set({ code: 'GW-OWN' }).where('id', '=', own.gateway).execute()
  const fire = await addAlarm(world.db, own, waitedLong())
  const taken = await addAlarm(world.db, own, {
    ...waitedLong(),
    first_at: new Date(world.clock.now().getTime() - 86_400_000),
    state: 'confirmed',
    confirmed_at: new Date(),
    confirmed_by: world.accounts.northAdmin.id,
  })
  const tried = await addAlarm(world.db, site, { ...waitedLong(), test: true, tried_by: world.accounts.northAdmin.id })
  const simulated = await addAlarm(world.db, site, waitedLong())
  for (let looks = 0; looks < 4; looks++) await lookAtAlarms(world.systemCtx)
  expect(await stateOf(simulated.id)).not.toBe('unconfirmed')
  expect(await Promise.all([fire, taken, tried].map(({ id }) => stateOf(id)))).toEqual([
    'unconfirmed',
    'confirmed',
    'unconfirmed',
  ])

  // A real gateway has taken the place of a simulated one: its secret has been renewed.
  await world.db
    .updateTable('gateway')
    .set({ secret_hash: Buffer.alloc(32, 7) })
    .where('id', '=', site.gateway)
    .execute()
  const real = await addAlarm(world.db, site, waitedLong())
  await lookAtAlarms(world.systemCtx)
  expect(await stateOf(real.id)).toBe('unconfirmed')
})
