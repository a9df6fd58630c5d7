import type { Language } from './limits.ts'

/** Several words one after the other, as people of the language write them. What is missing is left out. */
export const listedIn = (language: Language, words: readonly (string | null | undefined)[]): string =>
  words.filter(Boolean).join(language === 'zh' ? '、' : ', ')
