import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignOrder, refuseOrder } from './order-assignment.verbs.ts'
import { completeOrder } from './complete-order.ts'
import { removeOrder } from './order.verbs.ts'
import { orderWorld, type OrderWorld } from './order.fixture.ts'
import { messageList } from './order.reads.ts'
import { verifyOrder } from './order-acceptance.verbs.ts'

/** Who is notified of what happens to an order. */

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.stop())

const notifiedOf = async (id: number, type: string) =>
  (
    await world.db
      .selectFrom('message')
      .select('account_id')
      .where('type', '=', type)
      .where('link', '=', `/order/repairOrderList/detail?id=${id}`)
      .orderBy('account_id')
      .execute()
  ).map(({ account_id }) => account_id)
/** An order without anybody to look after it: a plan created it, or its creator has left. */
const nobodys = async (status: 'pending_receive' | 'processing' | 'pending_verify') => {
  const id = await world.orderIn(status)
  await world.db.updateTable('work_order').set({ created_by: null }).where('id', '=', id).execute()
  return id
}

test('for an order without a creator, those of its company who take the next step', async () => {
  const { northAdmin, northEngineer } = world.accounts
  const refused = await nobodys('pending_receive')
  await refuseOrder(world.engineer, 'repair', { id: refused, reason: 'on leave' })
  expect(await notifiedOf(refused, 'orderRefused')).toContain(northAdmin.id)
  const done = await nobodys('processing')
  await completeOrder(world.engineer, 'repair', {
    id: done,
    completeType: 'fixed',
    note: 'cleaned',
    devices: [{ deviceId: world.site.device, result: 'fixed' }],
  })
  const notified = await notifiedOf(done, 'orderCompleted')
  expect(notified).toContain(northAdmin.id)
  expect(notified).not.toContain(northEngineer.id)
})

test('nobody who cannot see the order: neither a creator who left, nor staff who see only their own', async () => {
  const { northAdmin, southAdmin } = world.accounts
  const gone = await world.orderIn('pending_receive')
  await world.db.updateTable('work_order').set({ created_by: southAdmin.id }).where('id', '=', gone).execute()
  await refuseOrder(world.engineer, 'repair', { id: gone, reason: 'on leave' })
  const notified = await notifiedOf(gone, 'orderRefused')
  expect(notified).toContain(northAdmin.id)
  expect(notified).not.toContain(southAdmin.id)
  const scope = (data_scope: 'own' | 'branch') =>
    world.db.updateTable('role').set({ data_scope }).where('id', '=', northAdmin.roleId).execute()
  const other = await nobodys('pending_receive')
  await scope('own')
  await refuseOrder(world.engineer, 'repair', { id: other, reason: 'on leave' })
  await scope('branch')
  expect(await notifiedOf(other, 'orderRefused')).not.toContain(northAdmin.id)
})

test('the customer, when the work can be rated', async () => {
  const { northCustomer } = world.accounts
  const { customer_id } = await world.db
    .selectFrom('account')
    .select('customer_id')
    .where('id', '=', northCustomer.id)
    .executeTakeFirstOrThrow()
  const id = await world.orderIn('pending_verify')
  await world.db.updateTable('work_order').set({ customer_id }).where('id', '=', id).execute()
  await verifyOrder(world.manager, 'repair', { id, agree: true })
  expect(await notifiedOf(id, 'orderAgreed')).toContain(northCustomer.id)
})

test('an engineer whose order goes to somebody else, or is deleted', async () => {
  const { northEngineer, siterEngineer } = world.accounts
  const id = await world.newOrder({ engineerIds: [northEngineer.id] })
  await assignOrder(world.siter, 'repair', { id, engineerIds: [siterEngineer.id], note: 'nearer' })
  expect(await notifiedOf(id, 'orderTaken')).toEqual([northEngineer.id])
  await removeOrder(world.manager, 'repair', { id })
  const { code } = await world.db.selectFrom('work_order').select('code').where('id', '=', id).executeTakeFirstOrThrow()
  const messages = await world.db
    .selectFrom('message')
    .select(['account_id', 'params', 'link'])
    .where('type', '=', 'orderTaken')
    .execute()
  // Its page no longer exists.
  expect(messages.filter(({ params, account_id: to }) => params['code'] === code && to === siterEngineer.id)).toMatchObject([
    { link: null },
  ])
})

test('an order lists its messages to people whom the reader sees, and whether they were read', async () => {
  const { siterAdmin } = world.accounts
  const id = await nobodys('pending_receive')
  await refuseOrder(world.engineer, 'repair', { id, reason: 'on leave' })
  // Somebody of the company above, whom the company does not see.
  const link = `/order/repairOrderList/detail?id=${id}`
  const values = { account_id: siterAdmin.id, type: 'orderRefused', params: '{}', link }
  await world.db.insertInto('message').values(values).execute()
  const listed = await messageList(world.manager, 'repair', { id })
  expect(listed).toContainEqual(expect.objectContaining({ receiver: 'North Admin', readAt: null }))
  expect(listed[0]?.content).toContain('on leave')
  expect(listed.map(({ receiver }) => receiver)).not.toContain('Siter Admin')
  const readAt = new Date('2026-11-20T08:00:00Z')
  await world.db.updateTable('message').set({ read_at: readAt }).where('link', '=', link).execute()
  expect((await messageList(world.manager, 'repair', { id }))[0]?.readAt).toBe(readAt.toISOString())
})
