import type { AccountRow } from '@emberwatch/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, worldPassword, type TestWorld } from '../../../testing/context.ts'
import { addOwnedRows } from '../../../testing/rows.ts'
import { reasonOf } from '../company/company.fixture.ts'
import { login } from '../session/session.verbs.ts'
import { accountTools, newAccount, without } from './account.fixture.ts'
import type { AccountList } from './account.lists.ts'
import { ordersOfAccount } from '../../orders/order/order-views.reads.ts'
import { accountDetail, accountExport, exportAccounts, pageAccounts } from './account.reads.ts'
import { createAccount, unmaskAccount } from './account.verbs.ts'
import { setAccountEnabled } from './account-access.verbs.ts'

type Name = keyof TestWorld['accounts']

let world: TestWorld
let tools: ReturnType<typeof accountTools>
let siter: Ctx
let north: Ctx

beforeAll(async () => {
  world = await testWorld()
  tools = accountTools(world)
})
afterAll(() => world.stop())
beforeEach(async () => {
  siter = await world.ctxOf(world.accounts.siterAdmin)
  north = await world.ctxOf(world.accounts.northAdmin)
})

describe('lists', () => {
  const namesIn = async (ctx: Ctx, list: AccountList, input = {}): Promise<string[]> =>
    (await pageAccounts(ctx, list, { pageSize: 100, ...input })).list.map((row) => row.account)

  test('each holds its accounts of one’s own branch', async () => {
    expect(await namesIn(north, 'company')).toEqual(expect.arrayContaining(['NorthAdmin', 'NorthEngineer', 'NorthBare']))
    expect(await namesIn(north, 'company')).not.toContain('NorthUser')
    expect(await namesIn(north, 'agentOne')).toEqual(['NorthAgentAdmin'])
    expect(await namesIn(north, 'agentTwo')).toEqual(['NorthAgentTwoAdmin'])
    expect(await namesIn(north, 'user')).toEqual(['NorthUser'])
    expect(await namesIn(north, 'customer')).toEqual(['NorthCustomer'])
    expect(await namesIn(siter, 'company')).toEqual(expect.arrayContaining(['operator', 'SiterAdmin']))
    expect(await namesIn(siter, 'distributor')).toEqual(expect.arrayContaining(['NorthAdmin', 'SouthAdmin']))
    expect(await namesIn(siter, 'customer')).toEqual(expect.arrayContaining(['NorthCustomer', 'SouthCustomer']))
  })

  test('a list that the caller may not see is refused, and so are its accounts', async () => {
    const narrow = without(north, 'agentOneAccount:view')
    const { id } = world.accounts.northAgentAdmin
    expect(await reasonOf(pageAccounts(narrow, 'agentOne', {}))).toBe('noAccess')
    expect(await reasonOf(accountDetail(narrow, 'staff', { id }))).toBe('noAccess')
    expect(await reasonOf(setAccountEnabled(narrow, 'staff', { id, enabled: false }))).toBe('noAccess')
    expect(await reasonOf(unmaskAccount(narrow, { id }))).toBe('noAccess')
    expect(
      await reasonOf(
        createAccount(
          narrow,
          newAccount([await tools.newRole(world.companies.north, { type: 'agent_one' })], {
            companyId: world.companies.northAgent.id,
          }),
        ),
      ),
    ).toBe('noAccess')
    expect(await reasonOf(Promise.resolve().then(() => exportAccounts(narrow, { list: 'agentOne' })))).toBe('noAccess')
  })

  test('filters', async () => {
    const { id, roleId, account } = await tools.staff()
    await setAccountEnabled(north, 'staff', { id, enabled: false })
    expect(await namesIn(north, 'company', { enabled: false })).toEqual([account])
    expect(await namesIn(north, 'company', { roleId })).toEqual([account])
    expect(await namesIn(north, 'company', { keyword: account.slice(2, 9).toUpperCase() })).toEqual([account])
    expect(await namesIn(north, 'company', { keyword: '13812345678' })).toEqual([])
    const ago = (days: number) => new Date(world.clock.now().getTime() - days * 86_400_000)
    await world.db
      .updateTable('account')
      .set({ last_login_at: ago(40) })
      .where('id', '=', id)
      .execute()
    expect(await namesIn(north, 'company', { inactiveDays: 30 })).toEqual([account])
    expect(await namesIn(north, 'company', { inactiveDays: 50 })).toEqual([])
    expect(await namesIn(north, 'company', { neverLoggedIn: false })).toEqual([account])
    expect(await namesIn(siter, 'distributor', { companyId: world.companies.south.id })).toEqual(['SouthEngineer', 'SouthAdmin'])
    expect(await namesIn(north, 'customer', { customerId: world.customers.northAgent })).toEqual([])
  })

  test('contacts are masked for everybody, and names of private persons too; unmasking is audited', async () => {
    const { northUser, northEngineer } = world.accounts
    const set = { phone: '13812345678', email: 'somebody@example.com' }
    await world.db.updateTable('account').set(set).where('id', 'in', [northUser.id, northEngineer.id]).execute()
    const [user] = (await pageAccounts(north, 'user', {})).list
    expect(user).toMatchObject({ name: 'N**', phone: '138****5678', email: 's***@example.com', account: 'NorthUser' })
    const engineerFor = async (ctx: Ctx) => (await pageAccounts(ctx, 'company', { keyword: 'NorthEng' })).list[0]
    const hidden = { name: 'North Engineer', phone: '138****5678', email: 's***@example.com' }
    for (const ctx of [north, without(north, 'account:unmask')]) expect(await engineerFor(ctx)).toMatchObject(hidden)
    // The caller's own are shown.
    expect(await engineerFor({ ...north, actor: { ...north.actor, accountId: northEngineer.id } })).toMatchObject(set)
    expect((await accountDetail(north, 'staff', { id: northUser.id })).phone).toBe('138****5678')
    expect(await unmaskAccount(north, { id: northUser.id })).toEqual({ name: 'North User', ...set })
    expect(await tools.lastAudit('account.unmask')).toMatchObject({
      object_id: String(northUser.id),
      actor_id: world.accounts.northAdmin.id,
    })
    expect((await accountExport.page(north, { list: 'user' })).list).toMatchObject([
      { phone: '138****5678', email: 's***@example.com' },
    ])
  })

  test('private persons are found by a part of the name only by those who may see it', async () => {
    const poor = without(north, 'account:unmask')
    expect(await namesIn(north, 'user', { keyword: 'rth use' })).toEqual(['NorthUser'])
    expect(await namesIn(poor, 'user', { keyword: 'rth use' })).toEqual([])
    for (const keyword of ['north user', 'rthus'])
      expect(await namesIn(poor, 'user', { keyword }), keyword).toEqual(['NorthUser'])
    expect(await namesIn(poor, 'company', { keyword: 'rth engin' })).toEqual(['NorthEngineer'])
  })

  test('a private person’s name is masked wherever an account names its customer, exports included', async () => {
    const of = async () => {
      const [row] = (await accountExport.page(north, { list: 'customer' })).list
      return (row as AccountRow | undefined)?.customerName
    }
    expect(await of()).toBe('North Customer')
    const ofNorth = world.db.updateTable('customer').where('id', '=', world.customers.north)
    await ofNorth.set({ type: 'person' }).execute()
    expect(await of()).toBe('N**')
    expect((await accountDetail(north, 'customer', { id: world.accounts.northCustomer.id })).customerName).toBe('N**')
    await ofNorth.set({ type: 'enterprise' }).execute()
  })

  test('the state names what blocks the account, its own reasons first', async () => {
    const { northCustomer } = world.accounts
    const { id: companyId } = world.companies.north
    const soon = new Date(world.clock.now().getTime() + 60_000)
    const set = {
      account: (values: object) => world.db.updateTable('account').set(values).where('id', '=', northCustomer.id).execute(),
      customer: (enabled: boolean) =>
        world.db.updateTable('customer').set({ enabled }).where('id', '=', world.customers.north).execute(),
      company: (values: object) => world.db.updateTable('company').set(values).where('id', '=', companyId).execute(),
    }
    const state = async () => (await pageAccounts(siter, 'customer', { keyword: 'NorthCustomer' })).list[0]
    const ended = async () => (await pageAccounts(siter, 'customer', { ended: true })).list.map((row) => row.id)
    expect(await state()).toMatchObject({
      state: 'enabled',
      validUntil: null,
      companyPath: expect.stringMatching(/ › North Distributor$/),
    })
    for (let i = 0; i < 5; i++)
      await login(tools.visitor, { account: 'NorthCustomer', password: 'wrong-password' }).catch(() => undefined)
    expect(await state()).toMatchObject({ state: 'locked' })
    await set.customer(false)
    expect(await state()).toMatchObject({ state: 'customerStopped' })
    await set.company({ expires_at: world.clock.now() })
    expect(await state()).toMatchObject({ state: 'companyStopped' })
    await set.account({ valid_until: soon })
    expect(await state()).toMatchObject({ state: 'companyStopped', validUntil: soon.toISOString() })
    expect(await ended()).toEqual([])
    await set.account({ valid_until: world.clock.now() })
    expect(await state()).toMatchObject({ state: 'ended' })
    expect(await ended()).toEqual([northCustomer.id])
    expect((await pageAccounts(siter, 'customer', { ended: false })).list.map((row) => row.id)).not.toContain(northCustomer.id)
    await set.account({ enabled: false })
    expect(await state()).toMatchObject({ state: 'disabled' })
    await set.account({ enabled: true, valid_until: null })
    await set.company({ expires_at: null })
    await set.customer(true)
    await world.db.deleteFrom('login_failure').execute()
  })

  test('a detail holds the rights, the sessions and the last sign-ins', async () => {
    const { northEngineer } = world.accounts
    const origin = { ...tools.visitor.origin, ip: '192.0.2.7' }
    await login({ ...tools.visitor, origin }, { account: northEngineer.account, password: worldPassword })
    await login({ ...tools.visitor, origin }, { account: northEngineer.account, password: 'wrong-password' }).catch(
      () => undefined,
    )
    const detail = await accountDetail(north, 'staff', { id: northEngineer.id })
    expect(detail.operations).toEqual(['alarm:view', 'order:work', 'repairOrder:view'])
    expect(detail.sessions).toMatchObject([{ ip: '192.0.2.7' }])
    expect(detail.logins.map(({ result, ip }) => [result, ip])).toEqual([
      ['wrongCredentials', '192.0.2.7'],
      ['ok', '192.0.2.7'],
    ])
    expect(detail).toMatchObject({ manageable: true, roleIds: [northEngineer.roleId], companyName: 'North Distributor' })
    expect((await accountDetail(north, 'staff', { id: world.accounts.northAdmin.id })).manageable).toBe(false)
    expect(await reasonOf(accountDetail(north, 'customer', { id: northEngineer.id }))).toBe('notFound')
    expect(await reasonOf(accountDetail(north, 'staff', { id: world.accounts.northCustomer.id }))).toBe('notFound')
  })

  test('an engineer’s orders', async () => {
    const { work_order } = await addOwnedRows(world.db, world.companies.north)
    const order_id = Number(work_order)
    await world.db.insertInto('order_engineer').values({ order_id, account_id: world.accounts.northEngineer.id }).execute()
    const orders = async (name: Name) =>
      (await ordersOfAccount('repair')(north, { accountId: world.accounts[name].id })).list.map((row) => row.id)
    expect(await orders('northEngineer')).toEqual([order_id])
    expect(await orders('northBare')).toEqual([])
  })
})

test('says who made and last changed an account', async () => {
  const { id } = await createAccount(siter, newAccount([], { companyId: world.companies.north.id }))
  await setAccountEnabled(north, 'staff', { id, enabled: true })
  expect(await accountDetail(north, 'staff', { id })).toMatchObject({ createdBy: 'Siter Admin', updatedBy: 'North Admin' })
})
