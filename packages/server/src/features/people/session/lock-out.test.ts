import { limits, settingDefaults } from '@emberwatch/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { unauthenticated, type Ctx } from '../../../platform/context.ts'
import { scoped } from '../../../platform/database/scope.ts'
import { testWorld, worldPassword, type TestWorld } from '../../../testing/context.ts'
import { unlockAccount } from '../account/account-access.verbs.ts'
import { login } from './session.verbs.ts'

/** Guessing from elsewhere slows down unknown addresses and locks nobody out (domain.md, "Accounts"). */

let world: TestWorld
const home = '198.51.100.1'
const account = 'NorthAdmin'

beforeAll(async () => {
  world = await testWorld()
})
afterAll(() => world.stop())
beforeEach(async () => {
  for (const table of ['login_failure', 'sign_in_address', 'message'] as const) await world.db.deleteFrom(table).execute()
})

const from = (ip: string): Ctx => ({
  ...world.systemCtx,
  actor: unauthenticated,
  scope: { kind: 'none' },
  db: scoped(world.db, { kind: 'none' }),
  origin: { ...world.systemCtx.origin, ip },
})
const attempt = (ip: string, password = worldPassword, name = account) =>
  login(from(ip), { account: name, password }).then(
    () => 'ok',
    (error: Error & { params?: { seconds?: number } }) =>
      error.params?.seconds === undefined ? error.message : `${error.message} ${error.params.seconds}`,
  )
/** Each guess from a different address. */
const guess = async (times: number, name = account): Promise<void> => {
  for (let i = 0; i < times; i++) {
    const ip = `203.0.113.${i}`
    if ((await attempt(ip, 'wrong-one', name)).startsWith('signInPaused')) {
      world.clock.forward(limits.signInPause)
      await attempt(ip, 'wrong-one', name)
    }
  }
}
const counted = (subject: string, failures: number) =>
  world.db
    .insertInto('login_failure')
    .values({ subject, failures, last_at: world.clock.now() })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ failures, last_at: world.clock.now() }))
    .execute()
const notifications = async () =>
  (await world.db.selectFrom('message').select(['account_id', 'type']).where('type', '=', 'signInAttempts').execute()).length

test('a thousand unknown addresses lock nobody out of an address that the account signed in from', async () => {
  expect(await attempt(home)).toBe('ok')
  await guess(14)
  expect(await attempt(home)).toBe('ok')
  const locked_until = new Date(world.clock.now().getTime() + 60_000)
  // Nor if strangers share the address and others enter many wrong passwords.
  await world.db
    .insertInto('login_failure')
    .values({ subject: `address:${home}`, failures: 60, last_at: world.clock.now(), locked_until })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ failures: 60, locked_until }))
    .execute()
  expect(await attempt(home)).toBe('ok')
})

test('an address counts as known for 30 days', async () => {
  expect(await attempt(home)).toBe('ok')
  world.clock.forward(limits.knownAddressDays * 86_400_000 + 1_000)
  await counted(`account:${account.toLowerCase()}`, 40)
  expect(await attempt(home)).toMatch(/^signInPaused/)
})

test('5 wrong passwords lock the account only for that address; an administrator lifts it', async () => {
  for (let i = 0; i < settingDefaults.wrongPasswords; i++)
    expect(await attempt('192.0.2.9', 'wrong-one')).toBe('wrongCredentials')
  expect(await attempt('192.0.2.9')).toBe('accountLocked')
  expect(await attempt('192.0.2.10')).toBe('ok')
  await unlockAccount(await world.ctxOf(world.accounts.siterAdmin), 'staff', { id: world.accounts.northAdmin.id })
  expect(await attempt('192.0.2.9')).toBe('ok')
})

describe('while passwords are guessed from many addresses', () => {
  test('a new address waits longer and longer, alone, and then gets in', async () => {
    await guess(10)
    expect(await attempt('192.0.2.20')).toBe('signInPaused 1')
    await guess(3)
    expect(await attempt('192.0.2.21')).toBe('signInPaused 8')
    await counted(`account:${account.toLowerCase()}`, 40)
    expect(await attempt('192.0.2.22')).toBe('signInPaused 60')
    // Further tries meanwhile do not extend it, neither one's own nor others'.
    world.clock.forward(30_000)
    expect(await attempt('192.0.2.22')).toBe('signInPaused 30')
    await attempt('192.0.2.23')
    world.clock.forward(30_000)
    expect(await attempt('192.0.2.22')).toBe('ok')
  })

  test('a name that does not exist is treated the same', async () => {
    await counted('account:nobodyatall', 40)
    expect(await attempt('192.0.2.24', 'wrong-one', 'NobodyAtAll')).toBe('signInPaused 60')
    expect(await attempt('192.0.2.24')).toBe('ok')
  })

  test('one password on many accounts: unknown addresses of every account have to wait', async () => {
    await counted('everywhere', 1_200)
    expect(await attempt('192.0.2.25')).toMatch(/^signInPaused 60/)
    await world.db
      .insertInto('sign_in_address')
      .values({ account_id: world.accounts.northAdmin.id, address: home, last_at: world.clock.now() })
      .execute()
    expect(await attempt(home)).toBe('ok')
  })

  test('the owner is notified, once an hour', async () => {
    await guess(4)
    await guess(9)
    await vi.waitFor(async () => expect(await notifications()).toBe(1), 30_000)
    expect(
      await world.db.selectFrom('audit_log').select('object_id').where('action', '=', 'account.attempts').execute(),
    ).toContainEqual({
      object_id: String(world.accounts.northAdmin.id),
    })
    world.clock.forward(3_600_001)
    await guess(8)
    await vi.waitFor(async () => expect(await notifications()).toBe(2), 30_000)
  })
})
