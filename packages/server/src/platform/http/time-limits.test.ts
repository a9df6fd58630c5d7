import { DomainError, endpoint, input, noInput, nothing, text } from '@emberwatch/contract'
import type { FastifyInstance } from 'fastify'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bareServer } from '../../testing/bare-server.ts'
import type { Binding } from './binding.ts'
import { registerConsole } from './console.ts'
import { createKeyLimits, type KeyCaller, type Keys } from './keys.ts'
import { timeLimits, withTimeout } from './time-limits.ts'

const open = { method: 'POST', access: 'public', output: nothing, summary: 'For this test' } as const
const bindings = [
  { entry: endpoint({ ...open, path: 'test/quick', input: input({ note: text(100) }) }), verb: async () => null },
  { entry: endpoint({ ...open, path: 'test/closed', access: 'session', input: noInput }), verb: async () => null },
  { entry: endpoint({ ...open, path: 'test/key', access: { key: 'alarm:read' }, input: noInput }), verb: async () => null },
  { entry: endpoint({ ...open, path: 'test/off', input: noInput }), verb: async () => null },
  { entry: endpoint({ ...open, path: 'test/get', method: 'GET', input: noInput }), verb: async () => null },
  { entry: endpoint({ ...open, path: 'test/hangs', input: noInput }), verb: () => new Promise(() => undefined) },
  { entry: endpoint({ ...open, path: 'test/slow', input: noInput }), verb: () => sleep(600).then(() => null) },
  { entry: endpoint({ ...open, path: 'test/long', input: noInput, takesLong: true }), verb: () => sleep(1_500).then(() => null) },
  {
    entry: endpoint({ ...open, path: 'test/upload', input: noInput, body: 'multipart' }),
    verb: async (_ctx: unknown, _input: unknown, upload: { stream: AsyncIterable<Buffer> }) => {
      for await (const chunk of upload.stream) void chunk
      return null
    },
  },
] as unknown as Binding[]

/** A key that may make no call a minute. */
const used = {
  actor: { accountType: 'key', key: { id: 1 }, companyId: 1 },
  scope: { kind: 'none' },
  perMinute: 0,
} as unknown as KeyCaller
const keys = { find: async () => used, use: async () => undefined, admit: createKeyLimits() } as unknown as Keys
const off = { perMinute: null, logged: false, maskedFields: new Set<string>(), enabled: false }
const callSettings = { of: (path: string) => (path === 'test/off' ? off : undefined) }

let server: FastifyInstance
let port: number
beforeAll(async () => {
  const limits = { headersMs: 1_000, bodyMs: 400, uploadMs: 60_000, uploadPauseMs: 400, answerMs: 1_000 }
  server = await bareServer({ bindings, keys, callSettings, timeLimits: limits, authenticate: () => sleep(600).then(() => null) })
  await registerConsole(server, '/nowhere')
  port = Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => server.close())

/** Opens a connection, and tells what was received and how long it stayed open. */
const watch = (): { socket: Socket; ended: Promise<{ answer: string; ms: number }> } => {
  const began = performance.now()
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  socket.on('error', () => undefined)
  const ended = new Promise<{ answer: string; ms: number }>((resolve) =>
    socket.on('close', () => resolve({ answer, ms: performance.now() - began })),
  )
  return { socket, ended }
}
const drip = async (socket: Socket, one: string, everyMs: number): Promise<void> => {
  while (!socket.destroyed && socket.writable) {
    socket.write(one)
    await sleep(everyMs)
  }
}
const post = (path: string, headers: string): string => `POST /api/${path} HTTP/1.1\r\nhost: a\r\n${headers}\r\n\r\n`

test('nothing is waited for longer than its limit', () => {
  expect(timeLimits).toMatchObject({ headersMs: 15_000, bodyMs: 30_000, uploadPauseMs: 30_000, answerMs: 10_000 })
})

test('headers that arrive byte by byte are cut off', async () => {
  const { socket, ended } = watch()
  socket.write('GET /api/test HTTP/1.1\r\nhost: a\r\n')
  void drip(socket, 'x-a: b\r\n', 50)
  const { answer, ms } = await ended
  expect(ms).toBeLessThan(15_000)
  expect(answer).toMatch(/^HTTP\/1.1 408 /)
  expect(answer).toContain('"code":1014')
})

test('a connection without any data is closed', async () => {
  const { ms } = await watch().ended
  expect(ms).toBeLessThan(15_000)
})

test('a body that arrives byte by byte is cut off, however steadily it comes', async () => {
  const { socket, ended } = watch()
  socket.write(post('test/quick', 'content-type: application/json\r\ncontent-length: 10000'))
  void drip(socket, ' ', 20)
  expect((await ended).ms).toBeLessThan(15_000)
})

test.each([
  ['401', post('test/closed', 'content-type: application/json\r\ncontent-length: 100000')],
  ['401', post('test/closed', 'content-type: application/json\r\ntransfer-encoding: chunked')],
  [
    '429',
    post('test/key', `authorization: Bearer ${'k'.repeat(40)}\r\ncontent-type: application/json\r\ncontent-length: 100000`),
  ],
  ['503', post('test/off', 'content-type: application/json\r\ncontent-length: 100000')],
  ['415', post('test/quick', 'content-type: application/json\r\ncontent-encoding: gzip\r\ncontent-length: 100000')],
  ['404', post('test/nowhere', 'content-type: application/json\r\ncontent-length: 100000')],
  ['200', post('test/get', 'content-length: 100000').replace('POST', 'GET')],
])('what is answered with %s before its body has arrived loses its connection, however it drips', async (status, head) => {
  const { socket, ended } = watch()
  socket.write(head)
  void drip(socket, head.includes('chunked') ? '1\r\nx\r\n' : 'x', 20)
  const { answer, ms } = await ended
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(ms).toBeLessThan(15_000)
})

test('an upload may be slow, but not pause', async () => {
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'
  const slow = watch()
  slow.socket.write(
    post(
      'test/upload',
      `content-type: multipart/form-data; boundary=b\r\nconnection: close\r\ncontent-length: ${head.length + 12 + 9}`,
    ),
  )
  slow.socket.write(head)
  for (let sent = 0; sent < 12; sent++) {
    await sleep(100)
    slow.socket.write('x')
  }
  slow.socket.write('\r\n--b--\r\n')
  expect((await slow.ended).answer).toMatch(/^HTTP\/1.1 200 /)

  const paused = watch()
  paused.socket.write(post('test/upload', 'content-type: multipart/form-data; boundary=b\r\ncontent-length: 100000'))
  paused.socket.write(`${head}x`)
  expect((await paused.ended).ms).toBeLessThan(15_000)
})

const call = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/api/${path}`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json', ...headers },
  })

test('a hanging call is answered as unavailable; one that may take long is waited for', async () => {
  const hung = await call('test/hangs')
  expect(hung.status).toBe(503)
  expect(hung.headers.get('retry-after')).toBe('5')
  expect(await hung.json()).toMatchObject({ code: 1007 })
  expect((await call('test/long')).status).toBe(200)
})

test('authentication and work share one time limit', async () => {
  expect((await call('test/slow')).status).toBe(200)
  expect((await call('test/slow', { authorization: 'Bearer of-a-session-that-is-long-over' })).status).toBe(503)
})

test('a failure of the work comes through as it is', async () => {
  await expect(withTimeout(1_000, Promise.reject(new DomainError('noAccess')))).rejects.toThrow('noAccess')
  await expect(withTimeout(10, new Promise(() => undefined))).rejects.toMatchObject({ reason: 'unavailable' })
})
