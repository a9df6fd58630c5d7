import { type endpoints, type InputOf } from '@emberwatch/contract'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anonymous, type Ctx } from '../../platform/context.ts'
import { scoped } from '../../platform/database/scope.ts'
import { testWorld, worldPassword, type TestWorld } from '../../testing/context.ts'
import { addOwnedRows } from '../../testing/rows.ts'
import { reasonOf } from '../company/company.fixture.ts'
import { callerOfAccount } from '../session/authenticate.ts'
import { login } from '../session/login.ts'
import { verifyPassword } from '../session/password.ts'
import { register } from '../session/register.ts'
import { accountDetail, accountExport, exportAccounts, ordersOfAccount, pageAccounts } from './account.reads.ts'
import type { AccountList } from './account.lists.ts'
import { createAccount } from './create-account.ts'
import { deleteAccount } from './delete-account.ts'
import { forbidAccount } from './forbid-account.ts'
import { logOutAccount } from './log-out-account.ts'
import { resetPassword } from './reset-password.ts'
import { unlockAccount } from './unlock-account.ts'
import { unmaskAccount } from './unmask-account.ts'
import { updateAccount } from './update-account.ts'

type CreateInput = InputOf<typeof endpoints.account.create>
type Name = keyof TestWorld['accounts']

let world: TestWorld
let siter: Ctx
let north: Ctx
let visitor: Ctx

beforeAll(async () => {
  world = await testWorld()
  const scope = { kind: 'nobody' } as const
  visitor = { ...world.systemCtx, actor: anonymous, scope, db: scoped(world.db, scope) }
})
afterAll(() => world.stop())
beforeEach(async () => {
  siter = await world.ctxOf(world.accounts.siterAdmin)
  north = await world.ctxOf(world.accounts.northAdmin)
})

/** The same caller with fewer operations, or of another level. */
const without = (ctx: Ctx, ...lacking: string[]): Ctx => ({
  ...ctx,
  actor: { ...ctx.actor, operations: new Set([...ctx.actor.operations].filter((code) => !lacking.includes(code))) },
})
const atLevel = (ctx: Ctx, level: number): Ctx => ({ ...ctx, actor: { ...ctx.actor, level } })

const newRole = async (
  owner: { id: number; path: string },
  {
    type = 'distributor',
    level = 5,
    grants = ['alarm:view'],
    enabled = true,
  }: { type?: string; level?: number; grants?: string[]; enabled?: boolean } = {},
): Promise<number> => {
  const name = `role ${randomBytes(4).toString('hex')}`
  const { id } = await world.db
    .insertInto('role')
    .values({ company_id: owner.id, path: owner.path, name, type: type as 'distributor', level, enabled })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (grants.length > 0)
    await world.db
      .insertInto('role_menu')
      .values(grants.map((menu_code) => ({ role_id: id, menu_code })))
      .execute()
  return id
}
const newAccount = (roleIds: number[], more: Partial<CreateInput> = {}): CreateInput => ({
  account: `acc${randomBytes(5).toString('hex')}`,
  name: 'Night desk',
  phone: '13812345678',
  email: 'night@example.com',
  roleIds,
  ...more,
})
const stored = (id: number) => world.db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const rolesOf = async (id: number): Promise<number[]> => {
  const rows = await world.db
    .selectFrom('account_role')
    .select('role_id')
    .where('account_id', '=', id)
    .orderBy('role_id')
    .execute()
  return rows.map((row) => row.role_id)
}
const sessions = async (id: number): Promise<number> =>
  (await world.db.selectFrom('session').select('ip').where('account_id', '=', id).execute()).length
const lastAudit = (action: string) =>
  world.db.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('id', 'desc').executeTakeFirstOrThrow()
