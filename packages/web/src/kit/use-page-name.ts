import { useLocation } from '@tanstack/react-router'
import { useMe } from '../session/me.tsx'
import { breadcrumbsOf } from './menu-tree.ts'

/** Name of the current page, as in its menu entry. */
export const usePageName = (): string => {
  const { menus } = useMe()
  const pathname = useLocation({ select: (location) => location.pathname })
  return breadcrumbsOf(pathname, menus).at(-1)?.name ?? ''
}
