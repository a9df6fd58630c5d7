import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSite } from '../features/alarms/alarm/alarm.fixture.ts'
import { addProviders, addRule, addToList, raise, stepOf } from '../features/notify/notification/notification.fixture.ts'
import { testWorld, type TestWorld } from '../testing/context.ts'
import { runCount } from '../testing/runs.ts'

// Processes that run notification rules on the real database are killed with SIGKILL repeatedly, at random moments. NOTIFY_KILLS sets how
// often: 4 times per `npm test`, 20 times per `npm run test:models`, `NOTIFY_KILLS=100` for a release.

const kills = runCount('NOTIFY_KILLS', 20)
const program = join(import.meta.dirname, '..', 'features', 'notify', 'notification', 'engine-process.testing.ts')
const alarms = 5
const steps = 3
/** Enough for steps to be due during all of the kills. */
const repeats = 20 + kills

let world: TestWorld
beforeAll(async () => {
  world = await testWorld()
})
afterAll(() => world.stop())

const startProcess = async () => {
  const child = spawn(process.execPath, [program, JSON.stringify(world.connection)], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

test(
  'every step is done once, and everybody is notified once, whenever the process crashes',
  async () => {
    const site = await addSite(world.db, world.companies.north)
    await world.db.deleteFrom('project_notifier').execute()
    await addProviders(world.db, world.companies.siter)
    for (const [index, name] of ['Ann', 'Ben'].entries()) await addToList(world.db, site, index + 1, name)
    const manager = { kind: 'accounts' as const, accountIds: [world.accounts.northAdmin.id] }
    await addRule(world.db, world.companies.north, {
      steps: Array.from({ length: steps }, () =>
        stepOf({ receivers: [{ kind: 'callList' }, manager], channels: ['sms', 'inSite'], answerS: 10, repeats, everyS: 1 }),
      ),
    })
    const present = { ...world, clock: { now: () => new Date(), forward: () => undefined } }
    for (let n = 0; n < alarms; n++) await raise(present, site)
    let children = [await startProcess(), await startProcess()]
    for (let n = 0; n < kills; n++) {
      await delay(Math.random() * 150)
      const victim = children[n % 2]
      if (!victim) throw new Error('no process')
      victim.kill('SIGKILL')
      await once(victim, 'exit')
      const next = await startProcess()
      children = children.map((child) => (child === victim ? next : child))
    }
    const all = alarms * steps * (repeats + 1)
    const done = async () =>
      Number(
        (
          await world.db
            .selectFrom('notification_step')
            .select((e) => e.fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      )
    for (let looks = 0; (await done()) < all && looks < 600; looks++) await delay(200)
    for (const child of children) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    // For commits that were already under way.
    await delay(1_000)
    // The key of a step prevents repetition; this checks that none is missing.
    expect(await done()).toBe(all)
    const stepRows = await world.db.selectFrom('notification_step').select(['run_id', 'step', 'round', 'told']).execute()
    const records = await world.db
      .selectFrom('message_record')
      .select(['run_id', 'key', 'receiver'])
      .where('run_id', 'is not', null)
      .execute()
    const notified = stepRows.flatMap((row) => row.told.map((one) => ({ ...one, of: `${row.run_id} ${row.step} ${row.round}` })))
    expect(new Set(notified.map(({ of, name, channel }) => `${of} ${name} ${channel}`)).size).toBe(notified.length)
    // Steps of the same moment share a message.
    expect([...new Set(notified.flatMap(({ key }) => key ?? []))].toSorted()).toEqual(records.map(({ key }) => key).toSorted())
    expect(new Set(records.map(({ receiver }) => receiver))).toEqual(new Set(['Ann', 'Ben']))
  },
  60_000 + kills * 8_000,
)
