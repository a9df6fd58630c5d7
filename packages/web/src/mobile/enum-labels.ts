import type { EnumName, Language } from '@emberwatch/contract'
import type { ConsoleTexts } from '@emberwatch/contract/texts/zh'
import { language } from './texts.ts'

const packs: Record<Language, () => Promise<ConsoleTexts>> = {
  zh: async () => (await import('@emberwatch/contract/texts/zh')).consoleZh,
  en: async () => (await import('@emberwatch/contract/texts/en')).consoleEn,
}

let enums: Readonly<Partial<Record<EnumName, Readonly<Record<string, string>>>>> = {}

/** Loads the texts that phone and console share. */
export const loadLabels = async (): Promise<void> => {
  enums = (await packs[language]()).enums
}

/** The label of an enumeration's value, or the value itself if this version does not know it. */
export const label = (name: EnumName, value: string): string => enums[name]?.[value] ?? value
