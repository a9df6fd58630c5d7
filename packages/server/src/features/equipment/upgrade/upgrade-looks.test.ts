import type { EnumValue } from '@emberwatch/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNotifications } from '../../../platform/database/notifications.ts'
import type { TestWorld } from '../../../testing/context.ts'
import { holdMs } from './decide-upgrade.ts'
import { retryDevices } from './upgrade-device.verbs.ts'
import { pageDevices } from './upgrade-device.reads.ts'
import { createUpgradeEngine, type UpgradeEngine } from './upgrade-engine.ts'
import { countersOf } from './upgrade.fixture.ts'
import { taskDetail } from './upgrade-task.reads.ts'
import { upgradeWorld, type UpgradeWorld } from './upgrade-tasks.fixture.ts'

// The engine in the presence of others: locked rows, failing rows, devices that move.

let here: UpgradeWorld
let world: TestWorld
let engine: UpgradeEngine
const logged: { level: number; kept?: number }[] = []

beforeAll(async () => {
  here = await upgradeWorld()
  ;({ world } = here)
  await world.db.updateTable('gateway').set({ online: true, last_seen_at: new Date() }).execute()
  await world.db.deleteFrom('alarm_open').execute()
  await world.db.updateTable('alarm').set({ state: 'cleared' }).execute()
  await sql`create table planted (id bigint, made text)`.execute(world.db)
  // Stands for any error in a row.
  await sql`
    create function fail_planted() returns trigger language plpgsql as $$
    begin
      if exists (select from planted where id = new.id and (made is null or made = new.state)) then raise exception 'planted'; end if;
      return new;
    end $$`.execute(world.db)
  await sql`create trigger fail_planted before update of state, heard_at on upgrade_device for each row execute function fail_planted()`.execute(
    world.db,
  )
  engine = createUpgradeEngine({
    ctx: world.systemCtx,
    notifications: createNotifications(world.connection, pino({ level: 'silent' })),
    log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) }),
  })
})
afterAll(() => world.stop())

const rowsOf = async (taskId: number) => {
  const rows = await world.db
    .selectFrom('upgrade_device')
    .selectAll()
    .select(sql<string>`xmin::text`.as('written'))
    .where('task_id', '=', taskId)
    .execute()
  return new Map(rows.map((row) => [row.code, row]))
}
const over = async (id: number): Promise<void> => {
  await world.db.updateTable('upgrade_device').set({ state: 'skipped' }).where('task_id', '=', id).execute()
  await world.db
    .updateTable('upgrade_task')
    .set({ state: 'terminated', n_sent: 0, n_waiting: 0, n_downloading: 0 })
    .where('id', '=', id)
    .execute()
}
const ask = (gatewayId: number, device: string, firmware: string) =>
  world.db
    .insertInto('upgrade_signal')
    .values({ at: new Date(), gateway_id: gatewayId, device_code: device, kind: 'ask', firmware })
    .execute()
/** Advances in small steps, so that it is not taken for a clock change. */
const pass = async (ms: number): Promise<void> => {
  const step = 4_000
  for (let passed = 0; passed < ms; passed += step) {
    world.clock.forward(Math.min(step, ms - passed))
    await engine.round()
  }
}
const signals = () => world.db.selectFrom('upgrade_signal').selectAll().orderBy('id').execute()

/** Holds a task's lock, as somebody who enables one of 200,000 devices does. */
const holding = async (id: number) => {
  const held = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const done = world.db.transaction().execute(async (tx) => {
    await tx.selectFrom('upgrade_task').select('id').where('id', '=', id).forUpdate().execute()
    held.resolve()
    await release.promise
  })
  await held.promise
  return async (): Promise<void> => {
    release.resolve()
    await done
  }
}

test('held-back devices are written when something has changed, and checked once a minute', async () => {
  const gateways = world.db.updateTable('gateway').where('path', '=', world.companies.north.path)
  await gateways.set({ online: false }).execute()
  const id = await here.enabled({ name: 'Held', waves: [100] })
  await engine.round()
  const first = await rowsOf(id)
  expect(first.get('north-mid')).toMatchObject({ state: 'waiting', hold: 'offline' })
  await pass(holdMs)
  expect((await rowsOf(id)).get('north-mid')?.written).toBe(first.get('north-mid')?.written)
  await gateways.set({ online: true }).execute()
  await pass(holdMs / 2)
  expect((await rowsOf(id)).get('north-mid')?.state).toBe('waiting')
  await pass(holdMs / 2)
  const after = await rowsOf(id)
  expect(['north-mid', 'north-old'].map((code) => after.get(code)?.state)).toEqual(['sent', 'sent'])
  await over(id)
})

test('a locked task delays nothing, and its devices’ reports are applied afterwards, in order', async () => {
  const held = await here.enabled({ name: 'Held by somebody', waves: [100] })
  const other = await here.enabled({ name: 'Other', waves: [100] }, here.south)
  const release = await holding(held)
  await ask(here.gatewayOf('north'), 'north-old', '1.1.0')
  await ask(here.gatewayOf('north'), 'north-old', '1.2.0')
  const from = performance.now()
  await engine.round()
  expect(performance.now() - from).toBeLessThan(5_000)
  expect((await rowsOf(other)).get('south-mid')?.state).toBe('sent')
  expect((await rowsOf(held)).get('north-old')?.state).toBe('waiting')
  expect((await signals()).map(({ firmware }) => firmware)).toEqual(['1.1.0', '1.2.0'])
  await release()
  await engine.round()
  expect(await signals()).toEqual([])
  expect((await rowsOf(held)).get('north-old')?.state).toBe('succeeded')
  await over(held)
  await over(other)
  await world.db.updateTable('device').set({ firmware: '1.0.0' }).where('code', '=', 'north-old').execute()
})

