import { pages, publicPages } from '@emberwatch/contract'

const pathOf = (address: string): string => (address.split('?')[0] ?? '').toLowerCase()

/** Whether an address leads to a page that needs no session. */
export const isPublic = (address: string): boolean =>
  Object.values(publicPages).some((publicPath) => publicPath.toLowerCase() === pathOf(address))

/** The big screen says itself that its session has ended, but one signs in for it. */
const isForSignedIn = (address: string): boolean =>
  !isPublic(address) || pathOf(address) === publicPages.largeScreen.toLowerCase()

/** After signing in, only pages of this console that need a session are allowed as targets. */
export const safeTarget = (to: string | undefined): string =>
  to?.startsWith('/') && !to.startsWith('//') && isForSignedIn(to) ? to : pages.home
