import { cutDc09, dc09Key, readDc09, writeDc09, type Dc09Frame } from '@emberwatch/device-link'
import { expect, test } from 'vitest'
import { dc09Link } from './dc09.ts'
import { describeReceiver } from './receiver.testing.ts'

/** A message says its time in seconds, so equal numbers make equal messages within one test. */
const begun = new Map<string, string>()

const frameOf = (account: string, number: number, id: string, data: string): Dc09Frame => {
  const key = `${account} ${number} ${data}`
  const time = begun.get(key) ?? `${new Date().toISOString().slice(0, 19)}Z`
  begun.set(key, time)
  const sequence = String(number).padStart(4, '0')
  return { id, sequence, receiver: undefined, line: '0', account, data, extended: {}, time }
}
const address = (number: number) => `${number + 0xa000}`.padStart(8, 'A').toUpperCase()
const event = (account: string, number: number, what: string) => frameOf(account, number, 'ADM-CID', `#${account}|${what} 01 012`)

/** The ids of the answers to a number. */
const answersTo = (bytes: Buffer, number: number): string[] => {
  const found: string[] = []
  for (let rest = bytes; ;) {
    const cut = cutDc09(rest)
    if (cut.kind === 'partial') return found
    const frame = readDc09(rest.subarray(0, cut.size))
    if (Number(frame?.sequence) === number) found.push(frame?.id ?? '')
    rest = rest.subarray(cut.size)
  }
}

describeReceiver({
  protocol: 'siaDc09',
  environment: { DC09_PORT: '0' },
  address,
  fire: (account, number) => writeDc09(event(account, number, '1110')),
  restored: (account, number) => writeDc09(event(account, number, '3110')),
  heartbeat: (account, number) => writeDc09(frameOf(account, number, 'NULL', '')),
  damaged: (account, number) => {
    const bytes = writeDc09(event(account, number, '1110'))
    bytes[2] = bytes[2] === 0x30 ? 0x31 : 0x30
    return bytes
  },
  unreadable: (account, number) => writeDc09(frameOf(account, number, 'ADM-CID', `#${account}|?`)),
  isTaken: (answer, number) => answersTo(answer, number).some((id) => id === 'ACK' || id === 'DUH'),
  isRefused: undefined,
  fireCode: '1110',
})

const key = dc09Key(Buffer.alloc(32, 7))
const now = new Date('2026-11-28T08:00:00Z')
const frame: Dc09Frame = {
  id: 'ADM-CID',
  sequence: '0042',
  receiver: '1',
  line: '0',
  account: 'ABC123',
  data: '#ABC123|1110 01 012',
  extended: {},
  time: '2026-11-28T08:00:00Z',
}
const answerIn = (bytes: Buffer, secret?: Uint8Array) =>
  readDc09(Buffer.from(dc09Link.read(bytes, secret).answer?.(now) ?? []), { keys: key ? [key] : [] })

test('an answer repeats what names the sender, encrypted if the message was', () => {
  expect(answerIn(writeDc09(frame))).toMatchObject({
    id: 'ACK',
    sequence: '0042',
    receiver: '1',
    line: '0',
    account: 'ABC123',
    encrypted: false,
  })
  expect(answerIn(writeDc09(frame, key), Buffer.alloc(32, 7))).toMatchObject({ id: 'ACK', account: 'ABC123', encrypted: true })
})

test('an encrypted message without its key cannot be read, and its sender is told', () => {
  for (const secret of [undefined, Buffer.alloc(32, 8), Buffer.alloc(16, 7), Buffer.alloc(5)]) {
    const read = dc09Link.read(writeDc09(frame, key), secret)
    expect(read).toMatchObject({ address: 'ABC123', content: undefined, isDamaged: false, isEncrypted: true })
    expect(answerIn(writeDc09(frame, key), secret)?.id).toBe('DUH')
  }
})

test('a clock is right from 40 s behind to 20 s ahead; a message without a time has none', () => {
  const isWrong = (time: string | undefined) => dc09Link.read(writeDc09({ ...frame, time })).clock?.isWrong(now)
  expect(isWrong('2026-11-28T07:59:20Z')).toBe(false)
  expect(isWrong('2026-11-28T07:59:19Z')).toBe(true)
  expect(isWrong('2026-11-28T08:00:20Z')).toBe(false)
  expect(isWrong('2026-11-28T08:00:21Z')).toBe(true)
  expect(isWrong(undefined)).toBeUndefined()
})
