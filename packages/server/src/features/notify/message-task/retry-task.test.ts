import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { createTask } from './message-task.verbs.ts'
import { addCrowd, addSmsProvider, auditsOfTask } from './message-task.fixture.ts'
import { taskDetail } from './message-task.reads.ts'
import { retryTask, sendTask } from './message-task-sending.verbs.ts'
import { runTasks } from './run-tasks.ts'

let world: TestWorld
let north: Ctx
let crowd: number[] = []

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  crowd = await addCrowd(world, 6)
  await addSmsProvider(world)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.db.deleteFrom('message_record').execute()
})

/** A task of which every message has failed. */
const failedTask = async (): Promise<number> => {
  const { id } = await createTask(north, {
    title: 'Drill on Friday',
    type: 'training',
    pushType: 'sms',
    pushObject: 'account',
    accountIds: crowd.slice(1),
    contentEn: 'Drill',
  })
  await sendTask(north, { id })
  await runTasks(world.systemCtx)
  await world.db.updateTable('message_record').set({ state: 'failed' }).execute()
  await runTasks(world.systemCtx)
  return id
}
const queued = async () =>
  (
    await world.db.selectFrom('message_record').select('account_id').where('state', '=', 'queued').orderBy('account_id').execute()
  ).map((row) => row.account_id)

test('accounts disabled, deleted or moved to another company since get no retry', async () => {
  const id = await failedTask()
  const [, stays, disabled, deleted, moved, other] = crowd
  const set = (account: number | undefined, changes: object) =>
    world.db
      .updateTable('account')
      .set(changes)
      .where('id', '=', account ?? 0)
      .execute()
  const { south } = world.companies
  await set(disabled, { enabled: false })
  await set(deleted, { deleted_at: world.clock.now() })
  await set(moved, { company_id: south.id, path: south.path, customer_id: world.customers.south })
  await retryTask(north, { id })
  await runTasks(world.systemCtx)
  expect(await queued()).toEqual([stays, other])
  await world.db.updateTable('message_record').set({ state: 'delivered' }).where('state', '=', 'queued').execute()
  await runTasks(world.systemCtx)
  expect(await taskDetail(north, { id })).toMatchObject({ state: 'done', delivered: 2, failed: 3 })
  expect((await auditsOfTask(world, id)).slice(-2)).toEqual(['messageTask.retry', 'messageTask.finish'])
  const back = { enabled: true, deleted_at: null, company_id: world.companies.north.id, path: world.companies.north.path }
  for (const account of [disabled, deleted, moved]) await set(account, { ...back, customer_id: world.customers.north })
})

test('a task that cannot proceed does not delay others', async () => {
  const text = { title: 'Drill', type: 'training', pushType: 'sms', pushObject: 'account', contentEn: 'Drill' } as const
  const ids: number[] = []
  for (const accountIds of [crowd.slice(1, 2), crowd.slice(2, 3)]) {
    const { id } = await createTask(north, { ...text, accountIds })
    await sendTask(north, { id })
    ids.push(id)
  }
  const check = `alter table message_task add constraint broken check (id <> ${ids[0]} or state <> 'sending') not valid`
  await sql.raw(check).execute(world.db)
  await expect(runTasks(world.systemCtx)).rejects.toThrow('broken')
  expect(await queued()).toEqual([crowd[2]])
  await sql`alter table message_task drop constraint broken`.execute(world.db)
  await runTasks(world.systemCtx)
  expect(await queued()).toEqual(crowd.slice(1, 3))
})

test('a retry by somebody who may no longer send ends the task, and the reason is shown', async () => {
  const id = await failedTask()
  await retryTask(north, { id })
  const { northAdmin } = world.accounts
  await world.db.updateTable('account').set({ enabled: false }).where('id', '=', northAdmin.id).execute()
  await runTasks(world.systemCtx)
  await world.db.updateTable('account').set({ enabled: true }).where('id', '=', northAdmin.id).execute()
  expect(await queued()).toEqual([])
  expect(await taskDetail(north, { id })).toMatchObject({
    state: 'failed',
    failure: expect.stringMatching(/disabled/),
    failed: 5,
  })
})
