import { describe, expect, test } from 'vitest'
import { decodeFrame, encodeFrame, parseFrame } from './command-frame.ts'

const parts = parseFrame('A5 01 {level:u8}{delay:u16} {offset:i16} 5a') ?? []

describe('a frame', () => {
  test('is written from its values and read back', () => {
    const values = { level: 7, delay: 515, offset: -2 }
    expect(encodeFrame(parts, values)).toBe('A501070203FFFE5A')
    expect(decodeFrame(parts, 'a5 01 07 0203 fffe 5a')).toEqual(values)
  })
  test.each([
    ['a value is missing', { level: 7, delay: 1 }],
    ['one does not fit', { level: 256, delay: 1, offset: 0 }],
    ['one is no whole number', { level: 1.5, delay: 1, offset: 0 }],
  ])('is refused when %s', (_why, values) => {
    expect(encodeFrame(parts, values as never)).toBeUndefined()
  })
  test.each(['A501070203FFFE', 'A501070203FFFE5A00', 'A601070203FFFE5A', 'A5010702zzFFFE5A'])('%s is not this one', (frame) => {
    expect(decodeFrame(parts, frame)).toBeUndefined()
  })
  test('that names a value twice must repeat it', () => {
    const twice = parseFrame('{id:u8}{id:u8}') ?? []
    expect(decodeFrame(twice, '0101')).toEqual({ id: 1 })
    expect(decodeFrame(twice, '0102')).toBeUndefined()
  })
  test.each(['', 'A', 'A5 {level}', '{level:u64}', 'A5 {le vel:q8}', 'XY'])('%j is no template', (template) => {
    expect(parseFrame(template)).toBeUndefined()
  })
})
