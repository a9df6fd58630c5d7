import { endpoints } from '@emberwatch/contract'
import { call } from '../api/call.ts'
import { beginSignOut, clearSession, loginPath, useSession } from '../session/session.ts'

/** Ends the session locally, whatever the server answers, and goes to the sign-in page. */
export const signOut = async (): Promise<void> => {
  beginSignOut()
  if (useSession.getState().token !== null) await call(endpoints.session.logout, {}, { quiet: true }).catch(() => {})
  clearSession()
  location.hash = loginPath()
}
