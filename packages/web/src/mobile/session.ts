import type { OperationCode, UserInfo } from '@emberwatch/contract'
import { create } from 'zustand'
import { browserStore } from '../storage.ts'

/** Who is signed in on this phone, according to the server; stored, so that the page opens without a network. */
export type PhoneUser = Pick<UserInfo, 'id' | 'name' | 'account' | 'operations'> & { readonly token: string }

const tokenKey = 'ew.token'
const userKey = 'ew.phone.user'

const storedUser = (): PhoneUser | null => {
  try {
    return JSON.parse(browserStore.getItem(userKey) ?? 'null') as PhoneUser | null
  } catch {
    return null
  }
}

/** The session is the console's: a person signed in there is signed in here too. `ended` says why the sign-in page is shown; input is kept. */
export const useSession = create<{ token: string | null; user: PhoneUser | null; ended: string | null }>(() => ({
  token: browserStore.getItem(tokenKey),
  user: storedUser(),
  ended: null,
}))

/**
 * Whether the server has said whose session this is. Somebody else may have signed in since, here or in the console: until it is
 * known, nothing of the previous person is shown or sent.
 */
export const isKnown = ({ token, user }: { token: string | null; user: PhoneUser | null }): boolean =>
  token !== null && user?.token === token

export const currentUser = (): PhoneUser | null => useSession.getState().user

export const may = (operation: OperationCode): boolean => currentUser()?.operations.includes(operation) ?? false

export const beginSession = (token: string): void => {
  browserStore.setItem(tokenKey, token)
  useSession.setState({ token, ended: null })
}

export const rememberUser = ({ id, name, account, operations }: UserInfo, token: string): void => {
  const user = { id, name, account, operations, token }
  browserStore.setItem(userKey, JSON.stringify(user))
  useSession.setState({ user })
}

/** The server has ended the session. Whose it was stays known, because the waiting steps are theirs. */
export const endSession = (reason: string): void => {
  browserStore.removeItem(tokenKey)
  useSession.setState({ token: null, ended: reason })
}

export const forgetSession = (): void => {
  browserStore.removeItem(tokenKey)
  browserStore.removeItem(userKey)
  useSession.setState({ token: null, user: null, ended: null })
}

// Another tab, or the console in this browser, has signed in or out.
addEventListener('storage', ({ key, newValue }) => {
  if (key === tokenKey) useSession.setState({ token: newValue })
  if (key === userKey) useSession.setState({ user: storedUser() })
})
