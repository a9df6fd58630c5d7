import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { connectAsync } from 'mqtt'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { startIngest } from './ingest.fixture.ts'
import { rowsOf, useIngest } from './ingest.testing.ts'
import { LookupRetry } from './lookup-retry.ts'

const t = useIngest()
const messages = 200

/** A proxy to the database that can be cut. */
const line = async (): Promise<{ port: number; cut: () => void; mend: () => void; close: () => void }> => {
  const { host = '', port = 0 } = t.connection
  let isCut = false
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    if (isCut) return void socket.destroy()
    const onward = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    onward.on('error', () => undefined)
    for (const each of [socket, onward]) sockets.add(each)
    socket.pipe(onward).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    mend: () => void (isCut = false),
    close: () => void (cut(), server.close()),
  }
}

test('fires of unknown detectors wait for the database, with one log line instead of thousands, and are then listed', async () => {
  const { port, cut, mend, close } = await line()
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (text: string) => void lines.push(text) })
  const second = await startIngest({ ...t.connection, host: '127.0.0.1', port }, {}, { log })
  const { code, secret } = t.gateway
  const client = await connectAsync(second.url, { protocolVersion: 4, username: code, password: secret, clientId: 'cut' })
  cut()
  const sent = Promise.all(
    Array.from({ length: messages }, (_, index) =>
      client.publishAsync(`ew/v1/${code}/report`, JSON.stringify({ reports: [{ device: `L${index}`, code: '1110' }] }), {
        qos: 1,
      }),
    ),
  )
  await vi.waitFor(() => expect(second.ingest.status()).toMatchObject({ storing: 'failing', waiting: messages }), 20_000)
  await delay(2_000)
  expect(lines.filter((text) => text.includes('looked up'))).toHaveLength(1)
  const from = performance.now()
  mend()
  await sent
  expect(performance.now() - from).toBeLessThan(10_000)
  expect(await rowsOf.alarms(t)).toHaveLength(messages)
  expect(second.ingest.status()).toMatchObject({ storing: 'ok', waiting: 0 })
  await client.endAsync(true)
  await second.stop()
  close()
})

test('a lookup that never succeeds delays no other', async () => {
  const added: string[] = []
  const message = (gateway: string) => ({
    gateway,
    channel: 'report',
    topic: '',
    payload: Buffer.alloc(0),
    receivedAt: new Date(),
  })
  const lookupRetry = new LookupRetry({
    preparer: {
      prepare: async ({ gateway }) => {
        if (gateway === 'slow') throw new Error('timeout')
        return { client: gateway } as never
      },
    },
    add: ({ client }) => void added.push(client),
    log: { warn: () => undefined },
  })
  for (const gateway of ['slow', 'other']) void lookupRetry.retry(message(gateway), () => undefined, new Error('away'))
  await vi.waitFor(() => expect(added).toEqual(['other']), 30_000)
  expect(lookupRetry.size).toBe(1)
  lookupRetry.stop()
})
