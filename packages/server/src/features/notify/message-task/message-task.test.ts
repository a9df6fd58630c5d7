import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addOwnedRows } from '../../../testing/rows.ts'
import { reasonOf } from '../../people/company/company.fixture.ts'
import { markMessages } from '../../base/message/message.verbs.ts'
import { myMessages } from '../../base/message/message.reads.ts'
import { cancelTask, testTask, retryTask, sendTask } from './message-task-sending.verbs.ts'
import { choicesOfTask, previewTask, reachOfTask } from './message-task-choices.reads.ts'
import { createTask, removeTask, updateTask } from './message-task.verbs.ts'
import { batchSize, expandTask, mostWaiting } from './expand-task.ts'
import { addCrowd, addSmsProvider, auditsOfTask } from './message-task.fixture.ts'
import { pageTasks, taskDetail } from './message-task.reads.ts'
import { addUpChanges, runTasks } from './run-tasks.ts'

let world: TestWorld
let north: Ctx
let south: Ctx
/** Accounts of one customer of the north, enough for several batches. */
let crowd: number[] = []
const crowdSize = 2 * mostWaiting + 50

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  south = await world.ctxOf(world.accounts.southAdmin)
  crowd = await addCrowd(world, crowdSize)
  await addSmsProvider(world)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.db.deleteFrom('message_record').execute()
  await world.db.deleteFrom('message_task_change').execute()
  await world.db.updateTable('message_task').set({ state: 'cancelled' }).where('state', 'in', ['queued', 'sending']).execute()
})

const draft = (more: object = {}) => ({
  title: 'Drill on Friday',
  type: 'training' as const,
  pushType: 'sms' as const,
  pushObject: 'account' as const,
  accountIds: crowd.slice(0, 3),
  contentEn: 'Dear {{receiver}}, drill of {{company}}.',
  contentZh: '{{receiver}}：周五演练。',
  ...more,
})
const made = async (more: object = {}, ctx = north): Promise<number> => (await createTask(ctx, draft(more))).id
const sent = async (more: object = {}, ctx = north): Promise<number> => {
  const id = await made(more, ctx)
  await sendTask(ctx, { id })
  return id
}
const records = (taskId: number) =>
  world.db.selectFrom('message_record').selectAll().where('task_id', '=', taskId).orderBy('account_id').execute()
const setState = (taskId: number, state: 'delivered' | 'failed' | 'sent', more: object = {}) =>
  world.db
    .updateTable('message_record')
    .set({ state, ...more })
    .where('task_id', '=', taskId)
    .where('state', '=', 'queued')
    .execute()
const audits = (id: number) => auditsOfTask(world, id)
/** Sends whatever is queued until the task has ended. */
const runAll = async (taskId: number): Promise<void> => {
  for (let round = 0; round < 100; round++) {
    const busy = await runTasks(world.systemCtx)
    await setState(taskId, 'delivered')
    if (!busy && (await taskDetail(north, { id: taskId })).state !== 'sending') return
  }
  throw new Error('the task does not end')
}

test('a task reaches each account once, in its language, and counts the results', async () => {
  const id = await sent()
  expect(world.queued.at(-1)).toEqual({ name: 'messageTasks', payload: {} })
  expect(await taskDetail(north, { id })).toMatchObject({ state: 'queued', reach: 3 })
  await runTasks(world.systemCtx)
  const rows = await records(id)
  // The first one has no number.
  expect(rows.map((row) => [row.account_id, row.language, row.content])).toEqual([
    [crowd[1], 'zh', 'Person 1：周五演练。'],
    [crowd[2], 'en', expect.stringMatching(/^Dear Person 2, drill of \S.*\.$/)],
  ])
  expect(rows[0]).toMatchObject({ cause: 'task', priority: 2, state: 'queued', channel: 'sms', receiver: 'Person 1' })
  expect(await taskDetail(north, { id })).toMatchObject({ state: 'sending', waiting: 2, withoutAddress: 1, expanded: 3 })
  await setState(id, 'sent', { cost: 0.05, currency: 'CNY' })
  await runTasks(world.systemCtx)
  expect(await taskDetail(north, { id })).toMatchObject({
    state: 'done',
    waiting: 0,
    sent: 2,
    delivered: 0,
    failed: 0,
    costs: [{ currency: 'CNY', amount: 0.1 }],
  })
  // Receipts that arrive after the end count too.
  await world.db.updateTable('message_record').set({ state: 'read' }).where('task_id', '=', id).execute()
  await addUpChanges(world.systemCtx)
  expect(await taskDetail(north, { id })).toMatchObject({ sent: 2, delivered: 2, read: 2 })
  expect(await audits(id)).toEqual(['create', 'send', 'begin', 'finish'].map((verb) => `messageTask.${verb}`))
})

