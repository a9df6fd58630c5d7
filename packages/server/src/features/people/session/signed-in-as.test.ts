import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditedColumns, auditHash, canonicalJson } from '../../../platform/audit.ts'
import { unauthenticated, type Ctx } from '../../../platform/context.ts'
import { scoped } from '../../../platform/database/scope.ts'
import { testWorld, worldPassword, type TestWorld } from '../../../testing/context.ts'
import { accountExport, exportAccounts, pageAccounts } from '../account/account.reads.ts'
import { setAccountEnabled, logOutAccount, resetPassword, issueTicket } from '../account/account-access.verbs.ts'
import { updateAccount } from '../account/account.verbs.ts'
import { setCompanyEnabled } from '../company/company-control.verbs.ts'
import { runExport } from '../../base/file/run-export.ts'
import { pageAuditLog } from '../../system/system-log/audit-log.reads.ts'
import { verifyChains } from '../../system/system-log/verify-chains.ts'
import { callerOfAccount, createAuthenticate } from '../../base/access/authenticate.ts'
import { endedSessions } from '../../base/access/open-sessions.ts'
import { changePassword, setPreference } from './own-account.verbs.ts'
import { endOtherSessions, redeemTicket } from './session.verbs.ts'
import { info } from './session.reads.ts'
import { hashOf } from '../../base/access/token.ts'

/** A session opened as another account with a ticket: whose it is, what it records, and with whom it ends. */

type Name = keyof TestWorld['accounts']

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
const authenticate = (token: string) => createAuthenticate(world.db, world.clock, world.systemCtx.config)(token)
const ctxOf = async (token: string, locale: Ctx['locale'] = 'en'): Promise<Ctx> => {
  const caller = await authenticate(token)
  if (!caller) throw new Error('the session has ended')
  return { ...world.systemCtx, ...caller, db: scoped(world.db, caller.scope), locale }
}
const ticketOf = async (who: Name, whom: Name): Promise<string> => {
  const ctx = await world.ctxOf(world.accounts[who])
  return (await issueTicket(ctx, { accountId: world.accounts[whom].id })).ticket
}
const signInAs = async (who: Name, whom: Name): Promise<string> => redeemTicket(visitor, { ticket: await ticketOf(who, whom) })
const stored = (name: Name) =>
  world.db.selectFrom('account').selectAll().where('id', '=', world.accounts[name].id).executeTakeFirstOrThrow()

test('the caller is the account, and the issuer is known as well', async () => {
  const ctx = await ctxOf(await signInAs('siterAdmin', 'northAdmin'))
  expect(ctx.actor).toMatchObject({
    accountId: world.accounts.northAdmin.id,
    issuer: { accountId: world.accounts.siterAdmin.id, name: 'Siter Admin' },
  })
  expect(await info(ctx)).toMatchObject({ name: 'North Admin', issuer: 'Siter Admin' })
  expect(await info(await world.ctxOf(world.accounts.northAdmin))).toMatchObject({ issuer: null })
})

test('it shows no more of the account’s holder than lists do, unless a call is audited', async () => {
  const contact = { phone: '13800001234', email: 'admin@example.com' }
  await world.db.updateTable('account').set(contact).where('id', '=', world.accounts.northAdmin.id).execute()
  const hidden = { phone: '138****1234', email: 'a***@example.com' }
  const ctx = await ctxOf(await signInAs('siterAdmin', 'northAdmin'))
  const own = await world.ctxOf(world.accounts.northAdmin)
  expect(await info(ctx)).toMatchObject(hidden)
  expect(await info(own)).toMatchObject(contact)
  const listed = async (by: Ctx) =>
    (await pageAccounts(by, 'company', { keyword: 'NorthAdmin' })).list.find((row) => row.id === world.accounts.northAdmin.id)
  expect(await listed(ctx)).toMatchObject(hidden)
  expect(await listed(own)).toMatchObject(contact)
})

test('somebody who may not see an account’s list cannot sign in as anybody in it', async () => {
  const ctx = await world.ctxOf(world.accounts.siterAdmin)
  const { id: accountId } = world.accounts.northAdmin
  const blind = { ...ctx, actor: { ...ctx.actor, operations: new Set(ctx.actor.operations) } }
  blind.actor.operations.delete('distributorAccount:view')
  expect(await reasonOf(issueTicket(blind, { accountId }))).toBe('noAccess')
  expect(await reasonOf(issueTicket(ctx, { accountId }))).toBe('ok')
})

