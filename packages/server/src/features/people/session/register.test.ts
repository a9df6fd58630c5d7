import { limits } from '@emberwatch/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unauthenticated, type Ctx } from '../../../platform/context.ts'
import { scoped } from '../../../platform/database/scope.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { removeAccount } from '../account/account.verbs.ts'
import { setAccountEnabled } from '../account/account-access.verbs.ts'
import { createAuthenticate } from '../../base/access/authenticate.ts'
import { login } from './session.verbs.ts'
import { register } from './own-account.verbs.ts'

let world: TestWorld
let visitor: Ctx

beforeAll(async () => {
  world = await testWorld()
  const scope = { kind: 'none' } as const
  visitor = { ...world.systemCtx, actor: unauthenticated, scope, db: scoped(world.db, scope) }
})
afterAll(() => world.stop())

const reasonOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'ok',
    (error: Error) => error.message,
  )
const person = (account: string, companyCode = 'south') => ({
  companyCode,
  account,
  name: 'Newcomer',
  phone: '13800000002',
  password: 'first-one',
})
const stored = (account: string) =>
  world.db.selectFrom('account').selectAll().where('account', '=', account).executeTakeFirstOrThrow()
const lastAudit = (action: string) =>
  world.db.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('id', 'desc').executeTakeFirstOrThrow()
const userRole = async (company: 'south' | 'southAgent'): Promise<number> => {
  const { id: company_id, path } = world.companies[company]
  const role = { company_id, path, name: 'User', type: 'user' as const, level: 9 }
  return (await world.db.insertInto('role').values(role).returning('id').executeTakeFirstOrThrow()).id
}
const counted = async (companyId: number): Promise<number> =>
  (await world.db.selectFrom('company_count').select('accounts').where('company_id', '=', companyId).executeTakeFirstOrThrow())
    .accounts

test('a registered person is a disabled user of the company until its staff enable the account', async () => {
  const input = person('newcomer1')
  expect(await reasonOf(register(visitor, { ...input, companyCode: 'nowhere' }))).toBe('companyCodeUnknown')
  await register(visitor, input)
  const row = await stored('newcomer1')
  expect(row).toMatchObject({
    type: 'user',
    enabled: false,
    pending: true,
    path: world.companies.south.path,
    company_id: world.companies.south.id,
  })
  // Only the right password tells that the account is waiting.
  expect(await reasonOf(login(visitor, { account: 'newcomer1', password: 'first-one' }))).toBe('registrationPending')
  expect(await reasonOf(login(visitor, { account: 'newcomer1', password: 'wrong-one' }))).toBe('wrongCredentials')
  const south = await world.ctxOf(world.accounts.southAdmin)
  await expect(setAccountEnabled(south, 'staff', { id: row.id, enabled: true })).rejects.toMatchObject({
    reason: 'roleRequired',
    field: 'roleIds',
  })
  const roleIds = [await userRole('south')]
  await setAccountEnabled(south, 'staff', { id: row.id, enabled: true, roleIds })
  expect(await lastAudit('account.forbidden')).toMatchObject({ changes: { enabled: [false, true], roles: [[], roleIds] } })
  const token = String(await login(visitor, { account: 'newcomer1', password: 'first-one' }))
  const authenticate = createAuthenticate(world.db, world.clock, world.systemCtx.config)
  expect((await authenticate(token))?.scope).toEqual({ kind: 'user', accountId: row.id })
})

test('a taken name gets the same answer after the same work, without any effect', async () => {
  const taken = { ...person(world.accounts.northAdmin.account.toUpperCase()), password: 'known-to-me' }
  const audits = async () =>
    (await world.db.selectFrom('audit_log').select('id').where('action', '=', 'account.register').execute()).length
  const before = await audits()
  expect(await register(visitor, taken)).toEqual(await register(visitor, { ...taken, account: 'nobodysname' }))
  expect(await audits()).toBe(before + 2)
  // Only an applicant who waits is told so: decision 179.
  expect(await reasonOf(login(visitor, { account: taken.account, password: 'known-to-me' }))).toBe('wrongCredentials')
  expect(await reasonOf(login(visitor, { account: 'nobodysname', password: 'known-to-me' }))).toBe('registrationPending')
  const rows = await world.db
    .selectFrom('account')
    .select('id')
    .where('company_id', '=', world.companies.south.id)
    .where('name', '=', 'Newcomer')
    .where('account', 'ilike', 'northadmin')
    .execute()
  expect(rows).toEqual([])
})