test('only some hundred messages wait at a time, and a process that crashes repeats and skips nobody', async () => {
  const id = await sent({ accountIds: crowd.slice(0, 1000) })
  await runTasks(world.systemCtx)
  // It dies after writing a batch's messages and before storing its progress: nothing of the batch remains.
  const before = (await records(id)).length
  await sql`alter table message_task add constraint dies check (expanded_to <= ${sql.lit(crowd[batchSize - 1])}) not valid`.execute(
    world.db,
  )
  await expect(expandTask(world.systemCtx, id)).rejects.toThrow(/dies/)
  await sql`alter table message_task drop constraint dies`.execute(world.db)
  expect(await records(id)).toHaveLength(before)
  // Two processes at once.
  await Promise.all(Array.from({ length: 6 }, () => expandTask(world.systemCtx, id)))
  for (let round = 0; round < 6; round++) await runTasks(world.systemCtx)
  expect(await records(id)).toHaveLength(mostWaiting)
  expect(await expandTask(world.systemCtx, id)).toBe('waits')
  await runAll(id)
  const notified = (await records(id)).map((row) => row.account_id)
  expect(notified).toEqual(crowd.slice(1, 1000))
  expect(await taskDetail(north, { id })).toMatchObject({ state: 'done', delivered: 999, withoutAddress: 1 })
  expect(batchSize).toBeLessThan(mostWaiting)
})

test('cancelled while being sent: waiting messages are not sent, and no more are queued', async () => {
  const id = await sent({ accountIds: crowd.slice(0, 600) })
  await runTasks(world.systemCtx)
  const [first] = await records(id)
  await world.db
    .updateTable('message_record')
    .set({ state: 'delivered' })
    .where('id', '=', first?.id ?? 0)
    .execute()
  await cancelTask(north, { id })
  for (let round = 0; round < 3; round++) await runTasks(world.systemCtx)
  const rows = await records(id)
  expect(rows).toHaveLength(batchSize - 1)
  expect(new Set(rows.map((row) => row.state))).toEqual(new Set(['delivered', 'cancelled']))
  expect(await taskDetail(north, { id })).toMatchObject({ state: 'cancelled', waiting: 0, delivered: 1 })
  expect((await audits(id)).at(-1)).toBe('messageTask.cancel')
  expect(await reasonOf(cancelTask(north, { id }))).toBe('wrongState')
  expect(await reasonOf(sendTask(north, { id }))).toBe('wrongState')
})

test('failed messages are tried again, and only those', async () => {
  const id = await sent({ accountIds: crowd.slice(0, 5) })
  await runTasks(world.systemCtx)
  const rows = await records(id)
  await world.db
    .updateTable('message_record')
    .set({ state: 'delivered' })
    .where('id', '=', rows[0]?.id ?? 0)
    .execute()
  await setState(id, 'failed', { attempts: 3, failure: 'no route' })
  await runTasks(world.systemCtx)
  expect(await taskDetail(north, { id })).toMatchObject({ state: 'done', delivered: 1, failed: 3 })
  await retryTask(north, { id })
  expect((await audits(id)).at(-1)).toBe('messageTask.retry')
  await runTasks(world.systemCtx)
  const again = await records(id)
  expect(again.map((row) => row.state)).toEqual(['delivered', 'queued', 'queued', 'queued'])
  expect(again[1]).toMatchObject({ attempts: 0, failure: null })
  expect(again[1]?.key).not.toBe(rows[1]?.key)
  await runAll(id)
  expect(await taskDetail(north, { id })).toMatchObject({ state: 'done', delivered: 4, failed: 0 })
  expect(await reasonOf(retryTask(north, { id }))).toBe('precondition')
})

