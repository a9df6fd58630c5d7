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
