import type { Branding, MenuNode } from '@emberwatch/contract'
import { useLocation } from '@tanstack/react-router'
import { Menu, type MenuProps } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../session/me.tsx'
import { MenuIcon } from './menu-icon.tsx'
import { isExternalLink, sideMenuOf, breadcrumbsOf } from '../kit/menu-tree.ts'
import { brandImage } from './use-branding.ts'
import { pagePaths } from '../paths.ts'

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

/** The side menu, built from the server's menu tree. */
export const SideMenu = ({ collapsed, branding, name }: { collapsed: boolean; branding: Branding | null; name: string }) => {
  const { t } = useTranslation()
  const { menus } = useMe()
  const pathname = useLocation({ select: (location) => location.pathname })
  const items = useMemo(() => sideMenuOf(menus).map(itemOf), [menus])
  const trail = useMemo(() => breadcrumbsOf(pathname, menus).map(({ code }) => code), [pathname, menus])
  const [open, setOpen] = useState<string[]>(trail)
  useEffect(() => setOpen((old) => [...new Set([...old, ...trail])]), [trail])
  const logo = brandImage(collapsed ? branding?.smallFeatures : branding?.bigFeatures)
  return (
    <nav aria-label={t(($) => $.layout.mainMenu)}>
      <a className="ew-side-brand" href={`#${pagePaths.home}`} aria-label={name}>
        {logo ? <img src={logo} alt="" /> : collapsed ? <MenuIcon name="alarmLog" /> : <span>{name}</span>}
      </a>
      <Menu
        className="ew-menu"
        theme="dark"
        mode="inline"
        inlineIndent={18}
        items={items}
        selectedKeys={trail}
        inlineCollapsed={collapsed}
        {...(collapsed ? {} : { openKeys: open, onOpenChange: setOpen })}
      />
    </nav>
  )
}
