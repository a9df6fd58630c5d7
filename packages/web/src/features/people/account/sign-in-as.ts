import { endpoints, pageHref, pages } from '@emberwatch/contract'
import { call } from '../../../api/call.ts'

/**
 * Opens a window signed in as another account, by a single-use ticket that is valid for a minute (readings.md). It must be called
 * directly from the click, or the browser treats the window as a pop-up; `find` may still have to look up the account.
 */
export const signInAs = async (find: () => number | Promise<number>, to: string = pages.home): Promise<void> => {
  const opened = window.open('', '_blank')
  try {
    const { ticket } = await call(endpoints.account.issueTicket, { accountId: await find() })
    const address = new URL(pageHref('autoLogin', { ticket, to }), document.baseURI).href
    if (opened) {
      opened.opener = null
      opened.location.replace(address)
    } else location.assign(address)
  } catch (error) {
    opened?.close()
    throw error
  }
}
