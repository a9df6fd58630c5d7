import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addOwnedRows } from '../../../testing/rows.ts'
import { reasonOf } from '../company/company.fixture.ts'
import { selectRoles } from '../role/role.reads.ts'
import { callerOfAccount } from '../../base/access/authenticate.ts'
import { login } from '../session/session.verbs.ts'
import { verifyPassword } from '../../base/access/password.ts'
import { register } from '../session/own-account.verbs.ts'
import { accountTools, newAccount, without } from './account.fixture.ts'
import { accountDetail, pageAccounts } from './account.reads.ts'
import { createAccount, removeAccount, unmaskAccount, updateAccount } from './account.verbs.ts'
import { setAccountEnabled, logOutAccount, resetPassword, unlockAccount } from './account-access.verbs.ts'

let world: TestWorld
let tools: ReturnType<typeof accountTools>
let north: Ctx

beforeAll(async () => {
  world = await testWorld()
  tools = accountTools(world)
})
afterAll(() => world.stop())
beforeEach(async () => {
  north = await world.ctxOf(world.accounts.northAdmin)
})

describe('enabling and disabling', () => {
  test('disabled: its sessions end and no new one begins', async () => {
    const { id, roleId, account } = await tools.staff()
    await world.tokenOf({ id, roleId, account })
    await setAccountEnabled(north, 'staff', { id, enabled: false })
    expect(await tools.sessions(id)).toBe(0)
    expect(await callerOfAccount(world.db, world.clock)(id)).toBeNull()
    await setAccountEnabled(north, 'staff', { id, enabled: true })
    expect(await callerOfAccount(world.db, world.clock)(id)).not.toBeNull()
    expect(await tools.lastAudit('account.forbidden')).toMatchObject({ changes: { enabled: [false, true] } })
  })

  test('a person who registered is enabled by the company’s staff, who give a role', async () => {
    const account = `reg${randomBytes(5).toString('hex')}`
    const person = { account, name: 'Somebody', phone: '13812345678', password: 'chosen-by-me' }
    await register(tools.visitor, { ...person, companyCode: 'NORTH' })
    expect(await reasonOf(login(tools.visitor, { account, password: person.password }))).toBe('registrationPending')
    const [row] = (await pageAccounts(north, 'user', { keyword: account })).list
    const id = row?.id ?? 0
    expect(row).toMatchObject({ enabled: false, manageable: true, name: 'S**', roleIds: [] })
    const south = await world.ctxOf(world.accounts.southAdmin)
    expect(await reasonOf(setAccountEnabled(south, 'staff', { id, enabled: true }))).toBe('notFound')
    const roleIds = [await tools.newRole(world.companies.north, { type: 'user', grants: ['message:view'] })]
    await setAccountEnabled(north, 'staff', { id, enabled: true, roleIds })
    const caller = await callerOfAccount(world.db, world.clock)(id)
    expect([...(caller?.actor.operations ?? [])]).toEqual(['message:view'])
    expect(await login(tools.visitor, { account, password: person.password })).toMatch(/^[\w-]{40,}$/)
  })
})

describe('deleting', () => {
  test('is refused while open orders wait for it, by their codes', async () => {
    const { id, account } = await tools.staff()
    const { work_order } = await addOwnedRows(world.db, world.companies.north)
    const order_id = Number(work_order)
    await world.db.insertInto('order_engineer').values({ order_id, account_id: id }).execute()
    const { code } = await world.db.selectFrom('work_order').select('code').where('id', '=', order_id).executeTakeFirstOrThrow()
    expect(await removeAccount(north, 'staff', { id }).catch((error: unknown) => error)).toMatchObject({
      reason: 'inUse',
      params: { dependants: [code] },
    })
    await world.db.updateTable('work_order').set({ status: 'complete' }).where('id', '=', order_id).execute()
    await world.tokenOf({ id, roleId: 0, account })
    await removeAccount(north, 'staff', { id })
    expect((await tools.stored(id)).deleted_at).not.toBeNull()
    expect([await tools.sessions(id), await tools.rolesOf(id)]).toEqual([0, []])
    expect(await reasonOf(accountDetail(north, 'staff', { id }))).toBe('notFound')
    expect(await reasonOf(createAccount(north, newAccount([await tools.newRole(world.companies.north)], { account })))).toBe('ok')
  })
})

