import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMe } from '../session/me.tsx'
import { breadcrumbsOf } from '../kit/menu-tree.ts'

/** The current position in the menu tree. A detail page comes below its list page. */
export const Breadcrumb = () => {
  const { t } = useTranslation()
  const { menus } = useMe()
  const pathname = useLocation({ select: (location) => location.pathname })
  const trail = breadcrumbsOf(pathname, menus)
  const last = trail.at(-1)
  if (!last) return null
  const below = pathname.toLowerCase() !== last.url.toLowerCase()
  return (
    <nav aria-label={t(($) => $.layout.breadcrumb)}>
      <ol className="ew-crumbs">
        {trail.map((node) => (
          <li key={node.code} {...(node === last && !below ? { 'aria-current': 'page' as const } : {})}>
            {node === last && below ? <a href={`#${node.url}`}>{node.name}</a> : node.name}
          </li>
        ))}
        {below && <li aria-current="page">{t(($) => $.layout.detail)}</li>}
      </ol>
    </nav>
  )
}
