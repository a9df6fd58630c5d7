import { expect, test } from 'vitest'
import { checksumOf, cutDc09, type Dc09Tolerance } from './cut.ts'
import { framed, hash } from './dc09.testing.ts'

const frame = framed('"ADM-CID"9876R579BDFL789ABC#12345A[#12345A|1110 00 129]')
const tolerant = { decimalLength: true, rawChecksum: true, missingEnd: true }
const whole = { kind: 'frame', size: frame.length }

/** All cuts until nothing more can be said, and what is left. */
const cuts = (bytes: Uint8Array, tolerance?: Dc09Tolerance) => {
  const kinds: string[] = []
  let rest = bytes
  for (let cut = cutDc09(rest, tolerance); cut.kind !== 'partial'; cut = cutDc09(rest, tolerance)) {
    if (cut.size < 1 || cut.size > rest.length) throw new Error(`a cut of ${cut.size} of ${rest.length} bytes`)
    kinds.push(cut.kind)
    rest = rest.subarray(cut.size)
  }
  return { kinds, left: rest.length }
}

test('the check sum is CRC-16/ARC', () => {
  expect(checksumOf(Buffer.from('123456789'))).toBe(0xbb3d)
  expect(checksumOf(Buffer.from(''))).toBe(0)
})

test('a frame in pieces is partial until its last byte, and one follows the other', () => {
  for (let size = 0; size < frame.length; size++) expect(cutDc09(frame.subarray(0, size)).kind, `${size} bytes`).toBe('partial')
  expect(cuts(Buffer.concat([frame, frame, frame.subarray(0, 9)]))).toEqual({ kinds: ['frame', 'frame'], left: 9 })
})

test('what stands before and between frames is noise', () => {
  for (const noise of [
    'GET / HTTP/1.1\r\nHost: a\r\n\r\n',
    '\r',
    '\n\r',
    '\0',
    '\n\n',
    'SR0001L0001    006969XX    [ID00000000]\r\n',
  ])
    expect(cuts(Buffer.concat([Buffer.from(noise), frame, Buffer.from(noise), frame])).kinds, JSON.stringify(noise)).toEqual([
      'noise',
      'frame',
      'noise',
      'frame',
    ])
})

test('a frame whose length is wrong ends at its carriage return, at once, and the next one is whole', () => {
  for (const length of ['0036', '0000', '0038', '0FFF', 'FFFF', '00G0']) {
    const wrong = Buffer.from(frame)
    wrong.write(length, 5)
    expect(cutDc09(wrong), length).toEqual({ kind: 'broken', size: wrong.length })
    expect(cuts(Buffer.concat([wrong, frame])).kinds, length).toEqual(['broken', 'frame'])
  }
})

test('a frame without its end reaches to the next one', () => {
  const noEnd = frame.subarray(0, -1)
  expect(cuts(Buffer.concat([noEnd, frame]))).toEqual({ kinds: ['broken', 'frame'], left: 0 })
  expect(cutDc09(noEnd).kind).toBe('partial')
  // Where that is expected, its check sum says that it is whole.
  expect(cuts(Buffer.concat([noEnd, noEnd, frame, noEnd]), { missingEnd: true })).toEqual({
    kinds: ['frame', 'frame', 'frame', 'frame'],
    left: 0,
  })
  const wrong = Buffer.from(noEnd)
  wrong.write('0000', 1)
  expect(cutDc09(wrong, { missingEnd: true }).kind).toBe('partial')
})

test('the length in decimal only where it is expected', () => {
  const decimal = Buffer.from(frame)
  decimal.write('0055', 5)
  expect(cutDc09(decimal)).toEqual({ kind: 'broken', size: frame.length })
  expect(cutDc09(decimal, { decimalLength: true })).toEqual(whole)
  expect(cutDc09(frame, { decimalLength: true })).toEqual(whole)
  expect(cutDc09(decimal.subarray(0, -1), { decimalLength: true, missingEnd: true }).kind).toBe('frame')
})

test('the check sum as two bytes only where it is expected, whatever the bytes are', () => {
  for (let sequence = 0; sequence < 10_000; sequence += 17) {
    const raw = framed(`"NULL"${String(sequence).padStart(4, '0')}L0#0809[]`, 'raw')
    const stream = Buffer.concat([raw, raw])
    expect(cuts(stream, { rawChecksum: true }), raw.subarray(1, 3).toString('hex')).toEqual({
      kinds: ['frame', 'frame'],
      left: 0,
    })
    for (let size = 0; size < raw.length; size++)
      expect(cutDc09(raw.subarray(0, size), { rawChecksum: true }).kind).toBe('partial')
    const { kinds } = cuts(stream)
    expect(kinds).not.toContain('frame')
    // A carriage return so early ends it.
    if (!raw.subarray(1, 3).includes(0x0d)) expect(kinds).toContain('broken')
  }
  expect(cutDc09(frame, { rawChecksum: true })).toEqual(whole)
})

test('a damaged head does not hide that there is a frame', () => {
  for (let place = 1; place < 10; place++)
    for (const byte of [0x00, 0x2d, 0x5b, 0xff]) {
      const wrong = Buffer.from(frame)
      wrong[place] = byte
      expect(cuts(Buffer.concat([wrong, frame])), `${byte} at ${place}`).toMatchObject({ left: 0 })
      const { kinds } = cuts(Buffer.concat([wrong, frame]))
      expect(kinds.at(-1)).toBe('frame')
      expect(kinds).not.toContain('noise')
    }
})

test('a message that does not end is cut off at the longest one', () => {
  const endless = Buffer.concat([frame.subarray(0, -1), Buffer.alloc(9000, 0x41)])
  const cut = cutDc09(endless)
  expect(cut.kind).toBe('broken')
  expect(cut).toMatchObject({ size: 4108 })
})

test('long inputs take time by their size', () => {
  for (const part of ['\n', '\r', '\n\r', '\n"', '\nxxxxx"', '\n00000FFF"', 'x'])
    for (const options of [{}, tolerant])
      expect(cuts(Buffer.alloc(1_000_000, part), options).left, JSON.stringify(part)).toBeLessThan(4108)
})

test('any bytes are cut without an error', () => {
  const random = hash(1)
  for (let round = 0; round < 1000; round++) {
    const bytes = Buffer.concat([frame, frame, frame])
    for (let change = random() % 12; change >= 0; change--) bytes[random() % bytes.length] = random() & 0xff
    for (const options of [{}, tolerant]) expect(cuts(bytes, options).left).toBeLessThanOrEqual(bytes.length)
    cuts(Buffer.from(Array.from({ length: 60 }, () => [0x0a, 0x0d, 0x22, 0x30, 0x46, random() & 0xff][random() % 6] ?? 0)))
  }
})
