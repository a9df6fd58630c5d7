import { checkRoute, limits, menus as entries, pages, settingDefaults, type MenuNode, type MenuSeed } from '@emberwatch/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unauthenticated, type Ctx } from '../../../platform/context.ts'
import { scoped } from '../../../platform/database/scope.ts'
import { testWorld, worldPassword, type TestWorld, type WorldAccount } from '../../../testing/context.ts'
import { upload } from '../../base/file/file.verbs.ts'
import { createAuthenticate, type Caller } from '../../base/access/authenticate.ts'
import { changePassword, setPreference, updateInfo } from './own-account.verbs.ts'
import { endOtherSessions, endOwnSession, login, logout } from './session.verbs.ts'
import { removeExpired } from '../../base/access/open-sessions.ts'
import { branding, companyOfCode, info, menus, ownSessions } from './session.reads.ts'
import { squarePng, uploadOf } from '../../../testing/images.ts'

let world: TestWorld
let visitor: Ctx
let authenticate: (token: string) => Promise<Caller | null>

beforeAll(async () => {
  world = await testWorld()
  const scope = { kind: 'none' } as const
  visitor = { ...world.systemCtx, actor: unauthenticated, scope, db: scoped(world.db, scope) }
  authenticate = createAuthenticate(world.db, world.clock, world.systemCtx.config)
})
afterAll(() => world.stop())

const reasonOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'ok',
    (error: Error) => error.message,
  )
const signIn = async ({ account }: WorldAccount, password = worldPassword): Promise<string> =>
  String(await login(visitor, { account, password }))
/** The context of a call with this token. */
const withToken = async (token: string): Promise<Ctx> => {
  const caller = await authenticate(token)
  if (!caller) throw new Error('the session has ended')
  return { ...world.systemCtx, ...caller, db: scoped(world.db, caller.scope) }
}
const lastAudit = () => world.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()

test('signing out ends this session, tells its streams, and leaves others alone', async () => {
  const [one, two] = [await signIn(world.accounts.southAdmin), await signIn(world.accounts.southAdmin)]
  const ctx = await withToken(one)
  await logout(ctx)
  expect(await authenticate(one)).toBeNull()
  expect(await authenticate(two)).not.toBeNull()
  const event = await world.db.selectFrom('live_event').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(event).toMatchObject({
    kind: 'session',
    change: 'ended',
    path: '',
    account_id: null,
    data: { sessions: [ctx.actor.sessionHash?.toString('hex')] },
  })
  expect(await lastAudit()).toMatchObject({ action: 'session.logout', actor_id: world.accounts.southAdmin.id })
})

describe('the list of one’s sessions', () => {
  test('marks the current one, latest first, and contains nobody else’s', async () => {
    const { southAgentAdmin } = world.accounts
    const first = await withToken(await signIn(southAgentAdmin))
    world.clock.forward(1_000)
    await signIn(southAgentAdmin)
    await signIn(world.accounts.southAdmin)
    const { ip, userAgent } = visitor.origin
    expect(await ownSessions(first)).toEqual([
      expect.objectContaining({ ip, userAgent, issuer: null, current: false }),
      expect.objectContaining({ ip, userAgent, issuer: null, current: true }),
    ])
  })

  test('allows ending them one by one, only the caller’s own', async () => {
    const token = await signIn(world.accounts.southAgentAdmin)
    const ctx = await withToken(await signIn(world.accounts.southAgentAdmin))
    const stranger = await withToken(await signIn(world.accounts.southAdmin))
    const { id } = (await ownSessions(await withToken(token))).find((session) => session.current) ?? { id: 0 }
    expect(await reasonOf(endOwnSession(stranger, { id }))).toBe('notFound')
    expect(await authenticate(token)).not.toBeNull()
    await endOwnSession(ctx, { id })
    expect(await authenticate(token)).toBeNull()
    expect(await lastAudit()).toMatchObject({ action: 'session.end', actor_id: ctx.actor.accountId })
    expect(await reasonOf(endOwnSession(ctx, { id }))).toBe('notFound')
  })

  test('allows ending all others together', async () => {
    const elsewhere = await signIn(world.accounts.southAgentAdmin)
    const here = await signIn(world.accounts.southAgentAdmin)
    await endOtherSessions(await withToken(here))
    expect(await authenticate(elsewhere)).toBeNull()
    expect(await ownSessions(await withToken(here))).toEqual([expect.objectContaining({ current: true })])
    expect(await lastAudit()).toMatchObject({ action: 'session.endOthers', actor_id: world.accounts.southAgentAdmin.id })
  })
})

