import { checkRoute, endpoints, limits, pageAddress, publicPages } from '@emberwatch/contract'
import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../api/hooks.ts'
import { ConfirmHost } from '../kit/confirm-host.tsx'
import { DialogBoundary } from '../kit/dialog-boundary.tsx'
import { stringifySearch } from '../kit/search-params.ts'
import { TaskTray } from '../kit/task-tray.tsx'
import { useLiveStream } from '../live/live.ts'
import { useMe } from '../session/me.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { Header } from './header.tsx'
import { HealthBanner, NewVersionBar, PhoneHint } from './banners.tsx'
import { lazyPage } from './lazy-page.ts'
import { RedirectOnce, PageLoading } from './page-loading.tsx'
import { breadcrumbsOf } from '../kit/menu-tree.ts'
import { NotFound, PageBoundary } from './page-boundary.tsx'
import { NotKept } from './not-kept.tsx'
import { Popups } from './popups.tsx'
import { SideMenu } from './side-menu.tsx'
import { phoneWidth, useNarrow } from '../kit/use-narrow.ts'
import './frame.css'

const MenuDrawer = lazy(() => import('./menu-drawer.tsx'))
const Watermark = lazy(() => import('./watermark.tsx'))
const NoAuth = lazyPage(() => import('./no-auth.page.tsx'))

/** The page the user saw last, for /noAuth: where they came from. */
let lastSeen = { url: '', module: '' }

/**
 * The page that the router has matched. Not the address: it changes before the match does, and an access decision based on it
 * would bring back the page that is being left.
 */
const useMatched = () =>
  useMatches({
    select: (matches) => {
      const { pathname = '', search = {}, routeId } = matches.at(-1) ?? {}
      return {
        pathname,
        href: `${pathname}${stringifySearch(search)}`,
        lost: routeId === '/$',
        denied: routeId === publicPages.noAuth,
      }
    },
    structuralSharing: true,
  })

const Page = () => {
  const { menus } = useMe()
  const { pathname, href, lost, denied } = useMatched()
  const verdict = checkRoute(pathname, menus)
  const module = breadcrumbsOf(pathname, menus).at(-1)?.name ?? ''
  useEffect(() => {
    // Only a page of the menu counts as where the user came from.
    if (verdict.open && module !== '') lastSeen = { url: href, module }
  }, [verdict.open, href, module])
  if (!verdict.open) {
    const search = { fromUrl: lastSeen.url, fromModule: lastSeen.module, toUrl: href, toModule: verdict.toModule }
    return <RedirectOnce to={pageAddress('noAuth', search)} />
  }
  if (lost) return <NotFound inside />
  return (
    <PageBoundary resetKey={pathname}>
      <Suspense fallback={<PageLoading />}>{denied ? <NoAuth /> : <Outlet />}</Suspense>
    </PageBoundary>
  )
}

/** Side menu, header, breadcrumb, page, footer. */
export const Frame = ({ overlays }: { overlays: ReactNode }) => {
  const { t } = useTranslation()
  const { user, menus } = useMe()
  const branding =
    useCall(endpoints.session.branding, user.companyCode ? { code: user.companyCode } : {}, { quiet: true, staleTime: 600_000 })
      .data ?? null
  const pathname = useLocation({ select: (location) => location.pathname })
  const phone = useNarrow(phoneWidth)
  const narrow = useNarrow(limits.menuCollapseBelow)
  const [collapsed, setCollapsed] = useState(narrow)
  // The drawer belongs to the page it was opened on. Navigating closes it.
  const [drawerOn, setDrawerOn] = useState<string | null>(null)
  const drawer = phone && drawerOn === pathname
  const main = useRef<HTMLElement>(null)
  useLiveStream()
  useEffect(() => setCollapsed(narrow), [narrow])

  const name = branding?.platformName ?? t(($) => $.product)
  const page = breadcrumbsOf(pathname, menus).at(-1)?.name
  useEffect(() => {
    document.title = page ? `${page} · ${name}` : name
  }, [page, name])

  return (
    <div
      className="ew-frame"
      style={{ '--menu': `${phone ? 0 : collapsed ? limits.menuWidthCollapsed : limits.menuWidth}px` } as React.CSSProperties}
    >
      <a
        className="ew-skip"
        href="#main-content"
        onClick={(event) => {
          // The hash is used by the router.
          event.preventDefault()
          main.current?.focus()
        }}
      >
        {t(($) => $.layout.skip)}
      </a>
      {!phone && (
        <aside className="ew-side">
          <SideMenu collapsed={collapsed} branding={branding} name={name} />
        </aside>
      )}
      {drawer && (
        <DialogBoundary onFailed={() => setDrawerOn(null)}>
          <Suspense>
            <MenuDrawer branding={branding} name={name} onClose={() => setDrawerOn(null)} />
          </Suspense>
        </DialogBoundary>
      )}
      <div className="ew-body">
        <Header
          collapsed={phone ? !drawer : collapsed}
          phone={phone}
          onToggle={() => (phone ? setDrawerOn(drawer ? null : pathname) : setCollapsed(!collapsed))}
        />
        <main ref={main} id="main-content" tabIndex={-1} className="ew-main">
          <HealthBanner />
          <NewVersionBar />
          <NotKept />
          <PhoneHint />
          {/* Where overlays put what must stand above every page. */}
          <div id="notices" />
          <Breadcrumb />
          <Page />
        </main>
        <footer className="ew-foot">{branding?.filingNotice ?? name}</footer>
      </div>
      <Popups />
      <ConfirmHost />
      <TaskTray />
      {user.watermark && (
        <DialogBoundary onFailed={() => {}}>
          <Suspense>
            <Watermark />
          </Suspense>
        </DialogBoundary>
      )}
      <Suspense>{overlays}</Suspense>
    </div>
  )
}
