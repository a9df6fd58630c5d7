import { dc09Key, gb26875Commands as commands, readDc09, writeDc09, writeGb26875, type Dc09Frame } from '@emberwatch/device-link'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import type { BrokerMessage, MessageDone } from '../../../platform/broker/broker.ts'
import { dc09Link } from './dc09.ts'
import { FrameIntake, type Admission, type IntakeHost } from './frame-intake.ts'
import { gb26875Link } from './gb26875.ts'
import type { LinkProtocol } from './link-protocol.ts'
import { ClockCorrections, UnknownSenders } from './link-senders.ts'

const now = new Date('2026-11-28T08:00:00Z')
const secret = Buffer.alloc(16, 7)
const key = dc09Key(secret)

let taken: { message: BrokerMessage; done: MessageDone }[]
let answers: string[]
let ended: string[]
let admissions: Record<string, Admission>

beforeEach(() => {
  taken = []
  answers = []
  ended = []
  admissions = {}
})

/** One peer, and everything that it is given. */
const intakeOf = (protocol: LinkProtocol, corrections = new ClockCorrections()): FrameIntake => {
  const host: IntakeHost = {
    protocol,
    log: pino({ level: 'silent' }),
    budget: { take: () => false },
    unknown: new UnknownSenders(protocol.name),
    corrections,
    now: () => now,
    admit: (address) => Promise.resolve(admissions[address] ?? { as: 'unknown' }),
    take: (message, done) => void taken.push({ message, done }),
  }
  return new FrameIntake(host, {
    ip: '192.0.2.1',
    port: 1,
    isGone: false,
    mayWait: true,
    answer: (bytes) => {
      const bytesRead = Buffer.from(bytes)
      answers.push(protocol === gb26875Link ? `command ${bytesRead[26]}` : (readDc09(bytesRead)?.id ?? '?'))
    },
    end: (reason) => void ended.push(reason),
    identified: () => undefined,
    enter: () => true,
    leave: () => undefined,
    park: () => false,
  })
}
const storeAll = (): void => {
  for (const { done } of taken) done()
}
const codesTaken = () =>
  taken.map(({ message: { frame } }) =>
    frame?.content === undefined
      ? 'unreadable'
      : 'report' in frame.content
        ? frame.content.report.reports.map(({ code }) => code).join(' ')
        : 'life',
  )

const dc09 = (event: string, more: Partial<Dc09Frame> = {}): Dc09Frame => ({
  id: 'ADM-CID',
  sequence: '0001',
  receiver: undefined,
  line: '0',
  account: 'ABC123',
  data: `#ABC123|${event} 01 012`,
  extended: {},
  time: '2026-11-28T08:00:00Z',
  ...more,
})
const long = '2025-01-01T00:00:00Z'
const known: Admission = { as: 'known' }
const keyed: Admission = { as: 'known', key: secret }

test('what was sent long ago raises an alarm and ends none, is no sign of life, and is never confirmed if something was left out', async () => {
  admissions = { 'siaDc09:ABC123': keyed }
  const intake = intakeOf(dc09Link)
  const send = async (event: string): Promise<void> => intake.take(writeDc09(dc09(event, { time: long }), key), false)
  await send('1110')
  await send('3110')
  await send('3110')
  await send('1110')
  storeAll()
  expect(codesTaken()).toEqual(['1110', '1110'])
  expect(taken.every(({ message }) => message.frame?.isDoubtful === true)).toBe(true)
  // Told the time twice, then that it is no use: what waits behind it must get through.
  expect(answers).toEqual(['NAK', 'DUH', 'NAK', 'ACK'])
})

test('without a key a clock that stays wrong is put up with after two corrections', async () => {
  admissions = { 'siaDc09:ABC123': known }
  const corrections = new ClockCorrections()
  for (let round = 0; round < 3; round++)
    await intakeOf(dc09Link, corrections).take(writeDc09(dc09('3110', { time: long })), false)
  storeAll()
  expect(codesTaken()).toEqual(['3110'])
  expect(answers).toEqual(['NAK', 'NAK', 'ACK'])
})

