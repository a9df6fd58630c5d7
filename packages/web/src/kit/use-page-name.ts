import { useLocation } from '@tanstack/react-router'
import { useMe } from '../session/me.tsx'
import { trailOf } from '../shell/menu-tree.ts'

/** Name of the present page, as its menu entry says it. */
export const usePageName = (): string => {
  const { menus } = useMe()
  const pathname = useLocation({ select: (location) => location.pathname })
  return trailOf(pathname, menus).at(-1)?.name ?? ''
}
