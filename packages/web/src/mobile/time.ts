import { dayMs, endOfDay } from './days.ts'
import { language } from './texts.ts'

const locale = language === 'zh' ? 'zh-CN' : 'en-GB'
const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const second = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
const date = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' })
const full = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', day: 'numeric' })

const startOfDay = (): number => endOfDay() - dayMs

/** A time such as `14:03` today, otherwise with the day. */
export const shortTime = (at: string | number): string => {
  const time = new Date(at)
  const today = time.getTime() >= startOfDay() && time.getTime() < endOfDay()
  if (today) return clock.format(time)
  const sameYear = time.getFullYear() === new Date().getFullYear()
  return `${(sameYear ? date : full).format(time)} ${clock.format(time)}`
}

export const exactTime = (at: string): string => second.format(new Date(at))
