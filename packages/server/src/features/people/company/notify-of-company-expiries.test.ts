import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testWorld, type TestWorld, type WorldAccount } from '../../../testing/context.ts'
import { myMessages } from '../../base/message/message.reads.ts'
import { notifyOfCompanyExpiries } from './notify-of-company-expiries.ts'

const dayMs = 86_400_000

let world: TestWorld

beforeAll(async () => {
  world = await testWorld()
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.db.deleteFrom('message').execute()
})

const expires = (days: number) => {
  const expires_at = new Date(world.clock.now().getTime() + days * dayMs)
  return world.db.updateTable('company').set({ expires_at }).where('id', '=', world.companies.northAgent.id).execute()
}
const notified = async (account: WorldAccount): Promise<number> => {
  const row = await world.db
    .selectFrom('message')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('account_id', '=', account.id)
    .where('type', '=', 'companyExpiring')
    .executeTakeFirstOrThrow()
  return row.n
}
/** Runs the job as several processes at once. */
const run = () => Promise.all([notifyOfCompanyExpiries(world.systemCtx), notifyOfCompanyExpiries(world.systemCtx)])
const both = async () => [await notified(world.accounts.northAgentAdmin), await notified(world.accounts.northAdmin)]

test('administrators of the company and of the one above are notified 30, 7 and 1 days before, once each', async () => {
  await expires(31)
  await run()
  expect(await both()).toEqual([0, 0])
  const heard: number[][] = []
  for (const days of [1, 1, 22, 1, 5, 0.5]) {
    world.clock.forward(days * dayMs)
    await run()
    heard.push(await both())
  }
  // 30, 29, 7, 6, 1 and half a day before.
  expect(heard).toEqual([1, 1, 2, 2, 3, 3].map((n) => [n, n]))
  for (const other of ['siterAdmin', 'southAdmin', 'northAgentTwoAdmin', 'northEngineer'] as const)
    expect(await notified(world.accounts[other])).toBe(0)
  world.clock.forward(dayMs)
  await run()
  expect(await both()).toEqual([3, 3])
})

test('a missed notice is made up for, and a new date is a new expiry', async () => {
  await expires(5)
  await run()
  await run()
  expect(await both()).toEqual([1, 1])
  const [message] = (await myMessages(await world.ctxOf(world.accounts.northAdmin, 'zh'), {})).list
  expect(message).toMatchObject({
    title: expect.stringMatching(/“North Agent”.*\d{4}-\d{2}-\d{2}/),
    content: expect.stringContaining('5 天'),
    link: '/company/agentOneList',
  })
  await expires(6)
  await run()
  expect(await both()).toEqual([2, 2])
  const audits = await world.db
    .selectFrom('audit_log')
    .select('changes')
    .where('action', '=', 'company.expiryNotice')
    .where('result', '=', 'ok')
    .orderBy('id')
    .execute()
  expect(audits.map((row) => row.changes['days']?.[1])).toEqual([30, 7, 1, 7, 7])
})
