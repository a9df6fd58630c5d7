import type { AlarmDetail } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { texts, zonedFormatter } from '../../../platform/i18n.ts'
import type { Pdf } from '../../../platform/pdf/pdf.ts'

/** What the writers of an alarm file's parts need. */
export interface Paper {
  readonly ctx: Ctx
  readonly pdf: Pdf
  readonly alarm: AlarmDetail
}

/** The headings and notes in the reader's language. */
export const wordsOf = ({ locale }: Ctx) => texts[locale].pdf.alarmFile

/** Type names exist in both languages. */
export const named = ({ locale }: Ctx, row: { readonly typeNameZh: string; readonly typeNameEn: string }): string =>
  locale === 'zh' ? row.typeNameZh : row.typeNameEn

export const joined = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(' · ')

/** An instant in the site's time zone, to the millisecond. */
export const exactly = ({ alarm }: Pick<Paper, 'alarm'>, at: string): string => {
  const instant = new Date(at)
  return `${zonedFormatter(alarm.timeZone).format(instant)}.${String(instant.getUTCMilliseconds()).padStart(3, '0')}`
}

/** `12 ms`, `3.204 s`, `1:05:00`; with a sign where it matters. */
export const duration = (ms: number): string => {
  const size = Math.abs(ms)
  if (size < 1_000) return `${ms} ms`
  const sign = ms < 0 ? '-' : ''
  if (size < 60_000) return `${sign}${(size / 1_000).toFixed(3)} s`
  const seconds = Math.floor(size / 1_000)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${sign}${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
