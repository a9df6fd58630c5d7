import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { testWorld, type TestWorld, type WorldAccount } from '../../testing/context.ts'
import { markMessages } from './mark-messages.ts'
import { myMessages } from './message.reads.ts'
import { removeMessages } from './remove-messages.ts'
import { sendMessages } from './send-messages.ts'

let world: TestWorld
let north: Ctx
let south: Ctx

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northEngineer)
  south = await world.ctxOf(world.accounts.southEngineer)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.db.deleteFrom('message').execute()
})

const send = (accounts: WorldAccount[], code: string): Promise<void> =>
  transact(world.systemCtx, async (write) => {
    const params = { code, project: 'Harbour Hotel', description: 'Replace the head' }
    await sendMessages(
      write,
      accounts.map((each) => each.id),
      'orderAssigned',
      params,
      '/order/repairOrderList/detail?id=1',
    )
    const { id: companyId, path } = world.companies.north
    write.audit({ action: 'repairOrder.edit', object: { kind: 'repairOrder', id: 1, name: code }, owner: { companyId, path } })
  })
const idsOf = async (ctx: Ctx, input = {}): Promise<number[]> => (await myMessages(ctx, input)).list.map((row) => row.id)

test('a message reaches its receivers once, in each one’s language, with a live event for each', async () => {
  const { northEngineer, southEngineer } = world.accounts
  await send([northEngineer, northEngineer, southEngineer], 'R-1')
  const [own] = (await myMessages(north, {})).list
  expect(own).toMatchObject({
    type: 'orderAssigned',
    title: expect.stringMatching(/^New .* R-1$/),
    content: 'Project “Harbour Hotel”: Replace the head',
    link: '/order/repairOrderList/detail?id=1',
    readAt: null,
  })
  const zh = await myMessages({ ...south, locale: 'zh' }, {})
  expect(zh).toMatchObject({ total: 1, list: [{ title: expect.stringMatching(/^新的.* R-1$/) }] })
  const events = await world.db.selectFrom('live_event').select(['kind', 'account_id']).orderBy('id').execute()
  expect(events).toEqual([
    { kind: 'message', account_id: northEngineer.id },
    { kind: 'message', account_id: southEngineer.id },
  ])
})

test('nobody sees, reads or deletes other people’s messages', async () => {
  await send([world.accounts.northEngineer], 'R-2')
  const siter = await world.ctxOf(world.accounts.siterAdmin)
  const ids = await idsOf(north)
  for (const other of [siter, south]) {
    expect((await myMessages(other, {})).total).toBe(0)
    await markMessages(other, { ids })
    await removeMessages(other, { ids })
  }
  expect((await myMessages(north, {})).list[0]).toMatchObject({ id: ids[0], readAt: null })
})

test('messages are marked as read by id or all together, and filtered by it', async () => {
  for (const code of ['R-1', 'R-2', 'R-3']) {
    await send([world.accounts.northEngineer], code)
    world.clock.forward(1_000)
  }
  const [newest] = await idsOf(north)
  await markMessages(north, { ids: [newest ?? 0] })
  expect(await idsOf(north, { unread: false })).toEqual([newest])
  expect((await myMessages(north, { unread: true })).total).toBe(2)
  expect(await idsOf(north, { keyword: 'R-3' })).toEqual([newest])
  const readAt = (await myMessages(north, { unread: false })).list[0]?.readAt
  world.clock.forward(1_000)
  await markMessages(north, {})
  expect((await myMessages(north, { unread: true })).total).toBe(0)
  expect((await myMessages(north, { keyword: 'R-3' })).list[0]?.readAt).toBe(readAt)
})

test('the caller’s messages are deleted', async () => {
  await send([world.accounts.northEngineer], 'R-1')
  await send([world.accounts.northEngineer], 'R-2')
  const ids = await idsOf(north)
  await removeMessages(north, { ids: ids.slice(0, 1) })
  expect(await idsOf(north)).toEqual(ids.slice(1))
})

test('a message of a type that this version does not know shows its name', async () => {
  await world.db.insertInto('message').values({ account_id: world.accounts.northEngineer.id, type: 'fromTheFuture' }).execute()
  expect((await myMessages(north, {})).list[0]).toMatchObject({ title: 'fromTheFuture', content: '' })
})