test('a task of which nothing arrived counts as failed', async () => {
  const id = await sent({ accountIds: crowd.slice(1, 3) })
  await runTasks(world.systemCtx)
  await setState(id, 'failed')
  await runTasks(world.systemCtx)
  expect(await taskDetail(north, { id })).toMatchObject({ state: 'failed', failed: 2 })
})

test('in-site messages arrive at once, and reading them is counted', async () => {
  const { northEngineer } = world.accounts
  const id = await sent({ pushType: 'inSite', accountIds: [northEngineer.id], contentEn: undefined })
  await runTasks(world.systemCtx)
  await runTasks(world.systemCtx)
  expect(await taskDetail(north, { id })).toMatchObject({ state: 'done', sent: 1, delivered: 1, read: 0 })
  const reader = await world.ctxOf(northEngineer)
  const [message] = (await myMessages(reader, {})).list
  expect(message).toMatchObject({ type: 'taskNotice', title: 'Drill on Friday', content: expect.stringContaining('周五演练') })
  await markMessages(reader, { ids: [message?.id ?? 0] })
  await addUpChanges(world.systemCtx)
  expect(await taskDetail(north, { id })).toMatchObject({ delivered: 1, read: 1 })
})

test('only accounts within the sender’s scope get it, even if the scope narrowed meanwhile', async () => {
  const stranger = world.accounts.southEngineer.id
  expect(await reachOfTask(north, { pushType: 'inSite', pushObject: 'account', accountIds: [stranger] })).toMatchObject({
    total: 0,
  })
  const id = await made({ pushType: 'inSite', accountIds: [crowd[0] ?? 0, crowd[1] ?? 0] })
  await world.db
    .updateTable('message_task')
    .set({ object_ids: [crowd[0] ?? 0, stranger] })
    .where('id', '=', id)
    .execute()
  await sendTask(north, { id })
  await runTasks(world.systemCtx)
  const notified = await world.db.selectFrom('message').select('account_id').where('task_id', '=', id).execute()
  expect(notified.map((row) => row.account_id)).toEqual([crowd[0]])
  for (const verb of [sendTask, cancelTask, retryTask, removeTask, testTask])
    expect(await reasonOf(verb(south, { id }))).toBe('notFound')
  expect((await pageTasks(south, {})).list.map((row) => row.id)).not.toContain(id)
})

test('a sender who may no longer send ends the task, and the reason is shown', async () => {
  const id = await sent({ accountIds: crowd.slice(0, 300) })
  await world.db.updateTable('account').set({ enabled: false }).where('id', '=', world.accounts.northAdmin.id).execute()
  await runTasks(world.systemCtx)
  await world.db.updateTable('account').set({ enabled: true }).where('id', '=', world.accounts.northAdmin.id).execute()
  expect(await taskDetail(north, { id })).toMatchObject({ state: 'failed', failure: expect.stringMatching(/disabled/) })
  expect(await records(id)).toEqual([])
})

test('an empty message, one that reaches nobody, and one without a provider are not sent', async () => {
  expect(await reasonOf(sendTask(north, { id: await made({ contentZh: ' ', contentEn: undefined }) }))).toBe('emptyMessage')
  expect(await reasonOf(sendTask(north, { id: await made({ accountIds: [crowd[0]] }) }))).toBe('precondition')
  expect(await reasonOf(sendTask(north, { id: await made({ pushType: 'voice' }) }))).toBe('precondition')
  await expect(createTask(north, draft({ accountIds: undefined }))).rejects.toMatchObject({ field: 'accountIds' })
  await expect(createTask(north, draft({ contentEn: '{{project}}' }))).rejects.toMatchObject({ field: 'contentEn' })
  await expect(createTask(north, draft({ scheduleAt: '2020-01-01T00:00:00.000Z' }))).rejects.toMatchObject({
    field: 'scheduleAt',
  })
})

test('a task waits for its scheduled time', async () => {
  const at = new Date(world.clock.now().getTime() + 3_600_000)
  const id = await sent({ scheduleAt: at.toISOString() })
  await runTasks(world.systemCtx)
  expect(await taskDetail(north, { id })).toMatchObject({ state: 'queued' })
  world.clock.forward(3_600_001)
  await runTasks(world.systemCtx)
  expect(await taskDetail(north, { id })).toMatchObject({ state: 'sending' })
})

