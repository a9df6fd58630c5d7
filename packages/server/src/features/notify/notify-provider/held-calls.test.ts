import { limits } from '@emberwatch/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { claimRecords } from '../../base/message-record/claim-records.ts'
import { newAlarm, queue } from './notify-provider.fixture.ts'

let world: TestWorld
beforeAll(async () => {
  world = await testWorld()
})
afterAll(() => world.stop())
afterEach(() => world.db.deleteFrom('message_record').execute())

const began = Date.now()
const minuteMs = 60_000
const at = (ms: number) => new Date(began + ms)

/** A call that has been waiting since then. */
const call = (content: string, since: number, more: object = {}) =>
  queue(world, 'voice', { content, created_at: at(since), due_at: at(since), state_at: at(since), ...more })
/** Claims what is due in a lane, and reports it as sent at once. */
const round = async (ms: number, urgent = true, limit = 16): Promise<string[]> => {
  const claimed = await claimRecords(world.db, { channel: 'voice', urgent, limit, at: at(ms), leaseMs: 5_000 })
  for (const { id } of claimed)
    await world.db
      .updateTable('message_record')
      .set({ state: 'sent', sent_at: at(ms), due_at: null, claimed_until: null })
      .where('id', '=', id)
      .execute()
  return claimed.map(({ content }) => content.split('.')[0] ?? '')
}

test('calls waiting for one number are taken by urgency: fires first, projects in turn, then by age', async () => {
  expect(limits.voiceCallsAMinute).toBe(2)
  const [here, there] = [await newAlarm(world), await newAlarm(world)]
  const of = ({ projectId }: typeof here) => ({ project_id: projectId })
  await call('Old warning.', -4, { ...of(here) })
  for (const n of [1, 2, 3]) await call(`Fire ${n} here.`, n, { ...of(here), fire: true })
  await call('Fire there.', 4, { ...of(there), fire: true })
  const rounds: string[][] = []
  for (const minute of [1, 2, 3]) rounds.push(await round(minute * minuteMs))
  expect(rounds).toEqual([['Fire 1 here', 'Fire there'], ['Fire 2 here', 'Fire 3 here'], ['Old warning']])
})

test('no company keeps another’s number busy: companies take turns', async () => {
  const { id: company_id, path } = world.companies.south
  // Fires that began earlier, at many sites.
  for (const n of [1, 2, 3]) await call(`Their fire ${n}.`, n, { fire: true, project_id: (await newAlarm(world)).projectId })
  await call('Our fire.', 4, { fire: true, company_id, path, project_id: (await newAlarm(world)).projectId })
  expect(await round(minuteMs)).toEqual(['Their fire 1', 'Our fire'])
  expect(await round(2 * minuteMs)).toEqual(['Their fire 2', 'Their fire 3'])
})

test.each(['company', 'project'] as const)(
  'with one place free at a time as well, no %s waits for all fires of another',
  async (who) => {
    const { id: company_id, path } = world.companies.south
    const [here, there] = [await newAlarm(world), await newAlarm(world)]
    const fire = (n: number, more: object) => call(`Fire ${n}.`, n, { fire: true, phone: `1380000000${n}`, ...more })
    for (const n of [1, 2, 3])
      await fire(n, { project_id: who === 'company' ? (await newAlarm(world)).projectId : here.projectId })
    await fire(4, { project_id: there.projectId, ...(who === 'company' ? { company_id, path } : {}) })
    const order: string[] = []
    for (const second of [1, 2, 3, 4]) order.push(...(await round(second * 1_000, true, 1)))
    expect(order).toEqual(['Fire 1', 'Fire 4', 'Fire 2', 'Fire 3'])
    // After a minute the hold no longer applies.
    for (const n of [5, 6]) await fire(n, { project_id: n === 5 ? here.projectId : there.projectId })
    expect(await round(5 * minuteMs, true, 1)).toEqual(['Fire 5'])
  },
)

test('an older call waits less, whatever its id', async () => {
  for (const [name, since] of [
    ['Third', 3],
    ['Second', 2],
    ['First', 1],
  ] as const)
    await call(`${name}.`, since, { fire: true, project_id: (await newAlarm(world)).projectId })
  expect(await round(minuteMs)).toEqual(['First', 'Second'])
  expect(await round(2 * minuteMs)).toEqual(['Third'])
})

test('while an alarm waits for its call, nothing less urgent calls the number', async () => {
  for (const n of [1, 2, 3]) await call(`Fire ${n}.`, n, { fire: true })
  await call('Notice.', 0, { priority: 2, cause: 'task', event: null })
  await call('Other notice.', 0, { priority: 2, cause: 'task', event: null, phone: '13900000000' })
  expect(await round(10)).toEqual(['Fire 1', 'Fire 2'])
  // The third one has a right to the next free place: the other lane looks first and leaves it.
  expect(await round(minuteMs + 10, false)).toEqual(['Other notice'])
  expect(await round(minuteMs + 10)).toEqual(['Fire 3'])
  expect(await round(2 * minuteMs + 10, false)).toEqual(['Notice'])
})
