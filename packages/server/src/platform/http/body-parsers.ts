import { DomainError } from '@emberwatch/contract'
import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** No input of the contract nests deeper than four levels. Deeper input would only make every traversal expensive. */
const maxDepth = 8

/** @throws DomainError tooDeep */
export const assertDepth = (depth: number): void => {
  if (depth > maxDepth) throw new DomainError('tooDeep', { limit: maxDepth })
}

const byteOrderMark = '\uFEFF'
const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = ['"', '\\', '[', ']', '{', '}'].map((each) =>
  each.charCodeAt(0),
)

/** Scans JSON text before anything is built from it. @throws DomainError tooDeep */
const assertShallow = (json: string): void => {
  let depth = 0
  let quoted = false
  for (let at = 0; at < json.length; at++) {
    const char = json.charCodeAt(at)
    if (quoted) {
      if (char === backslash) at++
      else if (char === quote) quoted = false
    } else if (char === quote) quoted = true
    else if (char === openBracket || char === openBrace) assertDepth(++depth)
    else if (char === closeBracket || char === closeBrace) depth--
  }
}

/** Names that could reach the prototype of all objects when copied. */
export const isReserved = (name: string): boolean => name === '__proto__' || name === 'constructor' || name === 'prototype'

/**
 * Parses untrusted JSON. Reserved names stay as ordinary keys, for `normalizeInput` to reject.
 * @throws DomainError tooDeep; unreadable
 */
export const parseJson = (text: string): unknown => {
  assertShallow(text)
  try {
    return JSON.parse(text.startsWith(byteOrderMark) ? text.slice(1) : text)
  } catch {
    throw new DomainError('unreadable')
  }
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new DomainError('unreadable')
  }
}

const maxParameters = 5_000

/** `devices[0][deviceId]` as its parts; a list's `ids[]` is `ids`. Square brackets in any other form belong to the name. */
const partsOf = (name: string): string[] => {
  const plain = name.endsWith('[]') ? name.slice(0, -2) : name
  if (!plain.endsWith(']')) return [plain]
  const open = plain.indexOf('[')
  const parts = [plain.slice(0, open), ...plain.slice(open + 1, -1).split('][', maxDepth + 1)]
  assertDepth(parts.length)
  if (parts.some(isReserved)) throw new DomainError('unreadable')
  return parts
}

/**
 * Parses a query string or a form. A repeated name makes a list; brackets make objects, whose numeric keys stand for list
 * positions (`normalizeInput` knows which). Linear in the length of the text.
 * @throws DomainError tooDeep; tooMany; unreadable
 */
export const parseForm = (text: string): Record<string, unknown> => {
  const form: Record<string, unknown> = Object.create(null)
  const fields = text.split('&', maxParameters + 1)
  if (fields.length > maxParameters) throw new DomainError('tooMany', { limit: maxParameters })
  for (const field of fields) {
    if (field === '') continue
    const equals = field.indexOf('=')
    const parts = partsOf(decode(equals < 0 ? field : field.slice(0, equals)))
    const value = equals < 0 ? '' : decode(field.slice(equals + 1))
    const last = parts.pop() ?? ''
    const holder = parts.reduce(childOf, form)
    const before = holder[last]
    if (before === undefined) holder[last] = value
    else if (Array.isArray(before)) before.push(value)
    else holder[last] = [before, value]
  }
  return form
}

const childOf = (holder: Record<string, unknown>, part: string): Record<string, unknown> => {
  const found = (holder[part] ??= Object.create(null))
  // The same name is used for a text and for an object.
  if (typeof found !== 'object' || found === null || Array.isArray(found)) throw new DomainError('unreadable')
  return found as Record<string, unknown>
}

/** Calls accept JSON and forms only. Anything else is rejected by its content type. */
export const registerBodyParsers = (server: FastifyInstance): void => {
  server.removeAllContentTypeParsers()
  const reads = (parse: (text: string) => unknown) => async (_request: FastifyRequest, body: Buffer) => {
    // Invalid bytes would silently be stored as replacement characters.
    if (!isUtf8(body)) throw new DomainError('unreadable')
    return parse(body.toString('utf8'))
  }
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, reads(parseJson))
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, reads(parseForm))
}
