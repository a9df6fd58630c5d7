import { ApkFlaw } from './apk-archive.ts'

/** The manifest of an app. */
export interface ApkManifest {
  readonly packageName: string
  readonly versionName: string
  readonly versionCode: number
  readonly minSdk: number | null
}

/** Chunk types of compiled XML (ResourceTypes.h of Android). */
const chunk = { strings: 0x0001, xml: 0x0003, resources: 0x0180, element: 0x0102 } as const
/** Android identifies attributes by numbers; their names in the file mean nothing. */
const attribute = { minSdk: 0x0101020c, versionCode: 0x0101021b, versionName: 0x0101021c, versionCodeMajor: 0x01010576 } as const
const valueType = { string: 0x03, decimal: 0x10, hex: 0x11 } as const
const utf8Flag = 1 << 8
const maxStrings = 65_536
const maxTextBytes = 1_024
const maxAttributes = 256
const none = 0xffff_ffff

const broken = () => new ApkFlaw('manifestBroken')

interface Attribute {
  readonly name: string
  readonly number: number | undefined
  readonly text: string | null
  readonly integer: number | null
}

interface Element {
  readonly name: string
  readonly attributes: readonly Attribute[]
}

/** Reads within the buffer; beyond it, the file is broken. */
const u16 = (bytes: Buffer, at: number): number => {
  if (at < 0 || at + 2 > bytes.length) throw broken()
  return bytes.readUInt16LE(at)
}
const u32 = (bytes: Buffer, at: number): number => {
  if (at < 0 || at + 4 > bytes.length) throw broken()
  return bytes.readUInt32LE(at)
}

/** The strings of a pool, each decoded only when it is needed. */
const textsOf = (pool: Buffer): ((index: number) => string | null) => {
  const headBytes = u16(pool, 2)
  const count = u32(pool, 8)
  const isUtf8 = (u32(pool, 16) & utf8Flag) !== 0
  const start = u32(pool, 20)
  if (count > maxStrings || headBytes + count * 4 > pool.length || start > pool.length) throw broken()
  /** A length of one or two units; the highest bit says that there is a second. */
  const utf8Length = (at: number): [length: number, next: number] => {
    if (at + 2 > pool.length) throw broken()
    const first = pool.readUInt8(at)
    return (first & 0x80) === 0 ? [first, at + 1] : [((first & 0x7f) << 8) | pool.readUInt8(at + 1), at + 2]
  }
  const cut = (at: number, bytes: number): Buffer => {
    if (bytes > maxTextBytes || at + bytes > pool.length) throw broken()
    return pool.subarray(at, at + bytes)
  }
  return (index) => {
    if (index === none) return null
    if (index >= count) throw broken()
    const at = start + u32(pool, headBytes + index * 4)
    if (isUtf8) {
      const [, afterUnits] = utf8Length(at)
      const [bytes, begin] = utf8Length(afterUnits)
      return cut(begin, bytes).toString('utf8')
    }
    const first = u16(pool, at)
    // Longer than 32,767 characters, which no text that we need is.
    if ((first & 0x8000) !== 0) throw broken()
    return cut(at + 2, first * 2).toString('utf16le')
  }
}

/** The elements of the document in order. Every chunk advances by some bytes, so this ends. */
function* elementsOf(xml: Buffer): Generator<Element, void> {
  if (u16(xml, 0) !== chunk.xml) throw broken()
  const size = u32(xml, 4)
  if (size > xml.length) throw broken()
  let text: ((index: number) => string | null) | undefined
  let numbers: Buffer = Buffer.alloc(0)
  for (let at = u16(xml, 2); at < size;) {
    const length = u32(xml, at + 4)
    const headBytes = u16(xml, at + 2)
    // A chunk of length zero would be read forever.
    if (headBytes < 8 || length < headBytes || at + length > size) throw broken()
    const type = u16(xml, at)
    const body = xml.subarray(at, at + length)
    if (type === chunk.strings) {
      if (text) throw broken()
      text = textsOf(body)
    } else if (type === chunk.resources) numbers = body.subarray(headBytes)
    else if (type === chunk.element) {
      if (!text) throw broken()
      yield elementIn(body, headBytes, text, numbers)
    }
    at += length
  }
}

const elementIn = (body: Buffer, headBytes: number, text: (index: number) => string | null, numbers: Buffer) => {
  const first = headBytes + u16(body, headBytes + 8)
  const step = u16(body, headBytes + 10)
  const count = u16(body, headBytes + 12)
  if (step < 20 || count > maxAttributes || first + step * count > body.length) throw broken()
  const attributes = Array.from({ length: count }, (_none, index): Attribute => {
    const at = first + index * step
    const nameAt = u32(body, at + 4)
    const type = body.readUInt8(at + 15)
    const data = u32(body, at + 16)
    return {
      name: text(nameAt) ?? '',
      number: nameAt * 4 + 4 <= numbers.length ? numbers.readUInt32LE(nameAt * 4) : undefined,
      text: type === valueType.string ? text(data) : null,
      integer: type === valueType.decimal || type === valueType.hex ? data : null,
    }
  })
  return { name: text(u32(body, headBytes + 4)) ?? '', attributes }
}

const isPackageName = (text: string): boolean => text.length <= 223 && /^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/.test(text)

/**
 * Reads a compiled AndroidManifest.xml.
 * @throws ApkFlaw
 */
export const readManifest = (xml: Buffer): ApkManifest => {
  const elements = elementsOf(xml)
  const { value: manifest } = elements.next()
  if (manifest?.name !== 'manifest') throw broken()
  const numbered = (number: number) => manifest.attributes.find((each) => each.number === number)
  const plain = (name: string) => manifest.attributes.find((each) => each.name === name && each.number === undefined)
  if (plain('split')) throw new ApkFlaw('split')
  const packageName = plain('package')?.text ?? ''
  const versionName = numbered(attribute.versionName)?.text ?? ''
  const versionCode = numbered(attribute.versionCode)?.integer ?? 0
  // Codes beyond 32 bits exist, but no store accepts them.
  if ((numbered(attribute.versionCodeMajor)?.integer ?? 0) !== 0) throw new ApkFlaw('noVersion')
  if (!isPackageName(packageName) || versionName === '' || versionCode < 1) throw new ApkFlaw('noVersion')
  let minSdk: number | null = null
  for (const { name, attributes } of elements)
    if (name === 'uses-sdk') minSdk ??= attributes.find((each) => each.number === attribute.minSdk)?.integer ?? null
  return { packageName, versionName, versionCode, minSdk }
}
