import { limits, settingDefaults } from '@emberwatch/contract'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { unauthenticated, type Ctx } from '../../../platform/context.ts'
import { scoped } from '../../../platform/database/scope.ts'
import { testWorld, worldPassword, type TestWorld, type WorldAccount } from '../../../testing/context.ts'
import { resetTwoStep } from '../account/account-access.verbs.ts'
import { createAuthenticate } from '../../base/access/authenticate.ts'
import { changePassword } from './own-account.verbs.ts'
import { endTwoStep, renewRecoveryCodes, twoStepInfo } from './change-two-step.ts'
import { finishLogin, login } from './session.verbs.ts'
import { info } from './session.reads.ts'
import { beginTwoStep, confirmTwoStep, newRecoveryCodes, stepOf } from './two-step.verbs.ts'

let world: TestWorld
let visitor: Ctx
/** Each test starts without a second factor. */
let account: WorldAccount
let own: Ctx

beforeAll(async () => {
  world = await testWorld()
  const scope = { kind: 'none' } as const
  visitor = { ...world.systemCtx, actor: unauthenticated, scope, db: scoped(world.db, scope) }
  account = world.accounts.northEngineer
})
afterAll(() => world.stop())
beforeEach(async () => {
  for (const table of ['login_failure', 'recovery_code', 'login_step', 'message'] as const)
    await world.db.deleteFrom(table).execute()
  const none = { two_step_secret: null, two_step_pending: null, two_step_since: null, two_step_used: 0 }
  await world.db.updateTable('account').set(none).where('id', '=', account.id).execute()
  own = await world.ctxOf(account)
})

const reasonOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'ok',
    (error: Error) => error.message,
  )
const codeOf = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now().getTime() })
/** The next code belongs to another time step. */
const nextCode = (secret: string): string => {
  world.clock.forward(30_000)
  return codeOf(secret)
}
const setUp = async (): Promise<{ secret: string; recoveryCodes: string[] }> => {
  const { secret } = await beginTwoStep(own, { password: worldPassword })
  const { recoveryCodes } = await confirmTwoStep(own, { code: codeOf(secret) })
  return { secret, recoveryCodes }
}
const firstStep = async (ctx = visitor): Promise<string> => {
  const answer = await login(ctx, { account: account.account, password: worldPassword })
  if (typeof answer === 'string') throw new Error('no second step')
  return answer.secondStep
}
const authenticate = (token: string) => createAuthenticate(world.db, world.clock, world.systemCtx.config)(token)
const sessions = async () =>
  (await world.db.selectFrom('session').select('id').where('account_id', '=', account.id).execute()).length
const audits = async (action: string) =>
  (
    await world.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', action as never)
      .execute()
  ).length
const messages = async (type: string) =>
  (await world.db.selectFrom('message').select('id').where('account_id', '=', account.id).where('type', '=', type).execute())
    .length

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('RFC 6238, appendix B: at %i s the code is the last six of %s', (seconds, code) => {
  const secret = Secret.fromUTF8('12345678901234567890').base32
  expect(stepOf(secret, code.slice(2), new Date(seconds * 1_000))).toBe(Math.floor(seconds / 30))
})

test('a clock may be off by one step, not by two', () => {
  const secret = new Secret({ size: 20 }).base32
  const at = (seconds: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: seconds * 1_000 })
  const now = new Date(1_800_000_000_000)
  expect([-60, -30, 0, 30, 60].map((off) => stepOf(secret, at(1_800_000_000 + off), now) !== null)).toEqual([
    false,
    true,
    true,
    true,
    false,
  ])
})

test('recovery codes hold 80 bits each and differ', () => {
  const { codes } = newRecoveryCodes()
  expect(new Set(codes).size).toBe(limits.recoveryCodes)
  for (const code of codes) expect(code).toMatch(/^([a-km-np-z2-9]{4}-){3}[a-km-np-z2-9]{4}$/)
})

