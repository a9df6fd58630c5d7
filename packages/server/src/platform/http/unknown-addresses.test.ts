import { DomainError, endpoint, input, nothing, text } from '@emberwatch/contract'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bareServer } from '../../testing/bare-server.ts'
import type { Binding } from './binding.ts'
import { addressOf } from './unknown-addresses.ts'

const open = { method: 'GET', access: 'public', input: input({ id: text(40) }), summary: 'For this test' } as const
const known = 'known'
const find = async (id: string): Promise<void> => {
  if (id !== known) throw new DomainError('notFound')
}
const bindings = [
  {
    entry: endpoint({ ...open, path: 'test/file', reply: 'binary', output: nothing }),
    verb: async (_ctx: unknown, { id }: { id: string }) => {
      await find(id)
      const stream = Readable.from(['x'])
      return { stream, mime: 'text/plain', size: 1, name: 'a', inline: false, etag: '"a"', public: false }
    },
  },
  {
    entry: endpoint({ ...open, path: 'test/row', output: nothing }),
    verb: async (_ctx: unknown, { id }: { id: string }) => (await find(id), null),
  },
] as unknown as Binding[]

let server: FastifyInstance
const warnings: string[] = []
beforeAll(async () => {
  server = await bareServer({
    bindings,
    log: pino({ level: 'warn' }, { write: (line) => void warnings.push((JSON.parse(line) as { msg: string }).msg) }),
  })
  const config = { access: 'public', secretAddress: true } as const
  server.get<{ Params: { token: string } }>('/api/test/token/:token', { config }, async ({ params }) => {
    await find(params.token)
    return 'x'
  })
})
afterAll(() => server.close())

const ask = async (path: string, remoteAddress: string): Promise<number> =>
  (await server.inject({ url: `/api/test/${path}`, remoteAddress })).statusCode

test.each([
  ['an address with a token', (id: string) => `token/${id}`, '192.0.2.1'],
  ['a public file', (id: string) => `file?id=${id}`, '192.0.2.2'],
])('guesses of %s are limited, and the right one always works', async (_name, pathOf, from) => {
  warnings.length = 0
  for (let guess = 0; guess < 60; guess++) expect(await ask(pathOf(`guess${guess}`), from)).toBe(404)
  const refused = await server.inject({ url: `/api/test/${pathOf('more')}`, remoteAddress: from })
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect(await ask(pathOf('again'), from)).toBe(429)
  // From behind the same proxy.
  expect(await ask(pathOf(known), from)).toBe(200)
  expect(await ask(pathOf('other'), '192.0.2.9')).toBe(404)
  expect(warnings).toEqual(['somebody is guessing secret addresses or keys'])
})

test('guesses of all such addresses count together; right addresses never count', async () => {
  const from = '192.0.2.3'
  for (let call = 0; call < 100; call++) expect(await ask(`token/${known}`, from)).toBe(200)
  for (let guess = 0; guess < 30; guess++) {
    expect(await ask(`token/guess${guess}`, from)).toBe(404)
    expect(await ask(`file?id=guess${guess}`, from)).toBe(404)
  }
  expect(await ask('token/more', from)).toBe(429)
})

test('a caller that has gone already is counted, too', () => {
  expect(addressOf({})).toBe('gone')
  expect(addressOf({ ip: '::ffff:192.0.2.1' })).toBe('192.0.2.1')
})

test('other 404s are not counted', async () => {
  for (let call = 0; call < 70; call++) expect(await ask('row?id=none', '192.0.2.4')).toBe(404)
})
