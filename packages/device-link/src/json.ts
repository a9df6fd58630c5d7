import { isUtf8 } from 'node:buffer'

/** None of our messages nests deeper than this. Deeper values are not searched. */
export const MAX_DEPTH = 8

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

export interface ParsedJson {
  value: Json
  /** The parsed value. */
  text: string
  /** True if every text in the value can be stored as it is: nothing was repaired, and no escape can hide characters that PostgreSQL cannot store. */
  clean: boolean
}

/**
 * Parses the JSON in a payload. Tolerates what devices commonly do to it: a byte order mark, blanks or NUL around it, invalid
 * UTF-8 (replaced), line breaks and other control characters inside texts. Undefined if it still is not JSON. Never throws.
 */
export function parseJson(bytes: Uint8Array): ParsedJson | undefined {
  const text = asBuffer(bytes).toString()
  const value = parse(text)
  // Only an escape can contain what cannot be stored: a NUL or a lone surrogate.
  if (value !== undefined) return { value, text, clean: !text.includes('\\u') && isUtf8(bytes) }
  const repairedText = text.replace(/^[\s\0\uFEFF]+|[\s\0\uFEFF]+$/g, '').replaceAll(controlCharacters, ' ')
  const repaired = parse(repairedText)
  return repaired === undefined ? undefined : { value: repaired, text: repairedText, clean: false }
}

// eslint-disable-next-line no-control-regex -- these are what is looked for
const controlCharacters = /[\u0000-\u001f]/g

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** The same bytes as a Buffer, without copying them. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g

/** True if an object in a JSON text has one of these names twice, ignoring case. Its parsed value keeps only one of the two. */
export function hasDuplicateKey(text: string, names: ReadonlySet<string>): boolean {
  const objects: Set<string>[] = []
  let last = ''
  for (const [token] of text.matchAll(TOKEN)) {
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
export function storableText(text: string, length: number): string {
  return text.slice(0, length).toWellFormed().replaceAll('\0', '\uFFFD')
}

export function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** True if a value nests no deeper than `depth` levels of objects and lists. */
export function isShallow(value: Json, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1))
}
