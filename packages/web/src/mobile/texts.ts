import type { Language } from '@emberwatch/contract'
import { browserStore } from '../storage.ts'
import { en } from './en.ts'
import { zh, type PhoneTexts } from './zh.ts'

/** The console's choice in this browser, else the phone's language (web: i18n/language.ts). */
const storageKey = 'local_lang'
const isLanguage = (value: string | null | undefined): value is Language => value === 'zh' || value === 'en'

const spoken = navigator.languages.map((tag) => tag.toLowerCase().split(/[-_]/)[0])
const stored = browserStore.getItem(storageKey)

export const language: Language = isLanguage(stored) ? stored : spoken.length === 0 ? 'zh' : (spoken.find(isLanguage) ?? 'en')

/** Reloads the page; unsent input is kept as a draft. */
export const switchLanguage = (): void => {
  browserStore.setItem(storageKey, language === 'zh' ? 'en' : 'zh')
  location.reload()
}

const packs: Record<Language, PhoneTexts> = { zh, en }

/** The words of this page in the phone's language, which never changes while it is open. */
export const t: PhoneTexts = packs[language]