const staff = async (level = 5): Promise<{ id: number; roleId: number; account: string }> => {
  const roleId = await newRole(world.companies.north, { level })
  const input = newAccount([roleId])
  const { id } = await createAccount(north, input)
  return { id, roleId, account: input.account }
}

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

  test('a list that is not one’s to see is refused, and so are its accounts', async () => {
    const narrow = without(north, 'agentOneAccount:view')
    const { id } = world.accounts.northAgentAdmin
    expect(await reasonOf(pageAccounts(narrow, 'agentOne', {}))).toBe('noAccess')
    expect(await reasonOf(accountDetail(narrow, 'staff', { id }))).toBe('noAccess')
    expect(await reasonOf(forbidAccount(narrow, 'staff', { id, enabled: false }))).toBe('noAccess')
    expect(await reasonOf(unmaskAccount(narrow, { id }))).toBe('noAccess')
    expect(
      await reasonOf(
        createAccount(
          narrow,
          newAccount([await newRole(world.companies.north, { type: 'agent_one' })], { companyId: world.companies.northAgent.id }),
        ),
      ),
    ).toBe('noAccess')
    expect(await reasonOf(Promise.resolve().then(() => exportAccounts(narrow, { list: 'agentOne' })))).toBe('noAccess')
  })

  test('filters', async () => {
    const { id, roleId, account } = await staff()
    await forbidAccount(north, 'staff', { id, enabled: false })
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

  test('private persons are masked for everybody, a company’s staff for whoever may not see more; seeing more is written down', async () => {
    const { northUser, northEngineer } = world.accounts
    const set = { phone: '13812345678', email: 'somebody@example.com' }
    await world.db.updateTable('account').set(set).where('id', 'in', [northUser.id, northEngineer.id]).execute()
    const [user] = (await pageAccounts(north, 'user', {})).list
    expect(user).toMatchObject({ name: 'N**', phone: '138****5678', email: 's***@example.com', account: 'NorthUser' })
    const engineerFor = async (ctx: Ctx) => (await pageAccounts(ctx, 'company', { keyword: 'NorthEng' })).list[0]
    expect(await engineerFor(north)).toMatchObject({ name: 'North Engineer', ...set })
    expect(await engineerFor(without(north, 'account:unmask'))).toMatchObject({
      name: 'North Engineer',
      phone: '138****5678',
      email: 's***@example.com',
    })
    expect((await accountDetail(north, 'staff', { id: northUser.id })).phone).toBe('138****5678')
    expect(await unmaskAccount(north, { id: northUser.id })).toEqual({ name: 'North User', ...set })
    expect(await lastAudit('account.unmask')).toMatchObject({
      object_id: String(northUser.id),
      actor_id: world.accounts.northAdmin.id,
    })
    expect((await accountExport.page(north, { list: 'user' })).list).toMatchObject([
      { phone: '138****5678', email: 's***@example.com' },
    ])
  })

  test('a detail holds the rights, the sessions and the last sign-ins', async () => {
    const { northEngineer } = world.accounts
    const origin = { ...visitor.origin, ip: '192.0.2.7' }
    await login({ ...visitor, origin }, { account: northEngineer.account, password: worldPassword })
    await login({ ...visitor, origin }, { account: northEngineer.account, password: 'wrong-password' }).catch(() => undefined)
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
      (await ordersOfAccount(north, { accountId: world.accounts[name].id })).list.map((row) => row.id)
    expect(await orders('northEngineer')).toEqual([order_id])
    expect(await orders('northBare')).toEqual([])
  })
})

