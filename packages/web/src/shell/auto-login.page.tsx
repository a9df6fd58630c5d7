import { endpoints, pageHref } from '@emberwatch/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { safeTarget } from '../session/addresses.ts'
import { beginTicketSession } from '../session/session.ts'
import { PageLoading } from './page-loading.tsx'
import { usePageSearch } from '../kit/search-params.ts'

/**
 * Exchanges a single-use ticket for a session and removes it from the address (readings.md, "Pages whose behaviour is not
 * shown").
 */
export default function AutoLoginPage() {
  const { t } = useTranslation()
  const search = usePageSearch()
  const [failed, setFailed] = useState(false)
  // A ticket works once, and React may run an effect twice. Another ticket in the same window is another sign-in, and the last one counts.
  const used = useRef<string>(undefined)

  useEffect(() => {
    const { ticket, to } = search
    if (ticket === undefined ? used.current !== undefined : used.current === ticket) return
    used.current = ticket ?? ''
    history.replaceState(history.state, '', pageHref('autoLogin'))
    if (!ticket) return setFailed(true)
    setFailed(false)
    call(endpoints.session.redeemTicket, { ticket }).then(
      (token) => {
        if (used.current !== ticket) return
        beginTicketSession(token)
        location.replace(`#${safeTarget(to)}`)
      },
      () => used.current === ticket && setFailed(true),
    )
  }, [search])

  if (!failed) return <PageLoading />
  return (
    <main className="ew-notice">
      <h1>{t(($) => $.autoLogin.failed)}</h1>
      <p>{t(($) => $.autoLogin.failedHint)}</p>
      <a className="ew-button ew-primary" href={pageHref('login')}>
        {t(($) => $.autoLogin.toLogin)}
      </a>
    </main>
  )
}
