import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestWorld } from '../../../testing/context.ts'
import { advanceTask } from './advance-task.ts'
import { silencesOf } from './decide-upgrade.ts'
import { engineWrite } from './engine-write.ts'
import { boundLimits, renewLimits } from './grace-period.ts'
import { upgradeWorld, type UpgradeWorld } from './upgrade-tasks.fixture.ts'

const silences = silencesOf(60)
let here: UpgradeWorld
let world: TestWorld

beforeAll(async () => {
  here = await upgradeWorld()
  ;({ world } = here)
  // Its gateways are online, and nothing holds its devices back.
  await world.db.updateTable('gateway').set({ online: true, last_seen_at: new Date() }).execute()
  await world.db.deleteFrom('alarm_open').execute()
  await world.db.updateTable('alarm').set({ state: 'cleared' }).execute()
})
afterAll(() => world.stop())

const rowsOf = (taskId: number) =>
  world.db.selectFrom('upgrade_device').selectAll().where('task_id', '=', taskId).orderBy('id').execute()

test('limits restart when a clock is set, however many processes notice, and after a start none is further ahead than possible', async () => {
  const id = await here.enabled({ waves: [100] })
  const now = world.clock.now().getTime()
  const hours = (n: number) => new Date(now + n * 3_600_000)
  const [one, other] = (await rowsOf(id)).filter(({ state }) => state === 'waiting')
  const set = (row: typeof one, changes: object) =>
    world.db
      .updateTable('upgrade_device')
      .set(changes)
      .where('id', '=', row?.id ?? 0)
      .execute()
  await set(one, { state: 'downloading', due_at: hours(10) })
  await set(other, { not_before: hours(10) })
  const limits = async () => {
    const rows = await rowsOf(id)
    const of = (row: typeof one) => rows.find((each) => each.id === row?.id)
    return [Date.parse(of(one)?.due_at ?? ''), Date.parse(of(other)?.not_before ?? '')]
  }
  const { retry_after_s: pause } = await world.db
    .selectFrom('upgrade_task')
    .select('retry_after_s')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  for (let process = 0; process < 2; process++) {
    await engineWrite(world.systemCtx, (write) => renewLimits(write, silences))
    expect(await limits()).toEqual([now + silences.downloading, now + pause * 1000])
  }
  await set(one, { claimed_at: hours(0) })
  await set(other, { hold: 'offline' })
  await engineWrite(world.systemCtx, (write) => renewLimits(write, silences))
  expect(await limits()).toEqual([now + silences.seen, now])
  await set(one, { claimed_at: null, due_at: hours(10) })
  await set(other, { hold: null, not_before: hours(10) })
  await engineWrite(world.systemCtx, (write) => boundLimits(write, silences))
  const [due = 0, notBefore = 0] = await limits()
  expect(due - now).toBeLessThanOrEqual(Math.max(...Object.values(silences)) + 5_000)
  expect(notBefore - now).toBeLessThanOrEqual(5_000)
  // Plausible limits stay.
  await set(one, { due_at: new Date(now + 30_000) })
  await engineWrite(world.systemCtx, (write) => boundLimits(write, silences))
  expect((await limits())[0]).toBe(now + 30_000)
  await world.db.updateTable('upgrade_task').set({ state: 'terminated' }).where('id', '=', id).execute()
  await world.db.updateTable('upgrade_device').set({ state: 'failed' }).where('task_id', '=', id).execute()
})

test('one company never takes all downloads: its neighbour gets some while its own devices are silent', async () => {
  const config = { ...world.systemCtx.config, upgradeDownloads: 2 }
  const context = { config, silences, inGrace: true, sharers: 1 }
  const offered = async (id: number) => {
    await engineWrite(world.systemCtx, (write) => advanceTask(write, id, context))
    return (await rowsOf(id)).filter(({ state }) => state === 'sent').length
  }
  const first = await here.enabled({ name: 'First', waves: [100] })
  const second = await here.enabled({ name: 'Second', waves: [100] }, here.south)
  expect((await rowsOf(first)).filter(({ state }) => state === 'waiting').length).toBeGreaterThan(1)
  expect(await offered(first)).toBe(1)
  expect(await offered(first)).toBe(1)
  expect(await offered(second)).toBe(1)
})
