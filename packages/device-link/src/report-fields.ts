import { maxCodeLength, maxFormatLength, maxReportCodeLength, maxValueLength, maxValueNames, omittedValues } from './constants.ts'
import { isObject, isShallow, maxDepth, settled, storableText } from './json.ts'
import { readNumber, Sent } from './tolerant-json.ts'
import type { Json } from './tolerant-json.ts'

/** What could not be understood in a report; the rest was. `code`: it was a number, or was truncated. */
export const reportProblems = ['device', 'code', 'format', 'values'] as const
export type ReportProblem = (typeof reportProblems)[number]

/** One decoded report. */
export interface ReceivedReport {
  /**
   * Left out or null: the report is about the gateway itself. With the problem `device`: about one of its devices, but which one
   * could not be read.
   */
  readonly device?: string | null
  readonly code: string
  /** Left out or null: the gateway sent none. */
  readonly format?: string | null
  /** As sent; see `parseDeviceTime`. */
  time?: unknown
  readonly values?: Record<string, string | number | boolean | null>
  readonly problems?: readonly ReportProblem[]
}

/** A longer list or object is cut: it is no time, and many reports may share it. */
const maxTimeLength = 40

export const sentTime = (time: Json | undefined): unknown => {
  if (time instanceof Sent) return time.text
  if (typeof time !== 'object' || time === null) return time
  if (!isShallow(time, maxDepth)) return '…'
  const text = JSON.stringify(time)
  return text.length > maxTimeLength ? storableText(text, maxTimeLength) : time
}

/** Fields by lower-case name. An exact spelling takes precedence over a similar one. */
export const fieldsOf = (value: { [key: string]: Json }): Map<string, Json> => {
  const fields = new Map<string, Json>()
  for (const [key, inner] of Object.entries(value)) {
    const name = key.trim().toLowerCase()
    if (name === key || !Object.hasOwn(value, name)) fields.set(name, inner)
  }
  return fields
}

/** Reads the report in an object. Undefined if it has no code. */
export const reportOf = (fields: ReadonlyMap<string, Json>, isCut: boolean): ReceivedReport | undefined => {
  const sent = {
    device: fields.get('device'),
    code: fields.get('code'),
    format: fields.get('format'),
    values: fields.get('values'),
  }
  const code = textOf(sent.code, maxReportCodeLength)
  if (code === undefined || code === '') return undefined
  const device = textOf(sent.device, maxCodeLength) || null
  const format = textOf(sent.format, maxFormatLength) || null
  const values = valuesOf(sent.values)
  const problems: ReportProblem[] = []
  // Which device it is may have been cut off.
  if ((sent.device ?? null) !== device || (isCut && sent.device === undefined)) problems.push('device')
  if (sent.code !== code) problems.push('code')
  if (sent.format !== format) problems.push('format')
  if (values?.changed === true) problems.push('values')
  return {
    device,
    code,
    format,
    time: sentTime(fields.get('time')),
    ...(values === undefined ? {} : { values: values.values }),
    ...(problems.length === 0 ? {} : { problems }),
  }
}

/** A text or number as text that can be stored, truncated; what is not JSON, as it was sent. Undefined for anything else, and if it was cut off. */
export const textOf = (value: Json | undefined, length: number): string | undefined => {
  if (value instanceof Sent) return value.cut ? undefined : storableText(value.text.trim(), length).trim()
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? storableText(value.trim(), length).trim() : undefined
}

type Values = NonNullable<ReceivedReport['values']>

/** Names of values that are texts even if they look like a number: 1.10 is not 1.1. */
const textName = /version|firmware|hardware|serial|imei|iccid/i

/** A number that was sent as text. */
const numberIn = (name: string, value: unknown): number | undefined => {
  if (typeof value !== 'string' || value.length > 24 || textName.test(name)) return undefined
  const number = readNumber(value.trim())
  return typeof number === 'number' ? number : undefined
}

/** The report with numbers in place of those sent as text, and no more names than can be kept. */
export const withNumbers = <Item extends ReceivedReport>(report: Item): Item | ReceivedReport => {
  const { values } = report
  if (values === undefined) return report
  let count = 0
  let isPlain = true
  for (const name in values) if (++count > maxValueNames || numberIn(name, values[name]) !== undefined) isPlain = false
  if (isPlain) return report
  const kept = valuesOf(values)
  if (kept === undefined) return report
  return { ...report, values: kept.values, ...(kept.changed ? { problems: ['values'] } : {}) }
}

/** Values by name; nested ones become JSON text. Names beyond the bound are counted under `OMITTED_VALUES`. */
const valuesOf = (sent: Json | undefined): { values: Values; changed: boolean } | undefined => {
  if (sent === undefined || sent === null) return undefined
  if (!isObject(sent)) return { values: { value: flat(sent) }, changed: true }
  const all = Object.entries(sent)
  let changed = all.length > maxValueNames
  const values: Values = Object.fromEntries(
    all.slice(0, maxValueNames).map(([sentName, value]) => {
      const name = storableText(sentName, maxCodeLength)
      const read = numberIn(name, value) ?? flat(value)
      changed ||=
        name !== sentName || (value instanceof Sent ? value.value === undefined : typeof value === 'object' && value !== null)
      changed ||= typeof value === 'string' && typeof read === 'string' && read !== value
      return [name, read] as const
    }),
  )
  if (all.length > maxValueNames) values[omittedValues] = all.length - maxValueNames
  return { values, changed }
}

const flat = (value: Json): string | number | boolean | null => {
  if (value instanceof Sent) return value.value === undefined ? storableText(value.text, maxValueLength) : value.value
  if (typeof value === 'string') return storableText(value, maxValueLength)
  if (typeof value !== 'object' || value === null) return value
  return isShallow(value, maxDepth) ? storableText(JSON.stringify(settled(value)), maxValueLength) : '…'
}
