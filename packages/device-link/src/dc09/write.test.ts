import { expect, test } from 'vitest'
import { framed, keyOf, readFrame } from './dc09.testing.ts'
import { ackDc09, duhDc09, nakDc09, writeDc09 } from './write.ts'

const now = new Date('2026-11-28T08:09:10.500Z')
const read = (message: string) => readFrame(framed(message))

test('answers repeat sequence, receiver, line and account as they were sent', () => {
  for (const sender of ['0001R1L0#1234', '0000L0#1234', '9999R0001L0001', '0001L#7303658550', '0002#0123', '0007R00abL0#00ff'])
    for (const [id, answer] of [
      ['ACK', ackDc09(read(`"SIA-DCS"${sender}[|NFA1]`), now)],
      ['DUH', duhDc09(read(`"SIA-DCS"${sender}[|NFA1]`))],
    ] as const)
      expect(String(answer)).toBe(String(framed(`"${id}"${sender}[]`)))
})

test('an encrypted message is acknowledged encrypted, with our time; a DUH never is', () => {
  const key = keyOf(Buffer.alloc(32, 1))
  const bytes = writeDc09({ ...read('"SIA-DCS"0005R1L0#1234[|NFA1]'), time: '2026-11-28T08:09:10Z' }, key)
  const message = readFrame(bytes, { keys: [key] })
  const ack = ackDc09(message, now)
  expect(String(ack)).toMatch(/^\n[\dA-F]{8}"\*ACK"0005R1L0#1234\[[\dA-F]{64}\r$/)
  expect(readFrame(ack, { keys: [key] })).toMatchObject({ id: 'ACK', data: '', time: '2026-11-28T08:09:10Z', flaw: undefined })
  expect(String(duhDc09(message))).toBe(String(framed('"DUH"0005R1L0#1234[]')))
})

test('a NAK has the same form for everybody, and our time', () => {
  expect(String(nakDc09(now))).toBe(String(framed('"NAK"0000R0L0A0[]_08:09:10,11-28-2026')))
  expect(String(nakDc09(new Date('2025-09-24T16:20:01Z')))).toBe('\nE4410025"NAK"0000R0L0A0[]_16:20:01,09-24-2025\r')
})