test('when and where the account’s own holder signed in last stays, and the log tells the two apart', async () => {
  const before = await stored('northAdmin')
  await signInAs('siterAdmin', 'northAdmin')
  const { last_login_at, last_login_ip } = await stored('northAdmin')
  expect([last_login_at, last_login_ip]).toEqual([before.last_login_at, before.last_login_ip])
  const log = await world.db.selectFrom('login_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(log).toMatchObject({ account_id: world.accounts.northAdmin.id, result: 'signedInAs' })
})

test('it is not forced to choose a new password', async () => {
  const set = (must_change_password: boolean) =>
    world.db.updateTable('account').set({ must_change_password }).where('id', '=', world.accounts.northAdmin.id).execute()
  await set(true)
  const ctx = await ctxOf(await signInAs('siterAdmin', 'northAdmin'))
  expect(ctx.actor.mustChangePassword).toBe(false)
  expect((await info(ctx)).mustChangePassword).toBe(false)
  expect((await world.ctxOf(world.accounts.northAdmin)).actor.mustChangePassword).toBe(true)
  await set(false)
})

test('it cannot choose for the account whether fires sound', async () => {
  const ctx = await ctxOf(await signInAs('siterAdmin', 'northAdmin'))
  expect(await reasonOf(setPreference(ctx, { key: 'alarmSound', value: 'off' }))).toBe('notInPerson')
  expect((await info(ctx)).preferences).not.toHaveProperty('alarmSound')
  const own = await world.ctxOf(world.accounts.northAdmin)
  expect(await reasonOf(setPreference(own, { key: 'alarmSound', value: 'on' }))).toBe('ok')
})

describe('every audit row written in it', () => {
  const newest = async (ctx: Ctx) =>
    (await pageAuditLog(ctx, { keyword: 'Siter Admin', action: 'account.setPreference' })).list[0]

  test('names both, also in the chain', async () => {
    const ctx = await ctxOf(await signInAs('siterAdmin', 'northAdmin'))
    await setPreference(ctx, { key: 'muted', value: true })
    const row = await world.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'account.setPreference')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      actor_id: world.accounts.northAdmin.id,
      actor_name: 'North Admin',
      issuer_id: world.accounts.siterAdmin.id,
      issuer_name: 'Siter Admin',
    })
    expect((await newest(await world.ctxOf(world.accounts.northAdmin)))?.actor).toBe('Siter Admin as North Admin')
    expect((await newest(await world.ctxOf(world.accounts.northAdmin, 'zh')))?.actor).toBe('Siter Admin（以 North Admin 的身份）')
    expect(await verifyChains(await world.ctxOf(world.accounts.siterAdmin))).toMatchObject({ intact: true })
  })

  test('no longer fits its hash without the issuer', async () => {
    const row = await world.db
      .selectFrom('audit_log')
      .selectAll()
      .where('issuer_id', 'is not', null)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const said = Object.fromEntries(auditedColumns.map((column) => [column, row[column]]))
    const hashWith = (more: object) =>
      auditHash(row.previous_hash, { ...said, changes: canonicalJson(row.changes), ...more }).equals(row.hash)
    expect(hashWith({})).toBe(true)
    expect(hashWith({ issuer_id: null, issuer_name: null })).toBe(false)
    expect(hashWith({ issuer_name: 'Somebody Else' })).toBe(false)
  })

  test('also one written by a job that it ordered', async () => {
    const ctx = await ctxOf(await signInAs('siterAdmin', 'northAdmin'))
    const { exportId } = await exportAccounts(ctx, { list: 'company', format: 'csv' })
    await runExport(world.systemCtx, { account: accountExport }, pino({ level: 'silent' }), exportId)
    const row = await world.db
      .selectFrom('audit_log')
      .select(['actor_name', 'issuer_name', 'result'])
      .where('action', '=', 'export.finish')
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ actor_name: 'North Admin', issuer_name: 'Siter Admin', result: 'ok' })
  })
})

