import { clausesIn, eitherIn, labelledIn, listedIn, sentencesIn, type EnumName, type Language } from '@emberwatch/contract'
import type { ConsoleTexts } from '@emberwatch/contract/texts/zh'
import type { Locale } from 'antd/es/locale'
import i18next, { type BackendModule, type ResourceKey, type TFunction } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { currentLanguage, initLanguage } from './language.ts'

export { currentLanguage } from './language.ts'

interface Pack {
  readonly shell: ResourceKey
  readonly kit: ResourceKey
}

/** The packs of the shell. Another language needs one more line here and below, its folder, and its feature files. */
const packs: Record<Language, () => Promise<{ pack: Pack }>> = {
  zh: () => import('./zh/pack.ts'),
  en: () => import('./en/pack.ts'),
}

/** The texts of the contract and of antd: every page behind the sign-in needs them, the sign-in page none. */
interface PageTexts {
  readonly texts: ConsoleTexts
  readonly antd: Locale
}
const pageTexts: Record<Language, () => Promise<PageTexts>> = {
  zh: () => import('./zh/pages.ts'),
  en: () => import('./en/pages.ts'),
}

/** Loaders for the texts of each feature, by name (feature-texts.ts). */
type FeatureTexts = Readonly<Record<string, () => Promise<ResourceKey>>>

/** A feature's texts are its i18next namespace, loaded with its first page. */
const featureBackend = (featureTexts: FeatureTexts): BackendModule => ({
  type: 'backend',
  init: () => {},
  read: (language, namespace, done) => {
    const load = featureTexts[`${namespace}.${language}`]
    if (!load) return done(new Error(`no texts: ${namespace}, ${language}`), null)
    load().then(
      (texts) => done(null, texts),
      (error: Error) => done(error, null),
    )
  },
})

let loaded: PageTexts | undefined

const loadedTexts = (): PageTexts => {
  if (!loaded) throw new Error('the texts of the contract are not loaded')
  return loaded
}

/** Texts of the contract, for names only known at run time (a column's field, an enumeration value). */
export const sharedTexts = (): ConsoleTexts => loadedTexts().texts

/** antd's own texts. */
export const antdTexts = (): Locale => loadedTexts().antd

/** Label of a field, used in forms, columns and validation messages. */
export const fieldLabel = (name: keyof ConsoleTexts['fields']): string => sharedTexts().fields[name]

/** Label of an enumeration value, or the value itself if this console does not know it. */
export const enumLabel = (name: EnumName, value: string): string =>
  (sharedTexts().enums[name] as Record<string, string>)[value] ?? value

/** Joins several words as is usual in the reader's language. */
export const listed = (words: readonly (string | null | undefined)[]): string => listedIn(currentLanguage(), words)

/** Words of which any one counts. */
export const either = (words: readonly (string | null | undefined)[]): string => eitherIn(currentLanguage(), words)

/** The same for parts that may contain commas themselves. */
export const clauses = (parts: readonly (string | null | undefined)[]): string => clausesIn(currentLanguage(), parts)

/** A label and its value: “Cause: dust”. */
export const labelled = (label: string, value: string): string => labelledIn(currentLanguage(), label, value)

/** Sentences one after the other. */
export const sentences = (parts: readonly string[]): string => sentencesIn(currentLanguage(), parts)

/** Loads a page together with the texts of the contract and of antd, which it needs. */
export const withTexts =
  <T>(load: () => Promise<T>) =>
  async (): Promise<T> =>
    (await Promise.all([load(), loadTexts()]))[0]

const loadTexts = async (): Promise<void> => {
  loaded ??= await pageTexts[currentLanguage()]()
}

/** Loads the language's pack and starts i18next. Resolves when the first page can be rendered. */
export const startI18n = async (featureTexts: FeatureTexts = {}): Promise<Language> => {
  const language = initLanguage()
  const { pack } = await packs[language]()
  await i18next
    .use(featureBackend(featureTexts))
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      resources: { [language]: { shell: pack.shell, kit: pack.kit } },
      partialBundledLanguages: true,
      ns: ['shell', 'kit'],
      defaultNS: 'shell',
      enableSelector: true,
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    })
  return language
}

/** Shell texts outside components. */
export const t: TFunction<'shell'> = i18next.getFixedT<'shell'>(null, 'shell')