describe('creating', () => {
  test('an account starts enabled, with a password shown once that it must replace', async () => {
    const role = await newRole(world.companies.north)
    const input = newAccount([role], {
      certificateNo: 'C-1',
      certificateExpires: '2030-01-31',
      validUntil: '2031-01-01T00:00:00.000Z',
    })
    const { id, password } = await createAccount(north, input)
    expect(password).toMatch(/^[\w-]{12}$/)
    expect(await stored(id)).toMatchObject({
      company_id: world.companies.north.id,
      path: world.companies.north.path,
      type: 'distributor',
      account: input.account,
      phone: input.phone,
      must_change_password: true,
      enabled: true,
      certificate_no: 'C-1',
      certificate_expires: '2030-01-31',
      valid_until: '2031-01-01T00:00:00.000Z',
      created_by: world.accounts.northAdmin.id,
    })
    expect(await login(visitor, { account: input.account, password: password ?? '' })).toMatch(/^[\w-]{40,}$/)
    const { changes } = await lastAudit('account.create')
    expect(changes).toMatchObject({ account: [null, input.account], roles: [null, [role]] })
    expect(JSON.stringify(changes)).not.toContain(password)
    const taken = await createAccount(
      siter,
      newAccount([await newRole(world.companies.siter, { type: 'siter' })], { account: input.account.toUpperCase() }),
    ).catch((error: unknown) => error)
    // says that the name is taken, and nothing of by whom
    expect(taken).toMatchObject({ reason: 'duplicate', field: 'account', params: { value: input.account.toUpperCase() } })
  })

  test('its type follows from where it belongs', async () => {
    const typeOf = async (type: string, more: Partial<CreateInput>) => {
      const { id } = await createAccount(north, newAccount([await newRole(world.companies.north, { type })], more))
      const { company_id, customer_id, path } = await stored(id)
      return { type: (await stored(id)).type, company_id, customer_id, path }
    }
    const { northAgent, northAgentTwo } = world.companies
    expect(await typeOf('agent_one', { companyId: northAgent.id })).toEqual({
      type: 'agent_one',
      company_id: northAgent.id,
      customer_id: null,
      path: northAgent.path,
    })
    expect(await typeOf('agent_two', { companyId: northAgentTwo.id })).toMatchObject({
      type: 'agent_two',
      path: northAgentTwo.path,
    })
    const customerId = world.customers.northAgent
    expect(await typeOf('customer', { customerId })).toEqual({
      type: 'customer',
      company_id: northAgent.id,
      customer_id: customerId,
      path: northAgent.path,
    })
    const role = await newRole(world.companies.north, { type: 'customer' })
    expect(await reasonOf(createAccount(north, newAccount([role], { customerId, companyId: world.companies.north.id })))).toBe(
      'notFound',
    )
    expect(await reasonOf(createAccount(without(north, 'customerAccount:create'), newAccount([role], { customerId })))).toBe(
      'noAccess',
    )
  })

  test('roles must fit, and hold nothing beyond one’s own level and rights', async () => {
    const { north: owner, northAgent, south, siter: top } = world.companies
    const outcome = async (ctx: Ctx, role: number, more: Partial<CreateInput> = {}) =>
      reasonOf(createAccount(ctx, newAccount([role], more)))
    const below = { companyId: northAgent.id }
    expect(await outcome(north, await newRole(owner, { type: 'agent_one' }))).toBe('notHere')
    expect(await outcome(north, await newRole(owner, { enabled: false }))).toBe('notHere')
    expect(await outcome(north, await newRole(top))).toBe('notFound') // of a company above: not in scope
    expect(await outcome(siter, await newRole(south), { companyId: owner.id })).toBe('notHere') // a sibling would rule over it
    expect(await outcome(siter, await newRole(northAgent), { companyId: owner.id })).toBe('notHere')
    // levels: lower than one's own; one's own only in companies below
    expect(await outcome(north, await newRole(owner, { level: 1 }))).toBe('levelTooHigh')
    expect(await outcome(north, await newRole(owner, { level: 2 }))).toBe('ok')
    expect(await outcome(atLevel(north, 4), await newRole(owner, { level: 4 }))).toBe('levelTooHigh')
    expect(await outcome(atLevel(north, 4), await newRole(owner, { level: 5 }))).toBe('ok')
    expect(await outcome(atLevel(north, 4), await newRole(owner, { type: 'agent_one', level: 4 }), below)).toBe('ok')
    expect(await outcome(atLevel(north, 4), await newRole(owner, { type: 'agent_one', level: 3 }), below)).toBe('levelTooHigh')
    // rights
    const grants = ['alarm:view', 'alarm:deal']
    const refusal = await createAccount(
      without(north, 'alarm:deal'),
      newAccount([await newRole(owner), await newRole(owner, { grants })]),
    ).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ reason: 'grantBeyondOwn', params: { grants: 'Deal with' }, field: 'roleIds' })
    expect(await outcome(without(north, 'alarm:deal'), await newRole(owner, { type: 'agent_one', grants }), below)).toBe(
      'grantBeyondOwn',
    )
    // switched off for now, and still a right
    await world.db.updateTable('menu').set({ enabled: false }).where('code', '=', 'alarm:deal').execute()
    expect(await outcome(without(north, 'alarm:deal'), await newRole(owner, { grants }))).toBe('grantBeyondOwn')
    await world.db.updateTable('menu').set({ enabled: true }).where('code', '=', 'alarm:deal').execute()
  })

  test('within the quota of the companies above', async () => {
    const { id } = world.companies.southAgent
    const role = await newRole(world.companies.south, { type: 'agent_one' })
    const south = await world.ctxOf(world.accounts.southAdmin)
    const { n } = await world.db
      .selectFrom('company_count')
      .select('accounts as n')
      .where('company_id', '=', id)
      .executeTakeFirstOrThrow()
    await world.db
      .updateTable('company')
      .set({ quotas: JSON.stringify({ accounts: n + 2 }) })
      .where('id', '=', id)
      .execute()
    const results = await Promise.all(
      [1, 2, 3, 4].map(() => reasonOf(createAccount(south, newAccount([role], { companyId: id })))),
    )
    expect(results.sort()).toEqual(['ok', 'ok', 'quotaReached', 'quotaReached'])
  })
})

