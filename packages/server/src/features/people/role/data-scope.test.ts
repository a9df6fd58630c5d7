import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { createAccount } from '../account/account.verbs.ts'
import { pageAccounts } from '../account/account.reads.ts'
import { pageCustomers, selectCustomers } from '../customer/customer.reads.ts'
import { createRole, setRoleEnabled, updateRole } from './role.verbs.ts'
import { roleDetail } from './role.reads.ts'

let world: TestWorld
let admin: Ctx
/** Also of North, with the data scope of North's own rows. */
let narrow: Ctx
let narrowRole: number

beforeAll(async () => {
  world = await testWorld()
  admin = await world.ctxOf(world.accounts.northAdmin)
  narrowRole = (
    await createRole(admin, {
      name: 'Own desk',
      type: 'distributor',
      level: 2,
      dataScope: 'company',
      grants: [
        'customer:view',
        'agentOneAccount:view',
        'role:view',
        'role:create',
        'role:update',
        'role:forbidden',
        'companyAccount:view',
      ],
    })
  ).id
  const { id } = await createAccount(admin, {
    account: 'owndesk',
    name: 'Own Desk',
    phone: '13800000009',
    roleIds: [narrowRole],
    companyId: world.companies.north.id,
  })
  narrow = await world.ctxOf({ id, account: 'owndesk', roleId: narrowRole })
})
afterAll(() => world.stop())

const names = async (ctx: Ctx) => (await pageCustomers(ctx, { pageSize: 80 })).list.map((row) => row.name).sort()

test('shows what the company itself owns, in lists and by id', async () => {
  expect(await names(admin)).toEqual(['North Agent Customer', 'North Customer'])
  expect(await names(narrow)).toEqual(['North Customer'])
  expect((await pageAccounts(narrow, 'agentOne', {})).list).toEqual([])
  expect((await pageAccounts(admin, 'agentOne', {})).list.length).toBeGreaterThan(0)
})

test('the widest of several roles counts; an account without roles sees its own alone', async () => {
  const id = narrow.actor.accountId ?? 0
  await world.db.insertInto('account_role').values({ account_id: id, role_id: world.accounts.northEngineer.roleId }).execute()
  expect(await names(await world.ctxOf({ id, account: 'owndesk', roleId: narrowRole }))).toHaveLength(2)
  await world.db.deleteFrom('account_role').where('account_id', '=', id).execute()
  const bare = await world.ctxOf({ id, account: 'owndesk', roleId: narrowRole })
  expect(bare.scope).toMatchObject({ kind: 'company', only: 'own' })
  await world.db.insertInto('account_role').values({ account_id: id, role_id: narrowRole }).execute()
})

test('an account that loses its only role sees no more than before', async () => {
  const { id: role } = await createRole(admin, {
    name: 'Own work',
    type: 'distributor',
    level: 3,
    dataScope: 'own',
    grants: ['customer:view'],
  })
  const { id } = await createAccount(admin, {
    account: 'ownwork',
    name: 'Own Work',
    phone: '13800000008',
    roleIds: [role],
    companyId: world.companies.north.id,
  })
  const account = { id, account: 'ownwork', roleId: role }
  // A drop-down that anybody who is signed in may open.
  const choices = async () => selectCustomers(await world.ctxOf(account), {})
  expect(await choices()).toEqual([])
  await setRoleEnabled(admin, { id: role, enabled: false })
  expect((await world.ctxOf(account)).actor.operations).toEqual(new Set())
  expect(await choices()).toEqual([])
})

test('nobody assigns, changes or switches a data scope that they lack', async () => {
  const wide = (await createRole(admin, { name: 'Wide', type: 'distributor', level: 5 })).id
  expect(await roleDetail(admin, { id: wide })).toMatchObject({ dataScope: 'branch' })
  const draft = { name: 'Own', type: 'distributor', level: 5 } as const
  const beyond = { reason: 'grantBeyondOwn', field: 'dataScope' }
  await expect(createRole(narrow, { ...draft, dataScope: 'branch' })).rejects.toMatchObject(beyond)
  const own = (await createRole(narrow, draft)).id
  const { version, dataScope } = await roleDetail(narrow, { id: own })
  expect(dataScope).toBe('company')
  await expect(updateRole(narrow, { ...draft, id: own, version, dataScope: 'branch' })).rejects.toMatchObject(beyond)
  await expect(setRoleEnabled(narrow, { id: wide, enabled: false })).rejects.toMatchObject(beyond)
  expect(await roleDetail(narrow, { id: wide })).toMatchObject({ manageable: false })
})

test('another data scope ends the sessions of the role’s holders, and is audited', async () => {
  const before = await world.ctxOf({ id: narrow.actor.accountId ?? 0, account: 'owndesk', roleId: narrowRole })
  const token_hash = Buffer.alloc(32, 7)
  await world.db
    .insertInto('session')
    .values({ token_hash, account_id: before.actor.accountId ?? 0, expires_at: new Date(Date.now() + 60_000) })
    .execute()
  const { version, name, type, level } = await roleDetail(admin, { id: narrowRole })
  await updateRole(admin, { id: narrowRole, version, name, type, level, dataScope: 'branch' })
  expect(await world.db.selectFrom('session').select('account_id').where('token_hash', '=', token_hash).execute()).toEqual([])
  const audit = await world.db
    .selectFrom('audit_log')
    .select(['action', 'changes'])
    .where('object_kind', '=', 'role')
    .where('object_id', '=', String(narrowRole))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(audit).toEqual({ action: 'role.update', changes: { data_scope: ['company', 'branch'] } })
})
