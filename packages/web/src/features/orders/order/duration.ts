import { currentLanguage } from '../../../i18n/language.ts'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** A duration in its two largest units (specification section 9: second, minute, hour, day): 3 days 4 hours. */
export const durationInWords = (milliseconds: number, language: string = currentLanguage()): string => {
  const first = units.findIndex(([, length]) => milliseconds >= length)
  const shown = first === -1 ? units.slice(-1) : units.slice(first, first + 2)
  let rest = Math.max(0, milliseconds)
  const parts = shown.map(([unit, length]) => {
    const count = Math.floor(rest / length)
    rest -= count * length
    return { unit, count }
  })
  return parts
    .filter(({ count }, index) => index === 0 || count > 0)
    .map(({ unit, count }) => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count))
    .join(' ')
}