describe('changing one’s password', () => {
  test('keeps this session, ends the others, and lifts the obligation to change it', async () => {
    const { southEngineer } = world.accounts
    await world.db.updateTable('account').set({ must_change_password: true }).where('id', '=', southEngineer.id).execute()
    const [here, elsewhere] = [await signIn(southEngineer), await signIn(southEngineer)]
    const ctx = await withToken(here)
    expect(ctx.actor.mustChangePassword).toBe(true)
    await changePassword(ctx, { oldPwd: worldPassword, newPwd: 'another-one' })
    expect((await authenticate(here))?.actor.mustChangePassword).toBe(false)
    expect(await authenticate(elsewhere)).toBeNull()
    expect(await reasonOf(signIn(southEngineer))).toBe('wrongCredentials')
    expect(await reasonOf(signIn(southEngineer, 'another-one'))).toBe('ok')
    const audit = await world.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'account.changePassword')
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(audit)).not.toMatch(/another-one|argon2/)
  })

  test('requires the old one and a different one, and counts wrong ones', async () => {
    const ctx = await world.ctxOf(world.accounts.northEngineer)
    expect(await reasonOf(changePassword(ctx, { oldPwd: worldPassword, newPwd: worldPassword }))).toBe('samePassword')
    for (let i = 0; i < settingDefaults.wrongPasswords; i++) {
      expect(await reasonOf(changePassword(ctx, { oldPwd: 'wrong-one', newPwd: 'another-one' }))).toBe('wrongOldPassword')
    }
    expect(await reasonOf(changePassword(ctx, { oldPwd: worldPassword, newPwd: 'another-one' }))).toBe('accountLocked')
  })
})

