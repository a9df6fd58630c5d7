import type { DutyCalendar, DutySlotRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../kit/time.tsx'
import { Tag } from '../../../kit/status-tag.tsx'
import { useNow } from '../../../kit/clock.tsx'
import { DutyPeople } from './duty-people.tsx'
import type { ChangeDraft } from './override.form.tsx'

const dayMs = 86_400_000
/** The largest UTC offset of any zone. */
const zoneMs = 14 * 3_600_000

/** A day (`YYYY-MM-DD`) moved by some days. Days have no time zone, so UTC is used. */
const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** Monday of the week of a day. */
const mondayOf = (day: string): string => plusDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** The days shown in the view of `day`: its week, or the whole weeks of its month. */
export const daysOf = (view: 'week' | 'month', day: string): string[] => {
  if (view === 'week') return Array.from({ length: 7 }, (_none, index) => plusDays(mondayOf(day), index))
  const first = mondayOf(`${day.slice(0, 7)}-01`)
  const days = Array.from({ length: 42 }, (_none, index) => plusDays(first, index))
  return days.slice(35).some((each) => each.startsWith(day.slice(0, 7))) ? days : days.slice(0, 35)
}

/** The first day of the previous or next view. */
export const moved = (view: 'week' | 'month', day: string, by: -1 | 1): string => {
  if (view === 'week') return plusDays(day, by * 7)
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 10)
}

/** Instants that include the given days in any zone: more than the days themselves. */
export const around = (days: readonly string[]) => ({
  startTime: new Date(Date.parse(`${days[0] ?? ''}T00:00:00Z`) - zoneMs).toISOString(),
  endTime: new Date(Date.parse(`${days.at(-1) ?? ''}T00:00:00Z`) + dayMs + zoneMs).toISOString(),
})

export const dayIn = (instant: string, zone: string): string => formatTime(instant, zone).slice(0, 10)
const clockIn = (instant: string, zone: string): string => formatTime(instant, zone).slice(11, 16)

/** The part of a time span that lies on one day of a zone. Undefined if there is none. */
const onDay = (stretch: { from: string; to: string }, day: string, zone: string): { from: string; to: string } | undefined => {
  const [first, last] = [dayIn(stretch.from, zone), dayIn(stretch.to, zone)]
  const ends = last === day ? clockIn(stretch.to, zone) : '24:00'
  if (first > day || last < day || ends === '00:00') return undefined
  return { from: first === day ? clockIn(stretch.from, zone) : '00:00', to: ends }
}

/** A time span in a zone: with the end's date if it is on another day. Midnight counts as the end of a day. */
const spanText = ({ from, to }: { from: string; to: string }, zone: string): string => {
  const [day, last, ends] = [dayIn(from, zone), dayIn(to, zone), clockIn(to, zone)]
  if (last === day) return `${clockIn(from, zone)}–${ends}`
  return `${clockIn(from, zone)}–${last === plusDays(day, 1) && ends === '00:00' ? '24:00' : `${last.slice(5)} ${ends}`}`
}

interface DayProps {
  day: string
  isFirst: boolean
  isToday: boolean
  isOutside: boolean
  zone: string
  slots: readonly DutySlotRow[]
  gaps: DutyCalendar['gaps']
  /** Undefined for users who may not change the roster. */
  onChange: ((draft: ChangeDraft) => void) | undefined
  /** In a list, the date is written out. */
  withDate?: true
}

interface SlotProps {
  slot: DutySlotRow
  zone: string
  onChange: DayProps['onChange']
}

const Slot = ({ slot, zone, onChange }: SlotProps) => {
  const { t } = useTranslation('duty')
  const now = useNow()
  const isPast = Date.parse(slot.to) <= now
  const isNow = !isPast && Date.parse(slot.from) <= now
  const shift = slot.shift ?? t(($) => $.calendar.extra)
  const times = spanText(slot, zone)
  const body = (
    <>
      <span className="ew-duty-shift">
        {shift} <span className="ew-duty-times">{times}</span>
      </span>
      <DutyPeople people={slot.people} />
      {slot.shift !== null && slot.overrideIds.length > 0 && (
        <Tag look={{ tone: 'info', shape: '◇' }}>{t(($) => $.calendar.replaced)}</Tag>
      )}
    </>
  )
  if (isPast || !onChange)
    return (
      <div className="ew-duty-slot" data-past={isPast} data-now={isNow}>
        {body}
      </div>
    )
  const day = dayIn(slot.from, zone)
  return (
    <button
      type="button"
      className="ew-duty-slot"
      data-now={isNow}
      onClick={() =>
        onChange({
          startTime: isNow ? new Date(now).toISOString() : slot.from,
          endTime: slot.to,
          ...(slot.shift !== null && slot.people.length === 1 ? { insteadOfId: slot.people[0]?.id } : {}),
        })
      }
    >
      {body}
      <span className="ew-visually-hidden">{t(($) => $.calendar.change, { day, shift })}</span>
    </button>
  )
}

/** One day: its shifts by their start, and the times with nobody on duty. */
export const DutyDay = ({ day, isFirst, isToday, isOutside, zone, slots, gaps, onChange, withDate }: DayProps) => {
  const { t } = useTranslation('duty')
  // A shift that began before the first day shown is listed on that day.
  const own = slots.filter(
    (slot) => dayIn(slot.from, zone) === day || (isFirst && dayIn(slot.from, zone) < day && onDay(slot, day, zone)),
  )
  const empty = gaps.flatMap((gap) => {
    const part = onDay(gap, day, zone)
    return part ? [{ gap, part }] : []
  })
  const weekday = t(($) => $.calendar.weekdays, { returnObjects: true })[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7]
  return (
    <div className="ew-duty-day" data-outside={isOutside} aria-current={isToday ? 'date' : undefined}>
      <span className="ew-duty-date">{withDate ? `${day} ${weekday ?? ''}` : Number(day.slice(8))}</span>
      {own.map((slot) => (
        <Slot key={`${slot.from} ${slot.shift ?? slot.overrideIds[0] ?? ''}`} slot={slot} zone={zone} onChange={onChange} />
      ))}
      {empty.map(({ gap, part }) => {
        const body = (
          <>
            <span className="ew-duty-shift">
              <span aria-hidden>▲</span> {t(($) => $.nobody)}
            </span>
            <span className="ew-duty-times">
              {part.from}–{part.to}
            </span>
          </>
        )
        return onChange ? (
          <button
            key={gap.from}
            type="button"
            className="ew-duty-slot"
            data-gap
            onClick={() => onChange({ startTime: gap.from, endTime: gap.to })}
          >
            {body}
            <span className="ew-visually-hidden">{t(($) => $.calendar.fill, part)}</span>
          </button>
        ) : (
          <div key={gap.from} className="ew-duty-slot" data-gap>
            {body}
          </div>
        )
      })}
      {own.length + empty.length === 0 && <span className="ew-muted">{t(($) => $.calendar.empty)}</span>}
    </div>
  )
}
