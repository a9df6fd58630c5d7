import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../session/me.tsx'
import { breadcrumbsOf } from '../menu-tree.ts'

/** Shown instead of a detail page whose record is missing or not visible to the user: the reason, and a link back to its list. */
export const MissingRecord = ({ reason }: { reason: string }) => {
  const { t } = useTranslation('kit')
  const { menus } = useMe()
  const pathname = useLocation({ select: (location) => location.pathname })
  const list = breadcrumbsOf(pathname, menus).at(-1)
  return (
    <section className="ew-notice">
      <h1>{t(($) => $.detail.missing)}</h1>
      <p>{reason}</p>
      <div className="ew-buttons">
        <button type="button" className="ew-button" onClick={() => history.back()}>
          {t(($) => $.detail.back)}
        </button>
        {list && (
          <a className="ew-button ew-primary" href={`#${list.url}`}>
            {t(($) => $.detail.toList, { name: list.name })}
          </a>
        )}
      </div>
    </section>
  )
}
