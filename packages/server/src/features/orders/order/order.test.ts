import { DomainError } from '@emberwatch/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { assignOrder, receiveOrder, refuseOrder } from './order-assignment.verbs.ts'
import { completeOrder } from './complete-order.ts'
import { createOrder, removeOrder, editOrder } from './order.verbs.ts'
import { orderWorld, type OrderWorld } from './order.fixture.ts'
import { assignList, orderDetail, verifyList } from './order.reads.ts'
import { startOrder } from './order-work.verbs.ts'
import { verifyOrder } from './order-acceptance.verbs.ts'

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

const reasonOf = (onBehalfReason?: string) => (onBehalfReason === undefined ? {} : { onBehalfReason })
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

  test('with engineers, it waits for them and notifies them', async () => {
    const id = await world.newOrder({ engineerIds: [world.accounts.northEngineer.id] })
    const detail = await orderDetail(world.manager, 'repair', { id })
    expect(detail).toMatchObject({ status: 'pending_receive', engineers: [{ id: world.accounts.northEngineer.id }] })
    expect((await messagesOf(world.accounts.northEngineer.id))[0]).toMatchObject({
      type: 'orderAssigned',
      params: { code: detail.code, description: 'no signal' },
      link: `/order/repairOrderList/detail?id=${id}`,
    })
  })

  test('the company above may create it, and then only that company may edit and delete it, not even the operating company', async () => {
    const site = await world.newSite(world.companies.northAgent)
    const { id } = await createOrder(world.manager, 'repair', { ...draft(), deviceIds: [site.device] })
    const agent = await world.ctxOf(world.accounts.northAgentAdmin)
    const edit = { id, version: 1, ...draft(), deviceIds: [site.device] }
    for (const other of [agent, world.siter]) {
      for (const work of [() => editOrder(other, 'repair', edit), () => removeOrder(other, 'repair', { id })]) {
        expect(await refusal(work())).toMatchObject({
          reason: 'precondition',
          params: { reason: 'Only the company that created the order may do this' },
        })
      }
    }
    await editOrder(world.manager, 'repair', edit)
    await removeOrder(world.manager, 'repair', { id })
  })

  test('must be due in the future; a date that has passed since may stay', async () => {
    const now = world.clock.now()
    const at = (ms: number) => new Date(now.getTime() + ms).toISOString()
    for (const dueAt of [at(-1), at(0)]) {
      const error = await refusal(createOrder(world.manager, 'repair', { ...draft(), dueAt }))
      expect(error).toMatchObject({
        reason: 'invalidInput',
        field: 'dueAt',
        params: { fields: expect.stringContaining('future') },
      })
    }
    const id = await world.newOrder({ dueAt: at(1_000) })
    await world.db
      .updateTable('work_order')
      .set({ due_at: at(-9_000) })
      .where('id', '=', id)
      .execute()
    const edit = { id, version: 1, ...draft() }
    const earlier = editOrder(world.manager, 'repair', { ...edit, dueAt: at(-8_000) })
    expect(await refusal(earlier)).toMatchObject({ reason: 'invalidInput', field: 'dueAt' })
    await editOrder(world.manager, 'repair', { ...edit, dueAt: at(-9_000) })
  })

  test('devices of two projects, of none, or of a project not approved are refused', async () => {
    const other = await world.newSite(world.companies.north)
    const two = createOrder(world.manager, 'repair', { ...draft(), deviceIds: [world.site.device, other.device] })
    expect(await refusal(two)).toMatchObject({ reason: 'invalidInput', field: 'deviceIds' })

    await world.db.updateTable('project').set({ audit: 'pending' }).where('id', '=', other.project).execute()
    const unapproved = createOrder(world.manager, 'repair', { ...draft(), deviceIds: [other.device] })
    expect(await refusal(unapproved)).toMatchObject({ reason: 'projectNotApproved' })

    await world.db.updateTable('device').set({ project_id: null }).where('id', '=', other.device).execute()
    const { code } = await world.db.selectFrom('device').select('code').where('id', '=', other.device).executeTakeFirstOrThrow()
    const stock = createOrder(world.manager, 'repair', { ...draft(), deviceIds: [other.device] })
    expect(await refusal(stock)).toMatchObject({
      reason: 'deviceInStock',
      field: 'deviceIds',
      params: { devices: [code] },
    })
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

  test('after reassignment the former engineer may not receive it', async () => {
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

  test('a refused order has nobody until it is reassigned; its creator learns why', async () => {
    const id = await world.newOrder({ engineerIds: [world.accounts.northEngineer.id] })
    await refuseOrder(world.engineer, 'repair', { id, reason: 'on leave' })
    expect(await orderDetail(world.manager, 'repair', { id })).toMatchObject({ status: 'pending_assign', engineers: [] })
    expect((await messagesOf(world.accounts.northAdmin.id))[0]).toMatchObject({
      type: 'orderRefused',
      params: { who: 'North Engineer', reason: 'on leave' },
    })
  })

  test('the console starts it without a sign-in, and gives the reason', async () => {
    const input = { siteIds: [world.site.sign_site], engineerIds: [world.accounts.northEngineer.id] }
    const id = await world.newOrder(input)
    const devicesDone = { completeType: 'fixed' as const, note: 'cleaned', devices: devices() }
    const steps = {
      receive: (reason?: string) => receiveOrder(world.manager, 'repair', { id, ...reasonOf(reason) }),
      start: (reason?: string) => startOrder(world.manager, 'repair', { id, ...reasonOf(reason) }),
      complete: (reason?: string) => completeOrder(world.manager, 'repair', { id, ...devicesDone, ...reasonOf(reason) }),
    }
    for (const [action, step] of Object.entries(steps)) {
      expect(await refusal(step())).toMatchObject({ reason: 'reasonRequired', field: 'onBehalfReason' })
      await step(`${action} by phone`)
      const audit = await world.db
        .selectFrom('audit_log')
        .select('changes')
        .where('object_kind', '=', 'repairOrder')
        .where('object_id', '=', String(id))
        .where('action', '=', `repairOrder.${action}`)
        .executeTakeFirstOrThrow()
      expect(audit.changes).toMatchObject({ onBehalf: [false, true], onBehalfReason: [null, `${action} by phone`] })
    }
    const { history } = await orderDetail(world.manager, 'repair', { id })
    expect(history.map((entry) => [entry.action, entry.onBehalf, entry.onBehalfReason])).toEqual([
      ['create', false, null],
      ['receive', true, 'receive by phone'],
      ['start', true, 'start by phone'],
      ['complete', true, 'complete by phone'],
    ])
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

  test('the person who completed it, even on behalf of an engineer, cannot verify it', async () => {
    const id = await world.orderIn('processing')
    await completeOrder(world.manager, 'repair', {
      id,
      completeType: 'fixed',
      note: 'cleaned',
      devices: devices(),
      onBehalfReason: 'by phone',
    })
    for (const agree of [true, false]) {
      const error = await refusal(verifyOrder(world.manager, 'repair', { id, agree, reason: 'no' }))
      expect(error).toMatchObject({
        reason: 'precondition',
        params: { reason: 'The person who completed the order cannot verify it; somebody else must' },
      })
    }
    expect((await world.rowOf(id)).status).toBe('pending_verify')
    await verifyOrder(world.siter, 'repair', { id, agree: true })
    expect((await world.rowOf(id)).status).toBe('pending_evaluation')
  })

  test('the person who completed it cannot verify it through another account, in either direction', async () => {
    const { accountId, name } = world.siter.actor
    const issuer = { accountId: accountId ?? 0, name }
    const through = (ctx: Ctx): Ctx => ({ ...ctx, actor: { ...ctx.actor, issuer } })
    const asEngineer = await world.orderIn('processing')
    await complete(through(world.engineer), asEngineer)
    const asThemselves = await world.orderIn('processing')
    const own = { completeType: 'fixed', note: 'cleaned', devices: devices(), onBehalfReason: 'by phone' } as const
    await completeOrder(world.siter, 'repair', { id: asThemselves, ...own })
    for (const [id, ctx] of [
      [asEngineer, world.siter],
      [asEngineer, through(world.manager)],
      [asThemselves, through(world.manager)],
    ] as const)
      for (const agree of [true, false])
        expect(await refusal(verifyOrder(ctx, 'repair', { id, agree, reason: 'no' }))).toMatchObject({ reason: 'precondition' })
    for (const id of [asEngineer, asThemselves]) {
      expect((await world.rowOf(id)).status).toBe('pending_verify')
      await verifyOrder(world.manager, 'repair', { id, agree: true })
    }
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

  test('the reason why an action is not possible comes in the caller’s language', async () => {
    const id = await world.orderIn('complete')
    const error = await refusal(receiveOrder({ ...world.manager, locale: 'zh' }, 'repair', { id }))
    expect(error).toMatchObject({ reason: 'wrongState', params: { state: '已完成', who: 'North Admin' } })
  })
})

describe('editing and deleting', () => {
  test('a stale version is refused with the other editor’s name', async () => {
    const id = await world.newOrder()
    await editOrder(world.manager, 'repair', { id, version: 1, ...draft(), description: 'first' })
    const error = await refusal(editOrder(world.manager, 'repair', { id, version: 1, ...draft(), description: 'second' }))
    expect(error).toMatchObject({ reason: 'staleVersion', params: { who: 'North Admin' } })
    expect(await orderDetail(world.manager, 'repair', { id })).toMatchObject({ description: 'first', version: 2 })
  })

  test('an order keeps its project, and the audit row names what changed', async () => {
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
    await removeOrder(world.manager, 'repair', { id })
    expect((await world.rowOf(id)).deleted_at).not.toBeNull()
    expect(await refusal(orderDetail(world.siter, 'repair', { id }))).toMatchObject({ reason: 'notFound' })
    expect(await refusal(removeOrder(world.manager, 'repair', { id }))).toMatchObject({ reason: 'notFound' })
  })
})
