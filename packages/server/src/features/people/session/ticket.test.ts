import { limits } from '@emberwatch/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unauthenticated, type Ctx } from '../../../platform/context.ts'
import { scoped } from '../../../platform/database/scope.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { callerOfAccount, createAuthenticate } from '../../base/access/authenticate.ts'
import { issueTicket } from '../account/account-access.verbs.ts'
import { redeemTicket } from './session.verbs.ts'

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
const lastAudit = () => world.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
const authenticate = (token: string) => createAuthenticate(world.db, world.clock, world.systemCtx.config)(token)

describe('signing in as another account', () => {
  type Name = keyof TestWorld['accounts']
  const ticketOf = async (who: Name, whom: Name): Promise<string> => {
    const ctx = await world.ctxOf(world.accounts[who])
    return (await issueTicket(ctx, { accountId: world.accounts[whom].id })).ticket
  }

  test.each<[Name, Name, string]>([
    ['siterAdmin', 'northAdmin', 'ok'],
    ['northAdmin', 'northAgentTwoAdmin', 'ok'],
    ['northAdmin', 'northEngineer', 'ok'],
    ['northAdmin', 'northCustomer', 'levelTooHigh'], // the same level
    ['northAdmin', 'northAdmin', 'ownAccount'],
    ['northAgentAdmin', 'northAdmin', 'notFound'],
    ['northAdmin', 'southEngineer', 'notFound'],
    ['siterEngineer', 'northAdmin', 'noAccess'], // would gain rights
    ['northCustomer', 'northUser', 'noAccess'],
  ])('%s as %s: %s', async (who, whom, result) => {
    expect(await reasonOf(ticketOf(who, whom))).toBe(result)
  })

  test('a ticket works once, within a minute, and both ends are audited', async () => {
    const ticket = await ticketOf('siterAdmin', 'northAdmin')
    expect(await lastAudit()).toMatchObject({ action: 'account.ticket', actor_id: world.accounts.siterAdmin.id })
    const answers = await Promise.all(
      [1, 2, 3].map(() => redeemTicket(visitor, { ticket }).catch((error: Error) => error.message)),
    )
    expect(answers.filter((answer) => answer === 'ticketInvalid')).toHaveLength(2)
    const token = answers.find((answer) => answer !== 'ticketInvalid') ?? ''
    expect((await authenticate(token))?.actor.accountId).toBe(world.accounts.northAdmin.id)
    expect(await lastAudit()).toMatchObject({
      action: 'session.ticketLogin',
      actor_id: world.accounts.northAdmin.id,
      issuer_id: world.accounts.siterAdmin.id,
    })
    const late = await ticketOf('siterAdmin', 'northAdmin')
    world.clock.forward(limits.ticketLife)
    expect(await reasonOf(redeemTicket(visitor, { ticket: late }))).toBe('ticketInvalid')
  })

  test('a ticket for an account disabled meanwhile is useless', async () => {
    const { southAgentAdmin } = world.accounts
    const ticket = await ticketOf('southAdmin', 'southAgentAdmin')
    await world.db.updateTable('account').set({ enabled: false }).where('id', '=', southAgentAdmin.id).execute()
    expect(await callerOfAccount(world.db, world.clock)(southAgentAdmin.id)).toBeNull()
    expect(await reasonOf(redeemTicket(visitor, { ticket }))).toBe('ticketInvalid')
    await world.db.updateTable('account').set({ enabled: true }).where('id', '=', southAgentAdmin.id).execute()
  })
})
