import Type from 'typebox'
import { Compile } from 'typebox/compile'
import type { Decoded } from './codec.ts'
import { maxCodeLength, maxPayloadBytes, maxReportCodeLength } from './constants.ts'
import { hasDuplicateKey, isObject, isShallow, maxDepth, parseJson, parseText } from './json.ts'
import type { ParsedJson } from './json.ts'
import { ReportItem } from './messages.ts'
import { fieldsOf, reportOf, sentTime, textOf, withNumbers, type ReceivedReport } from './report-fields.ts'
import { Sent } from './tolerant-json.ts'
import type { Json } from './tolerant-json.ts'

/** The decoded payload of `report`. */
export interface ReceivedMessage {
  /** Undefined: the gateway sends no boot id. */
  readonly boot: string | undefined
  /** Undefined if missing or not a whole number ≥ 0. Such a message is never treated as a redelivery. */
  readonly seq: number | undefined
  /** The numbers begin anew by themselves: those of links are short. */
  readonly wraps?: boolean
  /** As sent; see `parseDeviceTime`. Applies to every report without its own time. */
  time: unknown
  readonly reports: readonly ReceivedReport[]
  /** Number of items that should have been reports but have no code, or were hidden by another item with the same name. */
  unreadable: number
  /** The message ended too early, so that reports may be missing. */
  cut?: boolean
}

const isOrdinary = Compile(Type.Object({ reports: Type.Array(Type.Omit(ReportItem, ['time'])) }))

/**
 * Decodes the payload of `report`. Each report is decoded on its own (device-link v1): a missing format, a numeric code, a nested
 * value, an over-long text or an unreadable device is noted in its `problems`, and the rest is used. A bare report, a list of
 * reports, a single report instead of the list, and reports wrapped in further objects are accepted too. The message as a whole is
 * rejected only if it is too large (`tooLarge`), not JSON (`notJson`), or contains no report at all (`wrongType`). What is cut off or cannot
 * be read counts as unreadable; the rest is used. Never throws.
 */
export const decodeReportMessage = (bytes: Uint8Array): Decoded<ReceivedMessage> => {
  if (bytes.byteLength > maxPayloadBytes) return { ok: false, reason: 'tooLarge' }
  const parsed = parseJson(bytes)
  if (parsed === undefined) return { ok: false, reason: 'notJson' }
  const { value, text, clean, flaw } = parsed
  const head = headOf(value)
  const counters = { boot: bootOf(head['boot']), seq: sequenceOf(head['seq']), time: sentTime(head['time']) }
  if (
    clean &&
    isOrdinary.Check(value) &&
    value.reports.length > 0 &&
    hasNothingBeside(head) &&
    value.reports.every(hidesNothing)
  ) {
    // Not plain: more codes than reports, or several lists of them, among the values or behind a duplicate name.
    const isPlain = countOf(text, '"code"') === value.reports.length && countOf(text, '"reports"') === 1
    const isComplete = isPlain || !hasDuplicateKey(text, hidingNames)
    const reports = value.reports.map(withNumbers)
    return { ok: true, message: { ...counters, reports, unreadable: isComplete ? 0 : 1 } }
  }
  const found = search(parsed, true)
  const isLost = found.reports.length === 0 && (found.unreadable > 0 || flaw !== undefined || codeName.test(text))
  return isLost
    ? { ok: false, reason: flaw === undefined ? 'wrongType' : 'notJson', ...(flaw === 'cut' ? { cut: true } : {}) }
    : { ok: true, message: { ...counters, ...found, ...(flaw === 'cut' ? { cut: true } : {}) } }
}

/**
 * The reports in a message that should contain none, at any depth and however often they were wrapped into a text. Undefined if there is
 * nothing like one. `inReply`: outside the values that were returned for a command. Never throws.
 */
