import type { Language } from './limits.ts'

/** A list without a word such as “and” before the last item, because that may be the mark for further items. */
const listOf = (language: Language) => new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' })
const lists: Readonly<Record<Language, Intl.ListFormat>> = { zh: listOf('zh'), en: listOf('en') }

const present = (words: readonly (string | null | undefined)[]): string[] => words.flatMap((word) => (word ? [word] : []))

/** Joins several items as is usual in the language. Missing ones are left out. */
export const listedIn = (language: Language, words: readonly (string | null | undefined)[]): string =>
  lists[language].format(present(words))

const choices: Record<Language, Intl.ListFormat> = {
  zh: new Intl.ListFormat('zh', { type: 'disjunction' }),
  en: new Intl.ListFormat('en-GB', { type: 'disjunction' }),
}

/** Words of which any one counts: “a, b or c”. */
export const eitherIn = (language: Language, words: readonly (string | null | undefined)[]): string =>
  choices[language].format(present(words))

/** The same for items that may contain commas themselves: sentences, or names with something in brackets. */
export const clausesIn = (language: Language, parts: readonly (string | null | undefined)[]): string =>
  present(parts).join(language === 'zh' ? '；' : '; ')

/** What it is, and what is said about it: “Cause: dust”, “原因：灰尘”. */
export const labelledIn = (language: Language, label: string, value: string): string =>
  `${label}${language === 'zh' ? '：' : ': '}${value}`

/** Sentences one after the other: Chinese has no space between them. */
export const sentencesIn = (language: Language, sentences: readonly string[]): string =>
  sentences
    .map((sentence) => sentence.trim())
    .filter(Boolean)
    .join(language === 'zh' ? '' : ' ')
