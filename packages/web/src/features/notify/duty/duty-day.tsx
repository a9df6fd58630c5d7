import type { DutyCalendar, DutySlotRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { Tag } from '../../../kit/status-tag.tsx'
import { useNow } from '../../../kit/use-now.ts'
import { dayIn, onDay, spanText } from './duty-days.ts'
import { DutyPeople } from './duty-people.tsx'
import type { ChangeDraft } from './override.form.tsx'

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
