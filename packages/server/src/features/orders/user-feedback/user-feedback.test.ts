import { DomainError } from '@emberwatch/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { createOrder, removeOrder } from '../order/order.verbs.ts'
import { orderDetail } from '../order/order.reads.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addOwnedRows, type OwnedRows } from '../../../testing/rows.ts'
import { completeFeedback, createFeedback, replyFeedback } from './user-feedback.verbs.ts'
import { feedbackExport, feedbackInfo, pageFeedback } from './user-feedback.reads.ts'

let world: TestWorld
let customer: Ctx
let manager: Ctx
let sibling: Ctx
let rows: OwnedRows
let deviceCode: string

beforeAll(async () => {
  world = await testWorld()
  const { north } = world.companies
  rows = await addOwnedRows(world.db, north)
  // The customer of the world's account owns the project.
  const placed = { customer_id: world.customers.north }
  await world.db.updateTable('project').set(placed).where('id', '=', Number(rows.project)).execute()
  await world.db.updateTable('device').set(placed).where('id', '=', Number(rows.device)).execute()
  deviceCode = (
    await world.db.selectFrom('device').select('code').where('id', '=', Number(rows.device)).executeTakeFirstOrThrow()
  ).code
  customer = await world.ctxOf(world.accounts.northCustomer)
  manager = await world.ctxOf(world.accounts.northAdmin)
  sibling = await world.ctxOf(world.accounts.southAdmin)
})
afterAll(() => world.stop())

const write = async (content = 'It beeps at night') =>
  createFeedback(customer, { projectId: Number(rows.project), deviceCode, content })
const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: unknown) => (error instanceof DomainError ? error.reason : String(error)),
  )
const messagesOf = async (accountId: number) =>
  world.db
    .selectFrom('message')
    .select(['type', 'params', 'link'])
    .where('account_id', '=', accountId)
    .where('type', 'like', 'feedback%')
    .orderBy('id', 'desc')
    .execute()
const auditsOf = async (id: number) =>
  (
    await world.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'changes'])
      .where('object_kind', '=', 'user_feedback')
      .where('object_id', '=', String(id))
      .orderBy('id')
      .execute()
  ).map(({ action, actor_id, changes }) => ({ action, actor: actor_id, state: changes['state'] ?? null }))

test('a customer writes; only the company’s staff are notified, and open lists refresh', async () => {
  const { id } = await write()
  expect(await feedbackInfo(manager, { id })).toMatchObject({
    state: 'pending_handle',
    content: 'It beeps at night',
    deviceCode,
    createdBy: 'North Customer',
    code: expect.stringMatching(/^U\d{8}-\d{6}$/),
    replies: [],
  })
  const link = `/order/userFeedbackList?open=${id}`
  expect((await messagesOf(world.accounts.northAdmin.id))[0]).toMatchObject({ type: 'feedbackReceived', link })
  for (const other of ['siterAdmin', 'northEngineer', 'southAdmin', 'northCustomer', 'northAgentAdmin'] as const)
    expect(await messagesOf(world.accounts[other].id)).toEqual([])
  const event = await world.db
    .selectFrom('live_event')
    .select(['change', 'path', 'customer_id'])
    .where('kind', '=', 'feedback')
    .where('object_id', '=', String(id))
    .executeTakeFirst()
  expect(event).toEqual({ change: 'create', path: world.companies.north.path, customer_id: world.customers.north })
  expect(await auditsOf(id)).toMatchObject([{ action: 'userFeedback.create', actor: world.accounts.northCustomer.id }])
})

test('feedback is found by its number, also an earlier one, and within the filter', async () => {
  const { id } = await write('found by number')
  const { code } = await feedbackInfo(manager, { id })
  const found = async (keyword: string, more = {}) =>
    (await pageFeedback(manager, { keyword, ...more })).list.map((row) => row.id)
  expect(await found(code)).toEqual([id])
  expect(await found(` ${code.toLowerCase().replace('u', 'f')} `)).toEqual([id])
  expect(await found(code, { state: 'handled' })).toEqual([])
  expect(await found('by number')).toEqual([id])
})

test('its events name the project, for those who see only that', async () => {
  const { id } = await write('For the people of this project')
  const events = world.db.selectFrom('live_event').select('project_id').where('kind', '=', 'feedback')
  expect(await events.where('object_id', '=', String(id)).execute()).toEqual([{ project_id: Number(rows.project) }])
})

test('staff who see only their own are not told of feedback that they cannot open', async () => {
  const { northAdmin } = world.accounts
  const scope = (data_scope: 'own' | 'branch') =>
    world.db.updateTable('role').set({ data_scope }).where('id', '=', northAdmin.roleId).execute()
  const before = (await messagesOf(northAdmin.id)).length
  await scope('own')
  await write('For nobody in particular')
  await scope('branch')
  expect(await messagesOf(northAdmin.id)).toHaveLength(before)
})

test('a device that the project does not have is refused; another company’s feedback is not there', async () => {
  const wrong = createFeedback(customer, { projectId: Number(rows.project), deviceCode: 'NOSUCH', content: 'x' })
  expect(await reasonOf(wrong)).toBe('deviceMissing')
  const { id } = await write()
  expect(await reasonOf(feedbackInfo(sibling, { id }))).toBe('notFound')
  expect(await reasonOf(replyFeedback(sibling, { id, content: 'x' }))).toBe('notFound')
  expect((await pageFeedback(sibling, {})).total).toBe(0)
  const exported = await feedbackExport.page(sibling, { after: null })
  expect(exported.list).toEqual([])
})

