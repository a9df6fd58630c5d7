import { endpoint, input, noInput, nothing, text } from '@emberwatch/contract'
import type { FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { connect } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bareServer } from '../../testing/bare-server.ts'
import type { Binding } from './binding.ts'
import { registerOperations } from './operations.ts'

const token = 'a-token-for-this-test-only'
const open = { method: 'POST', access: 'public', output: nothing, summary: 'For this test' } as const
const answering = Promise.withResolvers<void>()
const leaving = Promise.withResolvers<void>()
/** How many requests have begun. */
let begun = 0
const bindings = [
  { entry: endpoint({ ...open, path: 'test/quick', input: input({ note: text(100) }) }), verb: async () => null },
  {
    entry: endpoint({ ...open, path: 'test/slow', input: noInput }),
    verb: async () => {
      answering.resolve()
      await leaving.promise
      return null
    },
  },
  {
    entry: endpoint({ ...open, path: 'test/upload', input: noInput, body: 'multipart' }),
    verb: async (_ctx: unknown, _input: unknown, upload: { stream: AsyncIterable<Buffer> }) => {
      for await (const chunk of upload.stream) void chunk
      return null
    },
  },
  {
    entry: endpoint({ ...open, path: 'test/defect', input: noInput }),
    verb: () => Promise.reject(new TypeError('x is not a function')),
  },
] as unknown as Binding[]

let server: FastifyInstance
let url: string
const lines: { level: number; msg: string; url?: string }[] = []
beforeAll(async () => {
  const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number])
  server = await bareServer({
    bindings,
    log: pino({ level: 'debug' }, { write }),
    before: async (each) => void each.addHook('preParsing', async () => void begun++),
  })
  const health = {
    parts: () => ({}) as never,
    problems: () => [],
    delays: () => ({ storingMs: null, sendingS: null }),
    onChange: () => () => undefined,
    start: () => undefined,
    stop: () => undefined,
  }
  await registerOperations(server, { health, gauges: {}, token })
  url = await server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => server.close())

const counted = async (): Promise<number> => {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  return Number(/^emberwatch_http_broken_off_total (\d+)$/m.exec(await answer.text())?.[1])
}
const send = (path: string, headers: string, body: string) => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(`POST /api/${path} HTTP/1.1\r\nhost: a\r\n${headers}\r\n\r\n${body}`)
  return socket
}
const errors = () => lines.filter(({ level }) => level >= 40)

test.each([
  ['a body', 'test/quick', 'content-type: application/json', '{"note":"x'],
  [
    'an upload',
    'test/upload',
    'content-type: multipart/form-data; boundary=b',
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx',
  ],
])('%s that the caller breaks off is no error of ours, and is counted', async (_name, path, type, body) => {
  const before = await counted()
  const read = begun
  const socket = send(path, `${type}\r\ncontent-length: 10000`, body)
  await vi.waitFor(() => expect(begun).toBe(read + 1))
  socket.resetAndDestroy()
  await vi.waitFor(async () => expect(await counted()).toBe(before + 1))
  await vi.waitFor(() => expect(lines.at(-1)).toMatchObject({ level: 20, msg: 'request broken off', url: `/api/${path}` }))
  expect(errors()).toEqual([])
})

test('a caller that disconnects before anything is read is not an error of ours', async () => {
  const before = await counted()
  for (let call = 0; call < 20; call++) {
    const socket = send('test/quick', 'content-type: application/json\r\ncontent-length: 10000', '{')
    await once(socket, 'connect')
    socket.resetAndDestroy()
  }
  // At least some of them, as the server need not have seen each.
  await vi.waitFor(() => expect(lines.filter(({ msg }) => msg === 'request broken off').length).toBeGreaterThan(2))
  expect(errors()).toEqual([])
  expect(await counted()).toBeGreaterThan(before)
})

test('callers that leave before the answer are counted', async () => {
  const before = await counted()
  const socket = send('test/slow', 'content-type: application/json\r\ncontent-length: 2', '{}')
  await answering.promise
  socket.destroy()
  await vi.waitFor(async () => expect(await counted()).toBe(before + 1))
  leaving.resolve()
  expect(errors()).toEqual([])
})

test('complete requests and defects are logged as before', async () => {
  const before = await counted()
  const post = (path: string, body: object) =>
    fetch(`${url}/api/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  expect((await post('test/quick', { note: 'x' })).status).toBe(200)
  expect((await post('test/defect', {})).status).toBe(500)
  expect(errors()).toMatchObject([{ level: 50, msg: 'request failed', url: '/api/test/defect' }])
  expect(await counted()).toBe(before)
})
