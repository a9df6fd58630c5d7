import { maxPayloadBytes } from '@emberwatch/device-link'
import { expect, test } from 'vitest'
import { FrameFilter } from './frame-filter.ts'

const limit = maxPayloadBytes + 1025

const frame = (type: number, body: Buffer): Buffer => {
  const length: number[] = []
  for (let rest = body.length; ; rest >>= 7) {
    length.push(rest < 0x80 ? rest : (rest & 0x7f) | 0x80)
    if (rest < 0x80) break
  }
  return Buffer.concat([Buffer.from([type << 4, ...length]), body])
}

/** Feeds the bytes in chunks of the given size and joins what passes. */
const pass = (bytes: Buffer, size: number): Buffer | undefined => {
  const filter = new FrameFilter()
  const out: Buffer[] = []
  for (let at = 0; at < bytes.length; at += size) {
    const piece = filter.push(bytes.subarray(at, at + size))
    if (piece === undefined) return undefined
    out.push(piece)
  }
  return Buffer.concat(out)
}

const small = frame(3, Buffer.from('small'))
const ping = frame(12, Buffer.alloc(0))
const fitting = frame(3, Buffer.alloc(limit, 1))
const huge = frame(3, Buffer.alloc(300_000, 2))
const cut = frame(3, Buffer.alloc(limit, 2))

test.each([1, 2, 3, 7, 1000, 65_536, 10_000_000])(
  'pieces of %d bytes: oversized publishes are cut, everything else is untouched',
  (size) => {
    const passed = pass(Buffer.concat([small, ping, huge, fitting, huge, huge, ping, small]), size)
    expect(passed?.equals(Buffer.concat([small, ping, cut, fitting, cut, cut, ping, small]))).toBe(true)
  },
)

test('a chunk without oversized packets is not copied', () => {
  const chunk = Buffer.concat([small, ping, small])
  expect(new FrameFilter().push(chunk)).toBe(chunk)
})

test.each([
  ['an oversized CONNECT', frame(1, Buffer.alloc(16 * 1024 + 1))],
  ['an oversized SUBSCRIBE', frame(8, Buffer.alloc(100_000))],
  ['a length of five bytes', Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0x01])],
])('%s is a violation', (_name, bytes) => {
  expect(pass(bytes, 10_000_000)).toBeUndefined()
  expect(pass(bytes, 1)).toBeUndefined()
})
