import { pageHref } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'

/** Page not found. `inside` the layout, the menu is next to it. Without a session there is nothing else. */
export const NotFound = ({ inside = false }: { inside?: boolean }) => {
  const { t } = useTranslation()
  const Part = inside ? 'section' : 'main'
  return (
    <Part className="ew-notice">
      <p className="ew-notice-code" aria-hidden>
        404
      </p>
      <h1>{t(($) => $.notFound.title)}</h1>
      <p>{t(($) => $.notFound.hint)}</p>
      <div className="ew-buttons">
        {inside && (
          <button type="button" className="ew-button" onClick={() => history.back()}>
            {t(($) => $.notFound.back)}
          </button>
        )}
        <a className="ew-button ew-primary" href={pageHref('home')}>
          {t(($) => $.notFound.home)}
        </a>
      </div>
    </Part>
  )
}