describe('editing', () => {
  test('changes the form’s fields; of what one sees only masked, what is left out stays', async () => {
    const { id } = await staff()
    await updateAccount(without(north, 'account:unmask'), 'staff', { id, version: 1 })
    expect(await stored(id)).toMatchObject({ name: 'Night desk', phone: '13812345678', email: 'night@example.com', version: 2 })
    await updateAccount(north, 'staff', { id, version: 2, name: 'Day desk', phone: '13900000000' })
    expect(await stored(id)).toMatchObject({ name: 'Day desk', phone: '13900000000', email: null })
    expect(await lastAudit('account.update')).toMatchObject({
      changes: { name: ['Night desk', 'Day desk'], email: ['night@example.com', null] },
    })
    const stale = await updateAccount(siter, 'staff', { id, version: 2, name: 'Other' }).catch((error: unknown) => error)
    expect(stale).toMatchObject({ reason: 'staleVersion', params: { who: 'North Admin' } })
  })

  test('other roles end the sessions; the same do not', async () => {
    const { id, roleId, account } = await staff()
    const other = await newRole(world.companies.north, { level: 6 })
    await world.tokenOf({ id, roleId, account })
    await updateAccount(north, 'staff', { id, version: 1, roleIds: [roleId] })
    expect(await sessions(id)).toBe(1)
    await updateAccount(north, 'staff', { id, version: 2, roleIds: [other] })
    expect(await sessions(id)).toBe(0)
    expect(await rolesOf(id)).toEqual([other])
    expect(await lastAudit('account.update')).toMatchObject({ changes: { roles: [[roleId], [other]] } })
  })

  test('an end that has passed ends the sessions', async () => {
    const { id, roleId, account } = await staff()
    await world.tokenOf({ id, roleId, account })
    await updateAccount(north, 'staff', { id, version: 1, validUntil: world.clock.now().toISOString() })
    expect(await sessions(id)).toBe(0)
  })

  test('nobody gives or takes a role beyond their own level or rights, nor one they do not see', async () => {
    const { id, roleId } = await staff(5)
    const owner = world.companies.north
    const update = (ctx: Ctx, roleIds: number[]) => reasonOf(updateAccount(ctx, 'staff', { id, version: 1, roleIds }))
    expect(await update(north, [roleId, await newRole(owner, { level: 1 })])).toBe('levelTooHigh')
    expect(await update(atLevel(north, 4), [await newRole(owner, { level: 4 })])).toBe('levelTooHigh')
    expect(await update(without(north, 'alarm:deal'), [await newRole(owner, { grants: ['alarm:deal'] })])).toBe('grantBeyondOwn')
    expect(await update(without(north, 'alarm:view'), [await newRole(owner, { grants: [] })])).toBe('grantBeyondOwn') // would take alarm:view
    expect(await update(north, [await newRole(owner, { type: 'customer' })])).toBe('notHere')
    expect(await update(north, [await newRole(world.companies.south)])).toBe('notFound')
    expect(await rolesOf(id)).toEqual([roleId])
    // a role of a company above stays, whatever the form says
    const above = await newRole(world.companies.siter, { level: 6 })
    await world.db.insertInto('account_role').values({ account_id: id, role_id: above }).execute()
    expect((await accountDetail(north, 'staff', { id })).roleIds).toEqual([roleId])
    const other = await newRole(owner)
    expect(await update(north, [other])).toBe('ok')
    expect(await rolesOf(id)).toEqual([above, other].sort((a, b) => a - b))
  })
})

