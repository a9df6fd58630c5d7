import { limits } from '@emberwatch/contract'
import { create } from 'zustand'
import { toast } from '../kit/toast.ts'
import { isPublic } from './addresses.ts'

/** What the specification calls login info: decides where a person signs in again. */
export interface LoginInfo {
  accountType: string
  companyId: number
  /** By which the company's sign-in page is found again. */
  companyCode?: string
}

const tokenKey = 'ew.token'
const loginInfoKey = 'ew.loginInfo'

/**
 * Where this window's session is kept. A session from a ticket ("sign in as") is its window's alone while somebody else is signed in in
 * this browser; any other is the browser's.
 */
const store = (): Storage => (sessionStorage.getItem(tokenKey) === null ? localStorage : sessionStorage)

const storedLoginInfo = (): LoginInfo | null => {
  try {
    return JSON.parse(store().getItem(loginInfoKey) ?? 'null') as LoginInfo | null
  } catch {
    return null
  }
}

/** The session of this browser: the token persists (specification section 3). */
export const useSession = create<{ token: string | null; mustChangePassword: boolean }>(() => ({
  token: store().getItem(tokenKey),
  mustChangePassword: false,
}))

export const beginSession = (token: string): void => {
  store().setItem(tokenKey, token)
  useSession.setState({ token, mustChangePassword: false })
}

/** A session by ticket: it leaves whoever is signed in in this browser alone. */
export const beginTicketSession = (token: string): void => {
  if (localStorage.getItem(tokenKey) !== null) sessionStorage.setItem(tokenKey, token)
  beginSession(token)
}

export const rememberLoginInfo = (info: LoginInfo): void => store().setItem(loginInfoKey, JSON.stringify(info))

/** The code of the company whose sign-in page was asked for, if somebody of it has signed in in this browser. */
export const knownCompanyCode = (companyId: string | undefined): string | undefined => {
  const info = storedLoginInfo()
  return info && String(info.companyId) === companyId ? info.companyCode : undefined
}

export const requirePasswordChange = (): void => useSession.setState({ mustChangePassword: true })

/** Forgets the session in this browser; `signedOut` listeners drop what they hold. */
export const clearSession = (): void => {
  store().removeItem(tokenKey)
  useSession.setState({ token: null, mustChangePassword: false })
}

/** The sign-in page; other companies than the operating one keep theirs in the query (specification section 6). */
export const loginPath = (back?: string): string => {
  const info = storedLoginInfo()
  const query = new URLSearchParams()
  if (info && info.accountType !== 'siter') {
    query.set('accountType', info.accountType)
    query.set('companyId', String(info.companyId))
  }
  if (back && back !== '/') query.set('to', back)
  const text = query.toString()
  return `/user/login${text === '' ? '' : `?${text}`}`
}

/** The session has ended: leaves for the sign-in page, coming back to where one was. A page that needs none stays. */
const leave = (): void => {
  const here = location.hash.slice(1)
  if (!isPublic(here)) location.hash = loginPath(here)
}

let lastEnd = -Infinity

/** Code 103: say so, clear login info, go to the sign-in page; repeats within 2 s are swallowed. */
export const endSession = (message: string): void => {
  clearSession()
  leave()
  if (performance.now() - lastEnd < limits.sessionInvalidGuard) return
  lastEnd = performance.now()
  toast.error(message)
}

// Signing out in one tab signs out the others.
addEventListener('storage', ({ key, newValue, storageArea }) => {
  if (key !== tokenKey || storageArea !== store()) return
  useSession.setState({ token: newValue, mustChangePassword: false })
  if (newValue === null) leave()
})
