import type { Transaction } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import type { Tables } from '../../../tables/index.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { overlapping } from '../../../testing/races.ts'
import { addOwnedRows } from '../../../testing/rows.ts'
import { reasonOf } from '../company/company.fixture.ts'
import { createCustomer, removeCustomer } from '../customer/customer.verbs.ts'
import { createOrder } from '../../orders/order/order.verbs.ts'
import { accountTools, newAccount } from './account.fixture.ts'
import { deleteAccountRows } from './account.store.ts'
import { createAccount, removeAccount } from './account.verbs.ts'

/** One transaction deletes a row while another attaches something to it: the second sees what the first did. */

let world: TestWorld
let tools: ReturnType<typeof accountTools>
let north: Ctx
let siter: Ctx

beforeAll(async () => {
  world = await testWorld()
  tools = accountTools(world)
  north = await world.ctxOf(world.accounts.northAdmin)
  siter = await world.ctxOf(world.accounts.siterAdmin)
})
afterAll(() => world.stop())

const hotel = { name: 'Hotel', type: 'enterprise', contacter: 'Desk', phone: '13800000001' } as const
const gone = { deleted_at: new Date() }
/** Locks as a deletion does, before it looks for dependants. */
const lockForGood = (tx: Transaction<Tables>, table: 'company' | 'customer' | 'account', id: number) =>
  tx.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute()
const customerRole = () => tools.newRole(world.companies.north, { type: 'customer', level: 6 })

test('a customer gets an account meanwhile: it stays', async () => {
  const { id } = await createCustomer(north, hotel)
  const { id: company_id, path } = world.companies.north
  const account = {
    company_id,
    path,
    customer_id: id,
    type: 'customer' as const,
    account: 'meanwhile',
    name: 'M',
    password_hash: '-',
  }
  const deletion = overlapping(
    world.db,
    (tx) => tx.insertInto('account').values(account).execute(),
    () => removeCustomer(north, { id }),
  )
  await expect(deletion).rejects.toMatchObject({ reason: 'inUse', params: { dependants: ['meanwhile'] } })
})

test('a customer is deleted meanwhile: it gets no account', async () => {
  const { id } = await createCustomer(north, hotel)
  const input = newAccount([await customerRole()], { customerId: id })
  const creation = overlapping(
    world.db,
    async (tx) => {
      await lockForGood(tx, 'customer', id)
      await tx.updateTable('customer').set(gone).where('id', '=', id).execute()
    },
    () => createAccount(north, input),
  )
  await expect(creation).rejects.toMatchObject({ reason: 'notFound', field: 'customerId' })
})

test('a company is deleted meanwhile: it gets neither account nor customer', async () => {
  const { northAgentTwo } = world.companies
  const roleId = await tools.newRole(world.companies.siter, { type: 'agent_two' })
  const creations = {
    account: () => createAccount(siter, newAccount([roleId], { companyId: northAgentTwo.id })),
    customer: () => createCustomer(siter, { ...hotel, companyId: northAgentTwo.id }),
  }
  for (const create of Object.values(creations)) {
    await world.db.updateTable('company').set({ deleted_at: null }).where('id', '=', northAgentTwo.id).execute()
    const creation = overlapping<unknown>(
      world.db,
      async (tx) => {
        await lockForGood(tx, 'company', northAgentTwo.id)
        await tx.updateTable('company').set(gone).where('id', '=', northAgentTwo.id).execute()
      },
      create,
    )
    await expect(creation).rejects.toMatchObject({ reason: 'notFound', field: 'companyId' })
  }
})

const engineerRole = () => tools.newRole(world.companies.north, { grants: ['order:work', 'repairOrder:view'] })

test('an account gets an order meanwhile: it stays', async () => {
  const { id } = await createAccount(north, newAccount([await engineerRole()]))
  const order_id = Number((await addOwnedRows(world.db, world.companies.north)).work_order)
  const deletion = overlapping(
    world.db,
    (tx) => tx.insertInto('order_engineer').values({ order_id, account_id: id }).execute(),
    () => removeAccount(north, 'staff', { id }),
  )
  expect(await reasonOf(deletion)).toBe('inUse')
})

test('an account is deleted meanwhile: it gets no order', async () => {
  const { id } = await createAccount(north, newAccount([await engineerRole()]))
  const device = Number((await addOwnedRows(world.db, world.companies.north)).device)
  const input = { deviceIds: [device], priority: 'normal' as const, description: 'Loose', engineerIds: [id] }
  const order = overlapping(
    world.db,
    async (tx) => {
      await lockForGood(tx, 'account', id)
      await deleteAccountRows(tx, [id], null, new Date())
    },
    () => createOrder(north, 'repair', input),
  )
  await expect(order).rejects.toMatchObject({ reason: 'engineerUnfit', field: 'engineerIds' })
})
