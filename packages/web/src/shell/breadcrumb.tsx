import { StarFilled, StarOutlined } from '@ant-design/icons'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMe } from '../session/me.tsx'
import { breadcrumbsOf } from '../kit/menu-tree.ts'
import { toggleFavourite, useFavourites } from './favourites.ts'

/** The current position in the menu tree, and whether the page is pinned. A detail page comes below its list page. */
export const Breadcrumb = () => {
  const { t } = useTranslation()
  const { user, menus } = useMe()
  const favourites = useFavourites(user.id)
  const pathname = useLocation({ select: (location) => location.pathname })
  const trail = breadcrumbsOf(pathname, menus)
  const last = trail.at(-1)
  if (!last) return null
  const below = pathname.toLowerCase() !== last.url.toLowerCase()
  const pinned = favourites.includes(last.code)
  const pin = t(($) => $.layout.pin, { page: last.name })
  return (
    <nav className="ew-crumbs" aria-label={t(($) => $.layout.breadcrumb)}>
      <ol>
        {trail.map((node) => (
          <li key={node.code} {...(node === last && !below ? { 'aria-current': 'page' as const } : {})}>
            {node === last && below ? <a href={`#${node.url}`}>{node.name}</a> : node.name}
          </li>
        ))}
        {below && <li aria-current="page">{t(($) => $.layout.detail)}</li>}
      </ol>
      {!below && (
        <button
          type="button"
          className="ew-plain ew-pin"
          aria-label={pin}
          title={pin}
          aria-pressed={pinned}
          onClick={() => toggleFavourite(user.id, last.code)}
        >
          {pinned ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />}
        </button>
      )}
    </nav>
  )
}
