import Type from 'typebox'
import { Compile } from 'typebox/compile'
import type { Decoded } from './codec.ts'
import { MAX_CODE_LENGTH, MAX_FORMAT_LENGTH, MAX_PAYLOAD_BYTES, MAX_REPORT_CODE_LENGTH, MAX_VALUE_LENGTH } from './constants.ts'
import { hasDuplicateKey, isObject, isShallow, MAX_DEPTH, parseJson, storableText } from './json.ts'
import type { Json } from './json.ts'
import { ReportItem } from './messages.ts'

/** What could not be understood in a report; the rest was. `code`: it was a number, or was truncated. */
export const REPORT_PROBLEMS = ['device', 'code', 'format', 'values'] as const
export type ReportProblem = (typeof REPORT_PROBLEMS)[number]

/** One decoded report. */
export interface ReceivedReport {
  /**
   * Left out or null: the report is about the gateway itself. With the problem `device`: about one of its devices, but which one
   * could not be read.
   */
  device?: string | null
  code: string
  /** Left out or null: the gateway sent none. */
  format?: string | null
  /** As sent; see `parseDeviceTime`. */
  time?: unknown
  values?: Record<string, string | number | boolean | null>
  problems?: readonly ReportProblem[]
}

/** The decoded payload of `report`. */
export interface ReceivedMessage {
  /** Undefined: the gateway sends no boot id. */
  boot: string | undefined
  /** Undefined if missing or not a whole number ≥ 0. Such a message is never treated as a redelivery. */
  seq: number | undefined
  /** As sent; see `parseDeviceTime`. Applies to every report without its own time. */
  time: unknown
  reports: readonly ReceivedReport[]
  /** Number of items that should have been reports but have no code, or were hidden by another item with the same name. */
  unreadable: number
}

const isOrdinary = Compile(Type.Object({ reports: Type.Array(Type.Omit(ReportItem, ['time'])) }))

/**
 * Decodes the payload of `report`. Each report is decoded on its own (device-link v1): a missing format, a numeric code, a nested
 * value, an over-long text or an unreadable device is noted in its `problems`, and the rest is used. A bare report, a list of
 * reports, a single report instead of the list, and reports wrapped in further objects are accepted too. The message as a whole is
 * rejected only if it is too large (`tooLarge`), not JSON (`notJson`), or contains no report at all (`wrongType`). Never throws.
 */
export function decodeReportMessage(bytes: Uint8Array): Decoded<ReceivedMessage> {
  if (bytes.byteLength > MAX_PAYLOAD_BYTES) return { ok: false, reason: 'tooLarge' }
  const parsed = parseJson(bytes)
  if (parsed === undefined) return { ok: false, reason: 'notJson' }
  const { value, text, clean } = parsed
  const head = isObject(value) ? value : {}
  const counters = { boot: bootOf(head['boot']), seq: sequenceOf(head['seq']), time: head['time'] }
  if (
    clean &&
    isOrdinary.Check(value) &&
    value.reports.length > 0 &&
    hasNothingBeside(head) &&
    value.reports.every(hidesNothing)
  ) {
    // Not plain: more codes than reports, or several lists of them, among the values or behind a duplicate name.
    const isPlain = countOf(text, '"code"') === value.reports.length && countOf(text, '"reports"') === 1
    const isComplete = isPlain || !hasDuplicateKey(text, HIDING_NAMES)
    return { ok: true, message: { ...counters, reports: value.reports, unreadable: isComplete ? 0 : 1 } }
  }
  const found: Found = { reports: [], unreadable: 0 }
  collect(value, found, 0, true)
  // A duplicate name hides the value of its first occurrence.
  if (hasDuplicateKey(text, HIDING_NAMES)) found.unreadable++
  // A message that contains a code anywhere is not empty.
  const isLost = found.reports.length === 0 && (found.unreadable > 0 || CODE_NAME.test(text))
  return isLost ? { ok: false, reason: 'wrongType' } : { ok: true, message: { ...counters, ...found } }
}

const CODE_NAME = /"\s*code\s*"/i
/** Names whose hidden duplicate may have been a fire. */
const HIDING_NAMES: ReadonlySet<string> = new Set(['code', 'reports'])

function countOf(text: string, part: string): number {
  let count = 0
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count++
  return count
}

function bootOf(boot: Json | undefined): string | undefined {
  const text = textOf(boot, MAX_CODE_LENGTH)
  return text === '' ? undefined : text
}

function sequenceOf(seq: Json | undefined): number | undefined {
  return typeof seq === 'number' && Number.isSafeInteger(seq) && seq >= 0 ? seq : undefined
}

