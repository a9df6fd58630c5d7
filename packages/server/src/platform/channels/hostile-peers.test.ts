import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { startMailServer } from '../../testing/mail-server.ts'
import type { ProviderConfig } from './adapter.ts'
import { aliyunSms } from './aliyun-sms.ts'
import { aliyunVoice } from './aliyun-voice.ts'
import { httpRequest } from './http-request.ts'
import { httpSms } from './http-template.ts'
import type { Outgoing } from './provider.ts'
import { smpp } from './smpp.ts'
import { smtp } from './smtp.ts'

const message: Outgoing = {
  key: 'c0ffee00-0000-4000-8000-000000000000',
  channel: 'mail',
  phone: '+8613800000000',
  email: 'guard@example.com',
  subscriptions: [],
  language: 'en',
  title: 'Fire at Harbour Hotel',
  content: 'Smoke in room 305',
  templateCode: null,
  params: {},
  thread: null,
  receiptUrl: '',
  mayTake: false,
}
const limitMs = 300
const configOf = (settings: ProviderConfig['settings']): ProviderConfig => ({
  settings: { host: '127.0.0.1', security: 'none', mailFrom: 'watch@example.com', systemId: 'us', ...settings },
  secrets: {},
  timeoutMs: limitMs,
  onReceipt: async () => undefined,
  onGone: () => undefined,
})

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** A server without a protocol. `open`: its present connections. */
const startPeer = async (onConnection: (socket: Socket) => void) => {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined).on('close', () => open.delete(socket))
    onConnection(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(async () => {
    for (const socket of open) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return { port: (server.address() as AddressInfo).port, open }
}

test('a mail server that keeps talking holds no connection, and accepts nothing after the time limit', async () => {
  const said: string[] = []
  const peer = await startPeer((socket) => {
    socket.write('220 here\r\n')
    socket.on('data', (piece) => {
      said.push(String(piece))
      if (String(piece).startsWith('EHLO')) socket.write('250 yes\r\n')
      // Some bytes now and then, so that the connection is never silent.
      const timer = setInterval(() => socket.write('250-wait\r\n'), 50)
      socket.on('close', () => clearInterval(timer))
    })
  })
  const provider = smtp.open(configOf({ port: peer.port }))
  expect(await provider.send(message, AbortSignal.timeout(limitMs))).toEqual({
    result: 'failed',
    reason: 'no answer within the time limit',
  })
  await expect.poll(() => peer.open.size).toBe(0)
  expect(said.join('')).not.toContain('DATA')
})

test('a line break in a name adds no mail header, and its text is not HTML', async () => {
  const { port, mails, stop } = await startMailServer()
  stops.push(stop)
  const provider = smtp.open(configOf({ port }))
  const name = 'Hotel\r\nBcc: thief@example.com\r\n\r\n<script>alert(1)</script>'
  const sent = await provider.send(
    { ...message, title: name, content: `${name}\r\n.\r\nMAIL FROM:<x@example.com>` },
    AbortSignal.timeout(5_000),
  )
  expect(sent.result).toBe('accepted')
  const [headers = ''] = (mails[0]?.text ?? '').split('\r\n\r\n')
  expect(headers).not.toMatch(/^Bcc:/im)
  expect(headers).toMatch(/^Content-Type: text\/plain/im)
})

test('mails about one alarm form a thread, those about others another one', async () => {
  const { port, mails, stop } = await startMailServer()
  stops.push(stop)
  const provider = smtp.open(configOf({ port }))
  for (const [key, thread] of [
    ['one', 'alarm-7'],
    ['two', 'alarm-7'],
    ['three', 'alarm-8'],
    ['four', null],
  ] as const)
    expect((await provider.send({ ...message, key, thread }, AbortSignal.timeout(5_000))).result).toBe('accepted')
  const header = (name: string) => mails.map(({ text }) => new RegExp(`^${name}: (.+)\r$`, 'm').exec(text)?.[1])
  expect(header('References')).toEqual(['<alarm-7@example.com>', '<alarm-7@example.com>', '<alarm-8@example.com>', undefined])
  expect(header('In-Reply-To')).toEqual(header('References'))
  expect(new Set(header('Message-ID')).size).toBe(4)
})

test.each([
  [450, { result: 'failed', ofReceiver: true }],
  [451, { result: 'failed', ofReceiver: true }],
  [421, { result: 'failed' }],
  [452, { result: 'failed' }],
  [550, { result: 'rejected' }],
])('a mail server that answers %i to an address: %o', async (responseCode, outcome) => {
  const { port, stop } = await startMailServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('not now'), { responseCode })),
  })
  stops.push(stop)
  const sent = await smtp.open(configOf({ port })).send(message, AbortSignal.timeout(5_000))
  expect(sent).toEqual({ ...outcome, reason: expect.stringContaining('not now') })
})

