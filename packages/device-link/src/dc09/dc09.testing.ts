import { dc09Key, type Dc09Key } from './crypto.ts'
import { checksumOf } from './cut.ts'
import { readDc09, type Dc09Options, type Dc09Received } from './frame.ts'

/** A frame around a message, as the standard has it or with the check sum as two bytes. */
export const framed = (message: string, checksum: 'digits' | 'raw' = 'digits'): Buffer => {
  const body = Buffer.from(message, 'latin1')
  const sum = checksumOf(body)
  const digits = (value: number) => value.toString(16).toUpperCase().padStart(4, '0')
  const head = checksum === 'raw' ? Buffer.of(sum >> 8, sum & 0xff) : Buffer.from(digits(sum))
  return Buffer.concat([Buffer.from('\n'), head, Buffer.from(digits(body.length)), body, Buffer.from('\r')])
}

/** A frame as it is printed in public places: without line feed and carriage return. */
export const printed = (text: string): Buffer => Buffer.from(`\n${text}\r`)

/** Numbers that look random, the same each time. */
export const hash = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 8
  }
}

export const keyOf = (bytes: Uint8Array): Dc09Key => {
  const key = dc09Key(bytes)
  if (key === undefined) throw new Error(`a key of ${bytes.length} bytes`)
  return key
}

/** What `readDc09` reads, which is something. */
export const readFrame = (bytes: Uint8Array, options?: Dc09Options): Dc09Received => {
  const read = readDc09(bytes, options)
  if (read === undefined) throw new Error('no frame')
  return read
}