describe('the caller’s own information', () => {
  test('is complete', async () => {
    const { northAgentAdmin } = world.accounts
    await signIn(northAgentAdmin)
    const ctx = await world.ctxOf(northAgentAdmin)
    expect(await info(ctx)).toMatchObject({
      id: northAgentAdmin.id,
      account: northAgentAdmin.account,
      roleNames: ['North Agent Admin'],
      accountType: 'agent_one',
      companyName: 'North Agent',
      timeZone: expect.any(String),
      lastLoginTime: world.clock.now().toISOString(),
      operations: [...ctx.actor.operations].sort(),
      joined: [],
      mustChangePassword: false,
      preferences: {},
    })
  })

  test('names a role that a company above owns', async () => {
    const { northAgentAdmin, siterEngineer } = world.accounts
    await world.db.insertInto('account_role').values({ account_id: northAgentAdmin.id, role_id: siterEngineer.roleId }).execute()
    expect((await info(await world.ctxOf(northAgentAdmin))).roleNames).toEqual(['North Agent Admin', 'Siter Engineer'])
    await world.db
      .deleteFrom('account_role')
      .where('account_id', '=', northAgentAdmin.id)
      .where('role_id', '=', siterEngineer.roleId)
      .execute()
  })

  test('changes with its audit row; the avatar must be the caller’s own upload for this purpose', async () => {
    const ctx = await world.ctxOf(world.accounts.northAdmin)
    const mine = await upload(ctx, { purpose: 'avatar' }, uploadOf(await squarePng(64)))
    const photo = await upload(ctx, { purpose: 'photo' }, uploadOf(await squarePng(64)))
    const foreign = await upload(
      await world.ctxOf(world.accounts.northEngineer),
      { purpose: 'avatar' },
      uploadOf(await squarePng(64)),
    )
    const fields = { name: 'Front Desk', phone: '13800000001' }
    expect(await reasonOf(updateInfo(ctx, { ...fields, avatar: photo }))).toBe('noAccess')
    expect(await reasonOf(updateInfo(ctx, { ...fields, avatar: foreign }))).toBe('noAccess')
    const password = worldPassword
    await updateInfo(ctx, { ...fields, email: 'desk@example.com', avatar: mine, language: 'en', password })
    expect(await info(ctx)).toMatchObject({ ...fields, email: 'desk@example.com', avatar: mine, language: 'en' })
    expect((await lastAudit()).changes).toMatchObject({ name: ['North Admin', 'Front Desk'], avatar: [null, mine] })
    await updateInfo(ctx, { ...fields, password })
    expect(await info(ctx)).toMatchObject({ ...fields, email: null, avatar: mine, language: 'en' })
  })

  test('within 15 minutes of a sign-in or a password, phone and email change without one', async () => {
    const ctx = await withToken(await signIn(world.accounts.southAgentAdmin))
    const own = { name: 'Agent South', phone: '13800000015' }
    await updateInfo(ctx, own)
    world.clock.forward(limits.proofFresh + 1_000)
    await expect(updateInfo(ctx, { ...own, phone: '13800000016' })).rejects.toMatchObject({
      reason: 'proofNeeded',
      field: 'password',
    })
    await expect(updateInfo(ctx, { ...own, phone: '13800000016', password: 'not-mine' })).rejects.toThrow('wrongPassword')
    await updateInfo(ctx, { ...own, phone: '13800000016', password: worldPassword })
    await updateInfo(ctx, { ...own, phone: '13800000017' })
    expect(await info(ctx)).toMatchObject({ ...own, phone: '13800000017' })
  })

  test('later, another phone or email requires the password, name and avatar do not', async () => {
    const ctx = await world.ctxOf(world.accounts.northAgentAdmin)
    const refused = { reason: 'proofNeeded', field: 'password' }
    const own = { name: 'Agent', phone: '13800000005', email: 'agent@example.com' }
    await expect(updateInfo(ctx, own)).rejects.toMatchObject(refused)
    await expect(updateInfo(ctx, { ...own, password: 'not-mine' })).rejects.toThrow('wrongPassword')
    await updateInfo(ctx, { ...own, password: worldPassword })
    await updateInfo(ctx, { ...own, name: 'Agent North' })
    expect(await info(ctx)).toMatchObject({ ...own, name: 'Agent North' })
    for (const other of [{ phone: '13800000006' }, { email: 'other@example.com' }, { email: undefined }]) {
      const { email, ...rest } = { ...own, ...other }
      await expect(updateInfo(ctx, { ...rest, ...(email ? { email } : {}) })).rejects.toMatchObject(refused)
    }
  })

  test('the last sign-in shown is the one before this session', async () => {
    const first = world.clock.now().toISOString()
    await signIn(world.accounts.southAgentAdmin)
    world.clock.forward(3_600_000)
    const token = await signIn(world.accounts.southAgentAdmin)
    expect((await info(await withToken(token))).lastLoginTime).toBe(first)
    world.clock.forward(60_000)
    await signIn(world.accounts.southAgentAdmin)
    expect((await info(await withToken(token))).lastLoginTime).toBe(first)
  })
})

describe('preferences', () => {
  test('are kept one by one', async () => {
    const ctx = await world.ctxOf(world.accounts.northUser)
    await setPreference(ctx, { key: 'columns.alarm', value: ['firstAt', 'level'] })
    await setPreference(ctx, { key: 'muted', value: true })
    await setPreference(ctx, { key: 'muted', value: false })
    expect((await info(ctx)).preferences).toEqual({ 'columns.alarm': ['firstAt', 'level'], muted: false })
  })

  test('are limited to 4 KB each and a hundred in all', async () => {
    const ctx = await world.ctxOf(world.accounts.southCustomer)
    expect(await reasonOf(setPreference(ctx, { key: 'big', value: 'x'.repeat(4_095) }))).toBe('tooLarge')
    expect(await reasonOf(setPreference(ctx, { key: 'big', value: 'x'.repeat(4_094) }))).toBe('ok')
    const many = JSON.stringify(Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`k${i}`, i])))
    await world.db.updateTable('account').set({ preferences: many }).where('id', '=', world.accounts.southCustomer.id).execute()
    expect(await reasonOf(setPreference(ctx, { key: 'one-more', value: 1 }))).toBe('tooMany')
    expect(await reasonOf(setPreference(ctx, { key: 'k7', value: 'changed' }))).toBe('ok')
  })
})

