import { endpoints, type Endpoint, type OperationCode } from '@emberwatch/contract'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { scoped } from '../../../platform/database/scope.ts'
import { transact } from '../../../platform/transact.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { reasonOf } from '../company/company.fixture.ts'
import { setCompanyAdministrator } from '../company/company.verbs.ts'
import { assignGrants, createRole, removeRole, setRoleEnabled, updateRole } from '../role/role.verbs.ts'
import type { Rights } from '../role/control.ts'
import { selectRoles } from '../role/role.reads.ts'
import { accountTools, newAccount } from './account.fixture.ts'
import { createAccount, updateAccount } from './account.verbs.ts'
import { setAccountEnabled, issueTicket, resetPassword, resetTwoStep } from './account-access.verbs.ts'
import { accountImport } from './import-accounts.ts'

/**
 * Nobody gains rights that they lack through somebody else's account or role. Tests every call that gives control, against every way in
 * which the other may have more rights than the caller. A new call of these features must be added to one of the two lists below, or the
 * last test fails.
 */

let world: TestWorld
let tools: ReturnType<typeof accountTools>
/** Of North, at level 5, with all operations but one, and the data scope of North's own rows. */
let limited: Ctx

const lacked: OperationCode = 'alarm:deal'
const grantable: Rights = { level: 6, data_scope: 'company', operations: ['alarm:view'] }
const beyond = {
  level: [{ ...grantable, level: 5 }, 'levelTooHigh'],
  'data scope': [{ ...grantable, data_scope: 'branch' }, 'grantBeyondOwn'],
  operations: [{ ...grantable, operations: ['alarm:view', lacked] }, 'grantBeyondOwn'],
} as const satisfies Record<string, readonly [Rights, string]>

beforeAll(async () => {
  world = await testWorld()
  tools = accountTools(world)
  const admin = await world.ctxOf(world.accounts.northAdmin)
  if (admin.scope.kind !== 'company') throw new Error('of a company')
  const scope = { ...admin.scope, ownPath: world.companies.north.path }
  const operations = new Set([...admin.actor.operations].filter((code) => code !== lacked))
  limited = { ...admin, actor: { ...admin.actor, level: 5, operations }, scope, db: scoped(world.db, scope) }
})
afterAll(() => world.stop())

const roleWith = async (
  { level, data_scope, operations }: Rights,
  {
    type = 'distributor',
    owner = world.companies.north,
  }: { type?: 'distributor' | 'agent_one'; owner?: { id: number; path: string } } = {},
): Promise<number> => {
  const id = await tools.newRole(owner, { type, level, grants: [...operations] })
  await world.db.updateTable('role').set({ data_scope }).where('id', '=', id).execute()
  return id
}
const accountWith = async (rights: Rights, columns: Record<string, unknown> = {}): Promise<number> => {
  const role = await roleWith(rights)
  const { id: company_id, path } = world.companies.north
  const account = `acc${randomBytes(5).toString('hex')}`
  const row = { company_id, path, type: 'distributor' as const, account, name: 'Target', password_hash: '', ...columns }
  const { id } = await world.db.insertInto('account').values(row).returning('id').executeTakeFirstOrThrow()
  await world.db.insertInto('account_role').values({ account_id: id, role_id: role }).execute()
  return id
}
const plain: Rights = { level: 9, data_scope: 'company', operations: [] }
const edited = async (ctx: Ctx, id: number, roleIds: number[]) => updateAccount(ctx, 'staff', { id, version: 1, roleIds })

/** Calls that give control over an account or role with these rights, by name. */
const controlling: Record<string, (ctx: Ctx, rights: Rights) => Promise<unknown>> = {
  'account.issueTicket': async (ctx, rights) => issueTicket(ctx, { accountId: await accountWith(rights) }),
  'account.changePwd': async (ctx, rights) => resetPassword(ctx, 'staff', { id: await accountWith(rights) }),
  'account.resetTwoStep': async (ctx, rights) =>
    resetTwoStep(ctx, 'staff', { id: await accountWith(rights, { two_step_secret: Buffer.alloc(1) }) }),
  'account.create': async (ctx, rights) => createAccount(ctx, newAccount([await roleWith(rights)])),
  'account.update, a role given': async (ctx, rights) => edited(ctx, await accountWith(plain), [await roleWith(rights)]),
  'account.update, a role taken': async (ctx, rights) => edited(ctx, await accountWith(rights), [await roleWith(plain)]),
  'account.update, back to life': async (ctx, rights) =>
    updateAccount(ctx, 'staff', { id: await accountWith(rights, { valid_until: new Date(0) }), version: 1 }),
  'account.setEnabled, enabled': async (ctx, rights) =>
    setAccountEnabled(ctx, 'staff', { id: await accountWith(rights, { enabled: false }), enabled: true }),
  'account.setEnabled, first roles': async (ctx, rights) => {
    const id = await accountWith(plain, { enabled: false })
    await world.db.deleteFrom('account_role').where('account_id', '=', id).execute()
    return setAccountEnabled(ctx, 'staff', { id, enabled: true, roleIds: [await roleWith(rights)] })
  },
  'account.import': async (ctx, rights) => {
    const input = newAccount([await roleWith(rights)])
    return transact(ctx, (write) => accountImport.create(ctx, write, input, { prepared: 'hash', before: 0 }))
  },
  'role.create': (ctx, { level, data_scope: dataScope, operations }) =>
    createRole(ctx, { name: randomBytes(5).toString('hex'), type: 'distributor', level, dataScope, grants: [...operations] }),
  'role.update, another level': async (ctx, rights) => {
    const id = await roleWith(rights)
    return updateRole(ctx, { id, version: 1, name: `other ${id}`, type: 'distributor', level: 7 })
  },
  'role.assign': async (ctx, rights) => assignGrants(ctx, { id: await roleWith(rights), version: 1, grants: [] }),
  'role.setEnabled': async (ctx, rights) => setRoleEnabled(ctx, { id: await roleWith(rights), enabled: false }),
  'role.remove': async (ctx, rights) => removeRole(ctx, { id: await roleWith(rights) }),
}

