import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bareServer } from '../../testing/bare-server.ts'
import { registerConsole } from './console.ts'
import { registerOpenApi, registerOperations } from './operations.ts'

const token = 'a-token-for-this-test-only'
const pages = ['/metrics', '/api/openapi.json', '/api/docs/']
let closed: { readonly url: string }
let open: { readonly url: string }
const servers: FastifyInstance[] = []

const start = async (metricsToken: string | undefined): Promise<{ url: string }> => {
  const server = await bareServer({ before: registerOpenApi })
  servers.push(server)
  const health = {
    parts: () => ({}) as never,
    problems: () => [],
    delays: () => ({ storingMs: null, sendingS: null }),
    onChange: () => () => undefined,
    start: () => undefined,
    stop: () => undefined,
  }
  await registerOperations(server, { health, gauges: {}, token: metricsToken })
  await registerConsole(server, '/nowhere')
  return { url: await server.listen({ host: '127.0.0.1', port: 0 }) }
}

beforeAll(async () => {
  closed = await start(undefined)
  open = await start(token)
})
afterAll(() => Promise.all(servers.map((server) => server.close())))

test.each(pages)('without a token %s is closed, also to this machine', async (page) => {
  const answer = await fetch(closed.url + page)
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ code: 1013 })
  expect((await fetch(closed.url + page, { headers: { authorization: 'Bearer undefined' } })).status).toBe(404)
})

// A call passed on by a proxy on this machine cannot be told from one made on this machine.
test.each([
  {},
  { 'x-forwarded-for': '127.0.0.1' },
  { forwarded: 'for=127.0.0.1' },
  { via: '1.1 proxy' },
  { 'x-real-ip': '127.0.0.1' },
])('wherever a call claims to come from (%o), it needs the token', async (headers) => {
  for (const page of pages) {
    const answer = await fetch(open.url + page, { headers })
    expect(answer.status, page).toBe(401)
    expect(answer.headers.get('www-authenticate')).toContain('Basic')
  }
})

test.each([`Bearer ${token}`, `bearer ${token}`, `Basic ${Buffer.from(`any:${token}`).toString('base64')}`])(
  'with %s they answer',
  async (authorization) => {
    for (const page of pages) expect((await fetch(open.url + page, { headers: { authorization } })).status, page).toBe(200)
  },
)

test.each([
  `Bearer ${token}x`,
  'Bearer ',
  `Basic ${Buffer.from(token).toString('base64')}`,
  'Basic',
  `Basic ${Buffer.from('any:').toString('base64')}`,
])('with %s they do not', async (authorization) => {
  for (const page of pages) expect((await fetch(open.url + page, { headers: { authorization } })).status, page).toBe(401)
})

test('guesses of the token are limited; a browser that asks without one first, and the right one, are not', async () => {
  const server = servers.at(-1)
  const ask = async (authorization?: string): Promise<number | undefined> =>
    (
      await server?.inject({
        url: '/metrics',
        remoteAddress: '192.0.2.7',
        headers: authorization === undefined ? {} : { authorization },
      })
    )?.statusCode
  for (let call = 0; call < 100; call++) expect(await ask()).toBe(401)
  for (let guess = 0; guess < 60; guess++) expect(await ask(`Bearer guess${guess}`)).toBe(401)
  expect(await ask('Bearer more')).toBe(429)
  expect(await ask(`Bearer ${token}`)).toBe(200)
})

test('liveness and readiness need nothing', async () => {
  expect((await fetch(`${closed.url}/health/live`)).status).toBe(200)
  expect((await fetch(`${closed.url}/health/ready`)).status).toBe(200)
})

test('the API page comes with its script, and with a policy that lets it run', async () => {
  const headers = { authorization: `Bearer ${token}` }
  const page = await fetch(`${open.url}/api/docs`, { headers })
  expect(page.headers.get('content-security-policy')).toContain("'unsafe-inline'")
  const [, script = ''] = /src="([^"]+\.js)"/.exec(await page.text()) ?? []
  const answer = await fetch(new URL(script, page.url), { headers })
  expect(answer.headers.get('content-type')).toContain('javascript')
  expect((await answer.text()).length).toBeGreaterThan(1_000_000)
})
