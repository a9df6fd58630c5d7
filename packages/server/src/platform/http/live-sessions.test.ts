import { endpoints } from '@emberwatch/contract'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bareServer } from '../../testing/bare-server.ts'
import { unauthenticated } from '../context.ts'
import { createLiveSessions } from './live-sessions.ts'

const desk = { authorization: `Bearer ${'desk'.repeat(8)}` }
const other = { authorization: `Bearer ${'other'.repeat(8)}` }
let server: FastifyInstance

beforeAll(async () => {
  const alive = new Set(['desk'.repeat(8), 'other'.repeat(8)])
  server = await bareServer({
    bindings: [{ entry: endpoints.session.validate, verb: async () => ({ valid: true }) }],
    authenticate: async (token) =>
      alive.has(token) ? { actor: { ...unauthenticated, accountType: 'siter' }, scope: { kind: 'none' } } : null,
    callsAMinute: 5,
    before: async (bare) => void bare.get('/index.html', () => 'the console'),
  })
})
afterAll(() => server.close())

const call = async (headers = {}) => (await server.inject({ url: '/api/web/validate/token', headers })).statusCode

test('a live session keeps working however many others call from its address; its own calls are counted, and unknown tokens count with their address', async () => {
  expect(await call(desk)).toBe(200)
  for (let i = 0; i < 5; i++) await call({ authorization: `Bearer ${String(i).repeat(32)}` })
  expect(await call()).toBe(429)
  expect(await call({ authorization: `Bearer ${'x'.repeat(32)}` })).toBe(429)
  for (let i = 0; i < 5; i++) expect(await call(desk)).toBe(200)
  expect(await call(desk)).toBe(429)
  // Not known to be alive yet.
  expect(await call(other)).toBe(429)
  // The page itself can still be reloaded.
  for (let i = 0; i < 7; i++) expect((await server.inject('/index.html')).statusCode).toBe(200)
})

test('a session that has ended counts with its address again, and only a limited number is remembered', () => {
  const sessions = createLiveSessions(2)
  for (const name of ['a', 'b', 'c']) sessions.note(name, true)
  expect(['a', 'b', 'c'].map((name) => sessions.keyOf(name) !== undefined)).toEqual([false, true, true])
  sessions.note('b', false)
  expect(sessions.keyOf('b')).toBeUndefined()
  expect(sessions.keyOf(undefined)).toBeUndefined()
})