describe('setting up', () => {
  test('asks for the password, then for a first code; recovery codes are shown once and stored hashed', async () => {
    expect(await reasonOf(beginTwoStep(own, { password: 'not-mine' }))).toBe('wrongPassword')
    const { secret, uri } = await beginTwoStep(own, { password: worldPassword })
    expect(uri).toContain(`otpauth://totp/Emberwatch:${account.account}`)
    expect(uri).toContain(secret)
    // Not active yet: somebody who fails to save the key is not locked out.
    expect(await twoStepInfo(own)).toMatchObject({ enabled: false, required: false })
    expect(await login(visitor, { account: account.account, password: worldPassword })).toBeTypeOf('string')
    const other = String(await login(visitor, { account: account.account, password: worldPassword }))
    expect(await reasonOf(confirmTwoStep(own, { code: '000000' }))).toBe('wrongCode')
    const { recoveryCodes } = await confirmTwoStep(own, { code: codeOf(secret) })
    expect(recoveryCodes).toHaveLength(limits.recoveryCodes)
    expect(await twoStepInfo(own)).toMatchObject({ enabled: true, recoveryCodesLeft: limits.recoveryCodes })
    expect(await authenticate(other)).toBeNull()
    const stored = await world.db.selectFrom('account').selectAll().where('id', '=', account.id).executeTakeFirstOrThrow()
    expect(stored.two_step_secret?.toString('latin1')).not.toContain(secret)
    expect(await audits('account.twoStepOn')).toBe(1)
    expect(await messages('twoStepOn')).toBe(1)
    expect(await reasonOf(beginTwoStep(own, { password: worldPassword }))).toBe('precondition')
  })

  test('is undone with the password, and new recovery codes replace the old ones', async () => {
    const { recoveryCodes } = await setUp()
    expect(await reasonOf(renewRecoveryCodes(own, { password: 'not-mine' }))).toBe('wrongPassword')
    const renewed = (await renewRecoveryCodes(own, { password: worldPassword })).recoveryCodes
    expect(await reasonOf(finishLogin(visitor, { ticket: await firstStep(), code: recoveryCodes[0] ?? '' }))).toBe('wrongCode')
    expect(await reasonOf(finishLogin(visitor, { ticket: await firstStep(), code: renewed[0] ?? '' }))).toBe('ok')
    expect(await reasonOf(endTwoStep(own, { password: 'not-mine' }))).toBe('wrongPassword')
    await endTwoStep(own, { password: worldPassword })
    expect(await login(visitor, { account: account.account, password: worldPassword })).toBeTypeOf('string')
    expect(await audits('account.twoStepOff')).toBe(1)
    expect(await audits('account.recoveryCodes')).toBe(1)
  })
})

