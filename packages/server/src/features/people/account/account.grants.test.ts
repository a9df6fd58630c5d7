import type { endpoints, InputOf } from '@emberwatch/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { reasonOf } from '../company/company.fixture.ts'
import { login } from '../session/session.verbs.ts'
import { accountTools, atLevel, newAccount, without } from './account.fixture.ts'
import { accountDetail } from './account.reads.ts'
import { createAccount, removeAccount, updateAccount } from './account.verbs.ts'
import { setAccountEnabled, logOutAccount, resetPassword, unlockAccount } from './account-access.verbs.ts'

type CreateInput = InputOf<typeof endpoints.account.create>

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

describe('creating', () => {
  test('an account starts enabled, with a password shown once that it must replace', async () => {
    const role = await tools.newRole(world.companies.north)
    const input = newAccount([role], {
      certificateNo: 'C-1',
      certificateExpires: '2030-01-31',
      validUntil: '2031-01-01T00:00:00.000Z',
    })
    const { id, password } = await createAccount(north, input)
    expect(password).toMatch(/^[\w-]{12}$/)
    expect(await tools.stored(id)).toMatchObject({
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
    expect(await login(tools.visitor, { account: input.account, password: password ?? '' })).toMatch(/^[\w-]{40,}$/)
    const { changes } = await tools.lastAudit('account.create')
    expect(changes).toMatchObject({ account: [null, input.account], roles: [null, [role]] })
    expect(JSON.stringify(changes)).not.toContain(password)
    const taken = await createAccount(
      siter,
      newAccount([await tools.newRole(world.companies.siter, { type: 'siter' })], { account: input.account.toUpperCase() }),
    ).catch((error: unknown) => error)
    // Says that the name is taken, but not by whom.
    expect(taken).toMatchObject({ reason: 'duplicate', field: 'account', params: { value: input.account.toUpperCase() } })
  })

  test('its type follows from its owner', async () => {
    const typeOf = async (type: string, more: Partial<CreateInput>) => {
      const { id } = await createAccount(north, newAccount([await tools.newRole(world.companies.north, { type })], more))
      const { company_id, customer_id, path } = await tools.stored(id)
      return { type: (await tools.stored(id)).type, company_id, customer_id, path }
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
    const role = await tools.newRole(world.companies.north, { type: 'customer' })
    expect(await reasonOf(createAccount(north, newAccount([role], { customerId, companyId: world.companies.north.id })))).toBe(
      'notFound',
    )
    expect(await reasonOf(createAccount(without(north, 'customerAccount:create'), newAccount([role], { customerId })))).toBe(
      'noAccess',
    )
  })

  test('roles must fit, and contain nothing beyond one’s own level and rights', async () => {
    const { north: owner, northAgent, south, siter: top } = world.companies
    const outcome = async (ctx: Ctx, role: number, more: Partial<CreateInput> = {}) =>
      reasonOf(createAccount(ctx, newAccount([role], more)))
    const below = { companyId: northAgent.id }
    expect(await outcome(north, await tools.newRole(owner, { type: 'agent_one' }))).toBe('notHere')
    expect(await outcome(north, await tools.newRole(owner, { enabled: false }))).toBe('notHere')
    expect(await outcome(north, await tools.newRole(top))).toBe('notFound') // of a company above: not in scope
    expect(await outcome(siter, await tools.newRole(south), { companyId: owner.id })).toBe('notHere') // a role of a sibling company would then control it
    expect(await outcome(siter, await tools.newRole(northAgent), { companyId: owner.id })).toBe('notHere')
    // Levels: below one's own, or one's own level only in companies below.
    expect(await outcome(north, await tools.newRole(owner, { level: 1 }))).toBe('levelTooHigh')
    expect(await outcome(north, await tools.newRole(owner, { level: 2 }))).toBe('ok')
    expect(await outcome(atLevel(north, 4), await tools.newRole(owner, { level: 4 }))).toBe('levelTooHigh')
    expect(await outcome(atLevel(north, 4), await tools.newRole(owner, { level: 5 }))).toBe('ok')
    expect(await outcome(atLevel(north, 4), await tools.newRole(owner, { type: 'agent_one', level: 4 }), below)).toBe('ok')
    expect(await outcome(atLevel(north, 4), await tools.newRole(owner, { type: 'agent_one', level: 3 }), below)).toBe(
      'levelTooHigh',
    )
    // Rights.
    const grants = ['alarm:view', 'alarm:deal']
    const refusal = await createAccount(
      without(north, 'alarm:deal'),
      newAccount([await tools.newRole(owner), await tools.newRole(owner, { grants })]),
    ).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ reason: 'grantBeyondOwn', params: { grants: 'Resolve' }, field: 'roleIds' })
    expect(await outcome(without(north, 'alarm:deal'), await tools.newRole(owner, { type: 'agent_one', grants }), below)).toBe(
      'grantBeyondOwn',
    )
    // Disabled for now, but still a right.
    await world.db.updateTable('menu').set({ enabled: false }).where('code', '=', 'alarm:deal').execute()
    expect(await outcome(without(north, 'alarm:deal'), await tools.newRole(owner, { grants }))).toBe('grantBeyondOwn')
    await world.db.updateTable('menu').set({ enabled: true }).where('code', '=', 'alarm:deal').execute()
  })

  test('within the quota of the companies above', async () => {
    const { id } = world.companies.southAgent
    const role = await tools.newRole(world.companies.south, { type: 'agent_one' })
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
  test('changes the form’s fields; fields seen only masked stay if they are left out', async () => {
    const { id } = await tools.staff()
    await updateAccount(without(north, 'account:unmask'), 'staff', { id, version: 1 })
    expect(await tools.stored(id)).toMatchObject({
      name: 'Night desk',
      phone: '13812345678',
      email: 'night@example.com',
      version: 2,
    })
    await updateAccount(north, 'staff', { id, version: 2, name: 'Day desk', phone: '13900000000' })
    expect(await tools.stored(id)).toMatchObject({ name: 'Day desk', phone: '13900000000', email: null })
    expect(await tools.lastAudit('account.update')).toMatchObject({
      changes: { name: ['Night desk', 'Day desk'], email: ['night@example.com', null] },
    })
    const stale = await updateAccount(siter, 'staff', { id, version: 2, name: 'Other' }).catch((error: unknown) => error)
    expect(stale).toMatchObject({ reason: 'staleVersion', params: { who: 'North Admin' } })
  })

  test('other roles end the sessions; the same do not', async () => {
    const { id, roleId, account } = await tools.staff()
    const other = await tools.newRole(world.companies.north, { level: 6 })
    await world.tokenOf({ id, roleId, account })
    await updateAccount(north, 'staff', { id, version: 1, roleIds: [roleId] })
    expect(await tools.sessions(id)).toBe(1)
    await updateAccount(north, 'staff', { id, version: 2, roleIds: [other] })
    expect(await tools.sessions(id)).toBe(0)
    expect(await tools.rolesOf(id)).toEqual([other])
    expect(await tools.lastAudit('account.update')).toMatchObject({ changes: { roles: [[roleId], [other]] } })
  })

  test('an end in the past is refused, and one that has passed since may stay', async () => {
    const { id } = await tools.staff()
    const validUntil = world.clock.now().toISOString()
    const update = () => updateAccount(north, 'staff', { id, version: 1, validUntil })
    await expect(update()).rejects.toMatchObject({ reason: 'invalidInput', field: 'validUntil' })
    await world.db.updateTable('account').set({ valid_until: validUntil }).where('id', '=', id).execute()
    expect(await reasonOf(update())).toBe('ok')
  })

  test('nobody assigns or removes a role beyond their own level or rights, nor one they do not see', async () => {
    const { id, roleId } = await tools.staff(5)
    const owner = world.companies.north
    const update = (ctx: Ctx, roleIds: number[]) => reasonOf(updateAccount(ctx, 'staff', { id, version: 1, roleIds }))
    expect(await update(north, [roleId, await tools.newRole(owner, { level: 1 })])).toBe('levelTooHigh')
    expect(await update(atLevel(north, 4), [await tools.newRole(owner, { level: 4 })])).toBe('levelTooHigh')
    expect(await update(without(north, 'alarm:deal'), [await tools.newRole(owner, { grants: ['alarm:deal'] })])).toBe(
      'grantBeyondOwn',
    )
    expect(await update(without(north, 'alarm:view'), [await tools.newRole(owner, { grants: [] })])).toBe('grantBeyondOwn') // would take alarm:view
    expect(await update(north, [await tools.newRole(owner, { type: 'customer' })])).toBe('notHere')
    expect(await update(north, [await tools.newRole(world.companies.south)])).toBe('notFound')
    expect(await tools.rolesOf(id)).toEqual([roleId])
    // A role of a company above stays, whatever the form says.
    const above = await tools.newRole(world.companies.siter, { level: 6 })
    await world.db.insertInto('account_role').values({ account_id: id, role_id: above }).execute()
    expect((await accountDetail(north, 'staff', { id })).roleIds).toEqual([roleId])
    const other = await tools.newRole(owner)
    expect(await update(north, [other])).toBe('ok')
    expect(await tools.rolesOf(id)).toEqual([above, other].sort((a, b) => a - b))
  })
})

describe('who manages whom', () => {
  const verbs = {
    update: (ctx: Ctx, id: number) => updateAccount(ctx, 'staff', { id, version: 1 }),
    del: (ctx: Ctx, id: number) => removeAccount(ctx, 'staff', { id }),
    forbidden: (ctx: Ctx, id: number) => setAccountEnabled(ctx, 'staff', { id, enabled: false }),
    changePwd: (ctx: Ctx, id: number) => resetPassword(ctx, 'staff', { id }),
    unlock: (ctx: Ctx, id: number) => unlockAccount(ctx, 'staff', { id }),
    logoutAll: (ctx: Ctx, id: number) => logOutAccount(ctx, 'staff', { id }),
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
      const peer = await tools.staff(5)
      expect(await reasonOf(verb(clerk, peer.id))).toBe('levelTooHigh')
      expect(await reasonOf(verb(north, southEngineer.id))).toBe('notFound')
      expect(await reasonOf(verb(north, siterEngineer.id))).toBe('notFound')
      expect(await reasonOf(verb(north, northCustomer.id))).toBe('notFound')
      expect((await tools.stored(northAdmin.id)).enabled).toBe(true)
    },
  )

  test('one’s own level in companies below', async () => {
    expect(await reasonOf(logOutAccount(north, 'staff', { id: world.accounts.northAgentAdmin.id }))).toBe('ok')
  })
})
