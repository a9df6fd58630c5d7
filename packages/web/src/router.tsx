import { pages, publicPages } from '@emberwatch/contract'
import { createHashHistory, createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router'
import { Suspense, type ComponentType } from 'react'
import { withTexts } from './i18n/i18n.ts'
import { lazyPage } from './shell/lazy-page.ts'
import { PageBoundary, NotFound } from './shell/page-boundary.tsx'
import { PageLoading } from './shell/page-loading.tsx'
import { pageRoutes, publicRoutes } from './routes.ts'
import { Toasts } from './kit/toasts.tsx'
import { isKioskToken, loginPath, useSession } from './session/session.ts'
import { parseSearch, stringifySearch } from './kit/search-params.ts'

const root = createRootRoute({
  component: () => (
    <>
      <PageBoundary>
        <Suspense fallback={<PageLoading />}>
          <Outlet />
        </Suspense>
      </PageBoundary>
      <Toasts />
    </>
  ),
  notFoundComponent: () => <NotFound />,
})

const MainLayout = lazyPage(withTexts(() => import('./shell/layout.tsx')))
const Overlays = lazyPage(() => import('./overlays.tsx'))
const Layout = () => <MainLayout overlays={<Overlays />} />

const layout = createRoute({
  getParentRoute: () => root,
  id: 'main',
  component: Layout,
  // For usability only: the server checks access itself.
  beforeLoad: ({ location }) => {
    const { token } = useSession.getState()
    if (!token) throw redirect({ href: loginPath(location.href) })
    if (isKioskToken(token)) throw redirect({ href: publicPages.largeScreen })
  },
})

/** Inside the layout for signed-in users (shell/frame.tsx), standalone for others. */
const framed = (path: string, Outside: ComponentType) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: () => (useSession((state) => state.token) ? <Layout /> : <Outside />),
  })

const page = (parent: typeof root | typeof layout, path: string, load: Parameters<typeof lazyPage>[0], entry = false) =>
  createRoute({
    getParentRoute: () => parent as typeof root,
    path,
    component: lazyPage(load),
    beforeLoad: () => {
      if (entry && useSession.getState().token) throw redirect({ href: pages.home })
    },
  })

const namesOf = <T extends object>(paths: T) => Object.keys(paths) as (keyof T)[]

export const router = createRouter({
  routeTree: root.addChildren([
    ...namesOf(publicPages).map((name) => {
      const { load, framed: isFramed, entry } = publicRoutes[name]
      return isFramed ? framed(publicPages[name], lazyPage(load)) : page(root, publicPages[name], load, entry)
    }),
    layout.addChildren(namesOf(pages).map((name) => page(layout, pages[name], pageRoutes[name]))),
    // Any other address: page not found.
    framed('$', () => <NotFound />),
  ]),
  history: createHashHistory(),
  caseSensitive: false,
  parseSearch,
  stringifySearch,
  // The URL determines what a page shows. Nothing is fetched on hover.
  defaultPreload: false,
})