test.each([
  ['companyDisabled', 'southAgent', { enabled: false }, { enabled: true }],
  ['companyDisabled', 'south', { enabled: false }, { enabled: true }],
  ['companyExpired', 'south', { expires_at: new Date(0) }, { expires_at: null }],
] as const)('%s: nobody registers while %s is stopped', async (reason, company, off, on) => {
  const set = (values: object) =>
    world.db.updateTable('company').set(values).where('id', '=', world.companies[company].id).execute()
  await set(off)
  await expect(register(visitor, person('newcomer2', 'south-a'))).rejects.toMatchObject({
    reason,
    field: 'companyCode',
    params: { company: 'South Agent' },
  })
  await set(on)
})

test('a quota counts a registered account from when it is enabled', async () => {
  const { id } = world.companies.north
  const north = await world.ctxOf(world.accounts.northAdmin)
  const before = await counted(id)
  const setQuota = (accounts: number) =>
    world.db
      .updateTable('company')
      .set({ quotas: JSON.stringify({ accounts }) })
      .where('id', '=', id)
      .execute()
  for (const account of ['waiting1', 'waiting2', 'waiting3']) await register(visitor, person(account, 'north'))
  expect(await counted(id)).toBe(before)
  const [one, two, three] = [await stored('waiting1'), await stored('waiting2'), await stored('waiting3')]
  const roleIds = [world.accounts.northUser.roleId]
  const enable = (account: { id: number }, enabled = true) =>
    reasonOf(setAccountEnabled(north, 'staff', { id: account.id, enabled, ...(enabled ? { roleIds } : {}) }))
  await world.db.updateTable('role').set({ level: 9 }).where('id', 'in', roleIds).execute()
  // Of the company itself and of the two below it.
  const { n } = await world.db
    .selectFrom('company_count')
    .select((e) => e.fn.sum<string>('accounts').as('n'))
    .where('path', 'like', `${world.companies.north.path}%`)
    .executeTakeFirstOrThrow()
  await setQuota(Number(n) + 1)

  const answers = await Promise.all([enable(one), enable(two)])
  expect(answers.sort()).toEqual(['ok', 'quotaReached'])
  expect(await counted(id)).toBe(before + 1)
  const [enabled, refused] = (await stored('waiting1')).enabled ? [one, two] : [two, one]
  expect(await stored(refused.account)).toMatchObject({ enabled: false, pending: true })

  // Disabled again, it still counts, but no longer waits to be enabled.
  expect(await enable(enabled, false)).toBe('ok')
  expect(await stored(enabled.account)).toMatchObject({ enabled: false, pending: false })
  expect(await counted(id)).toBe(before + 1)
  expect(await enable(enabled)).toBe('ok')

  await removeAccount(north, 'staff', { id: three.id })
  expect(await counted(id)).toBe(before + 1)
  await removeAccount(north, 'staff', { id: enabled.id })
  expect(await counted(id)).toBe(before)
  expect(await enable(refused)).toBe('ok')
})

test('a company has a limited number of waiting registrations, of which the oldest leave, even if many register at once', async () => {
  const { id: company_id, path } = world.companies.southAgent
  const waiting = Array.from({ length: limits.pendingRegistrations - 1 }, (_, i) => ({
    company_id,
    path,
    type: 'user' as const,
    account: `crowd${i}`,
    name: 'Crowd',
    password_hash: '',
    enabled: false,
    pending: true,
    created_at: new Date(Date.UTC(2026, 0, 1) + i * 60_000),
  }))
  await world.db.insertInto('account').values(waiting).execute()
  const answers = await Promise.all(
    ['crowdA1', 'crowdA2', 'crowdA3'].map((account) => reasonOf(register(visitor, person(account, 'south-a')))),
  )
  expect(answers).toEqual(['ok', 'ok', 'ok'])
  const left = await world.db
    .selectFrom('account')
    .select(['account', 'deleted_at'])
    .where('company_id', '=', company_id)
    .where('account', 'like', 'crowd%')
    .execute()
  expect(left.filter((each) => each.deleted_at === null)).toHaveLength(limits.pendingRegistrations)
  expect(left.flatMap((each) => (each.deleted_at === null ? [] : [each.account])).sort()).toEqual(['crowd0', 'crowd1'])
  expect(await lastAudit('account.del')).toMatchObject({ actor_id: null, result: 'registrationsFull' })
  expect(await reasonOf(register(visitor, person('crowdB1')))).toBe('ok')

  const { id } = await stored('crowd2')
  const roleIds = [await userRole('southAgent')]
  await setAccountEnabled(await world.ctxOf(world.accounts.southAgentAdmin), 'staff', { id, enabled: true, roleIds })
  expect(await reasonOf(register(visitor, person('crowdB2', 'south-a')))).toBe('ok')
})