describe('menus', () => {
  const flat = (nodes: MenuNode[]): MenuNode[] => nodes.flatMap((node) => [node, ...flat(node.childList)])
  const menusOf = async (account: WorldAccount, locale: 'zh' | 'en' = 'en') => menus(await world.ctxOf(account, locale))

  test('are the whole tree in the caller’s language, each entry with the permission of the roles', async () => {
    const tree = await menusOf(world.accounts.northEngineer)
    const permitted = flat(tree).filter((node) => node.isPermission === 'Y')
    expect(permitted.map((node) => node.code).sort()).toEqual(
      ['alarm', 'alarm.log', 'alarm:view', 'order', 'order.repair', 'order:work', 'repairOrder:view'].sort(),
    )
    expect(checkRoute('/alarm/alarmLogList/detail', tree)).toEqual({ open: true })
    expect(checkRoute('/system/roleManage', tree)).toEqual({ open: false, toModule: 'Roles' })
    const [zh, en] = [await menusOf(world.accounts.northAdmin, 'zh'), await menusOf(world.accounts.northAdmin)]
    expect([zh, en].map((each) => flat(each).find((node) => node.code === 'system.role')?.name)).toEqual(['角色管理', 'Roles'])
  })

  test('open the pages for the caller’s kind of company and what lies below them, and none without a permission', async () => {
    const { siterAdmin, northAdmin, northCustomer, northBare } = world.accounts
    for (const [account, kind] of [
      [siterAdmin, 'siter'],
      [northAdmin, 'distributor'],
      [northCustomer, 'customer'],
      [northBare, undefined],
    ] as const) {
      const tree = await menusOf(account)
      const open = Object.values(pages).filter((path) => checkRoute(path, tree).open)
      const expected = Object.values(pages).filter((path) => {
        const entry = (entries as readonly MenuSeed[]).find(({ url }) => path === url || path.startsWith(`${url}/`))
        return entry === undefined || (kind !== undefined && entry.for.includes(kind))
      })
      expect(open, account.account).toEqual(expected)
    }
  })

  test('a disabled group closes what is in it', async () => {
    const set = (enabled: boolean) => world.db.updateTable('menu').set({ enabled }).where('code', '=', 'alarm').execute()
    await set(false)
    const tree = await menusOf(world.accounts.northAdmin)
    expect(flat(tree).find((node) => node.code === 'alarm.log')?.state).toBe('N')
    expect(checkRoute('/alarm/alarmLogList', tree).open).toBe(false)
    await set(true)
  })
})