describe('who manages whom', () => {
  const verbs = {
    update: (ctx: Ctx, id: number) => updateAccount(ctx, 'staff', { id, version: 1 }),
    del: (ctx: Ctx, id: number) => deleteAccount(ctx, 'staff', { id }),
    forbidden: (ctx: Ctx, id: number) => forbidAccount(ctx, 'staff', { id, enabled: false }),
    changePwd: (ctx: Ctx, id: number) => resetPassword(ctx, 'staff', { id }),
    unlock: (ctx: Ctx, id: number) => unlockAccount(ctx, { id }),
    logoutAll: (ctx: Ctx, id: number) => logOutAccount(ctx, { id }),
  }

  test.each(Object.entries(verbs))(
    '%s: not oneself, nor one’s own level or above, nor a customer’s account by the wrong door',
    async (_name, verb) => {
      const { northAdmin, northEngineer, southEngineer, northAgentAdmin, siterEngineer, northCustomer } = world.accounts
      expect(await reasonOf(verb(north, northAdmin.id))).toBe('ownAccount')
      const engineer = await world.ctxOf(northEngineer)
      const clerk = { ...north, actor: { ...north.actor, level: 5, accountId: engineer.actor.accountId } }
      expect(await reasonOf(verb(clerk, northAdmin.id))).toBe('levelTooHigh')
      expect(await reasonOf(verb(clerk, northAgentAdmin.id))).toBe('levelTooHigh') // below, but of a higher level
      const peer = await staff(5)
      expect(await reasonOf(verb(clerk, peer.id))).toBe('levelTooHigh')
      expect(await reasonOf(verb(north, southEngineer.id))).toBe('notFound')
      expect(await reasonOf(verb(north, siterEngineer.id))).toBe('notFound')
      if (verb === verbs.update || verb === verbs.del || verb === verbs.forbidden || verb === verbs.changePwd)
        expect(await reasonOf(verb(north, northCustomer.id))).toBe('notFound')
      expect((await stored(northAdmin.id)).enabled).toBe(true)
    },
  )

  test('one’s own level in companies below', async () => {
    expect(await reasonOf(logOutAccount(north, { id: world.accounts.northAgentAdmin.id }))).toBe('ok')
  })
})

describe('enabling and disabling', () => {
  test('disabled: its sessions end and no new one begins', async () => {
    const { id, roleId, account } = await staff()
    await world.tokenOf({ id, roleId, account })
    await forbidAccount(north, 'staff', { id, enabled: false })
    expect(await sessions(id)).toBe(0)
    expect(await callerOfAccount(world.db, world.clock)(id)).toBeNull()
    await forbidAccount(north, 'staff', { id, enabled: true })
    expect(await callerOfAccount(world.db, world.clock)(id)).not.toBeNull()
    expect(await lastAudit('account.forbidden')).toMatchObject({ changes: { enabled: [false, true] } })
  })

  test('who registered is enabled by the company’s staff, who give a role', async () => {
    const account = `reg${randomBytes(5).toString('hex')}`
    const person = { account, name: 'Somebody', phone: '13812345678', password: 'chosen-by-me' }
    await register(visitor, { ...person, companyCode: 'NORTH' })
    expect(await reasonOf(login(visitor, { account, password: person.password }))).toBe('accountDisabled')
    const [row] = (await pageAccounts(north, 'user', { keyword: account })).list
    const id = row?.id ?? 0
    expect(row).toMatchObject({ enabled: false, manageable: true, name: 'S**', roleIds: [] })
    const south = await world.ctxOf(world.accounts.southAdmin)
    expect(await reasonOf(forbidAccount(south, 'staff', { id, enabled: true }))).toBe('notFound')
    await forbidAccount(north, 'staff', { id, enabled: true })
    await updateAccount(north, 'staff', {
      id,
      version: 2,
      roleIds: [await newRole(world.companies.north, { type: 'user', grants: ['message:view'] })],
    })
    const caller = await callerOfAccount(world.db, world.clock)(id)
    expect([...(caller?.actor.operations ?? [])]).toEqual(['message:view'])
    expect(await login(visitor, { account, password: person.password })).toMatch(/^[\w-]{40,}$/)
  })
})