describe('another’s password', () => {
  test('is set, shown once when it is random, ends the sessions, and must be replaced', async () => {
    const { id, roleId, account } = await tools.staff()
    await world.tokenOf({ id, roleId, account })
    const { password } = await resetPassword(north, 'staff', { id })
    expect(password).toMatch(/^[\w-]{12}$/)
    expect(await tools.sessions(id)).toBe(0)
    expect(await verifyPassword(password ?? '', (await tools.stored(id)).password_hash)).toBe(true)
    expect(await resetPassword(north, 'staff', { id, password: 'given123' })).toEqual({ id, password: null })
    const token = await login(tools.visitor, { account, password: 'given123' })
    expect(token).toMatch(/^[\w-]{40,}$/)
    expect((await tools.stored(id)).must_change_password).toBe(true)
    const { changes } = await tools.lastAudit('account.changePwd')
    expect(changes).toEqual({})
  })

  test('is not replaced by somebody who does not know of the change: it may have been handed out already', async () => {
    const { id } = await tools.staff()
    const { version } = await tools.stored(id)
    const { password } = await resetPassword(north, 'staff', { id, version })
    expect(await reasonOf(resetPassword(north, 'staff', { id, version }))).toBe('staleVersion')
    expect(await verifyPassword(password ?? '', (await tools.stored(id)).password_hash)).toBe(true)
  })

  test('only of accounts without more rights than one’s own; an engineer’s duty is not a right', async () => {
    const { id } = await tools.staff()
    expect(await reasonOf(resetPassword(without(north, 'alarm:view'), 'staff', { id }))).toBe('grantBeyondOwn')
    const engineer = world.accounts.northEngineer.id
    expect(await reasonOf(resetPassword(without(north, 'order:work'), 'staff', { id: engineer }))).toBe('ok')
  })

  test('a lock after wrong ones is shown, and lifted', async () => {
    const { id, account } = await tools.staff()
    for (let i = 0; i < 5; i++) await login(tools.visitor, { account, password: 'wrong-password' }).catch(() => undefined)
    expect((await accountDetail(north, 'staff', { id })).lockedUntil).not.toBeNull()
    expect(await reasonOf(login(tools.visitor, { account, password: 'wrong-password' }))).toBe('accountLocked')
    await unlockAccount(north, 'staff', { id })
    expect((await accountDetail(north, 'staff', { id })).lockedUntil).toBeNull()
    expect(await reasonOf(login(tools.visitor, { account, password: 'wrong-password' }))).toBe('wrongCredentials')
    expect(await tools.lastAudit('account.unlock')).toMatchObject({ object_id: String(id) })
  })

  test('a new one lifts the lock of the old', async () => {
    const { id, account } = await tools.staff()
    for (let i = 0; i < 5; i++) await login(tools.visitor, { account, password: 'wrong-password' }).catch(() => undefined)
    expect(await reasonOf(login(tools.visitor, { account, password: 'wrong-password' }))).toBe('accountLocked')
    await resetPassword(north, 'staff', { id, password: 'given456' })
    expect((await accountDetail(north, 'staff', { id })).lockedUntil).toBeNull()
    expect(await reasonOf(login(tools.visitor, { account, password: 'given456' }))).toBe('ok')
  })
})

describe('customers’ accounts', () => {
  test('get roles of their customer’s company and of those above it', async () => {
    const siter = await world.ctxOf(world.accounts.siterAdmin)
    const { siter: above, north: own, south: beside } = world.companies
    const roles = await Promise.all([above, own, beside].map((owner) => tools.newRole(owner, { type: 'customer', level: 6 })))
    const offered = await selectRoles(siter, { type: 'customer', customerId: world.customers.north })
    expect(roles.map((id) => offered.some(({ value }) => value === id))).toEqual([true, true, false])
  })

  test('have calls of their own, for their own kind', async () => {
    const role = await tools.newRole(world.companies.north, { type: 'customer', level: 6 })
    const { id } = await createAccount(north, newAccount([role], { customerId: world.customers.north }))
    expect(await accountDetail(north, 'customer', { id })).toMatchObject({
      type: 'customer',
      customerId: world.customers.north,
      customerName: 'North Customer',
      name: 'N**',
    })
    await updateAccount(north, 'customer', { id, version: 1, name: 'New name' })
    expect((await unmaskAccount(north, { id })).name).toBe('New name')
    await setAccountEnabled(north, 'customer', { id, enabled: false })
    expect((await resetPassword(north, 'customer', { id })).password).not.toBeNull()
    const { account } = await tools.stored(id)
    await world.tokenOf({ id, roleId: role, account })
    await logOutAccount(north, 'customer', { id })
    expect(await tools.sessions(id)).toBe(0)
    expect(await tools.lastAudit('account.logoutAll')).toMatchObject({ object_id: String(id) })
    for (let i = 0; i < 5; i++) await login(tools.visitor, { account, password: 'wrong-password' }).catch(() => undefined)
    await unlockAccount(north, 'customer', { id })
    expect((await accountDetail(north, 'customer', { id })).lockedUntil).toBeNull()
    await removeAccount(north, 'customer', { id })
    expect((await tools.stored(id)).deleted_at).not.toBeNull()
    expect(await reasonOf(removeAccount(north, 'customer', { id: world.accounts.northEngineer.id }))).toBe('notFound')
  })
})
