import { limits, type Branding } from '@emberwatch/contract'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage, languageNames, switchLanguage } from '../i18n/language.ts'
import { NotKept } from './not-kept.tsx'
import { brandImage, buttonColours } from './use-branding.ts'
import './entry.css'

const AppQr = lazy(() => import('./app-qr.tsx'))

/** Features that the console is built for and older browsers lack. */
const isOldBrowser = (): boolean => !('toSorted' in Array.prototype) || !CSS.supports('selector(:has(a))')

/** Frame of the pages before sign-in: branding, language, download code, filing notice, old-browser bar. */
export const EntryFrame = ({ branding, children }: { branding: Branding | null; children: ReactNode }) => {
  const { t } = useTranslation()
  const [oldBrowser, setOldBrowser] = useState(isOldBrowser)
  const name = branding?.platformName ?? t(($) => $.product)
  const background = brandImage(branding?.loginBgLogo)
  const logo = brandImage(branding?.loginLogo ?? branding?.bigFeatures)
  const foot = [branding?.filingNotice, branding?.supportPhone && t(($) => $.login.support, { phone: branding.supportPhone })]
    .filter(Boolean)
    .join(' · ')
  useEffect(() => {
    document.title = name
  }, [name])
  return (
    <div
      className="ew-entry"
      data-picture={background !== undefined}
      style={{ ...(background ? { backgroundImage: `url("${background}")` } : {}), ...buttonColours(branding?.primaryColour) }}
    >
      {oldBrowser && (
        <div className="ew-old-browser" role="alert">
          <span>{t(($) => $.login.oldBrowser)}</span>
          <button type="button" className="ew-plain" aria-label={t(($) => $.login.closeBar)} onClick={() => setOldBrowser(false)}>
            ×
          </button>
        </div>
      )}
      <header className="ew-entry-top">
        <nav aria-label={t(($) => $.language)}>
          {limits.languages.map((language) => (
            <button
              key={language}
              type="button"
              lang={language}
              className="ew-plain"
              aria-pressed={language === currentLanguage()}
              onClick={() => language !== currentLanguage() && switchLanguage(language)}
            >
              {languageNames[language]}
            </button>
          ))}
        </nav>
      </header>
      <main className="ew-entry-main">
        <div className="ew-brand">
          <img src={logo ?? './favicon.svg'} alt="" data-mark={logo === undefined} />
          <div>
            <strong>{name}</strong>
            <p>{t(($) => $.login.line)}</p>
          </div>
        </div>
        <section className="ew-card">
          <NotKept className="ew-hint" />
          {children}
        </section>
        {branding?.appDownloadUrl && (
          <aside className="ew-app-qr">
            <Suspense fallback={null}>
              <AppQr url={branding.appDownloadUrl} />
            </Suspense>
            <p>{t(($) => $.login.downloadApp)}</p>
          </aside>
        )}
      </main>
      {foot !== '' && <footer className="ew-entry-foot">{foot}</footer>}
    </div>
  )
}
