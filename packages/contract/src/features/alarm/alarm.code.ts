import { dayIn } from '../../kernel/day.ts'

/**
 * The number that people know an alarm by: the site's day of its first report and its id, e.g. `A20261120-000123`. Derived, never stored: the
 * day finds the partition, the id the row.
 * @param firstAt ISO 8601
 * @param timeZone IANA name, of the alarm's project, or of its company while it has none
 */
export const alarmCode = (id: number, firstAt: string, timeZone: string): string =>
  `A${dayIn(firstAt, timeZone).replaceAll('-', '')}-${String(id).padStart(6, '0')}`

const hourMs = 3_600_000

/**
 * The id in an alarm's number, in any case, and the span of time (ISO 8601, `to` excluded) that its day takes in all zones of the earth, from UTC+14
 * to UTC−12: whoever reads a number does not know its site. Undefined when the text is none.
 */
export const parseAlarmCode = (text: string): { id: number; from: string; to: string } | undefined => {
  const [, year, month, date, id] = /^A(\d{4})(\d{2})(\d{2})-(\d{1,15})$/i.exec(text.trim()) ?? []
  const day = Date.parse(`${year}-${month}-${date}`)
  if (id === undefined || Number.isNaN(day)) return undefined
  const at = (hours: number): string => new Date(day + hours * hourMs).toISOString()
  return { id: Number(id), from: at(-14), to: at(24 + 12) }
}
