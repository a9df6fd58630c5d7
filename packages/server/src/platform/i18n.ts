import { limits, type EnumName, type ErrorName, type ErrorParams, type Language } from '@emberwatch/contract'
import { en } from '@emberwatch/contract/texts/en'
import { zh, type SharedTexts } from '@emberwatch/contract/texts/zh'
import i18next from 'i18next'

/** The shared texts by language, for look-ups by key of data (enumerations, menus, fields). */
export const texts: Readonly<Record<Language, SharedTexts>> = { zh, en }

await i18next.init({
  lng: limits.defaultLanguage,
  fallbackLng: limits.defaultLanguage,
  resources: { zh: { translation: zh }, en: { translation: en } },
  keySeparator: '.',
  interpolation: { escapeValue: false },
})

/** A shared text by its dotted key, with placeholders filled. */
export const translate = (locale: Language, key: string, params: ErrorParams = {}): string =>
  i18next.t(key, { ...params, lng: locale })

export const errorText = (locale: Language, reason: ErrorName, params: ErrorParams = {}): string =>
  translate(locale, `errors.${reason}`, params)

/** The name of an input field, for messages; the field itself where the packs have none. */
export const fieldName = (locale: Language, field: string): string =>
  (texts[locale].fields as Record<string, string>)[field] ?? field

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

/** The label of an enumeration's value; the value itself where the packs have none. */
export const enumLabel = (locale: Language, name: EnumName, value: unknown): string =>
  typeof value === 'string' ? ((texts[locale].enums[name] as Record<string, string>)[value] ?? value) : ''
