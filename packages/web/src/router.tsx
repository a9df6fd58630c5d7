import { createHashHistory, createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router'
import { Suspense, type ComponentType } from 'react'
import { lazyPage } from './shell/lazy-page.ts'
import { PageBoundary } from './shell/page-boundary.tsx'
import { PageLoading } from './shell/page-loading.tsx'
import { NotFound } from './shell/not-found.tsx'
import { pageRoutes, publicRoutes, type PageRoute } from './routes.ts'
import { Toasts } from './kit/toasts.tsx'
import { loginPath, useSession } from './session/session.ts'
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

const Layout = lazyPage(() => import('./shell/layout.tsx'))

const layout = createRoute({
  getParentRoute: () => root,
  id: 'main',
  component: Layout,
  // A courtesy only: the server refuses on its own.
  beforeLoad: ({ location }) => {
    if (!useSession.getState().token) throw redirect({ href: loginPath(location.href) })
  },
})

/** Inside the layout for whoever is signed in (shell/frame.tsx), by itself for everybody else. */
const framed = (path: string, Outside: ComponentType) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: () => (useSession((state) => state.token) ? <Layout /> : <Outside />),
  })

const page = (parent: typeof root | typeof layout, { path, load, entry }: PageRoute) =>
  createRoute({
    getParentRoute: () => parent as typeof root,
    path,
    component: lazyPage(load),
    beforeLoad: () => {
      if (entry && useSession.getState().token) throw redirect({ href: '/home' })
    },
  })

export const router = createRouter({
  routeTree: root.addChildren([
    ...publicRoutes.map((route) => (route.framed ? framed(route.path, lazyPage(route.load)) : page(root, route))),
    layout.addChildren(pageRoutes.map((route) => page(layout, route))),
    // Any other address: a page that is not there.
    framed('$', () => <NotFound />),
  ]),
  history: createHashHistory(),
  caseSensitive: false,
  parseSearch,
  stringifySearch,
  // What the URL says is what a page shows; nothing is fetched on hover.
  defaultPreload: false,
})
