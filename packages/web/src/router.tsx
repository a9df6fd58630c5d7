import { createHashHistory, createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router'
import { Suspense } from 'react'
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
  notFoundComponent: NotFound,
})

const layout = createRoute({
  getParentRoute: () => root,
  id: 'main',
  component: lazyPage(() => import('./shell/layout.tsx')),
  // A courtesy only: the server refuses on its own.
  beforeLoad: ({ location }) => {
    if (!useSession.getState().token) throw redirect({ href: loginPath(location.href) })
  },
})

const page = (parent: typeof root | typeof layout, { path, load }: PageRoute) =>
  createRoute({ getParentRoute: () => parent as typeof root, path, component: lazyPage(load) })

export const router = createRouter({
  routeTree: root.addChildren([
    ...publicRoutes.map((route) => page(root, route)),
    layout.addChildren(pageRoutes.map((route) => page(layout, route))),
  ]),
  history: createHashHistory(),
  caseSensitive: false,
  parseSearch,
  stringifySearch,
  // What the URL says is what a page shows; nothing is fetched on hover.
  defaultPreload: false,
})
