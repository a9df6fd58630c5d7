import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addAlarm, addSite, type Site } from '../../alarms/alarm/alarm.fixture.ts'
import { recordDueBreaches } from '../../alarms/alarm/lifecycle/record-breaches.ts'
import { claimRecords } from '../../base/message-record/claim-records.ts'
import { addProviders, addRule, addToList, clearNotifications, engineOf, raise } from './notification.fixture.ts'

/** While the audit chain of one company is locked, people of other companies are not notified any later. */

let world: TestWorld
let north: Site
let south: Site
let blocker: pg.Client

beforeAll(async () => {
  world = await testWorld()
  north = await addSite(world.db, world.companies.north)
  south = await addSite(world.db, world.companies.south)
  await addProviders(world.db, world.companies.siter)
  blocker = new pg.Client(world.connection)
  await blocker.connect()
})
afterAll(async () => {
  await blocker.end()
  await world.stop()
})
beforeEach(async () => {
  await clearNotifications(world.db)
  for (const table of ['notification_seen', 'fault'] as const) await world.db.deleteFrom(table).execute()
  for (const [site, company] of [
    [north, world.companies.north],
    [south, world.companies.south],
  ] as const) {
    await addToList(world.db, site, 1, company === world.companies.north ? 'Nora' : 'Sam')
    await addRule(world.db, company)
    const line = { company_id: company.id, sequence: 0, hash: Buffer.alloc(32) }
    await world.db
      .insertInto('audit_chain')
      .values(line)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
})
afterEach(() => blocker.query('rollback'))

const lockNorth = async (): Promise<void> => {
  await blocker.query('begin')
  await blocker.query('select from audit_chain where company_id = $1 for update', [world.companies.north.id])
}
const notified = async (): Promise<string[]> =>
  (await world.db.selectFrom('message_record').select('receiver').orderBy('receiver').execute()).map(({ receiver }) => receiver)
const lasts = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now()
  await work()
  return performance.now() - from
}

test('fires of other companies are notified meanwhile, however many of the locked one wait before them, and its own afterwards', async () => {
  for (let fires = 0; fires < 60; fires++) await raise(world, north)
  await raise(world, south)
  await lockNorth()
  const engine = engineOf(world)
  expect(await lasts(() => engine.round())).toBeLessThan(8_000)
  expect(await notified()).toEqual(['Sam'])
  // Its own delay is not a defect, but must not look as if people had been notified.
  world.clock.forward(61_000)
  await raise(world, south)
  const other = engineOf(world)
  await other.round()
  expect(await notified()).toEqual(['Sam', 'Sam'])
  expect(other.problem()).toBe('60 notifications fail or wait')
  await blocker.query('rollback')
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  await other.round()
  expect((await notified()).filter((name) => name === 'Nora')).toHaveLength(60)
})

test('a fault there that a test set off delays no fire', async () => {
  const ago = new Date(world.clock.now().getTime() - 3_600_000)
  const type = await world.db.selectFrom('fault_type').select('id').limit(1).executeTakeFirstOrThrow()
  await world.db
    .insertInto('fault')
    .values({
      company_id: north.owner.id,
      path: north.owner.path,
      customer_id: north.customer,
      project_id: north.project,
      gateway_id: north.gateway,
      device_id: north.device,
      point: `d${north.device}`,
      type_id: type.id,
      source_format: 'CID',
      source_code: '1301',
      repeat_count: 0,
      first_at: ago,
      last_at: ago,
      test: true,
    })
    .execute()
  await raise(world, south)
  await lockNorth()
  expect(await lasts(() => engineOf(world).round())).toBeLessThan(4_000)
  expect(await notified()).toEqual(['Sam'])
})

test('exceeded clocks of other companies are recorded meanwhile, and the waiting process does not lock their alarms', async () => {
  const due = new Date(world.clock.now().getTime() - 60_000)
  const late = { first_at: new Date(due.getTime() - 60_000), acknowledge_due_at: due, breach_due_at: due }
  await addAlarm(world.db, north, late)
  const { id } = await addAlarm(world.db, south, late)
  await lockNorth()
  let recorded = 0
  expect(await lasts(async () => (recorded = await recordDueBreaches(world.systemCtx)))).toBeLessThan(4_000)
  expect(recorded).toBe(1)
  const breaches = await world.db.selectFrom('alarm_breach').select('alarm_id').execute()
  expect(breaches).toContainEqual({ alarm_id: id })
  await blocker.query('rollback')
  expect(await recordDueBreaches(world.systemCtx)).toBe(1)
})