export const findHiddenReports = (bytes: Uint8Array, inReply = false): ReceivedMessage | undefined => {
  if (bytes.byteLength > maxPayloadBytes) return undefined
  const parsed = parseJson(bytes)
  if (parsed === undefined || !mayWrap(parsed.text)) return undefined
  const head = headOf(parsed.value)
  const { values: _own, ...rest } = head
  const found = search(inReply ? { ...parsed, value: rest } : parsed, false)
  if (found.reports.length === 0 && found.unreadable === 0) return undefined
  const counters = { boot: bootOf(head['boot']), seq: sequenceOf(head['seq']), time: sentTime(head['time']) }
  return { ...counters, ...found, ...(parsed.flaw === 'cut' ? { cut: true } : {}) }
}

/** Names of reports, or a long text that may contain them in another encoding. */
const mayWrap = (text: string): boolean => /code|reports|\\u00|[A-Za-z0-9+/=_-]{24}/i.test(text)

/** The reports of a parsed text. */
const search = ({ value, text, flaw, open }: ParsedJson, listed: boolean): Found => {
  const found: Found = { reports: [], unreadable: 0, open, wrapped: 0 }
  collect(value, found, 0, listed && isObjectOrList(value))
  if (!isObjectOrList(value) && listed && found.reports.length === 0) found.unreadable++
  // A duplicate name hides the value of its first occurrence.
  if (open === undefined && hasDuplicateKey(text, hidingNames)) found.unreadable++
  // What is cut off or was passed over may be a report.
  if (flaw !== undefined) found.unreadable++
  return { reports: found.reports, unreadable: found.unreadable }
}

const isObjectOrList = (value: Json): boolean => Array.isArray(value) || isObject(value)

/** The object with the counters: the first, if there are several. */
const headOf = (value: Json): { [key: string]: Json } => {
  const first = Array.isArray(value) ? value[0] : value
  return isObject(first) ? first : {}
}

const codeName = /"\s{0,9}code\s{0,9}"/i
/** Names whose hidden duplicate may have been a fire. */
const hidingNames: ReadonlySet<string> = new Set(['code', 'reports'])

const countOf = (text: string, part: string): number => {
  let count = 0
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count++
  return count
}

const bootOf = (boot: Json | undefined): string | undefined => {
  const text = textOf(boot, maxCodeLength)
  return text === '' ? undefined : text
}

const sequenceOf = (seq: Json | undefined): number | undefined => {
  const number = seq instanceof Sent ? seq.value : seq
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}

/** True if nothing next to `reports` can contain further reports. */
const hasNothingBeside = (message: { [key: string]: Json }): boolean => {
  for (const key in message) if (key !== 'reports' && (typeof message[key] === 'object' || isHidingName(key))) return false
  return true
}

/** True if a report has no second code in other letter case, no nested reports and nothing nested for a time. */
const hidesNothing = (report: object): boolean => {
  for (const key in report) if (key !== 'code' && isHidingName(key)) return false
  const { time } = report as { time?: unknown }
  return typeof time !== 'object' || time === null
}

const isHidingName = (key: string): boolean => {
  return key.length >= 4 && hidingNames.has(key.trim().toLowerCase())
}

interface Found {
  readonly reports: ReceivedReport[]
  unreadable: number
  /** Objects that the end of the message cut off. */
  open?: ReadonlySet<object> | undefined
  /** Texts that were unwrapped. */
  wrapped?: number
}

/** Texts of a message that are unwrapped, at most. */
const maxWrapped = 100

/**
 * Finds everything that has a code, at any depth, except in measured values. `listed`: a report is expected here, so anything else
 * counts as unreadable, and a bare text or number in the list can only be a code.
 */
const collect = (value: Json, found: Found, depth: number, listed: boolean): void => {
  if (typeof value === 'string' && collectWrapped(value, found, depth, listed)) return
  if (typeof value !== 'object' || value === null || value instanceof Sent) {
    if (listed) found.unreadable++
    // Whatever is too deep to be searched may be a fire.
  } else if (depth > maxDepth) found.unreadable++
  else if (Array.isArray(value)) {
    for (const item of value) collectItem(item, found, depth, listed)
  } else collectObject(value, found, depth, listed)
}

