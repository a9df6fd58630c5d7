import { dayIn } from '../../../kernel/day.ts'

/**
 * The alarm number: the site's day of its first report and its id, e.g. `A20261120-000123`. Derived, never stored: the day
 * identifies the partition, the id the row.
 * @param firstAt ISO 8601
 * @param timeZone IANA name, of the alarm's project, or of its company if there is no project
 */
export const alarmCode = (id: number, firstAt: string, timeZone: string): string =>
  `A${dayIn(firstAt, timeZone).replaceAll('-', '')}-${String(id).padStart(6, '0')}`

const hourMs = 3_600_000

/**
 * The id in an alarm number, ignoring case, and the time span (ISO 8601, `to` excluded) that its day covers in all time zones,
 * from UTC+14 to UTC−12: the number alone does not tell the site. Undefined if the text is not an alarm number.
 */
export const parseAlarmCode = (text: string): { id: number; from: string; to: string } | undefined => {
  const [, year, month, date, id] = /^A(\d{4})(\d{2})(\d{2})-(\d{1,15})$/i.exec(text.trim()) ?? []
  const day = Date.parse(`${year}-${month}-${date}`)
  if (id === undefined || Number.isNaN(day)) return undefined
  const at = (hours: number): string => new Date(day + hours * hourMs).toISOString()
  return { id: Number(id), from: at(-14), to: at(24 + 12) }
}

type Detail = Readonly<Record<string, unknown>>
type Named = 'notifyReceiver' | 'notifyMethod' | 'leftOutReason' | 'sendFailure'

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
const rows = (value: unknown): readonly Detail[] => (Array.isArray(value) ? value : [])
const joined = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' · ')

/** Each line once: people without a name are told apart by their number only. */
const counted = (lines: readonly string[]): string[] =>
  [...new Set(lines.filter(Boolean))].map((line) => {
    const { length } = lines.filter((other) => other === line)
    return length > 1 ? `${line} × ${length}` : line
  })

/** A rule reached a step with nobody to notify: nothing was queued, and the journey must not look as if something was. */
export const isNobodyNotified = ({ step, detail }: { readonly step: string; readonly detail: Detail }): boolean =>
  step === 'notificationQueued' && Array.isArray(detail['told']) && detail['told'].length === 0

/**
 * Describes a notification step of an alarm's journey: who was notified over which channel, who was not and why, and why a message
 * failed. People notified by a company above are not named, only the channel.
 * @param label an enumeration's value in the reader's language
 */
export const notifiedLines = (detail: Detail, label: (enumeration: Named, value: string) => string): string[] => {
  const named = (enumeration: Named, value: unknown) => {
    const known = text(value)
    return known && label(enumeration, known)
  }
  const whom = ({ name, kind, channel }: Detail): string =>
    joined(text(name) ?? named('notifyReceiver', kind), named('notifyMethod', channel))
  return counted([
    joined(text(detail['receiver']), named('notifyMethod', detail['channel'])),
    ...rows(detail['told']).map(whom),
    ...rows(detail['leftOut']).map((one) => joined(whom(one), named('leftOutReason', one['reason']))),
    named('sendFailure', detail['reason']) ?? '',
  ])
}

const perLine = 16

export interface HexLine {
  /** Offset of its first byte, as four hex digits. */
  readonly offset: string
  readonly hex: string
  /** The same bytes as Latin-1 text; a dot for each that is not printable. */
  readonly text: string
}

/** A hex dump of a message, sixteen bytes per line. */
export const hexLines = (message: string): HexLine[] => {
  const bytes = [...new TextEncoder().encode(message)]
  const lines: HexLine[] = []
  for (let at = 0; at < bytes.length; at += perLine) {
    const part = bytes.slice(at, at + perLine)
    lines.push({
      offset: at.toString(16).padStart(4, '0'),
      hex: part.map((byte) => byte.toString(16).padStart(2, '0')).join(' '),
      text: part.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join(''),
    })
  }
  return lines
}
