import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import type { BrokerMessage } from '../../../platform/broker/broker.ts'
import { systemClock } from '../../../platform/context.ts'
import { failureOf } from '../../../platform/http/failure.ts'
import type { InboundMessage } from './inbound-message.ts'
import { registerIngestHttp } from './receive-http.ts'
import type { IngestHttpOptions } from './receive-http.ts'

const setUp = (options: Partial<IngestHttpOptions>) => {
  const server = fastify()
  server.setErrorHandler((error, request, reply) => {
    const { status, body } = failureOf(error, 'en', request.id)
    void reply.status(status).send(body)
    return reply
  })
  const lookups: string[] = []
  const bodies: string[] = []
  registerIngestHttp(server, {
    authenticate: async (gateway, secret) => {
      lookups.push(gateway)
      return secret === `secret-of-${gateway}`
    },
    hasRoom: () => true,
    take: async ({ payload }) => {
      bodies.push(Buffer.from(payload).toString())
      throw new Error('nothing behind it in this test')
    },
    brokenOff: () => undefined,
    clock: systemClock,
    ...options,
  })
  return { server, lookups, bodies }
}

test('a gateway with the right secret that is disabled is not told that its secret is wrong', async () => {
  const { server } = setUp({ authenticate: async () => 'disabled' })
  const { statusCode } = await server.inject({
    method: 'POST',
    url: '/api/ingest/v1/GW1',
    headers: { authorization: 'Bearer secret-of-GW1' },
  })
  expect(statusCode).toBe(403)
  await server.close()
})

test('it is told where a gateway calls from', async () => {
  const calls: unknown[] = []
  const stored = { gateway: { id: 1 }, rows: [], refused: 0, answer: 'stored' } as unknown as InboundMessage
  const { server } = setUp({
    take: async (_message, done) => {
      done()
      return stored
    },
    calledFrom: (gateway, ip, port) => void calls.push([gateway.id, ip, port]),
  })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  const send = () =>
    fetch(`${url}/api/ingest/v1/GW1`, { method: 'POST', body: '{}', headers: { authorization: 'Bearer secret-of-GW1' } })
  expect((await send()).status).toBe(200)
  expect(calls).toEqual([[1, '127.0.0.1', expect.any(Number)]])
  await server.close()
})

test('a name that no gateway can have is rejected without asking the database', async () => {
  const { server, lookups } = setUp({})
  for (const name of ['%00', 'a%2Fb', '%20', '-x', 'x'.repeat(65), '%F0%9F%94%A5']) {
    const { statusCode } = await server.inject({
      method: 'POST',
      url: `/api/ingest/v1/${name}`,
      headers: { authorization: 'Bearer x' },
    })
    expect(statusCode).toBe(401)
  }
  expect(lookups).toEqual([])
  await server.close()
})

test.each([{ 'content-type': ';;;' }, { 'content-type': 'multipart/form-data' }, { authorization: 'bearer  secret-of-GW1' }, {}])(
  'a body is read whatever its declared type: %j',
  async (headers) => {
    const { server, bodies } = setUp({})
    const authorization = 'Bearer secret-of-GW1'
    await server.inject({
      method: 'POST',
      url: '/api/ingest/v1/GW1',
      headers: { authorization, ...headers },
      payload: Buffer.from('a fire'),
    })
    expect(bodies).toEqual(['a fire'])
    await server.close()
  },
)

test('an unauthenticated client is rejected before any of its body is read', async () => {
  const { server } = setUp({})
  await server.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect(Number(new URL(server.listeningOrigin).port), '127.0.0.1')
  socket.write('POST /api/ingest/v1/GW1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer wrong\r\nContent-Length: 200000\r\n\r\n{')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 401/)
  socket.destroy()
  await server.close()
})

test('a POST interrupted by its gateway is logged with its name; that of somebody who may not post is not', async () => {
  const reported: string[] = []
  const { server, bodies } = setUp({ brokenOff: (gateway) => reported.push(gateway) })
  await server.listen({ port: 0, host: '127.0.0.1' })
  const post = async (secret: string) => {
    const read = once(server.server, 'request') as Promise<[IncomingMessage]>
    const socket = connect(Number(new URL(server.listeningOrigin).port), '127.0.0.1')
    socket.write(
      `POST /api/ingest/v1/GW1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${secret}\r\nContent-Length: 20000\r\n\r\n{"seq":1`,
    )
    const [request] = await read
    return { socket, request }
  }
  const stranger = await post('wrong')
  await once(stranger.socket, 'data')
  stranger.socket.destroy()
  const { socket, request } = await post('secret-of-GW1')
  await vi.waitFor(() => expect(request.readableFlowing).not.toBeNull())
  socket.destroy()
  await vi.waitFor(() => expect(reported).toEqual(['GW1']))
  expect(bodies).toEqual([])
  await server.close()
})

test('a gateway with too many posts under way is told to come later; another one is read', async () => {
  const { server, bodies } = setUp({})
  await server.listen({ port: 0, host: '127.0.0.1' })
  const port = Number(new URL(server.listeningOrigin).port)
  const post = (gateway: string, body: string, length = body.length) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(
      `POST /api/ingest/v1/${gateway} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer secret-of-${gateway}\r\nContent-Length: ${length}\r\n\r\n${body}`,
    )
    return socket
  }
  const answerOf = async (gateway: string) => {
    const [answer] = (await once(post(gateway, 'a fire'), 'data')) as [Buffer]
    return answer.toString()
  }
  // Each of them holds as much memory as its body, for as long as it does not end.
  const held = Array.from({ length: 150 }, () => post('GW1', 'half', 200_000))
  const refused = await Promise.all(held.slice(100).map((socket) => once(socket, 'data') as Promise<[Buffer]>))
  expect(refused.map(([answer]) => answer.toString().slice(0, 12))).toEqual(Array.from({ length: 50 }, () => 'HTTP/1.1 503'))
  expect(await answerOf('GW1')).toMatch(/^HTTP\/1.1 503 [^]*\r\nretry-after: 2\r\n/)
  expect(bodies).toEqual([])
  await answerOf('GW2')
  expect(bodies).toEqual(['a fire'])
  // Whatever was broken off no longer counts.
  for (const socket of held) socket.destroy()
  await vi.waitFor(async () => {
    await answerOf('GW1')
    expect(bodies).toEqual(['a fire', 'a fire'])
  })
  await server.close()
})

test('after many wrong secrets callers are told to slow down; the right one behind the same address keeps working', async () => {
  const served: string[] = []
  const take = async ({ gateway }: BrokerMessage) => {
    served.push(gateway)
    throw new Error('nothing behind it in this test')
  }
  const { server } = setUp({ take })
  const post = async (gateway: string, secret: string) =>
    (
      await server.inject({
        method: 'POST',
        url: `/api/ingest/v1/${gateway}`,
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        payload: '{}',
      })
    ).statusCode
  const wrong: number[] = []
  for (let attempt = 0; attempt < 12; attempt++) wrong.push(await post('GW1', 'wrong'))
  expect(wrong).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
  expect(await post('GW1', 'secret-of-GW1')).toBe(503)
  expect(await post('GW2', 'secret-of-GW2')).toBe(503)
  expect(served).toEqual(['GW1', 'GW2'])
  await server.close()
})
