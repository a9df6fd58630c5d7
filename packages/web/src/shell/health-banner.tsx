import { healthWarnings } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { LiveText } from '../kit/live-text.tsx'
import { useNow } from '../kit/use-now.ts'
import { useConnection } from '../live/live.ts'

/** A broken connection is usually back before it needs to be shown (ms). */
const graceMs = 2_000
/** The very first connection takes longer. */
const initialGraceMs = 6_000

/** The warning that is explained, if there are several. */
const warnings = ['delivery', 'disk', 'connections', 'clock'] as const

/** Says above every page that new alarms may not be shown here, and why: the server reports a problem, or is no longer connected to this page. */
export const HealthBanner = () => {
  const { t } = useTranslation()
  const { connection, changedAt, problems } = useConnection()
  const now = useNow()
  const isCut = connection !== 'live' && now - changedAt > (connection === 'connecting' ? initialGraceMs : graceMs)
  if (!isCut && problems.length === 0) return null
  // With a warning, what is shown here can be relied on.
  const isWarning = !isCut && problems.every((problem) => healthWarnings.includes(problem))
  const kind = !isWarning ? 'alarms' : (warnings.find((warning) => problems.includes(warning)) ?? 'clock')
  const reasons = isCut ? [t(($) => $.health.noConnection)] : problems.map((problem) => t(($) => $.health.problems[problem]))
  return (
    <div className="ew-trouble" role="alert" data-problems={isCut ? 'connection' : problems.join(' ')}>
      <strong>
        <LiveText>{t(($) => $.health.title[kind])}</LiveText>
      </strong>
      {reasons.map((reason) => (
        <span key={reason}>{reason}</span>
      ))}
      <LiveText>{t(($) => $.health.advice[kind])}</LiveText>
    </div>
  )
}
