import { publicRoutes } from '../routes.ts'

/** Does an address lead to a page that needs no session? */
export const isPublic = (address: string): boolean => {
  const path = (address.split('?')[0] ?? '').toLowerCase()
  return publicRoutes.some((route) => route.path.toLowerCase() === path)
}

/** Only a page of this console that needs a session may be gone to after signing in. */
export const safeTarget = (to: string | undefined): string =>
  to?.startsWith('/') && !to.startsWith('//') && !isPublic(to) ? to : '/home'
