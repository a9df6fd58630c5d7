import { endpoint, noInput, nothing } from '@emberwatch/contract'
import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { bareServer } from '../../testing/bare-server.ts'
import type { Binding } from './binding.ts'
import type { HttpOptions } from './server.ts'

const token = 'a-session-of-somebody-known'
const entry = endpoint({
  path: 'test/mine',
  method: 'POST',
  access: 'session',
  input: noInput,
  output: nothing,
  summary: 'For this test',
})
const authenticate = (async (shown: string) =>
  shown === token
    ? { actor: { accountType: 'siter', operations: new Set() }, scope: { kind: 'none' } }
    : null) as unknown as HttpOptions['authenticate']

const start = async (options: Partial<HttpOptions>): Promise<{ server: FastifyInstance; port: number; warnings: string[] }> => {
  const warnings: string[] = []
  const write = (line: string) => void warnings.push((JSON.parse(line) as { msg: string }).msg)
  const bindings = [{ entry, verb: async () => null }] as unknown as Binding[]
  const server = await bareServer({ bindings, authenticate, log: pino({ level: 'warn' }, { write }), ...options })
  onTestFinished(() => server.close())
  server.get('/health/ready', () => 'ready')
  return { server, port: Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port), warnings }
}

const open = async (port: number): Promise<{ socket: Socket; received: () => string }> => {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return { socket, received: () => text }
}
const call = 'POST /api/test/mine HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n'

test('of too many unauthenticated connections the oldest are closed; who has signed in stays, and readiness answers', async () => {
  const { port, warnings } = await start({ unauthenticatedLimits: { total: 5, perAddress: 100 } })
  const mine = await open(port)
  mine.socket.write(`${call}authorization: Bearer ${token}\r\n\r\n`)
  await vi.waitFor(() => expect(mine.received()).toContain('HTTP/1.1 200'))
  const unauthenticated: Awaited<ReturnType<typeof open>>[] = []
  for (let n = 0; n < 8; n++) {
    const connection = await open(port)
    connection.socket.write(`${call}\r\n`)
    await vi.waitFor(() => expect(connection.received()).toContain('HTTP/1.1 401'))
    unauthenticated.push(connection)
  }
  await vi.waitFor(() => expect(unauthenticated.filter(({ socket }) => socket.destroyed)).toHaveLength(3))
  expect(unauthenticated.slice(0, 3).every(({ socket }) => socket.destroyed)).toBe(true)
  expect(mine.socket.destroyed).toBe(false)
  expect(await (await fetch(`http://127.0.0.1:${port}/health/ready`)).text()).toBe('ready')
  expect(new Set(warnings)).toEqual(new Set(['too many unauthenticated connections: the oldest is closed']))
})

test('one address has a share of its own, unless a proxy speaks for many', async () => {
  const { server, port, warnings } = await start({ unauthenticatedLimits: { total: 100, perAddress: 2 } })
  // As if they came from elsewhere: connections from this machine are not limited.
  const addresses = ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1', '2001:db8::3']
  server.server.prependListener('connection', (socket: Socket) =>
    Object.defineProperty(socket, 'remoteAddress', { value: addresses.shift() }),
  )
  const first = await open(port)
  await open(port)
  const elsewhere = await open(port)
  await open(port)
  await vi.waitFor(() => expect(first.socket.destroyed).toBe(true))
  expect(elsewhere.socket.destroyed).toBe(false)
  expect(warnings).toEqual(['too many connections of one address: the oldest is closed'])
})

test('a secret address makes its caller known; a picture that everybody may read does not', async () => {
  const shared = {
    method: 'GET',
    access: 'public',
    reply: 'binary',
    input: noInput,
    output: nothing,
    summary: 'For this test',
  } as const
  const file = (isPublic: boolean) => async () => {
    const stream = Readable.from(['x'])
    return { stream, mime: 'image/png', size: 1, name: 'a', inline: true, etag: '"a"', public: isPublic }
  }
  const bindings = [
    { entry: endpoint({ ...shared, path: 'test/secret' }), verb: file(false) },
    { entry: endpoint({ ...shared, path: 'test/logo' }), verb: file(true) },
  ] as unknown as Binding[]
  const { port } = await start({ bindings, unauthenticatedLimits: { total: 2, perAddress: 100 } })
  const readers: Awaited<ReturnType<typeof open>>[] = []
  for (const path of ['secret', 'logo', 'logo', 'logo']) {
    const reader = await open(port)
    reader.socket.write(`GET /api/test/${path} HTTP/1.1\r\nhost: a\r\n\r\n`)
    await vi.waitFor(() => expect(reader.received()).toContain('HTTP/1.1 200'))
    readers.push(reader)
  }
  await vi.waitFor(() => expect(readers.map(({ socket }) => socket.destroyed)).toEqual([false, true, false, false]))
})

test('descriptors are kept back for gateways', async () => {
  const { server, port } = await start({ openFiles: 16 })
  expect(server.server.maxConnections).toBe(8)
  const unauthenticated = [await open(port), await open(port), await open(port)]
  await vi.waitFor(() => expect(unauthenticated[0]?.socket.destroyed).toBe(true))
})

test('known callers who hold all that HTTP may have are said, and the next caller is let in', async () => {
  const { port, warnings } = await start({ openFiles: 16 })
  for (let n = 0; n < 8; n++) {
    const mine = await open(port)
    mine.socket.write(`${call}authorization: Bearer ${token}\r\n\r\n`)
    await vi.waitFor(() => expect(mine.received()).toContain('HTTP/1.1 200'))
  }
  const refused = await open(port)
  await vi.waitFor(() => expect(refused.socket.destroyed).toBe(true))
  expect(warnings).toEqual([expect.stringContaining('HTTP holds its half of all descriptors')])
  await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200))
})
