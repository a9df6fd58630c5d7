import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { newCompany, reasonOf } from './company.fixture.ts'
import { companyDetail, pageCompanies } from './company.reads.ts'
import { createCompany } from './create-company.ts'
import { removeCompany, setCompanyEnabled, renewCompany } from './company-control.verbs.ts'
import { lockOwner } from '../../base/tenant/tenant.rules.ts'
import { selectStaff, setCompanyAdministrator } from './company.verbs.ts'

const dayMs = 86_400_000

let world: TestWorld
let siter: Ctx
let north: Ctx

beforeAll(async () => {
  world = await testWorld()
  siter = await world.ctxOf(world.accounts.siterAdmin)
  north = await world.ctxOf(world.accounts.northAdmin)
})
afterAll(() => world.stop())

const at = (days: number): string => new Date(world.clock.now().getTime() + days * dayMs).toISOString()
const auditOf = (action: string) =>
  world.db.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('id', 'desc').executeTakeFirstOrThrow()

describe('renewing', () => {
  test('sets the date of expiry and nothing else, by version', async () => {
    const { id } = await createCompany(north, 'agent_one', newCompany({ expiresAt: at(1), email: 'desk@example.com' }))
    const { updatedAt: _at, updatedBy: _by, ...before } = await companyDetail(north, 'agent_one', { id })
    const expiresAt = at(365)
    await renewCompany(north, 'agent_one', { id, version: 1, expiresAt })
    expect(await companyDetail(north, 'agent_one', { id })).toMatchObject({ ...before, expiresAt, version: 2 })
    expect(await auditOf('agentOne.renew')).toMatchObject({
      object_id: String(id),
      company_id: id,
      changes: { expires_at: [before.expiresAt, expiresAt] },
    })
    expect(await reasonOf(renewCompany(north, 'agent_one', { id, version: 1, expiresAt }))).toBe('staleVersion')
  })

  test('requires a time in the future, and a company below one’s own', async () => {
    const { id } = await createCompany(north, 'agent_one', newCompany())
    const past = await renewCompany(north, 'agent_one', { id, version: 1, expiresAt: at(0) }).catch((error: unknown) => error)
    expect(past).toMatchObject({ reason: 'notHere', field: 'expiresAt' })
    const own = { id: world.companies.north.id, version: 1, expiresAt: at(9) }
    expect(await reasonOf(renewCompany(north, 'distributor', own))).toBe('noAccess')
  })
})

describe('the administrator', () => {
  const refusalOf = (id: number, accountId: number) =>
    setCompanyAdministrator(siter, 'distributor', { id, accountId }).catch((error: unknown) => error)

  test('is one of the company’s enabled staff', async () => {
    const { id } = world.companies.north
    const choices = await selectStaff(siter, 'distributor', { id })
    expect(choices.map((each) => each.value)).toEqual(
      expect.arrayContaining([world.accounts.northAdmin.id, world.accounts.northEngineer.id]),
    )
    expect(choices).toContainEqual({ value: world.accounts.northEngineer.id, label: 'NorthEngineer · North Engineer' })
    expect((await selectStaff(siter, 'distributor', { id, keyword: 'engin' })).map((each) => each.value)).toEqual([
      world.accounts.northEngineer.id,
    ])
    await world.db
      .updateTable('account')
      .set({ valid_until: at(-1) })
      .where('id', '=', world.accounts.northBare.id)
      .execute()
    for (const unfit of [
      world.accounts.northBare,
      world.accounts.northCustomer,
      world.accounts.northUser,
      world.accounts.northAgentAdmin,
    ]) {
      expect((await selectStaff(siter, 'distributor', { id })).map((each) => each.value)).not.toContain(unfit.id)
      expect(await refusalOf(id, unfit.id)).toMatchObject({ reason: 'notHere', field: 'accountId' })
    }
  })

  test('named by somebody else meanwhile is not replaced unknowingly', async () => {
    const { id } = await createCompany(siter, 'distributor', newCompany())
    const { adminAccountId, version } = await companyDetail(siter, 'distributor', { id })
    const name = () => setCompanyAdministrator(siter, 'distributor', { id, version, accountId: adminAccountId ?? 0 })
    expect(await reasonOf(name())).toBe('ok')
    expect(await reasonOf(name())).toBe('staleVersion')
  })

  test('can be named again after the previous account was deleted', async () => {
    const { id } = world.companies.north
    expect(await companyDetail(siter, 'distributor', { id })).toMatchObject({ adminAccount: null, adminAccountId: null })
    const { northEngineer } = world.accounts
    await setCompanyAdministrator(siter, 'distributor', { id, accountId: northEngineer.id })
    expect(await companyDetail(siter, 'distributor', { id })).toMatchObject({
      adminAccount: northEngineer.account,
      adminAccountId: northEngineer.id,
    })
    expect(await auditOf('distributor.setAdmin')).toMatchObject({
      object_id: String(id),
      actor_id: world.accounts.siterAdmin.id,
      changes: { admin_account_id: [null, northEngineer.id] },
    })
    expect(await reasonOf(setCompanyAdministrator(north, 'distributor', { id, accountId: world.accounts.northAdmin.id }))).toBe(
      'noAccess',
    )
  })
})

