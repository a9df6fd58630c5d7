import { allEndpoints, keyRightOf, type Endpoint } from '@emberwatch/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addOwnedRows, type OwnedRows } from './testing/rows.ts'
import { sampleOf } from './testing/sample.ts'
import { startTestServer, type TestServer } from './testing/context.ts'

/** A wall with a kiosk link, against every endpoint: 403 for all that are not declared open to it, public ones included. */

let server: TestServer
let own: OwnedRows
let wall: string
let begun = 0

beforeAll(async () => {
  server = await startTestServer()
  own = await addOwnedRows(server.db, server.world.companies.north)
})
/** A new session now and then, because of the limit of 6,000 calls a minute. */
beforeEach(async () => {
  if (begun++ % 1_000 > 0) return
  const admin = await server.tokenOf(server.world.accounts.northAdmin)
  const link = { name: 'Wall', validDays: 1 }
  const { data } = await server.call('POST', 'web/data/displays/kiosk/create', link, admin)
  const { secret } = data as { secret: string }
  wall = String((await server.call('POST', 'web/data/displays/kiosk/open', { secret })).data)
})
afterAll(() => server.stop())

const named = allEndpoints.map(({ name, entry }) => ({ name, entry }))
const send = (entry: Endpoint) => {
  const input = sampleOf(entry.input, (entity) => own[entity] ?? 1) as Record<string, unknown>
  return server.call(entry.method, entry.path, input, wall)
}

describe('a kiosk session', () => {
  const closed = named.filter(({ entry }) => !entry.kiosk)
  test.each(closed.filter(({ entry }) => keyRightOf(entry.access) === undefined))('$name answers 403', async ({ entry }) => {
    expect(await send(entry)).toMatchObject({ status: 403, code: 1002, success: false })
  })
  test.each(closed.filter(({ entry }) => keyRightOf(entry.access) !== undefined))('$name asks for a key', async ({ entry }) => {
    expect(await send(entry)).toMatchObject({ status: 401, code: 1217, success: false })
  })
  test.each(named.filter(({ entry }) => entry.kiosk && entry.reply === undefined))('$name answers', async ({ entry }) => {
    expect(await send(entry)).toMatchObject({ status: 200, success: true })
  })
})
