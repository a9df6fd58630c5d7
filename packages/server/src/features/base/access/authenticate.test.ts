import type { Updateable } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tables } from '../../../tables/index.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { callerOfAccount, createAuthenticate, type Caller } from './authenticate.ts'
import { hashOf, newToken } from './token.ts'

let world: TestWorld
let authenticate: (token: string) => Promise<Caller | null>

beforeAll(async () => {
  world = await testWorld()
  authenticate = createAuthenticate(world.db, world.clock, world.systemCtx.config)
})
afterAll(() => world.stop())

test('the actor has account, company, level and operations; an unknown token is nobody', async () => {
  const { northEngineer } = world.accounts
  const token = await world.tokenOf(northEngineer)
  const caller = await authenticate(token)
  expect(caller?.actor).toEqual({
    accountId: northEngineer.id,
    accountType: 'distributor',
    companyId: world.companies.north.id,
    companyPath: world.companies.north.path,
    customerId: null,
    name: 'North Engineer',
    level: 5,
    operations: new Set(['repairOrder:view', 'order:work', 'alarm:view']),
    mustChangePassword: false,
    mustSetUpTwoStep: false,
    sessionHash: hashOf(token),
    issuer: null,
  })
  expect(await authenticate(newToken().token)).toBeNull()
})

test('scope follows the account type', async () => {
  const { companies, customers, accounts } = world
  const scopes = await Promise.all(
    [accounts.siterAdmin, accounts.northAgentAdmin, accounts.northCustomer, accounts.northUser].map(
      async (account) => (await callerOfAccount(world.db, world.clock)(account.id))?.scope,
    ),
  )
  expect(scopes).toEqual([
    { kind: 'company', companyId: companies.siter.id, depth: 1, accountId: accounts.siterAdmin.id },
    { kind: 'company', companyId: companies.northAgent.id, depth: 3, accountId: accounts.northAgentAdmin.id },
    { kind: 'customer', customerId: customers.north, accountId: accounts.northCustomer.id },
    { kind: 'user', accountId: accounts.northUser.id },
  ])
})

describe('access ends at the next call', () => {
  const off = <T extends 'account' | 'company' | 'customer' | 'role'>(
    name: string,
    table: T,
    id: () => number,
    values: Updateable<Tables[T]>,
    on: Updateable<Tables[T]>,
    who: keyof TestWorld['accounts'] = 'northAgentAdmin',
  ) => ({ name, table, id, values, on, who })
  test.each([
    off('account disabled', 'account', () => world.accounts.northAgentAdmin.id, { enabled: false }, { enabled: true }),
    off(
      'account expired',
      'account',
      () => world.accounts.northAgentAdmin.id,
      { valid_until: new Date(0) },
      { valid_until: null },
    ),
    off('account deleted', 'account', () => world.accounts.northAgentAdmin.id, { deleted_at: new Date() }, { deleted_at: null }),
    off('company disabled', 'company', () => world.companies.northAgent.id, { enabled: false }, { enabled: true }),
    off('company above disabled', 'company', () => world.companies.north.id, { enabled: false }, { enabled: true }),
    off('company above expired', 'company', () => world.companies.north.id, { expires_at: new Date(0) }, { expires_at: null }),
    off('customer disabled', 'customer', () => world.customers.north, { enabled: false }, { enabled: true }, 'northCustomer'),
  ])('$name', async ({ table, id, values, on, who }) => {
    const token = await world.tokenOf(world.accounts[who])
    const sibling = await world.tokenOf(world.accounts.southAdmin)
    expect(await authenticate(token)).not.toBeNull()
    const set = (to: object) => world.db.updateTable(table).set(to).where('id', '=', id()).execute()
    await set(values)
    expect(await authenticate(token)).toBeNull()
    expect(await authenticate(sibling)).not.toBeNull()
    await set(on)
    expect(await authenticate(token)).not.toBeNull()
  })

  test('a company expires by the clock', async () => {
    const token = await world.tokenOf(world.accounts.northAgentAdmin)
    const expires_at = new Date(world.clock.now().getTime() + 60_000)
    await world.db.updateTable('company').set({ expires_at }).where('id', '=', world.companies.north.id).execute()
    expect(await authenticate(token)).not.toBeNull()
    world.clock.forward(60_000)
    expect(await authenticate(token)).toBeNull()
    await world.db.updateTable('company').set({ expires_at: null }).where('id', '=', world.companies.north.id).execute()
  })
})

describe('operations', () => {
  const held = async (operation: string): Promise<boolean> => {
    const caller = await callerOfAccount(world.db, world.clock)(world.accounts.northEngineer.id)
    return caller?.actor.operations.has(operation) ?? false
  }
  const menu = (code: string, values: Updateable<Tables['menu']>) =>
    world.db.updateTable('menu').set(values).where('code', '=', code).execute()

  test.each(['alarm:view', 'alarm.log', 'alarm'])('go with the menu entry %s', async (code) => {
    expect(await held('alarm:view')).toBe(true)
    await menu(code, { enabled: false })
    expect(await held('alarm:view')).toBe(false)
    expect(await held('order:work')).toBe(true)
    await menu(code, { enabled: true })
  })

  test('go with the account types of the entry', async () => {
    await menu('alarm:view', { account_types: ['siter'] })
    expect(await held('alarm:view')).toBe(false)
    await menu('alarm:view', { account_types: ['siter', 'distributor'] })
    expect(await held('alarm:view')).toBe(true)
  })

  test('change with the grants of the role, once they are committed', async () => {
    const { roleId } = world.accounts.northEngineer
    const grant = world.db.deleteFrom('role_menu').where('role_id', '=', roleId).where('menu_code', '=', 'alarm:view')
    const undone = world.db.transaction().execute(async (tx) => {
      await tx.executeQuery(grant.compile())
      // Only this transaction knows of it yet.
      expect(await held('alarm:view')).toBe(true)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await held('alarm:view')).toBe(true)
    await grant.execute()
    expect(await held('alarm:view')).toBe(false)
    await world.db.insertInto('role_menu').values({ role_id: roleId, menu_code: 'alarm:view' }).execute()
    expect(await held('alarm:view')).toBe(true)
  })

  test('and the level change with the role', async () => {
    const role = (enabled: boolean) =>
      world.db.updateTable('role').set({ enabled }).where('id', '=', world.accounts.northEngineer.roleId).execute()
    await role(false)
    const caller = await callerOfAccount(world.db, world.clock)(world.accounts.northEngineer.id)
    expect(caller?.actor).toMatchObject({ level: 99, operations: new Set() })
    await role(true)
  })
})

test('a session is extended while it is used, and written at most once a minute', async () => {
  const token = await world.tokenOf(world.accounts.southAdmin)
  const hash = hashOf(token)
  const lastSeen = async (): Promise<number> => {
    const row = await world.db
      .selectFrom('session')
      .select('last_seen_at')
      .where('token_hash', '=', hash)
      .executeTakeFirstOrThrow()
    return Date.parse(row.last_seen_at)
  }
  const start = await lastSeen()
  world.clock.forward(50_000)
  await authenticate(token)
  expect(await lastSeen()).toBe(start)
  world.clock.forward(20_000)
  await authenticate(token)
  expect(await lastSeen()).toBe(start + 70_000)
  world.clock.forward(world.systemCtx.config.sessionHours * 3_600_000 - 1_000)
  expect(await authenticate(token)).not.toBeNull()
  world.clock.forward(world.systemCtx.config.sessionHours * 3_600_000)
  expect(await authenticate(token)).toBeNull()
})