test('companies, roles and projects as targets', async () => {
  const reach = async (more: object) => (await reachOfTask(north, { pushType: 'sms', pushObject: 'all', ...more })).total
  expect(await reach({})).toBeGreaterThan(crowdSize)
  const agents = await reach({ pushObject: 'company', companyIds: [world.companies.northAgent.id] })
  expect(agents).toBeGreaterThan(0)
  expect(agents).toBeLessThan(crowdSize)
  expect(await reach({ pushObject: 'role', roleIds: [world.accounts.northEngineer.roleId] })).toBe(1)
  const { project, customer } = await addOwnedRows(world.db, world.companies.north)
  await world.db
    .updateTable('account')
    .set({ customer_id: Number(customer) })
    .where('id', 'in', crowd.slice(0, 4))
    .execute()
  const projectIds = [Number(project)]
  const before = await reach({ pushObject: 'project', projectIds })
  expect(before).toBeGreaterThanOrEqual(4)
  expect(before).toBeLessThan(20)
  await world.db
    .insertInto('account_project')
    .values({ account_id: world.accounts.northBare.id, project_id: Number(project) })
    .execute()
  expect(await reach({ pushObject: 'project', projectIds })).toBe(before + 1)
})

test('a filter finds the accounts that meet all of its conditions, within the scope of the sender', async () => {
  const { db, companies, customers, accounts } = world
  const reach = async (filter: object, ctx = north) =>
    (await reachOfTask(ctx, { pushType: 'sms', pushObject: 'filter', filter })).total
  const all = (await reachOfTask(north, { pushType: 'sms', pushObject: 'all' })).total
  // Nothing chosen means nobody, not everybody.
  expect(await reach({})).toBe(0)
  expect(await reach({ companyIds: [companies.north.id] })).toBe(all)
  expect(await reach({ accountTypes: ['customer'], companyIds: [companies.south.id] })).toBe(0)
  const [people, reading] = [
    await reach({ accountTypes: ['customer'] }),
    await reach({ accountTypes: ['customer'], language: 'en' }),
  ]
  expect(reading).toBeGreaterThanOrEqual(crowdSize / 2)
  expect(reading + (await reach({ accountTypes: ['customer'], language: 'zh' }))).toBe(people)
  // Who has chosen no language has that of the company.
  const own = { accountTypes: ['distributor'] }
  expect(await reach({ ...own, language: 'en' })).toBe(0)
  await db.updateTable('company').set({ language: 'en' }).where('id', '=', companies.north.id).execute()
  expect(await reach({ ...own, language: 'en' })).toBe(await reach(own))
  await db.updateTable('company').set({ language: 'zh' }).where('id', '=', companies.north.id).execute()
  const place = { country: 'CN', province: '310000' }
  const before = await reach(place)
  await db.updateTable('customer').set(place).where('id', '=', customers.north).execute()
  const there = await reach(place)
  const ofCustomer = db.selectFrom('account').select('id').where('customer_id', '=', customers.north)
  expect(there).toBe((await ofCustomer.execute()).length)
  expect(there).toBeGreaterThan(crowdSize / 2)
  expect(before).toBe(0)
  expect(await reach({ ...place, province: '320000' })).toBe(0)
  expect(await reach(place, south)).toBe(0)
  // Staff count as being where their company is.
  expect(await reach({ ...place, accountTypes: ['distributor'] })).toBe(0)
  await db.updateTable('company').set(place).where('id', '=', companies.north.id).execute()
  const staff = await reach({ ...place, accountTypes: ['distributor'] })
  expect(staff).toBeGreaterThan(1)
  const engineers = { ...place, accountTypes: ['distributor'], roleIds: [accounts.northEngineer.roleId] }
  expect(await reach(engineers)).toBe(1)

  await expect(made({ pushObject: 'filter', filter: { companyIds: [] } })).rejects.toMatchObject({ field: 'filter' })
  const id = await made({ pushObject: 'filter', pushType: 'inSite', filter: engineers })
  expect(await taskDetail(north, { id })).toMatchObject({
    pushObject: 'filter',
    objectIds: [],
    filter: engineers,
    filterNames: [expect.any(String)],
  })
  const { changes } = await db
    .selectFrom('audit_log')
    .select('changes')
    .where('object_kind', '=', 'message_task')
    .where('object_id', '=', String(id))
    .executeTakeFirstOrThrow()
  expect(changes).toMatchObject({ filter: [null, engineers] })
  await sendTask(north, { id })
  await runTasks(world.systemCtx)
  const notified = await db.selectFrom('message').select('account_id').where('task_id', '=', id).execute()
  expect(notified.map((row) => row.account_id)).toEqual([accounts.northEngineer.id])
})