test('a reply handles it and reaches its author; more replies may follow', async () => {
  const { id } = await write()
  await replyFeedback(manager, { id, content: 'We come tomorrow' })
  await replyFeedback(manager, { id, content: 'At nine' })
  expect(await feedbackInfo(customer, { id })).toMatchObject({
    state: 'handled',
    handledBy: 'North Admin',
    firstReplyAt: expect.any(String),
    replies: [{ content: 'We come tomorrow', by: 'North Admin' }, { content: 'At nine' }],
  })
  expect((await messagesOf(world.accounts.northCustomer.id))[0]).toMatchObject({
    type: 'feedbackHandled',
    params: { answer: 'At nine' },
  })
  const by = world.accounts.northAdmin.id
  expect((await auditsOf(id)).slice(1)).toEqual([
    { action: 'userFeedback.reply', actor: by, state: ['pending_handle', 'handled'] },
    { action: 'userFeedback.reply', actor: by, state: null },
  ])
  expect(await reasonOf(completeFeedback(manager, { id, note: 'again' }))).toBe('wrongState')
})

test('every state and action, by somebody who may and by somebody who may not', async () => {
  const acts = {
    reply: (ctx: Ctx, id: number) => replyFeedback(ctx, { id, content: 'an answer' }),
    complete: (ctx: Ctx, id: number) => completeFeedback(ctx, { id, note: 'by phone' }),
    convert: (ctx: Ctx, id: number) =>
      createOrder(ctx, 'repair', { deviceIds: [Number(rows.device)], priority: 'normal', description: 'x', feedbackId: id }),
  }
  const wanted = {
    pending_handle: { reply: 'ok', complete: 'ok', convert: 'ok' },
    handled: { reply: 'ok', complete: 'wrongState', convert: 'ok' },
  } as const
  const bare: Ctx = { ...manager, actor: { ...manager.actor, operations: new Set() } }
  for (const state of ['pending_handle', 'handled'] as const)
    for (const action of ['reply', 'complete', 'convert'] as const) {
      const { id } = await write()
      await world.db.updateTable('user_feedback').set({ state }).where('id', '=', id).execute()
      const denied = wanted[state][action] === 'ok' ? 'noAccess' : 'wrongState'
      expect([state, action, await reasonOf(acts[action](bare, id))]).toEqual([state, action, denied])
      expect([state, action, await reasonOf(acts[action](manager, id))]).toEqual([state, action, wanted[state][action]])
      const { state: now } = await feedbackInfo(manager, { id })
      expect(now).toBe('handled')
    }
})

test('its author cannot declare it handled, whatever their role contains', async () => {
  const { id } = await write()
  expect(await reasonOf(completeFeedback(customer, { id, note: 'x' }))).toBe('noAccess')
  expect(await reasonOf(replyFeedback(customer, { id, content: 'x' }))).toBe('noAccess')
  expect(await feedbackInfo(manager, { id })).toMatchObject({ state: 'pending_handle', replies: [] })
})

test('of two who handle it at the same time, one does', async () => {
  const { id } = await write()
  const both = await Promise.all([1, 2].map(() => reasonOf(completeFeedback(manager, { id, note: 'by phone' }))))
  expect(both.sort()).toEqual(['ok', 'wrongState'])
})

test('a repair order created from it keeps its photos; if it is deleted, the feedback is open again', async () => {
  const photo = 'a'.repeat(32)
  const { north } = world.companies
  const account_id = world.accounts.northCustomer.id
  const owned = { company_id: north.id, path: north.path, customer_id: world.customers.north, account_id }
  await world.db
    .insertInto('file')
    .values({ ...owned, id: photo, name: 'p.png', mime: 'image/png', size: 1, sha256: '-', purpose: 'photo' })
    .execute()
  const { id } = await createFeedback(customer, { projectId: Number(rows.project), content: 'broken', photos: [photo] })
  const create = () =>
    createOrder(manager, 'repair', {
      deviceIds: [Number(rows.device)],
      priority: 'normal',
      description: 'broken',
      photos: [photo],
      feedbackId: id,
    })
  const { id: orderId } = await create()
  const order = await orderDetail(customer, 'repair', { id: orderId })
  expect(order).toMatchObject({ origin: 'feedback', feedbackId: id, photos: [photo] })
  expect(await feedbackInfo(customer, { id })).toMatchObject({ state: 'handled', orderId, orderCode: order.code })
  expect((await messagesOf(world.accounts.northCustomer.id))[0]).toMatchObject({ type: 'feedbackConverted' })
  expect(await reasonOf(create())).toBe('precondition')
  await removeOrder(manager, 'repair', { id: orderId })
  expect(await feedbackInfo(customer, { id })).toMatchObject({ state: 'pending_handle', orderId: null, handledBy: null })
  const released = await world.db
    .selectFrom('audit_log')
    .select('changes')
    .where('action', '=', 'userFeedback.release')
    .where('object_id', '=', String(id))
    .execute()
  expect(released).toEqual([{ changes: { orderId: [orderId, null], state: ['handled', 'pending_handle'] } }])
  const south = await addOwnedRows(world.db, world.companies.north)
  const foreign = createOrder(manager, 'repair', {
    deviceIds: [Number(south.device)],
    priority: 'normal',
    description: 'x',
    feedbackId: id,
  })
  expect(await reasonOf(foreign)).toBe('invalidInput')
})
