import type { EnumName, Language } from '@emberwatch/contract'
import type { SharedTexts } from '@emberwatch/contract/texts/zh'
import i18next, { type BackendModule, type ResourceKey, type TFunction } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { settleLanguage } from './language.ts'

export { currentLanguage } from './language.ts'

interface Pack {
  shared: SharedTexts
  shell: ResourceKey
  kit: ResourceKey
}

/** The packs of the shell. A further language is one more line here, its folder, and its feature files. */
const packs: Record<Language, () => Promise<{ pack: Pack }>> = {
  zh: () => import('./zh/pack.ts'),
  en: () => import('./en/pack.ts'),
}

/** Each feature brings its texts as `<feature>.<language>.ts`; they are its i18next namespace and load with its first page. */
const featureTexts = import.meta.glob<ResourceKey>('../features/*/*.{zh,en}.ts', { import: 'texts' })

const featureBackend: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, namespace, done) => {
    const load = featureTexts[`../features/${namespace}/${namespace}.${language}.ts`]
    if (!load) return done(new Error(`no texts: ${namespace}, ${language}`), null)
    load().then(
      (texts) => done(null, texts),
      (error: Error) => done(error, null),
    )
  },
}

let shared: SharedTexts | undefined

/** Texts of the contract, for names that are only known at run time (a column's field, an enumeration's value). */
export const sharedTexts = (): SharedTexts => {
  if (!shared) throw new Error('i18n has not started')
  return shared
}

/** Label of a field, as forms, columns and validation messages name it. */
export const fieldLabel = (name: keyof SharedTexts['fields']): string => sharedTexts().fields[name]

/** Label of an enumeration's value; a value that this console does not know is shown as it is. */
export const enumLabel = (name: EnumName, value: string): string =>
  (sharedTexts().enums[name] as Record<string, string>)[value] ?? value

/** Loads the language's pack and starts i18next; resolves when the first page can be drawn. */
export const startI18n = async (): Promise<Language> => {
  const language = settleLanguage()
  const { pack } = await packs[language]()
  shared = pack.shared
  await i18next
    .use(featureBackend)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      resources: { [language]: { shared: { ...pack.shared }, shell: pack.shell, kit: pack.kit } },
      partialBundledLanguages: true,
      ns: ['shared', 'shell', 'kit'],
      defaultNS: 'shell',
      enableSelector: true,
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    })
  return language
}

/** Shell texts outside of components. */
export const t: TFunction<'shell'> = i18next.getFixedT(null, 'shell')
