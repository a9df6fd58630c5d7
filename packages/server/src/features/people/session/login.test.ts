import { limits, settingDefaults } from '@emberwatch/contract'
import { argon2Sync } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Ctx, unauthenticated } from '../../../platform/context.ts'
import { scoped } from '../../../platform/database/scope.ts'
import { testWorld, worldPassword, type TestWorld } from '../../../testing/context.ts'
import { addressOf } from '../../base/access/attempts.ts'
import { createAuthenticate } from '../../base/access/authenticate.ts'
import { makeCaptcha } from '../../base/access/captcha.ts'
import { login } from './session.verbs.ts'
import { hashOf } from '../../base/access/token.ts'

let world: TestWorld
/** A caller without a session, from a separate address. */
let visitor: Ctx
let addresses = 0

beforeAll(async () => {
  world = await testWorld()
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.db.deleteFrom('login_failure').execute()
  visitor = from(`192.0.2.${++addresses}`)
})

const from = (ip: string): Ctx => ({
  ...world.systemCtx,
  actor: unauthenticated,
  scope: { kind: 'none' },
  db: scoped(world.db, { kind: 'none' }),
  origin: { ...world.systemCtx.origin, ip },
})

const reasonOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'ok',
    (error: Error) => error.message,
  )
const attempt = (account: string, password: string, ctx = visitor): Promise<string> => reasonOf(login(ctx, { account, password }))

test('a sign-in opens a session that is stored as a hash, with its log and audit rows', async () => {
  const { northAdmin } = world.accounts
  const token = String(await login(visitor, { account: northAdmin.account.toUpperCase(), password: worldPassword }))
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const session = await world.db
    .selectFrom('session')
    .selectAll()
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirstOrThrow()
  const hours = (Date.parse(session.expires_at) - world.clock.now().getTime()) / 3_600_000
  expect(hours).toBe(world.systemCtx.config.sessionHours)
  const log = await world.db.selectFrom('login_log').selectAll().where('account_id', '=', northAdmin.id).executeTakeFirstOrThrow()
  expect(log).toMatchObject({ result: 'ok', ip: visitor.origin.ip, path: world.companies.north.path })
  const audit = await world.db.selectFrom('audit_log').selectAll().where('action', '=', 'session.login').executeTakeFirstOrThrow()
  expect(audit).toMatchObject({ actor_id: northAdmin.id, actor_path: world.companies.north.path })
  const caller = await createAuthenticate(world.db, world.clock, world.systemCtx.config)(token)
  expect(caller?.actor.accountId).toBe(northAdmin.id)
})

test('an unknown account and a wrong password get the same answer, and both are logged', async () => {
  const { southAdmin } = world.accounts
  const answers = [await attempt(southAdmin.account, 'wrong-one'), await attempt('NobodyAtAll', 'wrong-one')]
  expect(answers).toEqual(['wrongCredentials', 'wrongCredentials'])
  const logs = await world.db
    .selectFrom('login_log')
    .select(['account_id', 'result'])
    .where('ip', '=', visitor.origin.ip)
    .orderBy('id')
    .execute()
  expect(logs).toEqual([
    { account_id: southAdmin.id, result: 'wrongCredentials' },
    { account_id: null, result: 'wrongCredentials' },
  ])
})

describe('lock-out', () => {
  test.each(['SouthAdmin', 'NobodyAtAll'])(
    '%s is locked for that address for 15 minutes after 5 wrong passwords',
    async (account) => {
      for (let i = 0; i < settingDefaults.wrongPasswords; i++)
        expect(await attempt(account, 'wrong-one')).toBe('wrongCredentials')
      expect(await attempt(account, worldPassword)).toBe('accountLocked')
      world.clock.forward(settingDefaults.lockOutMinutes * 60_000 - 1_000)
      expect(await attempt(account, worldPassword)).toBe('accountLocked')
      world.clock.forward(2_000)
      expect(await attempt(account, 'wrong-one')).toBe('wrongCredentials')
    },
  )

  test('concurrent tries get no more attempts than consecutive ones', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => attempt('SouthAdmin', 'wrong-one')))
    expect(answers.filter((answer) => answer === 'wrongCredentials')).toHaveLength(settingDefaults.wrongPasswords)
    expect(answers.filter((answer) => answer === 'accountLocked')).toHaveLength(20 - settingDefaults.wrongPasswords)
  })

  test('the right password in time resets the count', async () => {
    for (let round = 0; round < 2; round++) {
      for (let i = 1; i < settingDefaults.wrongPasswords; i++) await attempt('SouthAdmin', 'wrong-one')
      expect(await attempt('SouthAdmin', worldPassword)).toBe('ok')
    }
  })

  test('an address is locked after 50 wrong passwords over many accounts; right ones do not count', async () => {
    await world.db
      .insertInto('login_failure')
      .values({ subject: `address:${visitor.origin.ip}`, failures: 48, last_at: world.clock.now() })
      .execute()
    expect(await attempt('SouthAdmin', worldPassword)).toBe('ok')
    expect(await attempt('SouthAdmin', worldPassword)).toBe('ok')
    expect(await attempt('Somebody1', 'wrong-one')).toBe('wrongCredentials')
    expect(await attempt('Somebody2', 'wrong-one')).toBe('wrongCredentials')
    expect(await attempt('NorthAdmin', worldPassword)).toBe('accountLocked')
    expect(await attempt('NorthAdmin', worldPassword, from('198.51.100.8'))).toBe('ok')
    // Somebody who recently signed in from here is not locked out by tries of colleagues or of a stranger in the same building.
    expect(await attempt('SouthAdmin', worldPassword)).toBe('ok')
  })

  test('a whole IPv6 network counts as one address', () => {
    expect(addressOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
    expect(addressOf('2001:db8::6')).toBe('2001:db8:0:0')
    expect(addressOf('::ffff:192.0.2.1')).toBe('192.0.2.1')
  })
})