test('a row names the outermost company above that stops it, and why', async () => {
  const top = await createCompany(siter, 'distributor', newCompany({ expiresAt: at(1) }))
  const middle = await createCompany(siter, 'agent_one', newCompany({ parentId: top.id }))
  const { id } = await createCompany(siter, 'agent_two', newCompany({ parentId: middle.id }))
  const blocked = async () => (await companyDetail(siter, 'agent_two', { id })).blockedBy
  const nameOf = async (kind: 'distributor' | 'agent_one', of: number) => (await companyDetail(siter, kind, { id: of })).name
  expect(await blocked()).toBeNull()
  await setCompanyEnabled(siter, 'agent_one', { id: middle.id, enabled: false })
  expect(await blocked()).toEqual({ company: await nameOf('agent_one', middle.id), reason: 'disabled' })
  world.clock.forward(dayMs)
  expect(await blocked()).toEqual({ company: await nameOf('distributor', top.id), reason: 'expired' })
  const { list } = await pageCompanies(siter, 'distributor', { pageSize: 100 })
  expect(list.find((row) => row.id === top.id)?.blockedBy).toBeNull() // its own state already says so
})

describe('a deletion and a creation at once', () => {
  const waiting = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db)
    return rows[0]?.n ?? 0
  }
  /** Starts `first`, which proceeds as far as `held` allows; then `second`, which must wait for it; then lets both finish. */
  const overlap = async (
    held: (db: TestWorld['db']) => Promise<unknown>,
    first: () => Promise<unknown>,
    second: () => Promise<unknown>,
  ): Promise<string[]> => {
    const holding = await world.db.startTransaction().execute()
    try {
      await held(holding)
      const one = reasonOf(first())
      await vi.waitFor(async () => expect(await waiting()).toBe(1))
      const two = reasonOf(second())
      await vi.waitFor(async () => expect(await waiting()).toBe(2))
      await holding.rollback().execute()
      return await Promise.all([one, two])
    } finally {
      if (!holding.isRolledBack) await holding.rollback().execute()
    }
  }

  test('the deletion finds what was created first', async () => {
    const { id } = await createCompany(siter, 'distributor', newCompany())
    const child = newCompany({ parentId: id })
    const { path } = world.companies.south
    const taken = { company_id: world.companies.south.id, path, type: 'distributor' as const, name: 'x', password_hash: 'x' }
    const results = await overlap(
      (db) =>
        db
          .insertInto('account')
          .values({ ...taken, account: child.adminAccount })
          .execute(),
      () => createCompany(siter, 'agent_one', child),
      () => removeCompany(siter, 'distributor', { id }),
    )
    expect(results).toEqual(['ok', 'inUse'])
  })

  test('nothing is created under what is being deleted', async () => {
    const { id } = await createCompany(siter, 'distributor', newCompany())
    const { adminAccountId } = await companyDetail(siter, 'distributor', { id })
    const results = await overlap(
      (db) =>
        db
          .selectFrom('account')
          .select('id')
          .where('id', '=', adminAccountId ?? 0)
          .forUpdate()
          .execute(),
      () => removeCompany(siter, 'distributor', { id }),
      () => createCompany(siter, 'agent_one', newCompany({ parentId: id })),
    )
    expect(results).toEqual(['ok', 'notFound'])
    expect(await world.db.selectFrom('company').select('id').where('parent_id', '=', id).execute()).toEqual([])
    expect(await reasonOf(lockOwner(world.db, id))).toBe('notFound')
  })
})

test('a company has a role for its ordinary users, who may see fires but not close them', async () => {
  const { id } = await createCompany(north, 'agent_one', newCompany())
  const operations = await world.db
    .selectFrom('role')
    .innerJoin('role_menu', 'role_menu.role_id', 'role.id')
    .innerJoin('menu', 'menu.code', 'role_menu.menu_code')
    .select('menu.operation_code')
    .where('role.company_id', '=', id)
    .where('role.type', '=', 'user')
    .where('menu.operation_code', 'is not', null)
    .orderBy('menu.operation_code')
    .execute()
  expect(operations.map((row) => row.operation_code)).toEqual([
    'alarm:view',
    'dataHome:view',
    'device:view',
    'deviceNotifier:view',
    'deviceUser:view',
    'message:view',
  ])
})