test('devices of a project under maintenance work wait until it is done, whatever else is upgraded', async () => {
  const { project: project_id } = here.places.north
  const { id: company_id, path } = world.companies.north
  const { id: order } = await world.db
    .insertInto('work_order')
    .values({
      kind: 'maintenance',
      code: 'UPM1',
      company_id,
      path,
      project_id,
      status: 'pending_receive',
      origin: 'plan',
      description: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const orderIs = (status: EnumValue<'orderStatus'>) =>
    world.db.updateTable('work_order').set({ status }).where('id', '=', order).execute()
  // No engineer has accepted the order yet.
  const id = await here.enabled({ name: 'Maintained', waves: [50, 100] })
  await engine.round()
  const [first] = [...(await rowsOf(id)).values()].filter(({ state }) => state === 'sent')
  expect(first).toBeDefined()
  await over(id)
  await orderIs('pending_complete')
  const held = await here.enabled({ name: 'Maintained', waves: [100] })
  const stateOf = async () => (await rowsOf(held)).get('north-mid')
  await engine.round()
  expect(await stateOf()).toMatchObject({ state: 'waiting', hold: 'maintenance' })
  const { holds } = await taskDetail(here.north, { id: held })
  expect(holds).toContainEqual({ hold: 'maintenance', count: 2 })
  await orderIs('processing')
  await pass(holdMs)
  expect(await stateOf()).toMatchObject({ state: 'waiting', hold: 'maintenance' })
  await orderIs('pending_verify')
  await pass(holdMs)
  expect(await stateOf()).toMatchObject({ state: 'sent', hold: null })
  await countersOf(world.db, held)
  await over(held)
})

test('a device that cannot be handled waits a minute and shows why; the others of its task continue', async () => {
  const id = await here.enabled({ name: 'One fails', waves: [100] })
  const bad = (await rowsOf(id)).get('north-old')?.id ?? 0
  await sql`insert into planted values (${bad}, 'sent')`.execute(world.db)
  await engine.round()
  const rows = await rowsOf(id)
  expect(rows.get('north-mid')).toMatchObject({ state: 'sent', hold: null })
  expect(rows.get('north-old')).toMatchObject({ state: 'waiting', hold: 'programError' })
  await sql`delete from planted`.execute(world.db)
  await pass(holdMs)
  expect((await rowsOf(id)).get('north-old')?.state).toBe('sent')
  const { counters, devices } = await countersOf(world.db, id)
  expect(counters).toEqual(devices)
  await over(id)
})

test('a signal that can never be applied is set aside with its reason, reported with their number, and holds up nothing', async () => {
  const id = await here.enabled({ name: 'One says nonsense', waves: [100] })
  const bad = (await rowsOf(id)).get('north-old')?.id ?? 0
  await sql`insert into planted values (${bad}, null)`.execute(world.db)
  await ask(here.gatewayOf('north'), 'north-old', '1.2.0')
  await ask(here.gatewayOf('north'), 'north-mid', '1.2.0')
  for (let round = 0; round < 8; round++) await engine.round()
  expect(await signals()).toMatchObject([{ device_code: 'north-old', tries: 5, problem: expect.stringContaining('planted') }])
  expect((await rowsOf(id)).get('north-mid')?.state).toBe('succeeded')
  expect(logged.filter(({ level }) => level === 50)).toMatchObject([{ kept: 1 }])
  await sql`delete from planted`.execute(world.db)
  await over(id)
})

test('a device that moves within the branch keeps its upgrade; companies below see no task of those above', async () => {
  const { north, northAgent, northAgentTwo } = world.companies
  const device = here.devices['north-mid'] ?? 0
  await world.db.updateTable('device').set({ firmware: '1.1.0' }).where('id', '=', device).execute()
  await world.db.updateTable('gateway').set({ online: false }).where('path', '=', north.path).execute()
  const moveTo = ({ id: company_id, path }: typeof north) =>
    world.db.updateTable('device').set({ company_id, path }).where('id', '=', device).execute()
  await moveTo(northAgentTwo)
  const id = await here.enabled({ name: 'A name of the distributor' })
  const two = await world.ctxOf(world.accounts.northAgentTwoAdmin)
  const seen = async (ctx: typeof two) => (await pageDevices(ctx, { deviceId: device })).list.filter((row) => row.taskId === id)
  const [row] = await seen(two)
  expect(row).toMatchObject({ code: 'north-mid', taskName: null, taskState: null })
  await expect(retryDevices(two, { ids: [row?.id ?? 0] })).rejects.toMatchObject({ reason: 'precondition' })
  expect((await seen(here.north))[0]).toMatchObject({ taskName: 'A name of the distributor', taskState: 'enabled' })
  await moveTo(northAgent)
  await pass(holdMs)
  expect(await seen(two)).toEqual([])
  expect(await seen(await world.ctxOf(world.accounts.northAgentAdmin))).toHaveLength(1)
  expect(await seen(here.north)).toHaveLength(1)
  await over(id)
})
