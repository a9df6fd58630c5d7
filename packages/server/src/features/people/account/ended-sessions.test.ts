import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  startProcessBeside,
  startTestServer,
  worldPassword,
  type TestServer,
  type WorldAccount,
} from '../../../testing/context.ts'
import { hashPassword } from '../../base/access/password.ts'
import { newToken } from '../../base/access/token.ts'

/**
 * Two processes of one installation: whatever ends a session at one of them ends it at both within a second, for calls and live streams
 * alike (domain.md, "Accounts" and "Companies and scope").
 */
let here: TestServer
let there: Awaited<ReturnType<typeof startProcessBeside>>
let admin: string
let passwordHash: string

beforeAll(async () => {
  here = await startTestServer()
  there = await startProcessBeside(here)
  admin = await here.signIn(here.world.accounts.siterAdmin)
  passwordHash = await hashPassword(worldPassword)
})
afterAll(async () => {
  await there.stop()
  await here.stop()
})

interface Stream {
  /** When the server closed it, by `performance.now` (ms). */
  closedAt: number | null
}

const openStream = async (server: Pick<TestServer, 'url'>, token: string): Promise<Stream> => {
  const response = await fetch(`${server.url}/api/web/live/stream`, { headers: { authorization: `Bearer ${token}` } })
  expect(response.status).toBe(200)
  const stream: Stream = { closedAt: null }
  const reader = response.body?.getReader()
  await reader?.read()
  const read = async (): Promise<void> => {
    while (reader && !(await reader.read()).done);
    stream.closedAt = performance.now()
  }
  void read().catch(() => (stream.closedAt = performance.now()))
  return stream
}