describe('deleting', () => {
  test('is refused while open orders wait for it, by their codes', async () => {
    const { id, account } = await staff()
    const { work_order } = await addOwnedRows(world.db, world.companies.north)
    const order_id = Number(work_order)
    await world.db.insertInto('order_engineer').values({ order_id, account_id: id }).execute()
    const { code } = await world.db.selectFrom('work_order').select('code').where('id', '=', order_id).executeTakeFirstOrThrow()
    expect(await deleteAccount(north, 'staff', { id }).catch((error: unknown) => error)).toMatchObject({
      reason: 'inUse',
      params: { dependants: code },
    })
    await world.db.updateTable('work_order').set({ status: 'complete' }).where('id', '=', order_id).execute()
    await world.tokenOf({ id, roleId: 0, account })
    await deleteAccount(north, 'staff', { id })
    expect((await stored(id)).deleted_at).not.toBeNull()
    expect([await sessions(id), await rolesOf(id)]).toEqual([0, []])
    expect(await reasonOf(accountDetail(north, 'staff', { id }))).toBe('notFound')
    expect(await reasonOf(createAccount(north, newAccount([await newRole(world.companies.north)], { account })))).toBe('ok')
  })
})

describe('another’s password', () => {
  test('is set, shown once when it is random, ends the sessions, and must be replaced', async () => {
    const { id, roleId, account } = await staff()
    await world.tokenOf({ id, roleId, account })
    const { password } = await resetPassword(north, 'staff', { id })
    expect(password).toMatch(/^[\w-]{12}$/)
    expect(await sessions(id)).toBe(0)
    expect(await verifyPassword(password ?? '', (await stored(id)).password_hash)).toBe(true)
    expect(await resetPassword(north, 'staff', { id, password: 'given123' })).toEqual({ id, password: null })
    const token = await login(visitor, { account, password: 'given123' })
    expect(token).toMatch(/^[\w-]{40,}$/)
    expect((await stored(id)).must_change_password).toBe(true)
    const { changes } = await lastAudit('account.changePwd')
    expect(changes).toEqual({})
  })

  test('only of whoever holds nothing more than oneself; an engineer’s duty is no right', async () => {
    const { id } = await staff()
    expect(await reasonOf(resetPassword(without(north, 'alarm:view'), 'staff', { id }))).toBe('grantBeyondOwn')
    const engineer = world.accounts.northEngineer.id
    expect(await reasonOf(resetPassword(without(north, 'order:work'), 'staff', { id: engineer }))).toBe('ok')
  })

  test('a lock after wrong ones is shown, and lifted', async () => {
    const { id, account } = await staff()
    for (let i = 0; i < 5; i++) await login(visitor, { account, password: 'wrong-password' }).catch(() => undefined)
    expect((await accountDetail(north, 'staff', { id })).lockedUntil).not.toBeNull()
    expect(await reasonOf(login(visitor, { account, password: 'wrong-password' }))).toBe('accountLocked')
    await unlockAccount(north, { id })
    expect((await accountDetail(north, 'staff', { id })).lockedUntil).toBeNull()
    expect(await reasonOf(login(visitor, { account, password: 'wrong-password' }))).toBe('wrongCredentials')
    expect(await lastAudit('account.unlock')).toMatchObject({ object_id: String(id) })
  })
})

describe('customers’ accounts', () => {
  test('have calls of their own, for their own kind', async () => {
    const role = await newRole(world.companies.north, { type: 'customer', level: 6 })
    const { id } = await createAccount(north, newAccount([role], { customerId: world.customers.north }))
    expect(await accountDetail(north, 'customer', { id })).toMatchObject({
      type: 'customer',
      customerId: world.customers.north,
      customerName: 'North Customer',
      name: 'N**',
    })
    await updateAccount(north, 'customer', { id, version: 1, name: 'New name' })
    expect((await unmaskAccount(north, { id })).name).toBe('New name')
    await forbidAccount(north, 'customer', { id, enabled: false })
    expect((await resetPassword(north, 'customer', { id })).password).not.toBeNull()
    await deleteAccount(north, 'customer', { id })
    expect((await stored(id)).deleted_at).not.toBeNull()
    expect(await reasonOf(deleteAccount(north, 'customer', { id: world.accounts.northEngineer.id }))).toBe('notFound')
  })
})
