import { allEndpoints } from '@emberwatch/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashOf } from './features/base/access/token.ts'
import { startTestServer, type TestServer } from './testing/context.ts'
import { addKey } from './testing/keys.ts'
import { sampleOf } from './testing/sample.ts'
import { sendTo } from './testing/send.ts'

/** What a session that a key's ticket opened may not do, because it would outlast the key (docs/decisions/0184). Generated from the contract. */

let server: TestServer
let own: string
let ticketed: string

beforeAll(async () => {
  server = await startTestServer({ captcha: 'off' })
  const { companies, accounts } = server.world
  const { id: keyId } = await addKey(server.db, companies.north, { by: accounts.siterAdmin.id })
  own = await server.tokenOf(accounts.northAdmin)
  ticketed = await server.tokenOf(accounts.northAdmin)
  await server.db
    .updateTable('session')
    .set({ issued_by: accounts.siterAdmin.id, key_id: keyId })
    .where('token_hash', '=', hashOf(ticketed))
    .execute()
})
afterAll(() => server.stop())

const reserved = allEndpoints.filter(({ entry }) => entry.lasting || entry.inPerson)

test('there are such calls', () => {
  expect(reserved.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['account.create', 'gateway.register', 'openAccess.rotate', 'pushEndpoint.create', 'role.assign']),
  )
})

test.each(reserved)('$name answers 403', async ({ entry }) => {
  const input = sampleOf(entry.input, () => 1)
  expect(await sendTo(server.url, entry, input, ticketed)).toMatchObject({ status: 403, code: 1009, success: false })
})

test('no operation is offered that amounts to such calls only, and all others are', async () => {
  const operationsOf = async (token: string) =>
    ((await server.call('GET', 'web/account/info', {}, token)).data as { operations: string[] }).operations
  const [offered, held] = [await operationsOf(ticketed), await operationsOf(own)]
  const missing = held.filter((code) => !offered.includes(code))
  expect(missing).toEqual(expect.arrayContaining(['account:create', 'gateway:rotateSecret', 'openAccess:rotate', 'role:assign']))
  expect(offered).toEqual(
    expect.arrayContaining(['alarm:confirm', 'account:forbidden', 'openAccess:forbidden', 'projectNotifier:update']),
  )
})