const mark = () => randomBytes(5).toString('hex')
/** A member of staff of North's agent who may only sign in and look. */
const newPerson = async (): Promise<WorldAccount> => {
  const { id: company_id, path } = here.world.companies.northAgent
  const name = `person${mark()}`
  const owned = { company_id, path, name, type: 'agent_one' as const }
  const role = await here.db
    .insertInto('role')
    .values({ ...owned, level: 5 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await here.db.insertInto('role_menu').values({ role_id: role.id, menu_code: 'alarm:view' }).execute()
  const { id } = await here.db
    .insertInto('account')
    .values({ ...owned, account: name, password_hash: passwordHash })
    .returning('id')
    .executeTakeFirstOrThrow()
  await here.db.insertInto('account_role').values({ account_id: id, role_id: role.id }).execute()
  return { id, account: name, roleId: role.id }
}

const newSession = async ({ id }: WorldAccount): Promise<string> => {
  const { token, hash } = newToken()
  await here.db
    .insertInto('session')
    .values({ token_hash: hash, account_id: id, expires_at: new Date(Date.now() + 3_600_000) })
    .execute()
  return token
}

/** Two sessions of the person, each with a stream at both processes. */
const settle = async (person: WorldAccount) => {
  const tokens = [await newSession(person), await newSession(person)]
  const streams = await Promise.all(tokens.flatMap((token) => [openStream(here, token), openStream(there, token)]))
  return { tokens, streams }
}

const alive = async (token: string): Promise<boolean[]> => {
  const answers = await Promise.all([here, there].map((server) => server.call('GET', 'web/validate/token', {}, token)))
  return answers.map((answer) => {
    if (!answer.success) expect(answer).toMatchObject({ status: 401, code: 103 })
    return answer.success
  })
}

const must = async (answer: ReturnType<TestServer['call']>): Promise<unknown> => {
  const { success, msg, data } = await answer
  expect(success, msg).toBe(true)
  return data
}
const post = (path: string, input: Readonly<Record<string, unknown>>, token = admin, server: Pick<TestServer, 'call'> = here) =>
  must(server.call('POST', path, input, token))

/** Acts, and waits until everything in `ended` is over at both processes. */
const expectEnded = async (act: () => Promise<unknown>, ended: Awaited<ReturnType<typeof settle>>): Promise<void> => {
  expect(ended.streams.map((stream) => stream.closedAt)).toEqual(ended.streams.map(() => null))
  await act()
  const from = performance.now()
  for (const token of ended.tokens) expect(await alive(token)).toEqual([false, false])
  await vi.waitFor(() => expect(ended.streams.every((stream) => stream.closedAt !== null)).toBe(true), {
    timeout: 5_000,
    interval: 10,
  })
  for (const { closedAt } of ended.streams) expect((closedAt ?? 0) - from).toBeLessThan(1_000)
}

const versionOf = async (table: 'account' | 'role', id: number): Promise<number> =>
  (await here.db.selectFrom(table).select('version').where('id', '=', id).executeTakeFirstOrThrow()).version

describe('a session dies within a second at both processes', () => {
  const causes: Record<string, (person: WorldAccount) => Promise<unknown>> = {
    'its account is disabled': ({ id }) => post('web/account/forbidden', { id, enabled: false }),
    'its password is reset': ({ id }) => post('web/account/changePwd', { id }),
    'it is signed out by another': ({ id }) => post('web/account/logoutAll', { id }),
    'its account is deleted': ({ id }) => post('web/account/del', { id }),
    'its account gets other roles': async ({ id }) => {
      const other = await newPerson()
      return post('web/account/update', { id, version: await versionOf('account', id), roleIds: [other.roleId] })
    },
    'its role gets other grants': async ({ roleId }) =>
      post('web/role/assign', { id: roleId, version: await versionOf('role', roleId), grants: ['message:view'] }),
    'its role is disabled': ({ roleId }) => post('web/role/forbidden', { id: roleId, enabled: false }),
  }
  test.each(Object.entries(causes))('when %s', async (_name, act) => {
    const person = await newPerson()
    const bystander = await settle(await newPerson())
    await expectEnded(() => act(person), await settle(person))
    for (const token of bystander.tokens) expect(await alive(token)).toEqual([true, true])
    expect(bystander.streams.every((stream) => stream.closedAt === null)).toBe(true)
  })

  test('when its holder changes the password, except the session that did', async () => {
    const person = await newPerson()
    const own = await here.signIn(person)
    const change = { oldPwd: worldPassword, newPwd: `new-${mark()}` }
    await expectEnded(() => post('web/account/update/pwd', change, own), await settle(person))
    expect(await alive(own)).toEqual([true, true])
  })
})

describe('a company', () => {
  const { northAgentAdmin, northAgentTwoAdmin, northAdmin, southAdmin } = {
    northAgentAdmin: () => here.world.accounts.northAgentAdmin,
    northAgentTwoAdmin: () => here.world.accounts.northAgentTwoAdmin,
    northAdmin: () => here.world.accounts.northAdmin,
    southAdmin: () => here.world.accounts.southAdmin,
  }

  test('that is disabled loses the sessions of its whole branch at both processes; others keep theirs', async () => {
    const { id } = here.world.companies.northAgent
    const others = [await settle(northAdmin()), await settle(southAdmin())]
    const branch = [await settle(northAgentAdmin()), await settle(northAgentTwoAdmin())]
    const all = { tokens: branch.flatMap((each) => each.tokens), streams: branch.flatMap((each) => each.streams) }
    await expectEnded(() => post('web/agent/one/forbidden', { id, enabled: false }, admin, there), all)
    for (const { tokens, streams } of others) {
      for (const token of tokens) expect(await alive(token)).toEqual([true, true])
      expect(streams.every((stream) => stream.closedAt === null)).toBe(true)
    }
    const refused = await there.call('POST', 'web/account/login', {
      account: northAgentTwoAdmin().account,
      password: worldPassword,
    })
    expect(refused).toMatchObject({ status: 403, code: 1204, msg: expect.stringContaining('North Agent') })
    await post('web/agent/one/forbidden', { id, enabled: true })
    expect(await here.signIn(northAgentTwoAdmin())).toBeTruthy()
  })

  test('that expires loses them within five seconds, although nobody acted', async () => {
    const { id } = here.world.companies.northAgent
    const { tokens, streams } = await settle(northAgentTwoAdmin())
    const expires_at = new Date(Date.now() + 300)
    await here.db.updateTable('company').set({ expires_at }).where('id', '=', id).execute()
    const from = performance.now() + 300
    await vi.waitFor(() => expect(streams.every((stream) => stream.closedAt !== null)).toBe(true), {
      timeout: 8_000,
      interval: 50,
    })
    for (const { closedAt } of streams) expect((closedAt ?? 0) - from).toBeLessThan(5_000)
    for (const token of tokens) expect(await alive(token)).toEqual([false, false])
    const refused = await here.call('POST', 'web/account/login', {
      account: northAgentTwoAdmin().account,
      password: worldPassword,
    })
    expect(refused).toMatchObject({ code: 1205, msg: expect.stringContaining('North Agent') })
    await here.db.updateTable('company').set({ expires_at: null }).where('id', '=', id).execute()
  })
})

describe('nothing reveals which accounts exist', () => {
  test('a wrong password gets the same answer for every account, whatever else is wrong with it', async () => {
    const [disabled, expired, deleted] = [await newPerson(), await newPerson(), await newPerson()]
    await here.db.updateTable('account').set({ enabled: false }).where('id', '=', disabled.id).execute()
    await here.db
      .updateTable('account')
      .set({ valid_until: new Date(0) })
      .where('id', '=', expired.id)
      .execute()
    await here.db
      .updateTable('account')
      .set({ deleted_at: new Date(0) })
      .where('id', '=', deleted.id)
      .execute()
    const names = [(await newPerson()).account, disabled.account, expired.account, deleted.account, `nobody${mark()}`]
    const answers = await Promise.all(
      names.map((account) => here.call('POST', 'web/account/login', { account, password: 'wrong-password' })),
    )
    expect(answers[0]).toMatchObject({ status: 401, code: 1200, success: false, data: null })
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  test('a name is locked after wrong passwords whether or not the account exists', async () => {
    const answersOf = async (account: string) => {
      const answers = []
      for (let i = 0; i < 6; i++)
        answers.push((await here.call('POST', 'web/account/login', { account, password: 'wrong-password' })).code)
      return answers
    }
    expect(await answersOf(`nobody${mark()}`)).toEqual(await answersOf((await newPerson()).account))
  })

  test('a ticket, a reset and an unlock answer for a foreign account as for none', async () => {
    const north = await here.signIn(here.world.accounts.northAdmin)
    const missing = 999_999_999
    const inputs: [string, (id: number) => Record<string, unknown>][] = [
      ['web/account/ticket', (accountId) => ({ accountId })],
      ['web/account/changePwd', (id) => ({ id })],
      ['web/account/unlock', (id) => ({ id })],
      ['web/account/unmask', (id) => ({ id })],
    ]
    for (const [path, input] of inputs) {
      const foreign = await here.call('POST', path, input(here.world.accounts.southAdmin.id), north)
      expect(foreign).toMatchObject({ status: 404, code: 1003 })
      expect(await here.call('POST', path, input(missing), north)).toEqual(foreign)
    }
  })
})
