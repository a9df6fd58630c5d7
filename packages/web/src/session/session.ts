import { limits, pageAddress } from '@emberwatch/contract'
import { create } from 'zustand'
import { browserStore, windowStore, type Shelf } from '../storage.ts'
import { toast } from '../toast.ts'
import { isPublic } from './addresses.ts'

/** What the specification calls login info. Determines where the user signs in again. */
export interface LoginInfo {
  readonly accountType: string
  readonly companyId: number
  /** Identifies the company's sign-in page. */
  readonly companyCode?: string
}

const tokenKey = 'ew.token'
const loginInfoKey = 'ew.loginInfo'
/** Marks a window that shows the big screen with a kiosk link. */
const kioskKey = 'ew.kiosk'

/** Whether this window shows the big screen with a kiosk link, or did until the link ended. */
export const isKioskWindow = (): boolean => windowStore.getItem(kioskKey) !== null

/** Sessions of kiosk links may only read the big screen. */
export const isKioskToken = (token: string | null): boolean => token?.startsWith('kiosk.') ?? false

/**
 * Where this window's session is stored. A session from a ticket ("sign in as") belongs to its window alone while somebody else is
 * signed in to this browser. Any other belongs to the browser. The window of a kiosk link never uses somebody's session, not even when
 * the link has ended.
 */
const store = (): Shelf => (windowStore.getItem(tokenKey) === null && !isKioskWindow() ? browserStore : windowStore)

const storedLoginInfo = (): LoginInfo | null => {
  try {
    return JSON.parse(store().getItem(loginInfoKey) ?? 'null') as LoginInfo | null
  } catch {
    return null
  }
}

/** The session of this browser. The token persists (specification section 3). */
export const useSession = create<{ token: string | null; mustChangePassword: boolean }>(() => ({
  token: store().getItem(tokenKey),
  mustChangePassword: false,
}))

export const beginSession = (token: string): void => {
  isSigningOut = false
  windowStore.removeItem(kioskKey)
  store().setItem(tokenKey, token)
  useSession.setState({ token, mustChangePassword: false })
}

/** Makes this window a kiosk's, until somebody signs in here. */
export const beginKioskWindow = (): void => {
  windowStore.setItem(kioskKey, '1')
  clearSession()
}

export const beginKioskSession = (token: string): void => {
  windowStore.setItem(tokenKey, token)
  useSession.setState({ token, mustChangePassword: false })
}

/** Starts a session from a ticket. It does not affect the user signed in to this browser. */
export const beginTicketSession = (token: string): void => {
  if (browserStore.getItem(tokenKey) !== null) windowStore.setItem(tokenKey, token)
  beginSession(token)
}

export const rememberLoginInfo = (info: LoginInfo): void => store().setItem(loginInfoKey, JSON.stringify(info))

/** The code of the company of the requested sign-in page, if one of its users has signed in with this browser. */
export const knownCompanyCode = (companyId: string | undefined): string | undefined => {
  const info = storedLoginInfo()
  return info && String(info.companyId) === companyId ? info.companyCode : undefined
}

export const requirePasswordChange = (): void => useSession.setState({ mustChangePassword: true })

/** Clears the session in this browser. `signedOut` listeners drop their data. */
export const clearSession = (): void => {
  store().removeItem(tokenKey)
  useSession.setState({ token: null, mustChangePassword: false })
}

/** The sign-in page. Companies other than the operating company keep theirs in the query (specification section 6). */
export const loginPath = (back?: string): string => {
  const info = storedLoginInfo()
  const own = info && info.accountType !== 'siter' ? { accountType: info.accountType, companyId: info.companyId } : {}
  return pageAddress('login', { ...own, to: back === '/' ? undefined : back })
}

/** The session has ended: goes to the sign-in page, and back here afterwards. A public page stays. */
const leave = (): void => {
  const here = location.hash.slice(1)
  if (!isPublic(here)) location.hash = loginPath(here)
}

let lastEnd = -Infinity

let isSigningOut = false
/** The user signs out here: that the session ends is no news. */
export const beginSignOut = (): void => {
  isSigningOut = true
}

/** Code 103: show it, clear login info, go to the sign-in page. Repeats within 2 s are ignored. */
export const endSession = (message: string): void => {
  clearSession()
  leave()
  if (isSigningOut || performance.now() - lastEnd < limits.sessionInvalidGuard) return
  lastEnd = performance.now()
  toast.error(message)
}

// Signing out in one tab signs out the others.
addEventListener('storage', ({ key, newValue, storageArea }) => {
  if (key !== tokenKey || !store().isOf(storageArea)) return
  useSession.setState({ token: newValue, mustChangePassword: false })
  if (newValue === null) leave()
  // Somebody has signed in again since: how that session ends is news.
  else isSigningOut = false
})