/** True if nothing next to `reports` can contain further reports. */
function hasNothingBeside(message: { [key: string]: Json }): boolean {
  for (const key in message) if (key !== 'reports' && (typeof message[key] === 'object' || isHidingName(key))) return false
  return true
}

/** True if a report has no second code in other letter case and no nested reports. */
function hidesNothing(report: object): boolean {
  for (const key in report) if (key !== 'code' && isHidingName(key)) return false
  return true
}

function isHidingName(key: string): boolean {
  return key.length >= 4 && HIDING_NAMES.has(key.trim().toLowerCase())
}

interface Found {
  reports: ReceivedReport[]
  unreadable: number
}

/**
 * Finds everything that has a code, at any depth, except in measured values. `listed`: a report is expected here, so anything else
 * counts as unreadable, and a bare text or number in the list can only be a code.
 */
function collect(value: Json, found: Found, depth: number, listed: boolean): void {
  if (typeof value !== 'object' || value === null) {
    if (listed) found.unreadable++
    // Whatever is too deep to be searched may be a fire.
  } else if (depth > MAX_DEPTH) found.unreadable++
  else if (Array.isArray(value)) {
    for (const item of value) collectItem(item, found, depth, listed)
  } else collectObject(value, found, depth, listed)
}

function collectItem(item: Json, found: Found, depth: number, listed: boolean): void {
  const code = listed ? textOf(item, MAX_REPORT_CODE_LENGTH) : undefined
  if (code === undefined || code === '') collect(item, found, depth + 1, listed)
  else found.reports.push({ code, problems: ['format'] })
}

function collectObject(value: { [key: string]: Json }, found: Found, depth: number, listed: boolean): void {
  const fields = fieldsOf(value)
  const before = found.reports.length + found.unreadable
  const report = reportOf(fields)
  if (report !== undefined) found.reports.push(report)
  const list = fields.get('reports')
  if (typeof list === 'object') collect(list, found, depth + 1, true)
  else if (list !== undefined) collectItem(list, found, depth + 1, true)
  if (report !== undefined) return
  for (const [key, inner] of fields) if (key !== 'reports' && typeof inner === 'object') collect(inner, found, depth + 1, false)
  if (listed && list === undefined && found.reports.length + found.unreadable === before) found.unreadable++
}

/** Fields by lower-case name. An exact spelling takes precedence over a similar one. */
function fieldsOf(value: { [key: string]: Json }): Map<string, Json> {
  const fields = new Map<string, Json>()
  for (const [key, inner] of Object.entries(value)) {
    const name = key.trim().toLowerCase()
    if (name === key || !Object.hasOwn(value, name)) fields.set(name, inner)
  }
  return fields
}

/** Reads the report in an object. Undefined if it has no code. */
function reportOf(fields: ReadonlyMap<string, Json>): ReceivedReport | undefined {
  const sent = {
    device: fields.get('device'),
    code: fields.get('code'),
    format: fields.get('format'),
    values: fields.get('values'),
  }
  const code = textOf(sent.code, MAX_REPORT_CODE_LENGTH)
  if (code === undefined || code === '') return undefined
  const device = textOf(sent.device, MAX_CODE_LENGTH) || null
  const format = textOf(sent.format, MAX_FORMAT_LENGTH) || null
  const values = valuesOf(sent.values)
  const problems: ReportProblem[] = []
  if ((sent.device ?? null) !== device) problems.push('device')
  if (sent.code !== code) problems.push('code')
  if (sent.format !== format) problems.push('format')
  if (values?.changed === true) problems.push('values')
  return {
    device,
    code,
    format,
    time: fields.get('time'),
    ...(values === undefined ? {} : { values: values.values }),
    ...(problems.length === 0 ? {} : { problems }),
  }
}

/** A text or number as text that can be stored, truncated. Undefined for anything else. */
function textOf(value: Json | undefined, length: number): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? storableText(value.trim(), length).trim() : undefined
}

/** Values by name; nested ones become JSON text. */
function valuesOf(sent: Json | undefined): { values: NonNullable<ReceivedReport['values']>; changed: boolean } | undefined {
  if (sent === undefined || sent === null) return undefined
  if (!isObject(sent)) return { values: { value: flat(sent) }, changed: true }
  const values = Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [storableText(name, MAX_CODE_LENGTH), flat(value)] as const),
  )
  return { values, changed: Object.entries(sent).some(([name, value]) => values[name] !== value) }
}

function flat(value: Json): string | number | boolean | null {
  if (typeof value === 'string') return storableText(value, MAX_VALUE_LENGTH)
  if (typeof value !== 'object' || value === null) return value
  return isShallow(value, MAX_DEPTH) ? storableText(JSON.stringify(value), MAX_VALUE_LENGTH) : '…'
}
