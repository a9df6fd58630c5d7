import { endpoints } from '@emberwatch/contract'
import { call } from '../../api/call.ts'
import { stringifySearch } from '../../kit/search-params.ts'
import { publicPaths } from '../../paths.ts'

/**
 * Opens a window signed in as another account, by a ticket that is good once, for a minute (readings.md). Call it from the click itself,
 * or the browser takes the window for a pop-up; `find` may still have to look the account up.
 */
export const signInAs = async (find: () => number | Promise<number>, to = '/home'): Promise<void> => {
  const opened = window.open('', '_blank')
  try {
    const { ticket } = await call(endpoints.account.issueTicket, { accountId: await find() })
    const address = new URL(`#${publicPaths.autoLogin}${stringifySearch({ ticket, to })}`, document.baseURI).href
    if (opened) {
      opened.opener = null
      opened.location.replace(address)
    } else location.assign(address)
  } catch (error) {
    opened?.close()
    throw error
  }
}
