import type { Language } from '@emberwatch/contract'
import { createContext, use, type ReactNode } from 'react'
import { units as en } from '../i18n/en/units.ts'
import { currentLanguage } from '../i18n/language.ts'
import { viewersZone } from '../i18n/viewers-zone.ts'
import { units as zh } from '../i18n/zh/units.ts'

const two = (value: number): string => String(value).padStart(2, '0')

/** One formatter per zone, created once: creating one costs a hundred times as much as using it. */
const oneOfEachZone = (locale: string, options: Intl.DateTimeFormatOptions) => {
  const made = new Map<string, Intl.DateTimeFormat>()
  return (zone: string): Intl.DateTimeFormat => {
    const formatter = made.get(zone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
    made.set(zone, formatter)
    return formatter
  }
}

/** The Swedish locale formats dates and times as the console does. */
const clockOf = oneOfEachZone('sv-SE', { dateStyle: 'short', timeStyle: 'medium' })
const offsetOf = oneOfEachZone('en', { timeZoneName: 'shortOffset' })

/** The console's only time format, in the viewer's zone or another: 2026-11-20 08:05:09. */
export const formatTime = (instant: string | number, zone = viewersZone): string => clockOf(zone).format(new Date(instant))

export const formatDay = (instant: string | number, zone = viewersZone): string => formatTime(instant, zone).slice(0, 10)

/** A time that stands beside an earlier one: without the day if it is the same. */
export const formatLater = (instant: string | number, earlier: string | number, zone = viewersZone): string =>
  formatDay(instant, zone) === formatDay(earlier, zone) ? formatTime(instant, zone).slice(11) : formatTime(instant, zone)

const milliseconds = (instant: string | number): string => String(new Date(instant).getMilliseconds()).padStart(3, '0')

/** Time of day with milliseconds. */
export const formatClock = (instant: string | number, zone = viewersZone): string =>
  `${formatTime(instant, zone).slice(11)}.${milliseconds(instant)}`

/** The UTC offset of a zone at an instant: UTC+8. */
const utcOffset = (instant: string | number, zone: string): string => {
  const parts = offsetOf(zone).formatToParts(new Date(instant))
  return parts.find((part) => part.type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? ''
}

/** A time with milliseconds and UTC offset. */
export const formatWithMs = (instant: string | number, zone = viewersZone): string =>
  `${formatTime(instant, zone)}.${milliseconds(instant)} ${utcOffset(instant, zone)}`

/** The UTC offset of a zone at an instant, if its time differs from the viewer's. */
export const otherZone = (instant: string | number, zone = viewersZone): string | undefined =>
  formatTime(instant, zone) === formatTime(instant) ? undefined : utcOffset(instant, zone)

const inDays = (language: Language) =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'narrow', useGrouping: false })
const daysOf = { zh: inDays('zh'), en: inDays('en') }

/** A running duration in clock format: 1:02:03, 4:05, 2d 3:04:05, 2天 3:04:05. */
export const formatDuration = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const days = Math.floor(seconds / 86_400)
  const hours = Math.floor((seconds % 86_400) / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const rest = two(seconds % 60)
  if (days > 0) return `${daysOf[currentLanguage()].format(days)} ${hours}:${two(minutes)}:${rest}`
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`
}

const unitsOf = { zh, en }
const lengths = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** A duration with its units, the two largest of them: 45 s, 2 h 05 min, 2 小时 5 分. A clock that is still running is read more easily as one. */
export const formatSpan = (milliseconds: number, language: Language = currentLanguage()): string => {
  const units = unitsOf[language]
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const first = Math.max(
    0,
    lengths.findIndex(([, length]) => seconds >= length),
  )
  const [unit, length] = seconds === 0 ? lengths[3] : (lengths[first] ?? lengths[3])
  const [nextUnit, nextLength] = lengths[first + 1] ?? []
  const rest = nextLength === undefined || seconds === 0 ? 0 : Math.floor((seconds % length) / nextLength)
  const whole = `${Math.floor(seconds / length)} ${units[unit]}`
  return nextUnit === undefined || rest === 0 ? whole : `${whole} ${String(rest).padStart(units.digits, '0')} ${units[nextUnit]}`
}

/** A time in a zone, which is named if its time differs from the viewer's. */
export const formatInZone = (instant: string | number, zone?: string): string =>
  [formatTime(instant, zone), otherZone(instant, zone)].filter(Boolean).join(' ')

const Site = createContext<string | undefined>(undefined)

/** Times inside are shown in the time zone of the row's site, if it has one (screens.md, section 0). */
export const SiteZone = ({ of, children }: { of: object; children: ReactNode }) => {
  const zone = 'timeZone' in of && typeof of.timeZone === 'string' ? of.timeZone : undefined
  return <Site value={zone}>{children}</Site>
}

/** The time zone of the current site. Undefined: the viewer's. */
export const useSiteZone = (): string | undefined => use(Site)

/** An instant to the millisecond, in the site's time zone. The viewer's own on hover. */
export const PreciseTime = ({ value }: { value: string | null }) => {
  const site = useSiteZone()
  if (value === null) return <>—</>
  return (
    <time dateTime={value} title={formatWithMs(value)}>
      {formatWithMs(value, site)}
    </time>
  )
}

/** An instant in the site's time zone. The viewer's own, in full, on hover. */
export const Time = ({ value, zone }: { value: string | null | undefined; zone?: string }) => {
  const site = useSiteZone()
  if (!value) return <>—</>
  const [day, ...rest] = formatInZone(value, zone ?? site).split(' ')
  return (
    <time className="ew-time" dateTime={value} title={formatWithMs(value)}>
      {/* Where there is no room for both, the time of day is below the day. */}
      <span>{day}</span> <span>{rest.join(' ')}</span>
    </time>
  )
}
