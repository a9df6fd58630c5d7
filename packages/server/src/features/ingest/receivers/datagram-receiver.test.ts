import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { gb26875Commands as commands, readGb26875, writeGb26875 } from '@emberwatch/device-link'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BrokerMessage, MessageDone } from '../../../platform/broker/broker.ts'
import { systemClock } from '../../../platform/context.ts'
import type { Admission } from './frame-intake.ts'
import { DatagramReceiver } from './datagram-receiver.ts'
import { gb26875Link } from './gb26875.ts'
import { LogBudget } from '../../../platform/broker/log-budget.ts'
import { ClockCorrections, UnknownSenders } from './link-senders.ts'

let receiver: DatagramReceiver
let socket: ReturnType<typeof createSocket>
let port = 0
let admission: (address: string) => Promise<Admission>
let taken: { message: BrokerMessage; done: MessageDone }[]
let answers: { sequence: number | undefined; command: number | undefined }[]

beforeEach(async () => {
  taken = []
  answers = []
  admission = () => Promise.resolve({ as: 'known' })
  const probe = createSocket('udp4').bind(0, '127.0.0.1')
  await once(probe, 'listening')
  port = probe.address().port
  await new Promise<void>((resolve) => probe.close(() => resolve()))
  receiver = new DatagramReceiver(
    {
      protocol: gb26875Link,
      host: '127.0.0.1',
      log: pino({ level: 'silent' }),
      clock: systemClock,
      admit: (address) => admission(address),
      take: (message, done) => void taken.push({ message, done }),
    },
    { unknown: new UnknownSenders('gb26875'), corrections: new ClockCorrections(), budget: new LogBudget() },
  )
  await receiver.start(port)
  socket = createSocket('udp4')
  socket.on('message', (bytes) => {
    const frame = readGb26875(bytes)?.frame
    answers.push({ sequence: frame?.sequence, command: frame?.command })
  })
})

afterEach(async () => {
  await receiver.stop()
  await new Promise<void>((resolve) => socket.close(() => resolve()))
})

const heartbeat = (sequence: number, source = 140, content = new Uint8Array()) =>
  writeGb26875({
    sequence,
    version: [1, 1],
    time: '2026-11-28T08:00:00',
    source,
    destination: 0,
    command: commands.send,
    content,
  })
const send = (bytes: Uint8Array) => socket.send(bytes, port, '127.0.0.1')
const arrived = (count: number) => vi.waitFor(() => expect(taken).toHaveLength(count))

test('a datagram is answered once its frame is stored, and not before', async () => {
  send(heartbeat(1))
  await arrived(1)
  const from = { ip: '127.0.0.1', port: socket.address().port }
  expect(taken[0]?.message).toMatchObject({ gateway: 'gb26875:140', channel: 'report', from })
  expect(answers).toEqual([])
  taken[0]?.done()
  await vi.waitFor(() => expect(answers).toEqual([{ sequence: 1, command: commands.confirm }]))
})

test('what cannot be read says nothing about where its gateway is', async () => {
  send(heartbeat(1, 140, Uint8Array.of(2)))
  await arrived(1)
  expect(taken[0]?.message).toMatchObject({ frame: { content: undefined } })
  expect(taken[0]?.message.from).toBeUndefined()
})

test('a frame that could not be stored is not answered', async () => {
  send(heartbeat(1))
  await arrived(1)
  taken[0]?.done(new Error('later'))
  send(heartbeat(2))
  await arrived(2)
  taken[1]?.done()
  await vi.waitFor(() => expect(answers).toEqual([{ sequence: 2, command: commands.confirm }]))
})

test('several frames in one datagram, and one that is cut off', async () => {
  send(Buffer.concat([heartbeat(1), heartbeat(2), heartbeat(3).subarray(0, 20)]))
  await arrived(2)
  for (const { done } of taken) done()
  await vi.waitFor(() => expect(answers.map(({ sequence }) => sequence)).toEqual([1, 2]))
})

test('frames keep their order while their sender is looked up, and a flood meanwhile is bounded', async () => {
  const looked = Promise.withResolvers<Admission>()
  admission = (address) => (address === 'gb26875:140' ? looked.promise : Promise.resolve({ as: 'known' }))
  for (let sequence = 0; sequence < 200; sequence++) send(heartbeat(sequence))
  // Behind all of them.
  const other = createSocket('udp4')
  other.send(heartbeat(1, 141), port, '127.0.0.1')
  await arrived(1)
  other.close()
  taken.length = 0
  looked.resolve({ as: 'known' })
  await vi.waitFor(() => expect(taken.length).toBeGreaterThan(0))
  const numbers = taken.map(({ message }) => Buffer.from(message.payload).readUInt16LE(2))
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  expect(taken.length).toBeLessThan(200)
})

test('a refused sender, and what is no frame, get no answer', async () => {
  admission = () => Promise.resolve({ as: 'refused' })
  send(heartbeat(1))
  send(Buffer.from('M-SEARCH * HTTP/1.1'))
  await vi.waitFor(() => expect(receiver.peers).toBe(1))
  // The next one is read all the same.
  admission = () => Promise.resolve({ as: 'known' })
  receiver.gatewaysChanged()
  send(heartbeat(2))
  await arrived(1)
  expect(Buffer.from(taken[0]?.message.payload ?? []).readUInt16LE(2)).toBe(2)
  expect(answers).toEqual([])
})