describe.each(Object.entries(controlling))('%s', (_name, run) => {
  test('within one’s own rights', async () => {
    expect(await reasonOf(run(limited, grantable))).toBe('ok')
  })
  test.each(Object.entries(beyond))('not beyond one’s own %s', async (_dimension, [rights, reason]) => {
    expect(await reasonOf(run(limited, rights))).toBe(reason)
  })
})

test('naming the administrator of a company below gives no control either', async () => {
  const { northAgent } = world.companies
  const branch = await world.ctxOf(world.accounts.northAdmin)
  const ctx = { ...branch, actor: limited.actor }
  const name = async (rights: Rights) => {
    const role = await roleWith(rights, { type: 'agent_one', owner: northAgent })
    const accountId = await accountWith(rights, { company_id: northAgent.id, path: northAgent.path, type: 'agent_one' })
    await world.db.updateTable('account_role').set({ role_id: role }).where('account_id', '=', accountId).execute()
    return reasonOf(setCompanyAdministrator(ctx, 'agent_one', { id: northAgent.id, accountId }))
  }
  expect(await name(grantable)).toBe('ok')
  expect(await name({ ...grantable, level: 4 })).toBe('levelTooHigh')
  expect(await name(beyond.operations[0])).toBe('grantBeyondOwn')
})

test('a drop-down of roles offers what may be given to such accounts, and nothing else', async () => {
  const [fits, disabled, agents] = [
    await roleWith(grantable),
    await roleWith(grantable),
    await roleWith(grantable, { type: 'agent_one' }),
  ]
  await world.db.updateTable('role').set({ enabled: false }).where('id', '=', disabled).execute()
  const more = await Promise.all(Object.values(beyond).map(([rights]) => roleWith(rights)))
  const offered = (await selectRoles(limited, { companyId: world.companies.north.id })).map(({ value }) => value)
  expect(offered).toContain(fits)
  for (const id of [disabled, agents, ...more]) expect(offered).not.toContain(id)
  const types = await world.db.selectFrom('role').select('type').distinct().where('id', 'in', offered).execute()
  expect(types).toEqual([{ type: 'distributor' }])
  expect((await selectRoles(limited, { customerId: world.customers.north })).map(({ value }) => value)).not.toContain(fits)
})

test('the data scope of a customer’s or user’s role means nothing, so it is no obstacle', async () => {
  const role = await tools.newRole(world.companies.north, { type: 'user', level: 9 })
  const target = await accountWith(plain, { type: 'user', enabled: false })
  await world.db.updateTable('account_role').set({ role_id: role }).where('account_id', '=', target).execute()
  expect(await reasonOf(setAccountEnabled(limited, 'staff', { id: target, enabled: true }))).toBe('ok')
})

/** Writes of these features that give nobody control over an account, and why. */
const harmless: Record<string, readonly string[]> = {
  'takes an account away, or asks for the same level': ['account.remove', 'account.endSessions', 'account.unlock'],
  'shows, written down': ['account.unmask'],
  'asks for the same level; the giver sees the project': ['account.assignProjects', 'account.withdrawProjects'],
}

test('every write about accounts and roles is listed here', () => {
  const writes = (feature: string, entries: Readonly<Record<string, Endpoint>>) =>
    Object.entries(entries).flatMap(([name, entry]) => (entry.method === 'POST' ? [`${feature}.${name}`] : []))
  const judged = new Set([...Object.keys(controlling).map((name) => name.split(',')[0]), ...Object.values(harmless).flat()])
  const all = [
    ...writes('account', endpoints.account),
    // The same verbs as for staff (feature.ts).
    ...writes('account', endpoints.customerAccount),
    ...writes('role', endpoints.role),
  ]
  expect(all.filter((name) => !judged.has(name))).toEqual([])
})
