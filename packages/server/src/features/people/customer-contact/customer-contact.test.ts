import { limits, type DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { createCustomer, removeCustomer } from '../customer/customer.verbs.ts'
import {
  createCustomerContact,
  removeCustomerContact,
  moveCustomerContact,
  unmaskCustomerContact,
  updateCustomerContact,
} from './customer-contact.verbs.ts'
import { pageCustomerContacts } from './customer-contact.reads.ts'

let world: TestWorld
let north: Ctx
let south: Ctx
let customerId: number

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  south = await world.ctxOf(world.accounts.southAdmin)
  customerId = world.customers.north
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.db.deleteFrom('customer_contact').execute()
})

type Input = InputOf<typeof endpoints.customerContact.create>
const add = async (name: string, more: Partial<Input> = {}): Promise<number> => {
  const input = { customerId, name, role: 'manager', phone: '13800000001', email: 'ann@example.com', ...more } as const
  return (await createCustomerContact(north, input)).id
}
const list = async (ctx = north, more: object = {}) =>
  (await pageCustomerContacts(ctx, { customerId, pageSize: 80, ...more })).list
const order = async () => (await list()).map(({ seq, name }) => `${seq} ${name}`)
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'not refused',
    ({ reason, field }: DomainError) => (field === undefined ? reason : `${reason} ${field}`),
  )
const lastAudit = (action: string) =>
  world.db
    .selectFrom('audit_log')
    .select(['changes', 'company_id', 'object_id', 'object_name'])
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

test('contacts are in the order in which they were added, masked, and belong to the customer’s company', async () => {
  const ann = await add('Ann', { remark: 'mornings' })
  await add('Ben', { role: 'finance' })
  expect(await order()).toEqual(['1 Ann', '2 Ben'])
  expect((await list())[0]).toMatchObject({
    phone: '138****0001',
    email: 'a***@example.com',
    role: 'manager',
    remark: 'mornings',
  })
  expect(await list(north, { role: 'finance' })).toMatchObject([{ name: 'Ben' }])
  expect(await lastAudit('customerContact.create')).toMatchObject({
    company_id: world.companies.north.id,
    changes: { name: [null, 'Ben'], seq: [null, 2], customer_id: [null, customerId] },
  })
  expect(await list(south)).toEqual([])
  expect(await unmaskCustomerContact(north, { id: ann })).toEqual({ phone: '13800000001', email: 'ann@example.com' })
  expect(await lastAudit('customerContact.unmask')).toMatchObject({ object_id: String(ann), object_name: 'Ann' })
})

test('a company sees and changes no contacts of another', async () => {
  const ann = await add('Ann')
  const fields = { name: 'Eve', role: 'other' } as const
  expect(await refusal(createCustomerContact(south, { customerId, phone: '13800000002', ...fields }))).toBe('notFound customerId')
  expect(await refusal(updateCustomerContact(south, { id: ann, version: 1, ...fields }))).toBe('notFound id')
  expect(await refusal(moveCustomerContact(south, { id: ann, seq: 2 }))).toBe('notFound id')
  expect(await refusal(unmaskCustomerContact(south, { id: ann }))).toBe('notFound id')
  expect(await refusal(removeCustomerContact(south, { id: ann }))).toBe('notFound id')
  expect(await order()).toEqual(['1 Ann'])
})

test('an edit keeps the phone and email that it leaves out, and removes an email when it says so', async () => {
  const ann = await add('Ann')
  const fields = { id: ann, name: 'Anna', role: 'finance' } as const
  await updateCustomerContact(north, { ...fields, version: 1 })
  expect(await unmaskCustomerContact(north, { id: ann })).toEqual({ phone: '13800000001', email: 'ann@example.com' })
  expect(await lastAudit('customerContact.update')).toMatchObject({
    changes: { name: ['Ann', 'Anna'], role: ['manager', 'finance'] },
  })
  await updateCustomerContact(north, { ...fields, version: 2, phone: '13800000009', noEmail: true })
  expect(await unmaskCustomerContact(north, { id: ann })).toEqual({ phone: '13800000009', email: null })
  expect(await refusal(updateCustomerContact(north, { ...fields, version: 2 }))).toBe('staleVersion')
})

test('a contact moves to any position; beyond the end means last', async () => {
  await add('Ann')
  await add('Ben')
  const cid = await add('Cid')
  await moveCustomerContact(north, { id: cid, seq: 1 })
  expect(await order()).toEqual(['1 Cid', '2 Ann', '3 Ben'])
  expect(await lastAudit('customerContact.reorder')).toMatchObject({ object_id: String(cid), changes: { seq: [3, 1] } })
  await moveCustomerContact(north, { id: cid, seq: 99 })
  expect(await order()).toEqual(['1 Ann', '2 Ben', '3 Cid'])
})

test('contacts after a removed one move up, also when two are removed at once', async () => {
  const [ann, ben] = [await add('Ann'), await add('Ben')]
  await add('Cid')
  await Promise.all([removeCustomerContact(north, { id: ann }), removeCustomerContact(north, { id: ben })])
  expect(await order()).toEqual(['1 Cid'])
  expect((await lastAudit('customerContact.del')).changes).toMatchObject({ name: [expect.any(String), null] })
})

test('two added at once get two positions', async () => {
  await Promise.all([add('Ann'), add('Ben'), add('Cid')])
  expect((await list()).map(({ seq }) => seq)).toEqual([1, 2, 3])
})

test('the number of a customer’s contacts is limited', async () => {
  const { id: company_id, path } = world.companies.north
  const row = { company_id, path, customer_id: customerId, name: 'Somebody', phone: '13800000001' }
  await world.db
    .insertInto('customer_contact')
    .values(Array.from({ length: limits.customerContacts }, (_, index) => ({ ...row, seq: index + 1 })))
    .execute()
  expect(await refusal(add('One more'))).toBe('precondition')
})

test('contacts go with their customer', async () => {
  const { id } = await createCustomer(north, { name: 'Quay', type: 'enterprise', contacter: 'Ann', phone: '13800000001' })
  await add('Ann', { customerId: id })
  await add('Ben')
  await removeCustomer(north, { id })
  const left = await world.db.selectFrom('customer_contact').select('name').execute()
  expect(left).toEqual([{ name: 'Ben' }])
})
