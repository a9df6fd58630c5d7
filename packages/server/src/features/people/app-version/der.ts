import { ApkFlaw } from './apk-archive.ts'

/** One DER value: its tag, its content, and all its bytes. */
export interface DerValue {
  readonly tag: number
  readonly content: Buffer
  readonly whole: Buffer
}

export const derTag = { integer: 0x02, octets: 0x04, oid: 0x06, sequence: 0x30, set: 0x31, first: 0xa0 } as const

const maxValues = 64
const broken = () => new ApkFlaw('signatureBroken')

/** The consecutive values, not the ones nested in them. @throws ApkFlaw if one extends beyond the bytes */
export const derValues = (bytes: Buffer): DerValue[] => {
  const values: DerValue[] = []
  for (let at = 0; at < bytes.length;) {
    if (at + 2 > bytes.length || values.length === maxValues) throw broken()
    const tag = bytes.readUInt8(at)
    const first = bytes.readUInt8(at + 1)
    const lengthBytes = first < 0x80 ? 0 : first - 0x80
    // DER has no indefinite length, and we need no length field of more than 4 bytes.
    if (first === 0x80 || lengthBytes > 4 || at + 2 + lengthBytes > bytes.length) throw broken()
    const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes)
    const begin = at + 2 + lengthBytes
    if (begin + length > bytes.length) throw broken()
    values.push({ tag, content: bytes.subarray(begin, begin + length), whole: bytes.subarray(at, begin + length) })
    at = begin + length
  }
  return values
}

/** The values inside a value with this tag. @throws ApkFlaw if it is missing */
export const derIn = (value: DerValue | undefined, tag: number): DerValue[] => {
  if (value?.tag !== tag) throw broken()
  return derValues(value.content)
}
