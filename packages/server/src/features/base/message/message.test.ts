import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { plannedDescription } from './message.wording.ts'
import { transact } from '../../../platform/transact.ts'
import { addOwnedRows } from '../../../testing/rows.ts'
import { reasonOf } from '../../people/company/company.fixture.ts'
import { testWorld, type TestWorld, type WorldAccount } from '../../../testing/context.ts'
import { markMessages, removeMessages, sendMessages } from './message.verbs.ts'
import { messageTypes, myMessages } from './message.reads.ts'
import { pageRecords, recordDetail, smsResults } from '../message-record/message-record.reads.ts'
import { queueRecords } from '../message-record/queue-records.ts'
import { resendRecord } from '../message-record/resend-record.ts'

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

const send = (accounts: WorldAccount[], code: string, description = 'Replace the head'): Promise<void> =>
  transact(world.systemCtx, async (write) => {
    const params = { code, project: 'Harbour Hotel', description }
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

test('the description of a planned order is in the reader’s language', async () => {
  await send([world.accounts.northEngineer], 'I-1', plannedDescription('inspect'))
  expect((await myMessages(north, {})).list[0]?.content).toBe('Project “Harbour Hotel”: Inspection')
  expect((await myMessages({ ...north, locale: 'zh' }, {})).list[0]?.content).toBe('项目“Harbour Hotel”：巡检')
})

test('a message of an unknown type shows the type’s name', async () => {
  await world.db.insertInto('message').values({ account_id: world.accounts.northEngineer.id, type: 'fromTheFuture' }).execute()
  expect((await myMessages(north, {})).list[0]).toMatchObject({ title: 'fromTheFuture', typeName: 'fromTheFuture', content: '' })
})

test('messages are filtered by subject', async () => {
  await send([world.accounts.northEngineer], 'R-1')
  expect((await myMessages(north, { messageCategory: 'order' })).list).toMatchObject([
    { messageCategory: 'order', type: 'orderAssigned' },
  ])
  expect((await myMessages(north, { messageCategory: 'security' })).total).toBe(0)
})

test('messages are filtered by their type, which has a name', async () => {
  await send([world.accounts.northEngineer], 'R-1')
  await world.db.insertInto('message').values({ account_id: world.accounts.northEngineer.id, type: 'notice' }).execute()
  expect((await myMessages(north, { type: 'orderAssigned' })).list).toMatchObject([{ typeName: 'Order assigned' }])
  // A notification rule's message is about an alarm or a fault.
  expect((await myMessages({ ...north, locale: 'zh' }, { messageCategory: 'alarm' })).list).toMatchObject([
    { type: 'notice', typeName: '报警与故障通知' },
  ])
  const types = await messageTypes(north)
  expect(types).toContainEqual({ value: 'orderAssigned', label: 'Order assigned' })
  // Alarms first, as in the categories.
  expect(types[0]).toEqual({ value: 'testStillActive', label: 'Still active after a test' })
})

describe('records of what was sent outside', () => {
  let admin: Ctx
  let stranger: Ctx
  let alarmId: number
  beforeAll(async () => {
    admin = await world.ctxOf(world.accounts.northAdmin)
    stranger = await world.ctxOf(world.accounts.southAdmin)
    alarmId = Number((await addOwnedRows(world.db, world.companies.north)).alarm)
  })
  beforeEach(async () => {
    await world.db.deleteFrom('message_record').execute()
  })
  const add = async (more: object = {}): Promise<number> => {
    const { id: company_id, path } = world.companies.north
    const at = world.clock.now()
    await queueRecords(world.db, [
      {
        company_id,
        path,
        cause: 'rule',
        event: 'alarm',
        fire: true,
        channel: 'sms',
        alarm_id: alarmId,
        priority: 0,
        receiver: 'Night porter',
        phone: '13812345678',
        title: 'Fire',
        content: 'Fire at the hotel',
        created_at: at,
        ...more,
      },
    ])
    return (await world.db.selectFrom('message_record').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()).id
  }

  test('are listed with masked numbers, newest first, and every filter works', async () => {
    const failed = await add({
      state: 'failed',
      failure: 'no route',
      failure_kind: 'notWorking',
      attempts: 3,
      provider_name: 'Carrier',
      provider_ref: 'x-1',
    })
    world.clock.forward(1_000)
    const mail = await add({
      channel: 'mail',
      phone: '',
      email: 'porter@example.com',
      cause: 'test',
      event: null,
      fire: false,
      cost: 0.05,
      currency: 'CNY',
      alarm_id: null,
    })
    const idsOf = async (input: object): Promise<number[]> => (await pageRecords(admin, input)).list.map(({ id }) => id)
    expect(await idsOf({})).toEqual([mail, failed])
    expect((await pageRecords(admin, {})).list).toMatchObject([
      { email: 'p***@example.com', cost: 0.05 },
      { phone: '138****5678', alarmId, alarmClosed: false, failure: null, failureKind: 'notWorking' },
    ])
    for (const input of [
      { channel: 'mail' },
      { sentFor: 'test' },
      { charged: true },
      { fire: false },
      { retried: false },
      { state: 'queued' },
    ])
      expect(await idsOf(input)).toEqual([mail])
    for (const input of [
      { event: 'alarm' },
      { provider: 'Carrier' },
      { providerRef: 'x-1' },
      { retried: true },
      { alarmId },
      { failureKind: 'notWorking' },
    ])
      expect(await idsOf(input)).toEqual([failed])
    expect(await idsOf({ keyword: 'porter' })).toHaveLength(2)
    // A search must not reveal a masked number.
    expect(await idsOf({ keyword: '12345' })).toEqual([])
    expect((await pageRecords(stranger, {})).total).toBe(0)
  })

  test('the name of a private person is masked', async () => {
    const id = await add({ account_id: world.accounts.northUser.id, receiver: 'North User' })
    expect((await recordDetail(admin, { id })).receiver).toBe('N**')
    // Nor must a search reveal it.
    expect((await pageRecords(admin, { keyword: 'orth Us' })).list).toEqual([])
  })

  test('also for a company that they have left since', async () => {
    const { northUser } = world.accounts
    const { id: company_id, path } = world.companies.south
    const id = await add({ account_id: northUser.id, receiver: 'North User', alarm_id: alarmId, channel: 'sms' })
    const { company_id: before, path: pathBefore } = await world.db
      .selectFrom('account')
      .select(['company_id', 'path'])
      .where('id', '=', northUser.id)
      .executeTakeFirstOrThrow()
    await world.db.updateTable('account').set({ company_id, path }).where('id', '=', northUser.id).execute()
    expect((await recordDetail(admin, { id })).receiver).toBe('N**')
    expect((await smsResults(admin, { id: alarmId })).map(({ receiver }) => receiver)).toEqual(['N**'])
    expect((await pageRecords(admin, { keyword: 'orth Us' })).list).toEqual([])
    await world.db.updateTable('account').set({ company_id: before, path: pathBefore }).where('id', '=', northUser.id).execute()
  })

  test('a failed one is sent again as a new record, unless its alarm is closed', async () => {
    const id = await add({ state: 'failed', failure: 'no route', attempts: 3, run_id: 7 })
    const { id: next } = await resendRecord(admin, { id })
    const rows = await world.db.selectFrom('message_record').selectAll().orderBy('id').execute()
    expect(rows).toMatchObject([
      { id, state: 'failed', attempts: 3 },
      {
        id: next,
        state: 'queued',
        attempts: 0,
        content: 'Fire at the hotel',
        phone: '13812345678',
        alarm_id: alarmId,
        run_id: null,
        fire: true,
      },
    ])
    expect(rows[1]?.key).not.toBe(rows[0]?.key)
    const audit = await world.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    expect(audit).toMatchObject({ action: 'messageRecord.resend', object_id: String(id), changes: { id: [id, next] } })
    expect(await reasonOf(resendRecord(admin, { id: next }))).toBe('precondition')
    expect(await reasonOf(resendRecord(stranger, { id }))).toBe('notFound')
    await world.db.updateTable('alarm').set({ state: 'cleared' }).where('id', '=', alarmId).execute()
    await expect(resendRecord(admin, { id })).rejects.toMatchObject({
      reason: 'precondition',
      params: { reason: expect.stringMatching(/closed/) },
    })
  })
  test.each([
    ['disabled', () => ({ enabled: false })],
    ['deleted', () => ({ deleted_at: new Date() })],
    ['moved to another company', () => ({ company_id: world.companies.south.id, path: world.companies.south.path })],
  ])('nothing is sent again to somebody whose account was %s since', async (_what, change) => {
    const { northEngineer } = world.accounts
    await world.db.updateTable('alarm').set({ state: 'unconfirmed' }).where('id', '=', alarmId).execute()
    const id = await add({ state: 'failed', account_id: northEngineer.id })
    const of = world.db.selectFrom('account').select(['enabled', 'deleted_at', 'company_id', 'path'])
    const before = await of.where('id', '=', northEngineer.id).executeTakeFirstOrThrow()
    await world.db.updateTable('account').set(change()).where('id', '=', northEngineer.id).execute()
    await expect(resendRecord(admin, { id })).rejects.toMatchObject({
      reason: 'precondition',
      params: { reason: expect.stringMatching(/account/) },
    })
    await world.db.updateTable('account').set(before).where('id', '=', northEngineer.id).execute()
    await resendRecord(admin, { id })
    expect(await world.db.selectFrom('message_record').select('id').execute()).toHaveLength(2)
  })
})