describe('branding', () => {
  test('everything that a company has set is on its sign-in page and on those of the companies below', async () => {
    const { south, southAgent } = world.companies
    const pictures = { big_features: 'a', small_features: 'b', login_logo: 'c', login_bg_logo: 'd' }
    const words = { platform_name: 'South Watch', filing_notice: 'Filed 1', support_phone: '400 1', primary_colour: '#0b5cad' }
    const brand = { ...pictures, ...words, app_download_url: 'https://example.com/app' }
    await world.db
      .insertInto('company_config')
      .values({ company_id: south.id, path: south.path, ...brand })
      .execute()
    for (const { id } of [south, southAgent])
      expect(await branding(visitor, { companyId: id })).toMatchObject({
        bigFeatures: 'a',
        smallFeatures: 'b',
        loginLogo: 'c',
        loginBgLogo: 'd',
        platformName: 'South Watch',
        filingNotice: 'Filed 1',
        supportPhone: '400 1',
        primaryColour: '#0b5cad',
        appDownloadUrl: 'https://example.com/app',
      })
    await world.db.deleteFrom('company_config').where('company_id', '=', south.id).execute()
  })

  test('is found only by the requested code or host; what is not set is inherited', async () => {
    const { siter, north, northAgent } = world.companies
    const own = { company_id: north.id, path: north.path, platform_name: 'North Watch', big_features: 'f'.repeat(32) }
    await world.db.insertInto('company_config').values(own).execute()
    await world.db
      .updateTable('company')
      .set({ domain: 'watch.north.example', domain_requested: 'wanted.north.example' })
      .where('id', '=', north.id)
      .execute()
    const operators = { companyId: siter.id, accountType: 'siter', platformName: 'Emberwatch', orgCode: null }
    const norths = { companyId: north.id, platformName: 'North Watch', bigFeatures: 'f'.repeat(32), orgCode: 'NORTH' }
    expect(await branding(visitor, { host: 'Watch.North.example' })).toMatchObject(norths)
    expect(await branding(visitor, { code: 'north' })).toMatchObject(norths)
    expect(await branding(visitor, { code: 'NORTH-A', companyId: north.id })).toMatchObject({
      companyId: northAgent.id,
      accountType: 'agent_one',
      platformName: 'North Watch',
      orgCode: 'NORTH-A',
    })
    // Type and id, as in the address of the page, show the company, but not the code with which one registers.
    const shown = { ...norths, orgCode: null }
    expect(await branding(visitor, { companyId: north.id })).toMatchObject(shown)
    expect(await branding(visitor, { companyId: north.id, accountType: 'distributor' })).toMatchObject(shown)
    expect(await branding(visitor, { companyId: north.id, accountType: 'customer' })).toMatchObject(shown)
    // A company is identified neither by a header, nor by a domain that is not approved. An unknown id looks like none.
    const hosted: Ctx = { ...visitor, origin: { ...visitor.origin, host: 'watch.north.example' } }
    for (const asked of [
      branding(visitor, {}),
      branding(hosted, {}),
      branding(visitor, { companyId: 999_999 }),
      branding(visitor, { companyId: north.id, accountType: 'agent_two' }),
      branding(visitor, { host: 'wanted.north.example' }),
      branding(visitor, { code: 'nowhere' }),
    ])
      expect(await asked).toMatchObject(operators)
    expect(await companyOfCode(visitor, { code: 'north' })).toMatchObject({ companyId: north.id })
    expect(await companyOfCode(visitor, { code: 'watch.north.example' })).toMatchObject({ companyId: north.id })
    for (const code of [undefined, '', ' '])
      expect(await reasonOf(companyOfCode(visitor, code === undefined ? {} : { code }))).toBe('companyCodeEmpty')
    for (const code of ['nowhere', 'wanted.north.example'])
      expect(await reasonOf(companyOfCode(visitor, { code }))).toBe('companyCodeUnknown')
  })
})

test('a session ends so many days after it began, however much it is used', async () => {
  const { sessionDays, sessionHours } = world.systemCtx.config
  const token = await signIn(world.accounts.southCustomer)
  const began = world.clock.now().getTime()
  const end = began + sessionDays * 86_400_000
  while (world.clock.now().getTime() + sessionHours * 3_600_000 < end) {
    expect(await authenticate(token)).not.toBeNull()
    world.clock.forward((sessionHours - 1) * 3_600_000)
  }
  expect(await authenticate(token)).not.toBeNull()
  const { expires_at } = await world.db
    .selectFrom('session')
    .select('expires_at')
    .where('account_id', '=', world.accounts.southCustomer.id)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  expect(Date.parse(expires_at)).toBe(end)
  world.clock.forward(end - world.clock.now().getTime())
  expect(await authenticate(token)).toBeNull()
})

test('what has expired is removed, the rest stays', async () => {
  const now = world.clock.now()
  const old = await signIn(world.accounts.southAdmin)
  world.clock.forward(world.systemCtx.config.sessionHours * 3_600_000 + 86_400_000)
  const fresh = await signIn(world.accounts.southAdmin)
  await world.db.insertInto('login_failure').values({ subject: 'account:long-ago', failures: 3, last_at: now }).execute()
  await removeExpired(world.db, world.clock.now())
  expect(await authenticate(old)).toBeNull()
  expect(await authenticate(fresh)).not.toBeNull()
  const { n } = await world.db
    .selectFrom('session')
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(n).toBe(1)
  expect(
    await world.db.selectFrom('login_failure').select('subject').where('subject', '=', 'account:long-ago').execute(),
  ).toEqual([])
})
