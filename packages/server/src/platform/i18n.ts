import {
  limits,
  listedIn,
  type DomainError,
  type EnumName,
  type ErrorName,
  type ErrorParams,
  type Language,
} from '@emberwatch/contract'
import { en } from '@emberwatch/contract/texts/en'
import { zh, type ReasonName, type SharedTexts } from '@emberwatch/contract/texts/zh'
import i18next from 'i18next'

/** The shared texts by language, for lookups by a key in data (enumerations, menus, fields). */
export const texts: Readonly<Record<Language, SharedTexts>> = { zh, en }

await i18next.init({
  lng: limits.defaultLanguage,
  fallbackLng: limits.defaultLanguage,
  resources: { zh: { translation: zh }, en: { translation: en } },
  keySeparator: '.',
  interpolation: { escapeValue: false },
})

/** An error or a reason must have a text; keys of other kinds are also made of data. */
type TextKey = `errors.${ErrorName}` | `reasons.${ReasonName}` | `${Exclude<keyof SharedTexts, 'errors' | 'reasons'>}.${string}`

/** A shared text by its dotted key, with placeholders filled. */
export const translate = (locale: Language, key: TextKey, params: ErrorParams = {}): string =>
  i18next.t(key, {
    ...Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, typeof value === 'object' ? listedIn(locale, value) : value]),
    ),
    lng: locale,
  })

/** Formats instants in a time zone. The Swedish locale gives 2026-11-20 08:00:00. */
export const zonedFormatter = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })

/** An instant in a sentence, with its time zone: `2026-11-20 16:00:00 UTC+8`. */
export const instantText = (iso: string, timeZone: string): string => {
  const at = new Date(iso)
  const clock = zonedFormatter(timeZone)
  const named = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(at)
  const offset = named.find((part) => part.type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? ''
  return `${clock.format(at)} ${offset}`
}

/** Who acted, of an error's parameters, where it was the program itself. */
export const nobody = ''

const isInstant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** The text of an error. Instants among its parameters are shown in `timeZone`. */
export const errorText = (locale: Language, reason: ErrorName, params: ErrorParams = {}, timeZone = 'UTC'): string => {
  const shown = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' && isInstant.test(value)
      ? instantText(value, timeZone)
      : name === 'who' && value === nobody
        ? texts[locale].audit.subjects.system
        : value,
  ])
  return translate(locale, `errors.${reason}`, Object.fromEntries(shown) as ErrorParams)
}

/** The time zone of the caller (header `Time-Zone`), or UTC if there is no such zone. */
export const timeZoneOf = (header: string | string[] | undefined): string => {
  // Finding out takes longer than everything else about a refused call.
  if (header === undefined) return 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: String(header).slice(0, 60) }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

/** Why one of several was refused, in the caller's language and time zone. */
export const refusalText = (
  ctx: { readonly locale: Language; readonly origin: { readonly timeZone?: string | string[] | undefined } },
  { reason, params }: DomainError,
): string => errorText(ctx.locale, reason, params, timeZoneOf(ctx.origin.timeZone))

/** The name of an input field, for messages, or the field itself if the packs have none. */
export const fieldName = (locale: Language, field: string): string => {
  const names: Readonly<Record<string, string>> = texts[locale].fields
  // The name comes from outside, so inherited properties like `__proto__` must not match.
  return Object.hasOwn(names, field) ? (names[field] ?? field) : field
}

/** The best language for an Accept-Language header. */
export const localeOf = (header: string | undefined): Language => {
  const wanted = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().slice(0, 2))
  return (
    limits.languages.find((language) => wanted[0] === language) ??
    limits.languages.find((language) => wanted.includes(language)) ??
    limits.defaultLanguage
  )
}

/** The label of an enumeration value, or the value itself if the packs have none. */
export const enumLabel = (locale: Language, name: EnumName, value: unknown): string =>
  typeof value === 'string' ? ((texts[locale].enums[name] as Record<string, string>)[value] ?? value) : ''