test('the target is fixed at the start: later accounts get nothing', async () => {
  const { db, companies } = world
  const at = new Date(world.clock.now().getTime() + 3_600_000).toISOString()
  const filter = { companyIds: [companies.northAgent.id] }
  const id = await sent({ pushObject: 'filter', pushType: 'inSite', filter, scheduleAt: at })
  const { reach } = await taskDetail(north, { id })
  const add = async (account: string) => {
    const { id: company_id, path } = companies.northAgent
    const values = { company_id, path, type: 'agent_one' as const, account, name: account, password_hash: '-' }
    return (await db.insertInto('account').values(values).returning('id').executeTakeFirstOrThrow()).id
  }
  const early = await add('early1')
  world.clock.forward(3_600_001)
  await runTasks(world.systemCtx)
  expect(await taskDetail(north, { id })).toMatchObject({ reach: (reach ?? 0) + 1 })
  await db.updateTable('message_task').set({ expanded: false, state: 'sending' }).where('id', '=', id).execute()
  const late = await add('later1')
  await runTasks(world.systemCtx)
  const notified = (await db.selectFrom('message').select('account_id').where('task_id', '=', id).execute()).map(
    (row) => row.account_id,
  )
  expect(notified).toContain(early)
  expect(notified).not.toContain(late)
})

test('a trial message reaches only the caller; a preview shows each language', async () => {
  const id = await made({ titleEn: 'Drill' })
  expect(await reasonOf(testTask(north, { id }))).toBe('precondition')
  await world.db.updateTable('account').set({ phone: '13900000001' }).where('id', '=', world.accounts.northAdmin.id).execute()
  await testTask(north, { id })
  const rows = await world.db.selectFrom('message_record').selectAll().execute()
  expect(rows).toMatchObject([{ account_id: world.accounts.northAdmin.id, cause: 'test', task_id: null, phone: '13900000001' }])
  expect((await audits(id)).at(-1)).toBe('messageTask.test')
  expect((await previewTask(north, { id })).map(({ language, title, segments }) => [language, title, segments])).toEqual([
    ['zh', 'Drill on Friday', 1],
    ['en', 'Drill', 1],
  ])
})

test('a draft is edited and deleted; one that was sent is not edited', async () => {
  const id = await made()
  const { version } = await taskDetail(north, { id })
  await updateTask(north, { id, version, ...draft({ title: 'Changed' }) })
  expect(await reasonOf(updateTask(north, { id, version, ...draft() }))).toBe('staleVersion')
  await sendTask(north, { id })
  expect(await reasonOf(updateTask(north, { id, version: version + 2, ...draft() }))).toBe('wrongState')
  expect(await reasonOf(removeTask(north, { id }))).toBe('wrongState')
  await cancelTask(north, { id })
  await removeTask(north, { id })
  expect((await pageTasks(north, { keyword: 'Changed' })).total).toBe(0)
  expect((await audits(id)).at(-1)).toBe('messageTask.del')
})

test('people whose name is masked are found by account, not by parts of the name', async () => {
  await world.db
    .updateTable('account')
    .set({ name: 'Wang Xiaoming' })
    .where('id', '=', crowd[1] ?? 0)
    .execute()
  const found = async (keyword: string) =>
    (await choicesOfTask(north, { pushObject: 'account', keyword })).map(({ label }) => label.split(' · ')[0])
  expect(await found('xiaoming')).toEqual([])
  expect(await found('crowd1')).toContain('W** (crowd1)')
  expect(await found('North Admin')).toEqual([expect.stringContaining('North Admin')])
})
