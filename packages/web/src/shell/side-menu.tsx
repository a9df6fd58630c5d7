import { type Branding, type MenuNode, pageHref } from '@emberwatch/contract'
import { useLocation } from '@tanstack/react-router'
import { Menu, type MenuProps } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../session/me.tsx'
import { MenuIcon } from './menu-icon.tsx'
import { isExternalLink, pagesOf, sideMenuOf, breadcrumbsOf } from '../kit/menu-tree.ts'
import { motion } from '../theme/tokens.ts'
import { useFavourites } from './favourites.ts'
import { brandImage } from './use-branding.ts'

type Item = NonNullable<MenuProps['items']>[number]

const MenuLink = ({ node: { url, name } }: { node: MenuNode }) =>
  isExternalLink(url) ? (
    <a href={url} target="_blank" rel="noreferrer">
      {name}
    </a>
  ) : (
    <a href={`#${url}`}>{name}</a>
  )

const itemOf = (node: MenuNode): Item => ({
  key: node.code,
  icon: <MenuIcon name={node.icon} />,
  ...(node.childList.length > 0
    ? { label: node.name, children: node.childList.map(itemOf) }
    : { label: <MenuLink node={node} />, title: node.name }),
})

/** The side menu, built from the server's menu tree: pinned pages first, and one group open at a time. */
export const SideMenu = ({ collapsed, branding, name }: { collapsed: boolean; branding: Branding | null; name: string }) => {
  const { t } = useTranslation()
  const { user, menus } = useMe()
  const favourites = useFavourites(user.id)
  const pathname = useLocation({ select: (location) => location.pathname })
  const items = useMemo(() => {
    const pages = pagesOf(menus)
    const pinned = favourites.flatMap((code) => pages.find((page) => page.code === code) ?? [])
    const all = sideMenuOf(menus).map(itemOf)
    if (pinned.length === 0) return all
    const children = pinned.map((page) => itemOf({ ...page, code: `pinned ${page.code}` }))
    return [{ type: 'group' as const, key: 'pinned', label: t(($) => $.layout.favourites), children }, ...all]
  }, [menus, favourites, t])
  const trail = useMemo(() => breadcrumbsOf(pathname, menus).map(({ code }) => code), [pathname, menus])
  const [open, setOpen] = useState<string[]>(trail)
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    setOpen(trail)
    const show = () => nav.current?.querySelector('.ant-menu-item-selected')?.scrollIntoView({ block: 'nearest' })
    show()
    // Again once its group has opened.
    const timer = setTimeout(show, 2 * motion)
    return () => clearTimeout(timer)
  }, [trail])
  const logo = brandImage(collapsed ? branding?.smallFeatures : branding?.bigFeatures)
  return (
    <nav ref={nav} aria-label={t(($) => $.layout.mainMenu)}>
      <a className="ew-side-brand" href={pageHref('home')} aria-label={name}>
        {logo ? <img src={logo} alt="" /> : <img className="ew-mark" src="./favicon.svg" alt="" />}
        {!logo && !collapsed && <span>{name}</span>}
      </a>
      <Menu
        className="ew-menu"
        theme="dark"
        mode="inline"
        inlineIndent={18}
        items={items}
        selectedKeys={trail}
        inlineCollapsed={collapsed}
        {...(collapsed ? {} : { openKeys: open, onOpenChange: (keys) => setOpen(keys.slice(-1)) })}
      />
    </nav>
  )
}
