import type { Cell } from '../sheets/sheet.ts'

/** How the dates of a sheet are read. */
export interface DateReading {
  /** IANA name of the time zone in which times are written. */
  readonly timeZone: string
  readonly date1904: boolean
}

const dayMs = 86_400_000
/** Day 0 of workbook date numbers. */
const epoch = Date.UTC(1899, 11, 30)
const days1904 = 1_462
const lastDay = 2_958_465
/** Workbooks count a 29 February 1900 that never was; earlier days are one number lower. */
const falseLeapDay = 60

/** A date number as a person sees it in the cell, without a zone. */
const shownText = (days: number, date1904: boolean): string => {
  const shift = date1904 ? days1904 : days < falseLeapDay ? 1 : 0
  // To the second: a time of day is a fraction that floating-point numbers cannot hold exactly.
  return new Date(Math.round((epoch + (days + shift) * dayMs) / 1_000) * 1_000).toISOString().slice(0, 19)
}

const marked = /(上午|凌晨|早上|下午|晚上|[AP]\.?M\.?)/i
const dateTime =
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:(?:[T ]+|(?<=日))(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i
const compact = /^((?:19|20)\d{2})(\d{2})(\d{2})$/

const two = (text = '0'): string => text.padStart(2, '0')

/** Hours of a half day as hours of the day; undefined for hours that no half day has. */
const hourOf = (hour: string | undefined, half: string | undefined): number | undefined => {
  const hours = Number(hour ?? 0)
  if (half === undefined) return hours
  if (hours > 12) return undefined
  return (hours % 12) + (/^(?:下午|晚上|p)/i.test(half) ? 12 : 0)
}

/**
 * A date or time in the schema's format. An instant, which names its zone or offset, becomes the day that it has in the sheet's zone.
 * Anything else stays as it is, for the schema to reject: 6/1/2027 may be in January or in June.
 */
export const dateText = (cell: Cell, format: 'date' | 'date-time', { timeZone, date1904 }: DateReading): string => {
  const isNumber = typeof cell === 'number' && cell >= (date1904 ? 0 : 1) && cell <= lastDay
  const text = isNumber ? shownText(cell, date1904) : String(cell).trim()
  const half = marked.exec(text)?.[1]
  // Digits and colons may be full width; 10:05 may follow or precede its half of the day.
  const plain = text.normalize('NFKC').replace(marked, ' ').replace(compact, '$1-$2-$3').trim()
  const [, year, month, date, hour, minute, second, fraction = '0', zone] = dateTime.exec(plain) ?? []
  const hours = hourOf(hour, half)
  if (year === undefined || hours === undefined || (zone !== undefined && hour === undefined)) return text
  const local = `${year}-${two(month)}-${two(date)}T${two(String(hours))}:${two(minute)}:${two(second)}.${fraction}`
  try {
    const written = Temporal.PlainDateTime.from(local, { overflow: 'reject' })
    const at =
      zone === undefined
        ? written.toZonedDateTime(timeZone)
        : Temporal.Instant.from(`${local}${zone}`).toZonedDateTimeISO(timeZone)
    if (format === 'date') return (zone === undefined ? written : at).toPlainDate().toString()
    return new Date(at.epochMilliseconds).toISOString()
  } catch {
    return text
  }
}