test('an alarm whose exceeded clock cannot be recorded delays no other, of its company or of another', async () => {
  await world.db.updateTable('alarm').set({ breach_due_at: null }).execute()
  const due = new Date(world.clock.now().getTime() - 60_000)
  const late = { first_at: new Date(due.getTime() - 60_000), acknowledge_due_at: due, breach_due_at: due }
  const earlier = new Date(due.getTime() - 10_000)
  const broken = await addAlarm(world.db, north, { ...late, breach_due_at: earlier })
  const others = [await addAlarm(world.db, north, late), await addAlarm(world.db, south, late)]
  const check = sql`alter table alarm_journey add constraint broken check (alarm_id <> ${sql.lit(broken.id)} or step <> 'breached') not valid`
  await check.execute(world.db)
  try {
    await expect(recordDueBreaches(world.systemCtx)).rejects.toThrow('broken')
    const breaches = await world.db.selectFrom('alarm_breach').select('alarm_id').execute()
    for (const { id } of others) expect(breaches).toContainEqual({ alarm_id: id })
    expect(breaches).not.toContainEqual({ alarm_id: broken.id })
  } finally {
    await sql`alter table alarm_journey drop constraint broken`.execute(world.db)
  }
  expect(await recordDueBreaches(world.systemCtx)).toBe(1)
})

test('a failing cause that cannot be reported is reported later, and holds up nothing else', async () => {
  const { siter } = world.companies
  await sql`insert into notification_cause (kind, object_id, first_at, round_at, path, project_id, level, tries)
    values ('alarm', 2, now(), now(), ${south.owner.path}, ${south.project}, 'fire', 4)`.execute(world.db)
  const stuck = async () =>
    (await world.db.selectFrom('message').select('id').where('type', '=', 'notificationStuck').execute()).length
  await blocker.query('begin')
  await blocker.query('select from audit_chain where company_id = $1 for update', [siter.id])
  await raise(world, south)
  const engine = engineOf(world)
  await engine.round()
  expect([await notified(), await stuck()]).toEqual([['Sam'], 0])
  await blocker.query('rollback')
  world.clock.forward(61_000)
  await engine.round()
  const once = await stuck()
  expect(once).toBeGreaterThan(0)
  world.clock.forward(61_000)
  await engine.round()
  expect(await stuck()).toBe(once)
})

test('response clocks that no job watches are a health problem', async () => {
  await world.db.updateTable('alarm').set({ breach_due_at: null }).execute()
  const due = new Date(world.clock.now().getTime() - 240_000)
  await addAlarm(world.db, south, { first_at: new Date(due.getTime() - 60_000), acknowledge_due_at: due, breach_due_at: due })
  const problem = async () => {
    const engine = engineOf(world)
    await engine.round()
    return engine.problem()
  }
  expect(await problem()).toBe('response clocks are not watched')
  await recordDueBreaches(world.systemCtx)
  expect(await problem()).toBeNull()
})

test('a search for missed alarms that fails again and again is a health problem', async () => {
  const engine = engineOf(world)
  await engine.round()
  expect(engine.problem()).toBeNull()
  await blocker.query('begin')
  await blocker.query("select pg_advisory_xact_lock(hashtext('notification.sweep'))")
  const now = performance.now.bind(performance)
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 301_000)
  await engine.round()
  expect(engine.problem()).toBe('missed alarms are not looked for')
  await blocker.query('rollback')
  later.mockImplementation(() => now() + 602_000)
  await engine.round()
  expect(engine.problem()).toBeNull()
  later.mockRestore()
})

test('a process frozen with the lock for calls does not delay calls for long', async () => {
  await blocker.query('begin')
  await blocker.query("select pg_advisory_xact_lock(hashtext('voice calls'))")
  await raise(world, south)
  await engineOf(world).round()
  const at = world.clock.now()
  const claim = () => claimRecords(world.db, { channel: 'voice', urgent: true, limit: 5, at, leaseMs: 1_000 })
  await expect(claim()).rejects.toThrow('lock timeout')
  await blocker.query('rollback')
  expect(await claim()).toHaveLength(1)
})

test('a fire of one project does not wait behind a storm of another', async () => {
  const many = 400
  for (let fires = 0; fires < many; fires++) await raise(world, north)
  world.clock.forward(1_000)
  const fire = await raise(world, south)
  const engine = engineOf(world)
  // It is among the first: one batch of causes and one of runs are enough.
  await engine.round()
  const order = await world.db.selectFrom('message_record').select('alarm_id').orderBy('id').execute()
  expect(order.findIndex(({ alarm_id: id }) => id === fire.id)).toBeLessThan(50)
  world.clock.forward(1_000)
  await engine.round()
  expect(await notified()).toHaveLength(many + 1)
  const at = world.clock.now()
  const claimed = await claimRecords(world.db, { channel: 'voice', urgent: true, limit: 2, at, leaseMs: 1_000 })
  expect(claimed.map(({ alarm_id: id }) => id)).toContain(fire.id)
})
