import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addOwnedRows, type OwnedRows } from '../../../testing/rows.ts'
import { createCustomerContact, removeCustomerContact } from '../../people/customer-contact/customer-contact.verbs.ts'
import { createCustomer, updateCustomer } from '../../people/customer/customer.verbs.ts'
import { customerDetail } from '../../people/customer/customer.reads.ts'
import { accountActivity, alarmActivity, customerActivity, orderActivity } from './activity.reads.ts'

let world: TestWorld
let north: Ctx
let siter: Ctx
let rows: OwnedRows

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  siter = await world.ctxOf(world.accounts.siterAdmin)
  rows = await addOwnedRows(world.db, world.companies.north)
})
afterAll(() => world.stop())

const create = async (type: 'person' | 'enterprise') => {
  const fields = { type, name: 'Ada Long', contacter: 'Grace Short', phone: '13800000001' }
  const { id } = await createCustomer(north, fields)
  const { version } = await customerDetail(north, { id })
  await updateCustomer(siter, { id, version, ...fields, address: '1 Main Street' })
  return id
}

test('who did what to an object, with old and new, the latest first', async () => {
  const id = await create('enterprise')
  const { list, total } = await customerActivity(north, { id })
  expect(total).toBe(2)
  expect(list.map(({ action, actor, ip }) => ({ action, actor, ip }))).toEqual([
    { action: 'customer.update', actor: siter.actor.name, ip: '192.0.2.1' },
    { action: 'customer.create', actor: north.actor.name, ip: '192.0.2.1' },
  ])
  expect(list[0]?.changes).toEqual({ address: [null, '1 Main Street'] })
})

test('for a customer, also what was done to its contacts and contracts', async () => {
  const [id, other] = [await create('enterprise'), await create('enterprise')]
  for (const customerId of [id, other]) {
    const contact = await createCustomerContact(north, { customerId, name: 'Front desk', role: 'other', phone: '13800000002' })
    await removeCustomerContact(north, { id: contact.id })
    await createCustomerContact(north, { customerId, name: 'Night desk', role: 'other', phone: '13800000003' })
  }
  const { list } = await customerActivity(north, { id })
  expect(list.map(({ action }) => action)).toEqual([
    'customerContact.create',
    'customerContact.del',
    'customer.update',
    'customer.create',
  ])
})

test('what the pages mask stays masked', async () => {
  const person = (await customerActivity(siter, { id: await create('person') })).list.at(-1)
  expect(person?.changes).toMatchObject({ name: [null, 'A**'], contacter: [null, 'G**'], phone: [null, '138****0001'] })
  const enterprise = (await customerActivity(siter, { id: await create('enterprise') })).list.at(-1)
  expect(enterprise?.changes).toMatchObject({ name: [null, 'Ada Long'], contacter: [null, 'G**'] })
})

test('each kind of object has its own, and an object of another branch none', async () => {
  const south = await world.ctxOf(world.accounts.southAdmin)
  const { id: company_id, path } = world.companies.north
  const activities = {
    account: accountActivity,
    customer: customerActivity,
    alarm: alarmActivity,
    work_order: orderActivity('repair'),
  }
  for (const [entity, activity] of Object.entries(activities)) {
    const id = Number(rows[entity as keyof typeof activities])
    const kind = entity === 'work_order' ? 'repairOrder' : entity
    const other = kind === 'alarm' ? 'fault' : 'alarm'
    const row = { at: new Date(), company_id, path, actor_name: 'Somebody', object_name: '', result: 'ok', changes: '{}' }
    const proof = { previous_hash: Buffer.alloc(32), hash: Buffer.alloc(32) }
    await world.db
      .insertInto('audit_log')
      .values([
        { ...row, ...proof, sequence: 9_000 + id, action: `${kind}.test`, object_kind: kind, object_id: String(id) },
        { ...row, ...proof, sequence: 9_500 + id, action: `${other}.test`, object_kind: other, object_id: String(id) },
      ])
      .execute()
    const { list } = await activity(north, { id })
    expect(list.map(({ action }) => action)).toContain(`${kind}.test`)
    expect(new Set(list.map(({ objectKind }) => objectKind))).toEqual(new Set([kind]))
    await expect(activity(south, { id })).rejects.toMatchObject({ reason: 'notFound' })
  }
})

test('an account cannot be opened by somebody who may not view its list', async () => {
  const blind: Ctx = { ...north, actor: { ...north.actor, operations: new Set(['companyAccount:view']) } }
  await expect(accountActivity(blind, { id: Number(rows.account) })).rejects.toMatchObject({ reason: 'noAccess' })
})
