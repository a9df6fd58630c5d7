import { useRef, useState, type FocusEvent, type FormEvent, type KeyboardEvent, type SyntheticEvent } from 'react'

/** Digits and signs of a Chinese keyboard are full width: ２０２６／１１／２８. */
const plain = (text: string): string => text.normalize('NFKC').trim()

const two = (value: number): string => String(value).padStart(2, '0')

const dayFrom = (year: number, month: number, day: number): string | undefined => {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isDay = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isDay ? `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}` : undefined
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthOf = (name = ''): number => months.indexOf(name.slice(0, 3).toLowerCase()) + 1

/** The forms in which a day is commonly written, and the order of its parts. Day and month of 5/6/2026 are not certain. */
const forms: readonly (readonly [RegExp, (parts: readonly string[]) => string | undefined])[] = [
  [/^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})\.?$/, ([year, , month, day]) => dayFrom(Number(year), Number(month), Number(day))],
  [/^(\d{4}) ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?[日号]?$/, ([year, month, day]) => dayFrom(Number(year), Number(month), Number(day))],
  [/^(\d{4})(\d{2})(\d{2})$/, ([year, month, day]) => dayFrom(Number(year), Number(month), Number(day))],
  [/^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})$/, ([day, month, year]) => dayFrom(Number(year), Number(month), Number(day))],
  [
    /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/,
    ([one, other, year]) => {
      const readings = new Set([
        dayFrom(Number(year), Number(other), Number(one)),
        dayFrom(Number(year), Number(one), Number(other)),
      ])
      readings.delete(undefined)
      return readings.size === 1 ? [...readings][0] : undefined
    },
  ],
  [/^(\d{1,2})[ -]([a-z]{3,9})\.?,?[ -](\d{4})$/i, ([day, month, year]) => dayFrom(Number(year), monthOf(month), Number(day))],
  [/^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i, ([month, day, year]) => dayFrom(Number(year), monthOf(month), Number(day))],
]

/** A typed day as YYYY-MM-DD. Undefined if it is not certain which day is meant. */
export const typedDay = (text: string): string | undefined => {
  for (const [form, read] of forms) {
    const parts = form.exec(plain(text))
    if (parts) return read(parts.slice(1))
  }
  return undefined
}

/** A typed time of day as HH:mm. Seconds are not asked for anywhere. */
export const typedTime = (text: string): string | undefined => {
  const [, hours, minutes] =
    /^(\d{1,2})[:.时h] ?(\d{2})(?:[:.]\d{2}|分)?$/i.exec(plain(text)) ?? /^(\d{2})(\d{2})$/.exec(plain(text)) ?? []
  return hours !== undefined && minutes !== undefined && Number(hours) < 24 && Number(minutes) < 60
    ? `${two(Number(hours))}:${minutes}`
    : undefined
}

/** A typed day and time as YYYY-MM-DDTHH:mm, in the viewer's time zone. */
export const typedInstant = (text: string): string | undefined => {
  const [, first = '', last = ''] = /^(.*\S)[ T](\S+)$/.exec(plain(text)) ?? []
  const [day, time] = [typedDay(first.replace(/,$/, '')), typedTime(last)]
  return day !== undefined && time !== undefined ? `${day}T${time}` : undefined
}

/**
 * What is typed into a date picker, once it is complete: at Enter, or when the field is left. antd forgets without a word what it
 * cannot read, and only takes the first day of a range when the second has been chosen as well.
 * @param onTyped `index`: which input of a range. Returns whether it could be read; if not, Enter does nothing else
 */
export const useTyped = (onTyped: (text: string, index: number) => boolean) => {
  const typed = useRef(new Map<EventTarget, string>())
  const take = ({ target, currentTarget }: SyntheticEvent<HTMLElement>): boolean => {
    const text = typed.current.get(target)
    if (text === undefined) return true
    typed.current.delete(target)
    return onTyped(text.trim(), [...currentTarget.querySelectorAll('input')].indexOf(target as HTMLInputElement))
  }
  return {
    /** Of the element around the picker. Events of its pop-up arrive here too, but nothing is typed there. */
    around: {
      onInputCapture: ({ target }: FormEvent<HTMLElement>) => {
        if (target instanceof HTMLInputElement) typed.current.set(target, target.value)
      },
      onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => {
        if (event.key === 'Escape') typed.current.clear()
        if (event.key === 'Enter' && !take(event)) event.preventDefault()
      },
      onBlurCapture: (event: FocusEvent<HTMLElement>) => {
        // A day is about to be picked instead.
        if (!event.relatedTarget?.closest('.ant-picker-dropdown')) take(event)
      },
    },
    /** A value was picked: what was typed before no longer counts. */
    forget: () => typed.current.clear(),
  }
}

/** What a picker shows: the value, or the last one while the value is text that could not be read, which stays in its input. */
export const usePicked = (value: string | undefined, isValue: (value: string) => boolean): string | undefined => {
  const [picked, setPicked] = useState(value)
  const shown = !value || isValue(value) ? value : picked
  if (shown !== picked) setPicked(shown)
  return shown
}