test('a damaged frame raises an alarm and ends none; three in a row that say nothing are shown', async () => {
  admissions = { 'siaDc09:ABC123': known }
  const intake = intakeOf(dc09Link)
  const damaged = (event: string): Buffer => {
    const bytes = writeDc09(dc09(event))
    bytes[2] = bytes[2] === 0x30 ? 0x31 : 0x30
    return bytes
  }
  await intake.take(writeDc09(dc09('1602')), false)
  for (const event of ['1110', '3110', '3110', '3110']) await intake.take(damaged(event), false)
  expect(codesTaken()).toEqual(['1602', '1110', 'unreadable', 'unreadable'])
})

test('what its key does not open names no sender, and is shown at its gateway', async () => {
  admissions = { 'siaDc09:ABC123': keyed }
  const intake = intakeOf(dc09Link)
  await intake.take(writeDc09(dc09('1110'), dc09Key(Buffer.alloc(16, 8))), false)
  storeAll()
  expect(intake.identity).toBeUndefined()
  expect([codesTaken(), answers]).toEqual([['unreadable'], ['DUH']])
})

test('answers of receivers are neither stored nor answered', async () => {
  const intake = intakeOf(dc09Link)
  for (const id of ['ACK', 'NAK', 'DUH', 'RSP']) await intake.take(writeDc09(dc09('1110', { id, data: '' })), false)
  expect([taken, answers, ended]).toEqual([[], [], []])
})

test('a whole message that names nobody is filed as nobody’s', async () => {
  const intake = intakeOf(dc09Link)
  await intake.take(writeDc09(dc09('1110', { account: '12', data: '#12|1110 01 012' })), false)
  expect(taken[0]?.message).toMatchObject({ gateway: 'siaDc09:?' })
})

const component = (state: number) => [1, 1, 42, 37, 0, 2, 0, state, 0, ...new Uint8Array(31), 0, 0, 8, 28, 11, 26]
const gb = (source: number, state: number): Buffer =>
  writeGb26875({
    sequence: 1,
    version: [1, 1],
    time: '2026-11-28T08:00:00',
    source,
    destination: 0,
    command: commands.send,
    content: Uint8Array.from([2, 1, ...component(state)]),
  })

test('a refused neighbour takes nothing of a concentrator along', async () => {
  admissions = { 'gb26875:1': known, 'gb26875:2': { as: 'refused' } }
  const intake = intakeOf(gb26875Link)
  await intake.take(gb(2, 0b11), false)
  await intake.take(gb(1, 0b11), false)
  await intake.take(gb(2, 0b11), false)
  storeAll()
  expect(taken.map(({ message }) => message.gateway)).toEqual(['gb26875:1'])
  expect([answers, ended]).toEqual([[`command ${commands.confirm}`], []])
})

test('a damaged frame of several senders belongs to the one that it names, if that has spoken here, else to nobody', async () => {
  admissions = { 'gb26875:1': known, 'gb26875:2': known }
  const intake = intakeOf(gb26875Link)
  await intake.take(gb(1, 0b1), false)
  await intake.take(gb(2, 0b1), false)
  const damaged = (source: number): Buffer => {
    const bytes = gb(source, 0b11)
    bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 0xff
    return bytes
  }
  await intake.take(damaged(1), false)
  await intake.take(damaged(3), false)
  expect(taken.slice(2).map(({ message }) => message.gateway)).toEqual(['gb26875:1', 'gb26875:?'])
  storeAll()
  expect(answers.slice(2)).toEqual([`command ${commands.deny}`, `command ${commands.deny}`])
})

test('a frame whose end is wrong is denied, whatever its check sum says', async () => {
  admissions = { 'gb26875:1': known }
  const intake = intakeOf(gb26875Link)
  await intake.take(gb(1, 0b1), true)
  expect([taken, answers]).toEqual([[], [`command ${commands.deny}`]])
})
