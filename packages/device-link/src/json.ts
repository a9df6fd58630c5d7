import { isUtf8 } from 'node:buffer'
import { Sent, readTolerantly } from './tolerant-json.ts'
import type { Json } from './tolerant-json.ts'

/** None of our messages nests deeper than this. Deeper values are not searched. */
export const maxDepth = 8

export interface ParsedJson {
  /** A list if there were several objects, one after the other. */
  value: Json
  /** What was parsed. */
  text: string
  /** True if every text in the value can be stored as it is: nothing was repaired, and no escape can hide characters that PostgreSQL cannot store. */
  readonly clean: boolean
  /** What is missing: the end of the message, or something that was passed over. Undefined if everything was read. */
  readonly flaw?: 'cut' | 'broken'
  /** Objects that the end of the message cut off. */
  open?: ReadonlySet<object>
}

/** A number that a parser may round: whole numbers beyond 2^53, and exponents. */
const longNumber = /\d{16}|\d[eE]\+?\d\d/

/**
 * Parses the JSON in a payload. Tolerates what devices commonly do to it: a byte order mark, blanks or NUL around it, invalid
 * UTF-8 (replaced), GBK, UTF-16, line breaks and other control characters inside texts, and the flaws of `readTolerantly`. Undefined if it
 * still contains nothing like JSON. Never throws.
 */
export const parseJson = (bytes: Uint8Array): ParsedJson | undefined => {
  const text = textOfBytes(bytes)
  const value = longNumber.test(text) ? undefined : parse(text)
  // Only an escape can contain what cannot be stored: a NUL or a lone surrogate.
  if (value !== undefined) return { value, text, clean: !text.includes('\\u') && isUtf8(bytes) }
  return parseText(text)
}

/** The same for a text. */
export const parseText = (sent: string): ParsedJson | undefined => {
  const text = sent.replace(outerBlankStart, '').replace(outerBlankEnd, '').replaceAll(controlCharacters, ' ')
  const exact = parse(text)
  if (exact !== undefined && (!longNumber.test(text) || typeof exact !== 'object')) return { value: exact, text, clean: false }
  const read = readTolerantly(exact === undefined ? unwrapped(sent) : text)
  if (read === undefined) return undefined
  const { values, cut, broken, open } = read
  const [first = null] = values
  const value = values.length === 1 ? first : values
  return { value, text, clean: false, open, ...(broken ? { flaw: 'broken' } : cut ? { flaw: 'cut' } : {}) }
}

/** A message that was wrapped into a text and is cut off. */
const unwrapped = (text: string): string => {
  return /^\s{0,9}"\s{0,9}[[{]/.test(text) ? text.replaceAll(/\\(["\\/])/g, '$1') : text
}

/** The text of a payload: UTF-8 with anything invalid replaced, or what it evidently is instead. */
export const textOfBytes = (bytes: Uint8Array): string => {
  const [first, second, third, fourth] = bytes
  if ((first === 0xff && second === 0xfe) || (first && second === 0 && third && fourth === 0))
    return decoders.utf16le.decode(bytes)
  if ((first === 0xfe && second === 0xff) || (first === 0 && second && third === 0 && fourth))
    return decoders.utf16be.decode(bytes)
  const buffer = asBuffer(bytes)
  return isUtf8(bytes) || !isGbk(buffer) ? buffer.toString() : decoders.gbk.decode(bytes)
}

const decoders = {
  utf16le: new TextDecoder('utf-16le'),
  utf16be: new TextDecoder('utf-16be'),
  gbk: new TextDecoder('gb18030'),
}

/** Characters of GB 2312, or of GBK if the text is valid JSON only as that. */
const isGbk = (bytes: Buffer): boolean => {
  const text = bytes.toString('latin1')
  // eslint-disable-next-line no-control-regex -- ASCII
  if (/^(?:[\u0000-\u007f]|[\u00a1-\u00f7][\u00a1-\u00fe])*$/.test(text)) return true
  return parse(bytes.toString()) === undefined && parse(decoders.gbk.decode(bytes)) !== undefined
}

// eslint-disable-next-line no-control-regex -- these are what is looked for
const controlCharacters = /[\u0000-\u001f]/g
const outerBlankStart = /^[\s\0\uFEFF]+/
const outerBlankEnd = /(?<![\s\0\uFEFF])[\s\0\uFEFF]+$/

const parse = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** The same bytes as a Buffer, without copying them. */
const asBuffer = (bytes: Uint8Array): Buffer => {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g

/** True if an object in a JSON text has one of these names twice, ignoring case. Its parsed value keeps only one of the two. */
export const hasDuplicateKey = (text: string, names: ReadonlySet<string>): boolean => {
  const objects: Set<string>[] = []
  let last = ''
  for (const [token] of text.matchAll(tokens)) {
    if (token === '{' || token === '[') objects.push(new Set())
    else if (token === '}' || token === ']') objects.pop()
    else if (token !== ':') last = token
    else {
      const name = last.slice(1, -1).trim().toLowerCase()
      const found = objects.at(-1)
      if (!names.has(name) || found === undefined) continue
      if (found.has(name)) return true
      found.add(name)
    }
  }
  return false
}

/** Text that PostgreSQL can store: without NUL and lone surrogates, truncated to `length` characters. */
export const storableText = (text: string, length: number): string => {
  return text.slice(0, length).toWellFormed().replaceAll('\0', '\uFFFD')
}

export const isObject = (value: Json | undefined): value is { [key: string]: Json } => {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Sent)
}

/** True if a value nests no deeper than `depth` levels of objects and lists. */
export const isShallow = (value: Json, depth: number): boolean => {
  if (typeof value !== 'object' || value === null || value instanceof Sent) return true
  return depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1))
}

/** The value with what was meant, or else was sent, in place of what is not JSON. What was cut off is left out. */
export const settled = (value: Json): Json => {
  if (value instanceof Sent) return value.value === undefined ? value.text : value.value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(settled)
  const kept = Object.entries(value).filter(([, inner]) => !(inner instanceof Sent && inner.cut))
  return Object.fromEntries(kept.map(([name, inner]) => [name, settled(inner)]))
}
