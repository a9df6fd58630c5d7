import { endpoint, noInput, nothing } from '@emberwatch/contract'
import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { connect, type Socket } from 'node:net'
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
    ? { actor: { accountType: 'siter', operations: new Set() }, scope: { kind: 'nobody' } }
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

test('of too many connections of strangers the oldest are closed; who has signed in stays, and readiness answers', async () => {
  const { port, warnings } = await start({ strangerLimits: { total: 5, perAddress: 100 } })
  const mine = await open(port)
  mine.socket.write(`${call}authorization: Bearer ${token}\r\n\r\n`)
  await vi.waitFor(() => expect(mine.received()).toContain('HTTP/1.1 200'))
  const strangers: Awaited<ReturnType<typeof open>>[] = []
  for (let n = 0; n < 8; n++) {
    const stranger = await open(port)
    stranger.socket.write(`${call}\r\n`)
    await vi.waitFor(() => expect(stranger.received()).toContain('HTTP/1.1 401'))
    strangers.push(stranger)
  }
  await vi.waitFor(() => expect(strangers.filter(({ socket }) => socket.destroyed)).toHaveLength(3))
  expect(strangers.slice(0, 3).every(({ socket }) => socket.destroyed)).toBe(true)
  expect(mine.socket.destroyed).toBe(false)
  expect(await (await fetch(`http://127.0.0.1:${port}/health/ready`)).text()).toBe('ready')
  expect(new Set(warnings)).toEqual(new Set(['too many connections of strangers: the oldest is closed']))
})

test('one address has a share of its own, unless a proxy speaks for many', async () => {
  const { server, port, warnings } = await start({ strangerLimits: { total: 100, perAddress: 2 } })
  // As if they came from elsewhere: this machine is no stranger's address.
  server.server.prependListener('connection', (socket: Socket) =>
    Object.defineProperty(socket, 'remoteAddress', { value: '192.0.2.1' }),
  )
  const first = await open(port)
  await open(port)
  await open(port)
  await vi.waitFor(() => expect(first.socket.destroyed).toBe(true))
  expect(warnings).toEqual(['too many connections of one address: the oldest is closed'])
})

test('descriptors are kept back for gateways', async () => {
  const { server, port } = await start({ openFiles: 16 })
  expect(server.server.maxConnections).toBe(8)
  const strangers = [await open(port), await open(port), await open(port)]
  await vi.waitFor(() => expect(strangers[0]?.socket.destroyed).toBe(true))
})
