import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { createTask } from './message-task.verbs.ts'
import { mostWaiting } from './expand-task.ts'
import { addCrowd, addSmsProvider } from './message-task.fixture.ts'
import { runTasks } from './run-tasks.ts'
import { sendTask } from './message-task-sending.verbs.ts'

let world: TestWorld
let crowd: number[] = []
const some = 20

beforeAll(async () => {
  world = await testWorld()
  crowd = await addCrowd(world, 3 * mostWaiting)
  await addSmsProvider(world)
})
afterAll(() => world.stop())

const send = async (ctx: Ctx, accountIds: number[]): Promise<number> => {
  const { id } = await createTask(ctx, {
    title: 'Drill on Friday',
    type: 'training',
    pushType: 'sms',
    pushObject: 'account',
    accountIds,
    contentEn: 'Drill',
  })
  await sendTask(ctx, { id })
  return id
}
const waiting = async (taskId: number): Promise<number> => {
  const rows = world.db.selectFrom('message_record').select('id').where('task_id', '=', taskId).where('state', '=', 'queued')
  return (await rows.execute()).length
}
const rounds = async (count: number): Promise<void> => {
  for (let round = 0; round < count; round++) await runTasks(world.systemCtx)
}

test('a stuck task of one company delays no task of another, nor takes the places of its own company’s tasks', async () => {
  const north = await world.ctxOf(world.accounts.northAdmin)
  const { south } = world.companies
  await world.db
    .updateTable('account')
    .set({ company_id: south.id, path: south.path, customer_id: world.customers.south })
    .where('id', 'in', crowd.slice(-2 * some))
    .execute()
  const large = await send(north, crowd.slice(1, 1_000))
  await rounds(6)
  // Nothing is sent: its provider hangs.
  expect(await waiting(large)).toBe(mostWaiting)
  const other = await send(await world.ctxOf(world.accounts.southAdmin), crowd.slice(-some))
  const own = await send(north, crowd.slice(1_000, 1_000 + some))
  await rounds(2)
  expect([await waiting(other), await waiting(own)]).toEqual([some, some])
  // Free places go to the task with fewer waiting, not to the first again.
  await world.db
    .updateTable('message_record')
    .set({ state: 'delivered' })
    .where('task_id', '=', large)
    .where('account_id', 'in', crowd.slice(1, 101))
    .execute()
  const late = await send(north, crowd.slice(1_100, 1_350))
  await rounds(2)
  expect(await waiting(late)).toBe(mostWaiting / 2)
  expect(await waiting(large)).toBe(mostWaiting - 100)
})