/** Reads a text that is JSON again, perhaps in base64 or hexadecimal. False if it is not. */
const collectWrapped = (text: string, found: Found, depth: number, listed: boolean): boolean => {
  const inner = unwrap(text)
  if (inner === undefined) return false
  found.wrapped = (found.wrapped ?? 0) + 1
  if (depth > maxDepth || found.wrapped > maxWrapped) {
    found.unreadable++
    return true
  }
  const parsed = parseText(inner)
  if (parsed === undefined) return false
  const { value, flaw, open } = parsed
  const before = found.reports.length + found.unreadable
  const outer = found.open
  found.open = open
  collect(value, found, depth + 1, listed && isObjectOrList(value))
  found.open = outer
  if (open === undefined && hasDuplicateKey(parsed.text, hidingNames)) found.unreadable++
  const isReport = found.reports.length + found.unreadable > before
  if (flaw !== undefined && (isReport || listed || namesReports.test(inner))) found.unreadable++
  return true
}

const namesReports = /code|reports/i

/** The JSON in a text that begins like it, plain or encoded. */
const unwrap = (text: string): string | undefined => {
  if (wrapped.test(text)) return text
  if (text.length < 16) return undefined
  if (encodedHex.test(text)) return Buffer.from(text.trim(), 'hex').toString()
  return encoded.test(text) ? Buffer.from(text.trim(), 'base64').toString() : undefined
}

const wrapped = /^[\s\uFEFF]{0,9}(?:[[{]|"[\s\\"]{0,99}[[{]|"[^]{14,}"\s{0,9}$)/
/** `{`, `[` or `"` and what may follow it. */
const encoded = /^\s{0,9}(?:e[w-z3]|W[w-z1-3]|I[g-v])[\w+/=-]+\s*$/
const encodedHex = /^\s{0,9}(?:7b|5b|22)(?:[0-9a-f]{2})+\s*$/i

const collectItem = (item: Json, found: Found, depth: number, listed: boolean): void => {
  const isCode = typeof item === 'number' || (typeof item === 'string' && unwrap(item) === undefined)
  const code = listed && isCode ? textOf(item, maxReportCodeLength) : undefined
  if (code === undefined || code === '') collect(item, found, depth + 1, listed)
  else found.reports.push({ code, problems: ['format'] })
}

const collectObject = (value: { [key: string]: Json }, found: Found, depth: number, listed: boolean): void => {
  const fields = fieldsOf(value)
  const before = found.reports.length + found.unreadable
  const report = reportOf(fields, found.open?.has(value) === true)
  if (report !== undefined) found.reports.push(report)
  const list = fields.get('reports')
  const first = found.reports.length
  if (typeof list === 'object') collect(list, found, depth + 1, true)
  else if (list !== undefined) collectItem(list, found, depth + 1, true)
  // Each message's time applies to its own reports.
  const time = sentTime(fields.get('time'))
  if (time !== undefined && report === undefined && depth > 0) for (const inner of found.reports.slice(first)) inner.time ??= time
  for (const [key, inner] of fields) {
    if (key === 'reports' || !isSearched(inner)) continue
    // Beside a code, only a list of reports is one: the rest belongs to the report.
    if (report === undefined || (key !== 'values' && holdsList(inner))) collect(inner, found, depth + 1, false)
  }
  if (report !== undefined) return
  if (listed && list === undefined && found.reports.length + found.unreadable === before) found.unreadable++
}

const isSearched = (value: Json): boolean =>
  typeof value === 'object' || (typeof value === 'string' && unwrap(value) !== undefined)

const holdsList = (value: Json): boolean => {
  if (typeof value === 'string') return /reports/i.test(unwrap(value) ?? '')
  return isShallow(value, maxDepth) && /"[\s\\"]{0,9}reports/i.test(JSON.stringify(value))
}
