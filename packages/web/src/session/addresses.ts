import { pagePaths, publicPaths } from '../paths.ts'

/** Whether an address leads to a page that needs no session. */
export const isPublic = (address: string): boolean => {
  const path = (address.split('?')[0] ?? '').toLowerCase()
  return Object.values(publicPaths).some((publicPath) => publicPath.toLowerCase() === path)
}

/** After signing in, only pages of this console that need a session are allowed as targets. */
export const safeTarget = (to: string | undefined): string =>
  to?.startsWith('/') && !to.startsWith('//') && !isPublic(to) ? to : pagePaths.home