describe('it ends with the issuer’s own sessions', () => {
  const siter = () => world.ctxOf(world.accounts.siterAdmin)
  /** A member of the operating company's staff with the rights of the distributor's engineer. */
  const issuer = 'siterEngineer'
  const target = 'northEngineer'
  const causes: Record<string, () => Promise<unknown>> = {
    'the issuer is disabled': async () => {
      await setAccountEnabled(await siter(), 'staff', { id: world.accounts[issuer].id, enabled: false })
    },
    'the issuer gets other roles': async () => {
      const { version } = await stored(issuer)
      const roles = [world.accounts.siterEngineer.roleId, await newRole()]
      await updateAccount(await siter(), 'staff', {
        id: world.accounts[issuer].id,
        version,
        name: 'Siter Engineer',
        roleIds: roles,
      })
    },
    'the issuer’s password is reset': async () => resetPassword(await siter(), 'staff', { id: world.accounts[issuer].id }),
    'the issuer changes their password': async () =>
      changePassword(await ctxOf(await world.tokenOf(world.accounts[issuer])), { oldPwd: worldPassword, newPwd: 'another-one' }),
    'the issuer ends their other sessions': async () =>
      endOtherSessions(await ctxOf(await world.tokenOf(world.accounts[issuer]))),
    'the issuer is signed out everywhere': async () => logOutAccount(await siter(), 'staff', { id: world.accounts[issuer].id }),
  }
  const newRole = async (): Promise<number> => {
    const { id, path } = world.companies.siter
    const row = { company_id: id, path, name: 'More', type: 'siter' as const, level: 6 }
    return (await world.db.insertInto('role').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  let passwordHash: string
  beforeAll(async () => {
    passwordHash = (await stored(issuer)).password_hash
    await world.db
      .insertInto('role_menu')
      .values(
        ['account:signInAs', 'distributorAccount:view'].map((menu_code) => ({
          role_id: world.accounts[issuer].roleId,
          menu_code,
        })),
      )
      .execute()
  })
  beforeEach(async () => {
    const back = { enabled: true, password_hash: passwordHash, must_change_password: false }
    await world.db.updateTable('account').set(back).where('id', '=', world.accounts[issuer].id).execute()
  })

  test.each(Object.entries(causes))('%s', async (_cause, act) => {
    const token = await signInAs(issuer, target)
    const own = await world.tokenOf(world.accounts[target])
    const unused = await ticketOf(issuer, target)
    expect(await authenticate(token)).not.toBeNull()
    await act()
    expect(await authenticate(token)).toBeNull()
    expect(await world.db.selectFrom('session').select('id').where('token_hash', '=', hashOf(token)).execute()).toEqual([])
    const event = await world.db
      .selectFrom('live_event')
      .select('data')
      .where('kind', '=', 'session')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(event.data['sessions']).toContain(hashOf(token).toString('hex'))
    await expect(redeemTicket(visitor, { ticket: unused })).rejects.toThrow('ticketInvalid')
    expect(await authenticate(own)).not.toBeNull()
  })

  test('the issuer’s company is disabled', async () => {
    const token = await signInAs('northAdmin', 'northAgentAdmin')
    await setCompanyEnabled(await siter(), 'distributor', { id: world.companies.north.id, enabled: false })
    expect(await world.db.selectFrom('session').select('id').where('token_hash', '=', hashOf(token)).execute()).toEqual([])
    await world.db.updateTable('company').set({ enabled: true }).where('id', '=', world.companies.north.id).execute()
  })

  test('at the next call and on open streams, whatever ended the issuer', async () => {
    const token = await signInAs('siterAdmin', 'northAdmin')
    const hash = hashOf(token).toString('hex')
    const { id } = world.accounts.siterAdmin
    const set = (valid_until: Date | null) => world.db.updateTable('account').set({ valid_until }).where('id', '=', id).execute()
    expect(await endedSessions(world.db, world.clock, [hash])).toEqual([])
    await set(new Date(0))
    expect(await authenticate(token)).toBeNull()
    expect(await endedSessions(world.db, world.clock, [hash])).toEqual([hash])
    expect(await callerOfAccount(world.db, world.clock)(world.accounts.northAdmin.id, id)).toBeNull()
    await set(null)
    expect(await authenticate(token)).not.toBeNull()
  })

  test('a ticket is useless if its issuer may no longer sign in', async () => {
    const ticket = await ticketOf('siterAdmin', 'northAdmin')
    const set = (enabled: boolean) =>
      world.db.updateTable('account').set({ enabled }).where('id', '=', world.accounts.siterAdmin.id).execute()
    await set(false)
    await expect(redeemTicket(visitor, { ticket })).rejects.toThrow('ticketInvalid')
    await set(true)
  })
})