describe('signing in', () => {
  test('the password alone opens nothing; the code does, and works once', async () => {
    const { secret } = await setUp()
    const before = await sessions()
    const ticket = await firstStep()
    expect(await sessions()).toBe(before)
    expect(await authenticate(ticket)).toBeNull()
    const code = nextCode(secret)
    const token = await finishLogin(visitor, { ticket, code: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect((await authenticate(token))?.actor.accountId).toBe(account.id)
    expect(await reasonOf(finishLogin(visitor, { ticket, code: nextCode(secret) }))).toBe('signInStepEnded')
    // Seen over a shoulder, the code is already useless.
    world.clock.forward(-30_000)
    expect(await reasonOf(finishLogin(visitor, { ticket: await firstStep(), code }))).toBe('wrongCode')
    world.clock.forward(30_000)
  })

  test('a recovery code works once', async () => {
    const [code = ''] = (await setUp()).recoveryCodes
    expect(await reasonOf(finishLogin(visitor, { ticket: await firstStep(), code: code.toUpperCase() }))).toBe('ok')
    expect(await reasonOf(finishLogin(visitor, { ticket: await firstStep(), code }))).toBe('wrongCode')
    expect(await twoStepInfo(own)).toMatchObject({ recoveryCodesLeft: limits.recoveryCodes - 1 })
    expect(await messages('recoveryCodeUsed')).toBe(1)
  })

  test('the ticket is bound to its address, lasts five minutes, and ends with the password', async () => {
    const { secret } = await setUp()
    const elsewhere = { ...visitor, origin: { ...visitor.origin, ip: '198.51.100.77' } }
    const ticket = await firstStep()
    expect(await reasonOf(finishLogin(elsewhere, { ticket, code: nextCode(secret) }))).toBe('signInStepEnded')
    world.clock.forward(limits.loginStepLife)
    expect(await reasonOf(finishLogin(visitor, { ticket, code: codeOf(secret) }))).toBe('signInStepEnded')
    const late = await firstStep()
    await changePassword(own, { oldPwd: worldPassword, newPwd: 'another-one' })
    expect(await reasonOf(finishLogin(visitor, { ticket: late, code: nextCode(secret) }))).toBe('signInStepEnded')
    await changePassword(own, { oldPwd: 'another-one', newPwd: worldPassword })
  })

  test('five wrong codes lock, whatever tickets they come with, and the log records them', async () => {
    const { secret } = await setUp()
    for (let i = 0; i < settingDefaults.wrongPasswords; i++)
      expect(await reasonOf(finishLogin(visitor, { ticket: await firstStep(), code: '000000' }))).toBe('wrongCode')
    expect(await reasonOf(finishLogin(visitor, { ticket: await firstStep(), code: nextCode(secret) }))).toBe('accountLocked')
    const log = await world.db.selectFrom('login_log').select('result').where('result', '=', 'wrongCode').execute()
    expect(log.length).toBeGreaterThanOrEqual(settingDefaults.wrongPasswords)
  })

  test('somebody with the password cannot guess the code from many addresses, and locks nobody out of a known one', async () => {
    const { secret } = await setUp()
    expect(await reasonOf(finishLogin(visitor, { ticket: await firstStep(), code: nextCode(secret) }))).toBe('ok')
    let answers: string[] = []
    for (let i = 0; i < 25; i++) {
      const stranger = { ...visitor, origin: { ...visitor.origin, ip: `203.0.113.${i}` } }
      answers = [...answers, await reasonOf(finishLogin(stranger, { ticket: await firstStep(stranger), code: '000000' }))]
    }
    expect(answers.filter((answer) => answer === 'wrongCode')).toHaveLength(20)
    expect(answers.at(-1)).toBe('accountLocked')
    await vi.waitFor(async () => expect(await messages('signInAttempts')).toBe(1), 30_000)
    expect(await reasonOf(finishLogin(visitor, { ticket: await firstStep(), code: nextCode(secret) }))).toBe('ok')
  })
})

describe('a role requires it', () => {
  const require = (requires_two_step: boolean) =>
    world.db.updateTable('role').set({ requires_two_step }).where('id', '=', account.roleId).execute()

  test('until it is set up nothing else is answered; then it cannot be switched off', async () => {
    await require(true)
    const token = String(await login(visitor, { account: account.account, password: worldPassword }))
    const caller = await authenticate(token)
    expect(caller?.actor.mustSetUpTwoStep).toBe(true)
    own = { ...own, ...caller }
    expect(await info(own)).toMatchObject({ mustSetUpTwoStep: true })
    await setUp()
    expect((await authenticate(token))?.actor.mustSetUpTwoStep).toBe(false)
    expect(await reasonOf(endTwoStep(own, { password: worldPassword }))).toBe('precondition')
    await require(false)
  })

  test('an administrator, who is named to them, helps somebody who lost it', async () => {
    await setUp()
    const token = await world.tokenOf(account)
    const admin = await world.ctxOf(world.accounts.northAdmin)
    await resetTwoStep(admin, 'staff', { id: account.id })
    expect(await authenticate(token)).toBeNull()
    expect(await login(visitor, { account: account.account, password: worldPassword })).toBeTypeOf('string')
    const { params } = await world.db
      .selectFrom('message')
      .select('params')
      .where('account_id', '=', account.id)
      .where('type', '=', 'twoStepReset')
      .executeTakeFirstOrThrow()
    expect(params).toEqual({ who: 'North Admin' })
    expect(await audits('account.resetTwoStep')).toBe(1)
    expect(await reasonOf(resetTwoStep(admin, 'staff', { id: account.id }))).toBe('precondition')
  })
})
