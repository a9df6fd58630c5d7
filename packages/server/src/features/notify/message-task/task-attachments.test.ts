import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { uploadOf } from '../../../testing/images.ts'
import { readFile } from '../../base/file/file.reads.ts'
import { upload } from '../../base/file/file.verbs.ts'
import { reasonOf } from '../../people/company/company.fixture.ts'
import { myMessages } from '../../base/message/message.reads.ts'
import { createTask, updateTask } from './message-task.verbs.ts'
import { taskDetail } from './message-task.reads.ts'
import { runTasks } from './run-tasks.ts'
import { sendTask, testTask } from './message-task-sending.verbs.ts'

let world: TestWorld
let north: Ctx
let customer: Ctx

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  customer = await world.ctxOf(world.accounts.northCustomer)
})
afterAll(() => world.stop())

const store = (name: string, ctx = north, purpose: 'messageAttachment' | 'attachment' = 'messageAttachment') =>
  upload(ctx, { purpose }, uploadOf(`content of ${name}`, name))
const draft = (more: object = {}) => ({
  title: 'Drill',
  type: 'training' as const,
  pushType: 'inSite' as const,
  pushObject: 'account' as const,
  accountIds: [world.accounts.northCustomer.id],
  contentEn: 'Plan attached.',
  contentZh: '见附件。',
  ...more,
})
const sent = async (more: object): Promise<number> => {
  const { id } = await createTask(north, draft(more))
  await sendTask(north, { id })
  await runTasks(world.systemCtx)
  return id
}
const may = (ctx: Ctx, id: string): Promise<string> =>
  readFile(ctx, { id }).then(
    ({ stream }) => textOf(stream),
    (error: Error) => error.message,
  )

test('a message carries files; who received it may read them, and nobody else outside', async () => {
  const file = await store('plan.txt')
  // Before it is sent, and for accounts that it is not for.
  expect(await may(customer, file)).toBe('notFound')
  const id = await sent({ files: [file] })
  const known = { id: file, name: 'plan.txt', size: 'content of plan.txt'.length }
  expect((await taskDetail(north, { id })).files).toEqual([known])
  expect((await myMessages(customer, {})).list).toMatchObject([{ content: '见附件。', files: [known] }])
  expect(await may(customer, file)).toBe('content of plan.txt')
  const { northEngineer, southAdmin } = world.accounts
  // Staff who may not see message tasks have no way to it either.
  for (const account of [northEngineer, southAdmin]) expect(await may(await world.ctxOf(account), file)).toBe('notFound')
  // A deleted message takes the right with it.
  await world.db.deleteFrom('message').where('account_id', '=', world.accounts.northCustomer.id).execute()
  expect(await may(customer, file)).toBe('notFound')
})

test('only own uploads for this purpose are accepted; an edit keeps what was there', async () => {
  const engineer = await world.ctxOf(world.accounts.northEngineer)
  for (const foreign of [await store('other.txt', engineer), await store('photo.txt', north, 'attachment')])
    expect(await reasonOf(createTask(north, draft({ files: [foreign] })))).toBe('noAccess')
  const first = await store('first.txt')
  const { id } = await createTask(north, draft({ files: [first] }))
  const siter = await world.ctxOf(world.accounts.siterAdmin)
  const second = await store('second.txt', siter)
  await updateTask(siter, { id, version: 1, ...draft({ files: [first, second] }) })
  expect((await taskDetail(north, { id })).files.map(({ name }) => name)).toEqual(['first.txt', 'second.txt'])
})

test('a mail names the files, an in-site message brings them; a trial brings them to the caller', async () => {
  await world.db
    .updateTable('account')
    .set({ email: 'desk@example.com', language: 'en' })
    .where('id', 'in', [world.accounts.northCustomer.id, world.accounts.northAdmin.id])
    .execute()
  const { id: company_id, path } = world.companies.siter
  const provider = {
    company_id,
    path,
    channel: 'mail',
    kind: 'smtp',
    name: 'Mail',
    priority: 1,
    settings: '{}',
    token: 'mail',
  } as const
  await world.db
    .insertInto('notify_provider')
    .values({ ...provider, rate_per_minute: 60, timeout_s: 10, enabled: true })
    .execute()
  const file = await store('rota.txt')
  const id = await sent({ pushType: 'mail', files: [file] })
  const records = await world.db.selectFrom('message_record').select(['content']).where('task_id', '=', id).execute()
  expect(records).toEqual([
    { content: 'Plan attached.\n\nAttached files: rota.txt. Sign in and download them under “Messages”.' },
  ])
  expect((await myMessages(customer, {})).list[0]).toMatchObject({ files: [{ name: 'rota.txt' }] })
  expect(await may(customer, file)).toBe('content of rota.txt')
  // The copy does not count as a message of the task.
  expect(await taskDetail(north, { id })).toMatchObject({ expanded: 1, waiting: 1, delivered: 0 })
  const trial = await createTask(north, draft({ files: [file] }))
  await testTask(north, trial)
  expect((await myMessages(north, {})).list[0]).toMatchObject({ files: [{ name: 'rota.txt' }] })
  const mail = await createTask(north, draft({ pushType: 'mail', files: [file] }))
  await testTask(north, mail)
  const tried = world.db.selectFrom('message_record').select('content').where('cause', '=', 'test')
  expect((await tried.executeTakeFirstOrThrow()).content).toContain('rota.txt')
  expect((await myMessages(north, {})).list).toHaveLength(2)
})