describe('what blocks an account is only revealed after the right password', () => {
  const { southAgentAdmin } = { southAgentAdmin: 'SouthAgentAdmin' }
  test.each([
    ['accountDisabled', 'account', { enabled: false }, { enabled: true }],
    ['accountDisabled', 'account', { valid_until: new Date(0) }, { valid_until: null }],
    ['companyDisabled', 'southAgent', { enabled: false }, { enabled: true }],
    ['companyDisabled', 'south', { enabled: false }, { enabled: true }],
    ['companyExpired', 'south', { expires_at: new Date(0) }, { expires_at: null }],
  ] as const)('%s', async (reason, where, off, on) => {
    const set = (values: object) =>
      where === 'account'
        ? world.db.updateTable('account').set(values).where('account', '=', southAgentAdmin).execute()
        : world.db.updateTable('company').set(values).where('id', '=', world.companies[where].id).execute()
    await set(off)
    expect(await attempt(southAgentAdmin, 'wrong-one')).toBe('wrongCredentials')
    expect(await attempt(southAgentAdmin, worldPassword)).toBe(reason)
    await set(on)
    expect(await attempt(southAgentAdmin, worldPassword)).toBe('ok')
  })
})

test('an outdated hash is renewed at sign-in', async () => {
  const salt = Buffer.from('0123456789abcdef')
  const hash = argon2Sync('argon2id', {
    message: worldPassword,
    nonce: salt,
    memory: 8_192,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  })
  const old = `$argon2id$v=19$m=8192,t=1,p=1$${salt.toString('base64').replaceAll('=', '')}$${hash.toString('base64').replaceAll('=', '')}`
  const { id, account } = world.accounts.northAgentAdmin
  await world.db.updateTable('account').set({ password_hash: old }).where('id', '=', id).execute()
  expect(await attempt(account, worldPassword)).toBe('ok')
  const row = await world.db.selectFrom('account').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow()
  expect(row.password_hash).toContain('m=19456')
  expect(await attempt(account, worldPassword)).toBe('ok')
})

describe('captcha', () => {
  const signIn = (captchaId: string | undefined, code: string | undefined): Promise<string> => {
    const ctx: Ctx = { ...visitor, config: { ...visitor.config, captcha: 'image' } }
    const proof = { ...(captchaId ? { captchaId } : {}), ...(code ? { code } : {}) }
    return reasonOf(login(ctx, { account: 'SouthAdmin', password: worldPassword, ...proof }))
  }
  const make = async (): Promise<{ id: string; answer: string; image: string }> => {
    const { captchaId, image } = await makeCaptcha({ ...visitor, config: { ...visitor.config, captcha: 'image' } })
    const row = await world.db.selectFrom('captcha').select('answer').where('id', '=', captchaId).executeTakeFirstOrThrow()
    return { id: captchaId, answer: row.answer, image }
  }

  test('is a PNG whose answer is nowhere in the answer of the call', async () => {
    const { image, answer } = await make()
    const png = Buffer.from(image.replace('data:image/png;base64,', ''), 'base64')
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 120, height: 40 })
    expect(answer).toHaveLength(4)
    expect(png.toString('latin1').toLowerCase()).not.toContain(answer)
  })

  test('works once, case-insensitively; a wrong answer uses it up too', async () => {
    const right = await make()
    expect(await signIn(right.id, right.answer.toUpperCase())).toBe('ok')
    expect(await signIn(right.id, right.answer)).toBe('wrongCaptcha')
    const wrong = await make()
    expect(await signIn(wrong.id, '????')).toBe('wrongCaptcha')
    expect(await signIn(wrong.id, wrong.answer)).toBe('wrongCaptcha')
  })

  test('is required, and expires', async () => {
    expect(await signIn(undefined, undefined)).toBe('captchaMissing')
    const unused = await make()
    expect(await signIn(unused.id, ' ')).toBe('captchaMissing')
    expect(await signIn(unused.id, unused.answer)).toBe('ok')
    expect(await signIn(undefined, 'abcd')).toBe('wrongCaptcha')
    const { id, answer } = await make()
    world.clock.forward(limits.captchaLife)
    expect(await signIn(id, answer)).toBe('wrongCaptcha')
  })

  test('is not required if it is switched off', async () => {
    expect(await makeCaptcha(visitor)).toEqual({ captchaId: '', image: '', required: false })
  })
})
