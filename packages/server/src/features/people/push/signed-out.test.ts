import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { logOutAccount, resetPassword } from '../account/account-access.verbs.ts'
import { pushBrowser } from '../../notify/notify-provider/stand-ins.fixture.ts'
import { endOtherSessions, endOwnSession } from '../session/session.verbs.ts'
import { registerPush } from './push.verbs.ts'

let world: TestWorld
beforeAll(async () => {
  world = await testWorld()
})
afterAll(() => world.stop())

const { p256dh, auth } = pushBrowser()
const phones = async () =>
  (await world.db.selectFrom('push_subscription').select('endpoint').orderBy('endpoint').execute()).map(
    ({ endpoint }) => endpoint,
  )

beforeEach(async () => {
  const { northEngineer, southEngineer } = world.accounts
  await registerPush(await world.ctxOf(northEngineer), { endpoint: 'https://push.example.com/own', p256dh, auth })
  await registerPush(await world.ctxOf(southEngineer), { endpoint: 'https://push.example.com/else', p256dh, auth })
})
const lastAudit = async () =>
  (await world.db.selectFrom('audit_log').select('action').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()).action

test('a phone of somebody who was signed out everywhere gets nothing more, until they sign in on it', async () => {
  const { northAdmin, northEngineer } = world.accounts
  const admin = await world.ctxOf(northAdmin)
  const own = await world.ctxOf(northEngineer)
  const others = ['https://push.example.com/else']
  const again = () => registerPush(own, { endpoint: 'https://push.example.com/own', p256dh, auth })
  await logOutAccount(admin, 'staff', { id: northEngineer.id })
  expect([await phones(), await lastAudit()]).toEqual([others, 'account.logoutAll'])
  await again()
  await resetPassword(admin, 'staff', { id: northEngineer.id })
  expect([await phones(), await lastAudit()]).toEqual([others, 'account.changePwd'])
  await again()
  await endOtherSessions(own)
  expect([await phones(), await lastAudit()]).toEqual([others, 'session.endOthers'])
})

test('the end of a single session does not affect the phones', async () => {
  const { northEngineer } = world.accounts
  await world.tokenOf(northEngineer)
  const { id } = await world.db
    .selectFrom('session')
    .select('id')
    .where('account_id', '=', northEngineer.id)
    .executeTakeFirstOrThrow()
  await endOwnSession(await world.ctxOf(northEngineer), { id })
  expect(await phones()).toHaveLength(2)
})
