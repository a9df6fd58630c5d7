import { limits, type Language } from '@emberwatch/contract'
import { browserStore } from '../storage.ts'

const storageKey = 'local_lang'

const isLanguage = (value: string | null | undefined): value is Language =>
  limits.languages.some((language) => language === value)

/**
 * Specification section 9: "stored as local_lang, fallback browser language then en; default zh". Read so that each part has an
 * effect: the user's choice; else the first of the browser's languages that is zh or en; else en; and zh if the browser names no
 * language.
 */
export const resolveLanguage = (stored: string | null, browser: readonly string[]): Language => {
  if (isLanguage(stored)) return stored
  const spoken = browser.map((tag) => tag.toLowerCase().split(/[-_]/)[0]).filter((tag) => tag !== undefined && tag !== '')
  if (spoken.length === 0) return limits.defaultLanguage
  return spoken.find(isLanguage) ?? 'en'
}

let current: Language = limits.defaultLanguage

export const currentLanguage = (): Language => current

/** Called once at start. */
export const initLanguage = (): Language => {
  current = resolveLanguage(browserStore.getItem(storageKey), navigator.languages)
  document.documentElement.lang = current === 'zh' ? 'zh-CN' : current
  return current
}

/** Switching reloads the page (specification section 2), so the language never changes under a mounted component. */
export const switchLanguage = (language: Language): void => {
  browserStore.setItem(storageKey, language)
  location.reload()
}

/** A language's own name is the same in every language. */
export const languageNames: Record<Language, string> = { zh: '中文', en: 'English' }
