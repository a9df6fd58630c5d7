import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addOwnedRows } from '../../../testing/rows.ts'
import { foldIntoAlarms } from '../../alarms/alarm/lifecycle/fold.batch.ts'

let world: TestWorld
beforeAll(async () => {
  world = await testWorld()
})
afterAll(() => world.stop())

// Raised again after `after` seconds. The window only decides whether people are notified.
test.each([
  { level: 'warning', window: 60, after: 59, merged: true },
  { level: 'warning', window: 60, after: 60, merged: false },
  { level: 'warning', window: 0, after: 1, merged: false },
  { level: 'notice', window: 60, after: 1, merged: true },
  { level: 'fire', window: 60, after: 1, merged: false },
  { level: 'warning', window: 60, after: 1, wasTest: true, merged: false },
  // The clock was set back since: they were notified at a time in the future.
  { level: 'warning', window: 60, after: -3_600, merged: false },
] as const)('an alarm raised again: %o', async ({ level, window, after, merged, ...more }) => {
  const owner = world.companies.north
  const { alarm, project } = await addOwnedRows(world.db, owner)
  const first = new Date('2026-11-20T08:00:00.000Z')
  const at = (seconds: number) => new Date(first.getTime() + seconds * 1_000)
  const restored = after < 0 ? new Date('2100-01-01T00:00:00.000Z') : first
  const quiet = { state: 'confirmed', source_active: false, restored_at: restored } as const
  await world.db
    .updateTable('alarm')
    .set({ level, first_at: first, last_at: first, told_at: first, test: 'wasTest' in more, ...quiet })
    .where('id', '=', Number(alarm))
    .execute()
  const client = new pg.Client(world.connection)
  await client.connect()
  const fold = async (seconds: number, notify = true) => {
    const [row] = await foldIntoAlarms(client, [
      {
        id: Number(alarm),
        firstAt: first.toISOString(),
        times: 1,
        lastAt: at(seconds),
        acknowledgeS: 90,
        test: false,
        mergeWindowS: window,
        notify,
        eachIsNew: false,
        owner: { companyId: owner.id, projectId: Number(project) },
      },
    ])
    return row
  }
  try {
    expect(await fold(after)).toMatchObject({ again: true, notified: !merged, state: 'unconfirmed' })
    const { told_at } = await world.db
      .selectFrom('alarm')
      .select('told_at')
      .where('id', '=', Number(alarm))
      .executeTakeFirstOrThrow()
    expect(told_at).toEqual((merged ? first : at(after)).toISOString())
    // The window starts when people were last notified, so repeats cannot extend it forever.
    await world.db
      .updateTable('alarm')
      .set({ ...quiet, restored_at: at(after) })
      .where('id', '=', Number(alarm))
      .execute()
    if (merged) expect(await fold(window)).toMatchObject({ again: true, notified: true })
  } finally {
    await client.end()
  }
})
