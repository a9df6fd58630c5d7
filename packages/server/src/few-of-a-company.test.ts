import { kioskLimits, openAccessLimits, pushLimits } from '@emberwatch/contract'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './testing/context.ts'
import { addKey } from './testing/keys.ts'

/** What takes connections or sessions that all companies share, no company has any number of. */

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer({ captcha: 'off' })
  token = await server.tokenOf(server.world.accounts.northAdmin)
})
afterAll(() => server.stop())

const north = () => server.world.companies.north
const mark = (): string => randomBytes(6).toString('hex')
const owned = () => ({ company_id: north().id, path: north().path, name: mark() })
const times = (count: number): unknown[] => Array.from({ length: count })
const inAMonth = (): string => new Date(Date.now() + 30 * 86_400_000).toISOString()

const kinds = [
  {
    what: 'push endpoints',
    limit: pushLimits.endpoints,
    add: async (count: number) => {
      const rows = times(count).map(() => ({
        ...owned(),
        code: mark(),
        push_way: 'http',
        push_auth: 'none',
        url: 'https://example.com',
        used_at: new Date(),
      }))
      await server.db
        .insertInto('push_endpoint')
        .values(rows as never)
        .execute()
    },
    free: () => server.db.updateTable('push_endpoint').set({ deleted_at: new Date() }).where('id', '=', one('push_endpoint')),
    path: 'web/open/endpoint/create',
    input: () => ({
      name: mark(),
      pushWay: 'http',
      pushAuth: 'none',
      url: 'https://example.com/in',
      eventTypes: ['alarm.raised'],
    }),
  },
  {
    what: 'keys',
    limit: openAccessLimits.keys,
    add: async (count: number) => {
      for (const _ of times(count)) await addKey(server.db, north())
    },
    free: () => server.db.updateTable('open_access').set({ deleted_at: new Date() }).where('id', '=', one('open_access')),
    path: 'web/access/create',
    input: () => ({ name: mark(), keyRights: ['alarm:read'], dataScope: 'branch', expiresAt: inAMonth(), perMinute: 60 }),
  },
  {
    what: 'kiosk links',
    limit: kioskLimits.links,
    add: async (count: number) => {
      const rows = times(count).map(() => ({ ...owned(), secret_hash: randomBytes(32), valid_until: inAMonth() }))
      await server.db
        .insertInto('kiosk_link')
        .values(rows as never)
        .execute()
    },
    free: () => server.db.updateTable('kiosk_link').set({ revoked_at: new Date() }).where('id', '=', one('kiosk_link')),
    path: 'web/data/displays/kiosk/create',
    input: () => ({ name: mark(), validDays: 7 }),
  },
] as const

const one = (table: 'push_endpoint' | 'open_access' | 'kiosk_link') =>
  server.db.selectFrom(table).select((e) => e.fn.min('id').as('id'))

test.each(kinds)('a company has a limited number of $what, even if several are made at once', async (kind) => {
  const { limit, add, free, path, input } = kind
  const make = () => server.call('POST', path, input(), token)
  await add(limit - 1)
  const answers = await Promise.all([make(), make(), make()])
  expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 1015, 1015])
  await free().execute()
  expect(await make()).toMatchObject({ success: true })
})
