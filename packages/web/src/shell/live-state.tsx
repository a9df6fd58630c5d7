import { healthWarnings } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { LiveText } from '../kit/live-text.tsx'
import { useNow } from '../kit/use-now.ts'
import { useConnection } from '../live/live.ts'

/** Live, in trouble, reconnecting, or how old the data is. */
export const LiveState = () => {
  const { t } = useTranslation()
  const { connection, lastActivityAt, problems } = useConnection()
  const now = useNow()
  if (connection === 'live' && problems.some((problem) => !healthWarnings.includes(problem))) {
    return (
      <span className="ew-live" data-state="late" title={t(($) => $.health.title.alarms)}>
        <LiveText>{t(($) => $.live.troubled)}</LiveText>
      </span>
    )
  }
  if (connection === 'live') {
    return (
      <span key="live" className="ew-live" data-state="live" title={t(($) => $.live.liveHint)}>
        <span className="ew-wide-only">{t(($) => $.live.live)}</span>
      </span>
    )
  }
  if (connection === 'connecting') return null
  const seconds = Math.max(0, Math.round((now - lastActivityAt) / 1000))
  return (
    <span className="ew-live" data-state="late" title={t(($) => $.live.reconnectingHint)}>
      <LiveText>{seconds < 5 ? t(($) => $.live.reconnecting) : t(($) => $.live.stale, { seconds })}</LiveText>
    </span>
  )
}
