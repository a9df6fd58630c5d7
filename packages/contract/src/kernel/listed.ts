import type { Language } from './limits.ts'

/** Without a word before the last one: it may be the mark that there are more. */
const listOf = (language: Language) => new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' })
const lists: Readonly<Record<Language, Intl.ListFormat>> = { zh: listOf('zh'), en: listOf('en') }

const present = (words: readonly (string | null | undefined)[]): string[] => words.flatMap((word) => (word ? [word] : []))

/** Several words one after the other, as people of the language write them. What is missing is left out. */
export const listedIn = (language: Language, words: readonly (string | null | undefined)[]): string =>
  lists[language].format(present(words))

/** The same of parts that may hold commas themselves: sentences, names with something in brackets. */
export const clausesIn = (language: Language, parts: readonly (string | null | undefined)[]): string =>
  present(parts).join(language === 'zh' ? '；' : '; ')
