import { useTranslation } from 'react-i18next'

export const NotFound = () => {
  const { t } = useTranslation()
  return (
    <main className="ew-notice">
      <p className="ew-notice-code" aria-hidden>
        404
      </p>
      <h1>{t(($) => $.notFound.title)}</h1>
      <p>{t(($) => $.notFound.hint)}</p>
      <a className="ew-button ew-primary" href="#/home">
        {t(($) => $.notFound.home)}
      </a>
    </main>
  )
}
