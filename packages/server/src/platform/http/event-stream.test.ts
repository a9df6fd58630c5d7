import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { connect, type Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import type { EventStream } from './binding.ts'
import { openEventStream } from './event-stream.ts'

let server: FastifyInstance
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server.close()
})

/** Streams whose reader never reads, or does. */
const open = async (stuckMs: number, count: number) => {
  const streams: EventStream[] = []
  server = fastify({ forceCloseConnections: true })
  server.get('/', async (request, reply) => {
    streams.push(openEventStream(request, reply, stuckMs))
    return reply
  })
  const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }))
  for (let index = 0; index < count; index++) {
    const socket = connect(Number(port), '127.0.0.1')
    sockets.push(socket)
    await once(socket, 'connect')
    socket.on('error', () => undefined)
    socket.pause()
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  }
  await vi.waitFor(() => expect(streams).toHaveLength(count), 30_000)
  return streams
}
const frame = { data: 'x'.repeat(64 * 1024) }
/** Sends until nothing more is accepted. The system's buffers hold a few megabytes first. */
const fill = async (streams: readonly EventStream[]): Promise<void> => {
  for (let quiet = 0; quiet < 5; quiet++) {
    for (const stream of streams) while (stream.send(frame)) quiet = 0
    await delay(20)
  }
}

test('a stream whose reader has stopped is closed; one that is being read is not', async () => {
  const [stuck, slow] = await open(600, 2)
  let cut = false
  stuck?.onClose(() => (cut = true))
  let ended = false
  slow?.onClose(() => (ended = true))
  sockets[1]?.resume()
  if (stuck && slow) await fill([stuck])
  for (let frames = 0; frames < 20; frames++) {
    slow?.send(frame)
    await delay(20)
  }
  await vi.waitFor(() => expect(cut).toBe(true), { timeout: 10_000 })
  expect(ended).toBe(false)
  expect(slow?.send(frame)).toBe(true)
  expect(stuck?.send(frame)).toBe(false)
})

test('the connection of an ended stream closes even if the client does not read', async () => {
  const [stream] = await open(60_000, 1)
  let closed = false
  stream?.onClose(() => (closed = true))
  if (stream) await fill([stream])
  stream?.close()
  await vi.waitFor(() => expect(closed).toBe(true), { timeout: 6_000 })
})

test('fifty streams that are not read cost less than 5 MB each', async () => {
  const before = process.memoryUsage.rss()
  const streams = await open(60_000, 50)
  await fill(streams)
  const megabytes = (process.memoryUsage.rss() - before) / 2 ** 20
  expect(megabytes / 50).toBeLessThan(5)
  if (process.env['MEASURE']) console.log('RSS per stream that is never read, MB', megabytes / 50)
})

test('a pipelined stream request is refused, and writes nothing into the answer before it', async () => {
  const streams: EventStream[] = []
  const answer = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  server = fastify({ forceCloseConnections: true })
  server.get('/slow', async () => {
    await answer.promise
    return 'slow'
  })
  server.get('/', async (request, reply) => {
    opened.resolve()
    streams.push(openEventStream(request, reply))
    return reply
  })
  const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  sockets.push(socket)
  let received = ''
  socket.on('data', (data) => (received += data.toString()))
  socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\nGET / HTTP/1.1\r\nhost: x\r\n\r\n')
  await opened.promise
  await delay(50)
  answer.resolve()
  await vi.waitFor(() => expect(received).toMatch(/^HTTP\/1.1 200 [^]*slowHTTP\/1.1 [45]/))
  expect(streams).toEqual([])
  expect(received).not.toContain('event-stream')
})
