import { DomainError } from '@emberwatch/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '../../platform/context.ts'
import { assignOrder } from './assign-order.ts'
import { completeOrder } from './complete-order.ts'
import { createOrder } from './create-order.ts'
import { deleteOrder } from './delete-order.ts'
import { editOrder } from './edit-order.ts'
import { orderWorld, type OrderWorld } from './order.fixture.ts'
import { assignList, orderDetail, verifyList } from './order.reads.ts'
import { receiveOrder } from './receive-order.ts'
import { refuseOrder } from './refuse-order.ts'
import { startOrder } from './start-order.ts'
import { verifyOrder } from './verify-order.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.stop())

const refusal = (work: Promise<unknown>): Promise<DomainError> =>
  work.then(
    () => {
      throw new Error('was not refused')
    },
    (error: unknown) => {
      if (error instanceof DomainError) return error
      throw error
    },
  )

const devices = () => [{ deviceId: world.site.device, result: 'fixed' as const }]
const draft = () => ({ deviceIds: [world.site.device], priority: 'normal' as const, description: 'no signal' })
const messagesOf = (accountId: number) =>
  world.db
    .selectFrom('message')
    .select(['type', 'params', 'link'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .execute()

describe('creating', () => {
  test('belongs to the project’s company and customer and waits to be assigned', async () => {
    const id = await world.newOrder({ siteIds: [world.site.sign_site], dueAt: '2030-01-01T00:00:00.000Z' })
    const row = await world.db.selectFrom('work_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      company_id: world.companies.north.id,
      path: world.companies.north.path,
      customer_id: world.site.customer,
      project_id: world.site.project,
      status: 'pending_assign',
      origin: 'manual',
      created_by: world.accounts.northAdmin.id,
    })
    expect(row.code).toMatch(/^R\d{8}-\d{6}$/)
    const detail = await orderDetail(world.manager, 'repair', { id })
    expect(detail).toMatchObject({ deviceCount: 1, sitesMissing: 1, engineers: [], creatorCompanyId: world.companies.north.id })
    expect(detail.history).toMatchObject([{ action: 'create', from: null, to: 'pending_assign', onBehalf: false }])
  })

  test('the code carries the day in the project’s time zone', async () => {
    const ctx: Ctx = { ...world.manager, clock: { now: () => new Date('2026-11-20T20:00:00.000Z') } }
    const { id } = await createOrder(ctx, 'repair', draft())
    expect((await orderDetail(ctx, 'repair', { id })).code).toMatch(/^R20261121-/)
  })

  test('with engineers waits for them and tells them', async () => {
    const id = await world.newOrder({ engineerIds: [world.accounts.northEngineer.id] })
    const detail = await orderDetail(world.manager, 'repair', { id })
    expect(detail).toMatchObject({ status: 'pending_receive', engineers: [{ id: world.accounts.northEngineer.id }] })
    expect((await messagesOf(world.accounts.northEngineer.id))[0]).toMatchObject({
      type: 'orderAssigned',
      params: { code: detail.code, description: 'no signal' },
      link: `/order/repairOrderList/detail?id=${id}`,
    })
  })

  test('the company above may create it, and then it alone and the operating company may edit', async () => {
    const site = await world.newSite(world.companies.northAgent)
    const { id } = await createOrder(world.manager, 'repair', { ...draft(), deviceIds: [site.device] })
    const agent = await world.ctxOf(world.accounts.northAgentAdmin)
    const edit = { id, version: 1, ...draft(), deviceIds: [site.device] }
    const error = await refusal(editOrder(agent, 'repair', edit))
    expect(error).toMatchObject({
      reason: 'precondition',
      params: { reason: 'Only the company that created the order may do this' },
    })
    await editOrder(world.manager, 'repair', edit)
    await editOrder(world.siter, 'repair', { ...edit, version: 2 })
  })

  test('devices of two projects, of none, or of a project not approved are refused', async () => {
    const other = await world.newSite(world.companies.north)
    const two = createOrder(world.manager, 'repair', { ...draft(), deviceIds: [world.site.device, other.device] })
    expect(await refusal(two)).toMatchObject({ reason: 'invalidInput', field: 'deviceIds' })

    await world.db.updateTable('project').set({ audit: 'pending' }).where('id', '=', other.project).execute()
    const unapproved = createOrder(world.manager, 'repair', { ...draft(), deviceIds: [other.device] })
    expect(await refusal(unapproved)).toMatchObject({ reason: 'projectNotApproved' })

    await world.db.updateTable('device').set({ project_id: null }).where('id', '=', other.device).execute()
    const stock = createOrder(world.manager, 'repair', { ...draft(), deviceIds: [other.device] })
    expect(await refusal(stock)).toMatchObject({ reason: 'deviceMissing', field: 'deviceIds' })
    const foreignSite = createOrder(world.manager, 'repair', { ...draft(), siteIds: [other.sign_site] })
    expect(await refusal(foreignSite)).toMatchObject({ reason: 'invalidInput', field: 'siteIds' })
  })
})

describe('engineers', () => {
  const assign = (ctx: Ctx, id: number, engineerId: number) =>
    assignOrder(ctx, 'repair', { id, engineerIds: [engineerId], note: 'go' })

  test('one who lacks order:work, or cannot see the order, is refused by name', async () => {
    const id = await world.newOrder()
    expect(await refusal(assign(world.manager, id, world.accounts.northBare.id))).toMatchObject({
      reason: 'engineerUnfit',
      params: { name: 'North Bare' },
      field: 'engineerIds',
    })
    expect(await refusal(assign(world.siter, id, world.accounts.southEngineer.id))).toMatchObject({ reason: 'engineerUnfit' })
    expect((await world.rowOf(id)).status).toBe('pending_assign')
  })

  test.each([
    ['disabled', { enabled: false }],
    ['expired', { valid_until: '2020-01-01T00:00:00.000Z' }],
    ['deleted', { deleted_at: '2020-01-01T00:00:00.000Z' }],
  ])('one who is %s is refused', async (_, change) => {
    const engineer = world.accounts.siterEngineer.id
    const id = await world.newOrder()
    await world.db.updateTable('account').set(change).where('id', '=', engineer).execute()
    expect(await refusal(assign(world.siter, id, engineer))).toMatchObject({ reason: 'engineerUnfit' })
    await world.db
      .updateTable('account')
      .set({ enabled: true, valid_until: null, deleted_at: null })
      .where('id', '=', engineer)
      .execute()
    await assign(world.siter, id, engineer)
    expect((await world.rowOf(id)).status).toBe('pending_receive')
  })

  test('assigned again, the former engineer may not receive', async () => {
    const id = await world.newOrder({ engineerIds: [world.accounts.northEngineer.id] })
    await assign(world.siter, id, world.accounts.siterEngineer.id)
    expect(await refusal(receiveOrder(world.engineer, 'repair', { id }))).toMatchObject({
      reason: 'precondition',
      params: { reason: 'Only an assigned engineer may do this' },
    })
    await receiveOrder(world.stranger, 'repair', { id })
    const history = await assignList(world.manager, 'repair', { id })
    expect(history.map((entry) => [entry.action, entry.actor, entry.engineers])).toEqual([
      ['create', 'North Admin', ['North Engineer']],
      ['assign', 'Siter Admin', ['Siter Engineer']],
      ['receive', 'Siter Engineer', ['Siter Engineer']],
    ])
  })

  test('a refused order is nobody’s until it is assigned anew; its creator learns why', async () => {
    const id = await world.newOrder({ engineerIds: [world.accounts.northEngineer.id] })
    await refuseOrder(world.engineer, 'repair', { id, reason: 'on leave' })
    expect(await orderDetail(world.manager, 'repair', { id })).toMatchObject({ status: 'pending_assign', engineers: [] })
    expect((await messagesOf(world.accounts.northAdmin.id))[0]).toMatchObject({
      type: 'orderRefused',
      params: { who: 'North Engineer', reason: 'on leave' },
    })
  })

  test('starts only after signing in at the sign addresses; the console starts without', async () => {
    const input = { siteIds: [world.site.sign_site], engineerIds: [world.accounts.northEngineer.id] }
    const id = await world.newOrder(input)
    await receiveOrder(world.engineer, 'repair', { id })
    const error = await refusal(startOrder(world.engineer, 'repair', { id }))
    expect(error).toMatchObject({ reason: 'precondition', params: { reason: 'Sign in at the sign-in address first' } })
    await world.db.updateTable('order_site').set({ signed_at: new Date() }).where('order_id', '=', id).execute()
    await startOrder(world.engineer, 'repair', { id })

    const behalf = await world.newOrder(input)
    await receiveOrder(world.manager, 'repair', { id: behalf })
    await startOrder(world.manager, 'repair', { id: behalf })
    expect((await world.rowOf(behalf)).status).toBe('processing')
  })
})

describe('completing and verifying', () => {
  const complete = (ctx: Ctx, id: number, results = devices()) =>
    completeOrder(ctx, 'repair', { id, completeType: 'fixed', note: 'cleaned', devices: results })

  test('each device of the order needs one result, and no other', async () => {
    const id = await world.orderIn('processing')
    const foreign = { deviceId: world.southSite.device, result: 'fixed' as const }
    const [own] = devices()
    if (!own) throw new Error('no device')
    for (const results of [[foreign], [own, foreign], [own, own]]) {
      expect(await refusal(complete(world.engineer, id, results))).toMatchObject({ reason: 'invalidInput', field: 'devices' })
    }
    await complete(world.engineer, id)
    const detail = await orderDetail(world.manager, 'repair', { id })
    expect(detail).toMatchObject({
      completeType: 'fixed',
      completeNote: 'cleaned',
      completedById: world.accounts.northEngineer.id,
    })
    expect(detail.devices).toMatchObject([{ result: 'fixed' }])
    expect(detail.finishedAt).not.toBeNull()
  })

  test('whoever completed it, on behalf as well, cannot verify it', async () => {
    const id = await world.orderIn('processing')
    await complete(world.manager, id)
    for (const agree of [true, false]) {
      const error = await refusal(verifyOrder(world.manager, 'repair', { id, agree, reason: 'no' }))
      expect(error).toMatchObject({ reason: 'precondition', params: { reason: 'Whoever completed the order cannot verify it' } })
    }
    expect((await world.rowOf(id)).status).toBe('pending_verify')
    await verifyOrder(world.siter, 'repair', { id, agree: true })
    expect((await world.rowOf(id)).status).toBe('pending_evaluation')
  })

  test('denying needs a reason, reopens the work and tells the engineers', async () => {
    const id = await world.orderIn('pending_verify')
    expect(await refusal(verifyOrder(world.manager, 'repair', { id, agree: false }))).toMatchObject({
      reason: 'reasonRequired',
      field: 'reason',
    })
    await verifyOrder(world.manager, 'repair', { id, agree: false, reason: 'still dirty' })
    expect(await world.rowOf(id)).toMatchObject({ status: 'processing', finished_at: null, completed_by: null })
    expect((await messagesOf(world.accounts.northEngineer.id))[0]).toMatchObject({
      type: 'orderDenied',
      params: { reason: 'still dirty' },
    })
    await complete(world.engineer, id)
    const history = await verifyList(world.manager, 'repair', { id })
    expect(history.map((entry) => [entry.action, entry.note])).toEqual([
      ['deny', 'still dirty'],
      ['complete', 'cleaned'],
    ])
  })

  test('the reason why an action is off comes in the caller’s language', async () => {
    const id = await world.orderIn('complete')
    const error = await refusal(receiveOrder({ ...world.manager, locale: 'zh' }, 'repair', { id }))
    expect(error).toMatchObject({ reason: 'wrongState', params: { state: '已完成', who: 'North Admin' } })
  })
})

describe('editing and deleting', () => {
  test('a stale version is refused with the other editor’s name', async () => {
    const id = await world.newOrder()
    await editOrder(world.siter, 'repair', { id, version: 1, ...draft(), description: 'first' })
    const error = await refusal(editOrder(world.manager, 'repair', { id, version: 1, ...draft(), description: 'second' }))
    expect(error).toMatchObject({ reason: 'staleVersion', params: { who: 'Siter Admin' } })
    expect(await orderDetail(world.manager, 'repair', { id })).toMatchObject({ description: 'first', version: 2 })
  })

  test('an order stays with its project, and the audit row names what changed', async () => {
    const id = await world.newOrder()
    const other = await world.newSite(world.companies.north)
    const moved = editOrder(world.manager, 'repair', { id, version: 1, ...draft(), deviceIds: [other.device] })
    expect(await refusal(moved)).toMatchObject({ reason: 'invalidInput', field: 'deviceIds' })
    await editOrder(world.manager, 'repair', { id, version: 1, ...draft(), priority: 'urgent', siteIds: [world.site.sign_site] })
    const audit = await world.db
      .selectFrom('audit_log')
      .select('changes')
      .where('object_id', '=', String(id))
      .where('action', '=', 'repairOrder.edit')
      .executeTakeFirstOrThrow()
    expect(audit.changes).toEqual({ priority: ['normal', 'urgent'], siteIds: [[], [world.site.sign_site]] })
  })

  test('a deleted order is gone for everybody, and its row stays', async () => {
    const id = await world.newOrder()
    await deleteOrder(world.manager, 'repair', { id })
    expect((await world.rowOf(id)).deleted_at).not.toBeNull()
    expect(await refusal(orderDetail(world.siter, 'repair', { id }))).toMatchObject({ reason: 'notFound' })
    expect(await refusal(deleteOrder(world.manager, 'repair', { id }))).toMatchObject({ reason: 'notFound' })
  })
})
