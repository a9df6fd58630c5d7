import type { Language } from '@emberwatch/contract'
import { en } from './en.ts'
import { language } from './language.ts'
import { zh, type PhoneTexts } from './zh.ts'

const packs: Record<Language, PhoneTexts> = { zh, en }

/** The words of this page in the phone's language, which never changes while it is open. */
export const t: PhoneTexts = packs[language]
