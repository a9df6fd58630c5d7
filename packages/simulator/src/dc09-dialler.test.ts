import { createSocket, type Socket as Datagrams } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import {
  ackDc09,
  cutDc09,
  dc09Key,
  duhDc09,
  nakDc09,
  readDc09,
  readDc09Content,
  type Dc09Received,
} from '@emberwatch/device-link'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Dc09Dialler, type DiallerOptions } from './dc09-dialler.ts'
import { parseDiallerLine } from './dc09-script.ts'

type Answer = 'ack' | 'plainAck' | 'nak' | 'duh' | 'none'
const secret = Buffer.alloc(16, 7)
const key = dc09Key(secret)

/** A receiver that answers each message with the next of these, and the last one from then on. It has the right time. */
class Receiver {
  answers: Answer[] = ['ack']
  readonly received: Dc09Received[] = []
  readonly frames: Buffer[] = []
  readonly sockets = new Set<Socket>()
  connections = 0
  readonly #tcp: Server
  readonly #udp: Datagrams
  port = 0

  constructor() {
    this.#tcp = createServer((socket) => {
      this.connections++
      this.sockets.add(socket)
      let rest: Buffer = Buffer.alloc(0)
      socket.on('error', () => undefined)
      socket.once('close', () => this.sockets.delete(socket))
      socket.on('data', (chunk: Buffer) => {
        rest = Buffer.concat([rest, chunk])
        for (let cut = cutDc09(rest); cut.kind === 'frame'; cut = cutDc09(rest)) {
          const answer = this.#answer(rest.subarray(0, cut.size))
          rest = rest.subarray(cut.size)
          if (answer !== undefined) socket.write(answer)
        }
      })
    })
    this.#udp = createSocket('udp4')
    this.#udp.on('message', (bytes, { address, port }) => {
      const answer = this.#answer(bytes)
      if (answer !== undefined) this.#udp.send(answer, port, address)
    })
  }

  async start(): Promise<void> {
    this.#tcp.listen(0, '127.0.0.1')
    await once(this.#tcp, 'listening')
    this.port = (this.#tcp.address() as AddressInfo).port
    this.#udp.bind(this.port, '127.0.0.1')
    await once(this.#udp, 'listening')
  }

  /** Nobody is there any more. */
  stop(): void {
    this.cut()
    this.#tcp.close()
    this.#udp.close()
  }

  cut(): void {
    for (const socket of this.sockets) socket.destroy()
  }

  #answer(frame: Buffer): Buffer | undefined {
    const message = readDc09(frame, { keys: key === undefined ? [] : [key] })
    if (message === undefined) throw new Error('no frame')
    this.received.push(message)
    this.frames.push(Buffer.from(frame))
    const answer = this.answers.length > 1 ? this.answers.shift() : this.answers[0]
    if (answer === 'ack') return ackDc09(message, new Date())
    if (answer === 'plainAck') return ackDc09({ ...message, key: undefined }, new Date())
    if (answer === 'nak') return nakDc09(new Date())
    return answer === 'duh' ? duhDc09(message) : undefined
  }

  get ids(): string[] {
    return this.received.map(({ id, sequence }) => `${id} ${sequence}`)
  }

  get said(): string[] {
    return this.received.flatMap((message) =>
      readDc09Content(message).reports.map(({ device, code, values }) =>
        [device, code, values?.['text']].filter(Boolean).join(' '),
      ),
    )
  }
}

let receiver: Receiver
let backup: Receiver
const diallers: Dc09Dialler[] = []

beforeEach(async () => {
  receiver = new Receiver()
  backup = new Receiver()
  await Promise.all([receiver.start(), backup.start()])
})
afterEach(() => {
  for (const dialler of diallers.splice(0)) dialler.stop()
  for (const each of [receiver, backup]) each.stop()
})

const dial = ({ main, ...options }: Partial<DiallerOptions> = {}): Dc09Dialler => {
  const dialler = new Dc09Dialler({
    main: { host: '127.0.0.1', port: receiver.port, ...main },
    account: 'ABC123',
    answerMs: 150,
    pollSeconds: 0,
    ...options,
  })
  diallers.push(dialler)
  return dialler
}
const atBackup = () => ({ backup: { host: '127.0.0.1', port: backup.port } })
const awayMs = ({ time = '' }: Partial<Dc09Received> = {}) => Math.abs(Date.parse(time) - Date.now())

test('a fire and its end are acknowledged in both formats, each with the next number, its account and its time', async () => {
  const dialler = dial()
  expect(await dialler.fire('01', '012')).toBe('acknowledged')
  expect(await dialler.fire('01', '012', true)).toBe('acknowledged')
  const event = { format: 'SIA-DCS', code: 'FA', partition: '01', zone: '012', text: 'Switch room' } as const
  expect(await dialler.report(event)).toBe('acknowledged')
  expect(receiver.ids).toEqual(['ADM-CID 0001', 'ADM-CID 0002', 'SIA-DCS 0003'])
  expect(receiver.said).toEqual(['01-012 1110', '01-012 3110', '01-012 FA Switch room'])
  expect(receiver.received[0]).toMatchObject({ account: 'ABC123', dataAccount: 'ABC123', encrypted: false, flaw: undefined })
  expect(awayMs(receiver.received[0])).toBeLessThan(5_000)
  expect(receiver.connections).toBe(1)
})

test('numbers go to 9999 and begin anew with 0001', async () => {
  const dialler = dial({ lastSequence: 9_998 })
  await dialler.fire('01', '012')
  await dialler.fire('01', '012', true)
  expect(receiver.ids).toEqual(['ADM-CID 9999', 'ADM-CID 0001'])
})

test('what is not answered is sent three times, byte for byte the same; the next message has the next number', async () => {
  for (const options of [{}, { key: secret }]) {
    const dialler = dial(options)
    receiver.frames.length = 0
    receiver.answers = ['none']
    expect(await dialler.fire('01', '012')).toBe('unanswered')
    expect(receiver.frames).toHaveLength(3)
    expect(new Set(receiver.frames.map(String)).size).toBe(1)
    receiver.answers = ['none', 'ack']
    expect(await dialler.fire('01', '012')).toBe('acknowledged')
    expect(receiver.ids.slice(-5)).toEqual(['1', '1', '1', '2', '2'].map((number) => `ADM-CID 000${number}`))
  }
})

test('a NAK tells it the time: it sends again with the same number, and goes on with that time', async () => {
  for (const options of [{}, { key: secret }]) {
    const dialler = dial({ clockAheadMs: 600_000, ...options })
    receiver.answers = ['nak', 'ack']
    const before = receiver.received.length
    expect(await dialler.fire('01', '012')).toBe('acknowledged')
    expect(await dialler.fire('01', '012', true)).toBe('acknowledged')
    const [wrong, right, next] = receiver.received.slice(before)
    expect(awayMs(wrong)).toBeGreaterThan(590_000)
    expect(awayMs(right)).toBeLessThan(5_000)
    expect(awayMs(next)).toBeLessThan(5_000)
    expect(receiver.ids.slice(before)).toEqual(['ADM-CID 0001', 'ADM-CID 0001', 'ADM-CID 0002'])
  }
  const stubborn = dial({ clockAheadMs: 600_000, learnsTime: false })
  receiver.answers = ['nak']
  expect(await stubborn.fire('01', '012')).toBe('unanswered')
  expect(awayMs(receiver.received.at(-1))).toBeGreaterThan(590_000)
})

test('what the receiver cannot do anything with is refused, and is not sent again', async () => {
  const dialler = dial(atBackup())
  receiver.answers = ['duh']
  expect(await dialler.fire('01', '012')).toBe('refused')
  expect(receiver.ids).toEqual(['ADM-CID 0001'])
  expect(backup.ids).toEqual([])
})

test('with a key everything is encrypted, and only an encrypted acknowledgement counts', async () => {
  const dialler = dial({ key: secret })
  expect(await dialler.fire('01', '012')).toBe('acknowledged')
  expect(await dialler.poll()).toEqual(['acknowledged'])
  expect(receiver.received).toMatchObject([
    { id: 'ADM-CID', encrypted: true, flaw: undefined },
    { id: 'NULL', encrypted: true, flaw: undefined },
  ])
  expect(String(receiver.frames[0])).not.toContain('1110')
  receiver.answers = ['plainAck']
  expect(await dialler.fire('01', '012')).toBe('unanswered')
  expect(() => dial({ key: Buffer.alloc(17) })).toThrow(RangeError)
})

test('over UDP it is the same, also if nobody is there', async () => {
  const main = { host: '127.0.0.1', port: receiver.port, transport: 'udp' } as const
  const dialler = dial({ main })
  receiver.answers = ['none', 'nak', 'ack']
  expect(await dialler.fire('01', '012')).toBe('acknowledged')
  expect(receiver.ids).toEqual(Array.from({ length: 3 }, () => 'ADM-CID 0001'))
  expect(receiver.connections).toBe(0)
  receiver.stop()
  expect(await dialler.fire('01', '012')).toBe('unanswered')
  receiver = new Receiver()
})

test('a connection is kept, or made for each message; a lost one is made again', async () => {
  const modem = dial({ dialsEachTime: true })
  for (const isOver of [false, true]) expect(await modem.fire('01', '012', isOver)).toBe('acknowledged')
  expect(receiver.connections).toBe(2)
  await vi.waitFor(() => expect(receiver.sockets.size).toBe(0))
  const dialler = dial()
  await dialler.fire('01', '012')
  receiver.cut()
  await vi.waitFor(() => expect(receiver.sockets.size).toBe(0))
  expect(await dialler.fire('01', '012', true)).toBe('acknowledged')
  dialler.dropConnections()
  expect(await dialler.poll()).toEqual(['acknowledged'])
})

test('the backup gets what the main one does not answer, and polls come over both', async () => {
  const dialler = dial({ ...atBackup(), pollSeconds: 0.05 })
  expect(await dialler.fire('01', '012')).toBe('acknowledged')
  expect(backup.received).toEqual([])
  receiver.answers = ['none']
  expect(await dialler.fire('01', '013')).toBe('acknowledged')
  expect(backup.ids).toEqual(['ADM-CID 0002'])
  expect(String(backup.frames[0])).toBe(String(receiver.frames.at(-1)))
  expect(await dialler.poll()).toEqual(['unanswered', 'acknowledged'])
  receiver.stop()
  expect(await dialler.fire('01', '014')).toBe('acknowledged')
  receiver = new Receiver()
  await receiver.start()
  const healthy = dial({ ...atBackup(), pollSeconds: 0.02 })
  healthy.start()
  const polls = (at: Receiver) => at.received.filter(({ id }) => id === 'NULL').length
  await vi.waitFor(() => expect(Math.min(polls(receiver), polls(backup))).toBeGreaterThan(2))
})

test('events keep their order, whatever happens to the first', async () => {
  const dialler = dial()
  receiver.answers = ['none', 'ack']
  const both = Promise.all([dialler.fire('01', '012'), dialler.fire('01', '012', true)])
  expect(await both).toEqual(['acknowledged', 'acknowledged'])
  expect(receiver.said).toEqual(['01-012 1110', '01-012 1110', '01-012 3110'])
  await expect(dialler.send('ADM-CID', 'A'.repeat(5_000))).rejects.toThrow(RangeError)
  expect(await dialler.fire('01', '012')).toBe('acknowledged')
})

test('a line of a script is one step, and says what became of it', async () => {
  const dialler = dial(atBackup())
  const run = async (line: string) => parseDiallerLine(line)?.(dialler)
  expect(await run('fire 01-012')).toBe('fire 01-012: acknowledged')
  expect(await run('  Restore  fire 1-12 ')).toBe('restore fire 1-12: acknowledged')
  expect(await run('fault 01-013')).toBe('fault 01-013: acknowledged')
  expect(await run('event 1114 01-014')).toBe('1114: acknowledged')
  expect(await run('event FA 1-15 Switch room')).toBe('FA: acknowledged')
  expect(await run('test')).toBe('test: acknowledged')
  expect(await run('poll')).toBe('poll: acknowledged, acknowledged')
  expect(await run('drop')).toBe('connections broken')
  expect(await run('wait 0.01 s')).toBe('waited 0.01 s')
  expect(receiver.said).toEqual(['01-012 1110', '01-012 3110', '01-013 1373', '01-014 1114', '1-15 FA Switch room', '1602'])
  for (const nothing of ['', '  ', '# fire 01-012']) expect(parseDiallerLine(nothing)).toBeUndefined()
  for (const wrong of ['fire', 'fire 12', 'fire 01-012 smoke', 'restore 01-012', 'event 9110 01-012', 'wait soon'])
    expect(() => parseDiallerLine(wrong)).toThrow(SyntaxError)
})

test('stopped, it waits for no answer and sends nothing more', async () => {
  const dialler = dial({ answerMs: 60_000 })
  receiver.answers = ['none']
  const waiting = Promise.all([dialler.fire('01', '012'), dialler.fire('01', '013')])
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1))
  dialler.stop()
  expect(await waiting).toEqual(['unanswered', 'unanswered'])
  expect(receiver.received).toHaveLength(1)
})