/** One SMPP PDU. */
const pdu = (command: number, status: number, sequence: number, body = Buffer.alloc(0), length = 16 + body.length): Buffer => {
  const head = Buffer.alloc(16)
  for (const [at, value] of [length, command, status, sequence].entries()) head.writeUInt32BE(value, at * 4)
  return Buffer.concat([head, body])
}
const many = (count: number, make: (at: number) => Buffer) =>
  Buffer.concat(Array.from({ length: count }, (_each, at) => make(at)))
const rubbish: Readonly<Record<string, () => Buffer>> = {
  'a length of nothing': () => Buffer.concat([pdu(5, 0, 1, undefined, 0), Buffer.alloc(100_000)]),
  'a length below its head': () => Buffer.concat([pdu(5, 0, 1, undefined, 4), Buffer.alloc(300_000)]),
  'a length of two gigabytes': () => pdu(5, 0, 1, undefined, 0x7f_ff_ff_ff),
  'any bytes': () => randomBytes(5_000),
  'receipts of any bytes': () => many(50, (at) => pdu(5, 0, at, randomBytes(randomInt(200)))),
  'answers that nobody asked for': () =>
    many(50, (at) => pdu(0x80_00_00_00 + at, at % 3, 1 + (at % 4), randomBytes(randomInt(60)))),
  'every command': () => many(600, (at) => pdu(at, 0, at, randomBytes(randomInt(80)))),
}
const bound = pdu(0x80_00_00_09, 0, 1, Buffer.from('x\0'))

test.each(Object.entries(rubbish).flatMap(([what, make]) => [false, true].map((isBound) => ({ what, make, isBound }))))(
  'SMPP: a message centre that sends $what (bound: $isBound) harms no line but its own',
  async ({ make, isBound }) => {
    let spoilt = true
    const peer = await startPeer((socket) => {
      socket.on('data', (piece: Buffer) => {
        const [command, sequence] = [piece.readUInt32BE(4), piece.readUInt32BE(12)]
        if (spoilt && isBound && command === 9) socket.write(bound)
        if (spoilt) socket.write(make())
        else if (command === 9) socket.write(bound)
        else if (command === 4) socket.write(pdu(0x80_00_00_04, 0, sequence, Buffer.from('m1\0')))
      })
    })
    const provider = smpp.open(configOf({ port: peer.port }))
    const first = await provider.send(message, AbortSignal.timeout(limitMs))
    expect(['failed', 'rejected', 'accepted']).toContain(first.result)
    spoilt = false
    await provider.close?.()
    const next = smpp.open(configOf({ port: peer.port }))
    expect(await next.send(message, AbortSignal.timeout(5_000))).toEqual({ result: 'accepted', ref: 'm1', segments: 1 })
    await next.close?.()
  },
)

const answers = {
  'a 204 with a body': 'HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\nok',
  'a 204 with a body of pieces': 'HTTP/1.1 204 No Content\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
  'a body that breaks off': 'HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{"id":"',
  'pieces that break off': 'HTTP/1.1 202 Accepted\r\ntransfer-encoding: chunked\r\n\r\n90\r\n{"id":"',
  'pieces of no length': 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
} as const

test.each(Object.entries(answers).flatMap(([what, answer]) => [true, false].map((hangs) => ({ what, answer, hangs }))))(
  'HTTP: a status that has arrived is the answer, whatever follows: $what (hangs: $hangs)',
  async ({ answer, hangs }) => {
    const peer = await startPeer((socket) => {
      socket.on('data', () => {
        socket.write(answer)
        if (!hangs) socket.end()
      })
    })
    const url = `http://127.0.0.1:${peer.port}/`
    const call = { method: 'POST', url, body: '{}', allowPrivate: true } as const
    expect((await httpRequest({ ...call, signal: AbortSignal.timeout(limitMs) })).status).toBe(Number(answer.slice(9, 12)))
    const settings = { url, body: '{"to":"{{phone}}"}', bodyFormat: 'json', refPath: 'id', allowPrivate: true } as const
    const sent = await httpSms.open(configOf(settings)).send(message, AbortSignal.timeout(limitMs))
    expect(sent).toEqual({ result: 'accepted', ref: null })
    await expect.poll(() => peer.open.size).toBe(0)
  },
)

test.each([
  ['200 OK', 'accepted'],
  ['503 Service Unavailable', 'failed'],
] as const)('Aliyun: after status %s, whose body breaks off, a message is %s', async (status, result) => {
  const peer = await startPeer((socket) => {
    socket.on('data', () => socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 900\r\n\r\n{"Mess`))
  })
  const settings = {
    endpoint: `http://127.0.0.1:${peer.port}`,
    accessKeyId: 'k',
    signName: 's',
    templateCode: 't',
    allowPrivate: true,
  }
  const config = { ...configOf(settings), secrets: { accessKeySecret: 's' } }
  for (const adapter of [aliyunSms, aliyunVoice])
    expect(await adapter.open(config).send(message, AbortSignal.timeout(5_000))).toMatchObject({ result })
})
