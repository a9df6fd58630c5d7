import { useTranslation } from 'react-i18next'
import { useNow } from '../kit/use-now.ts'
import { useConnection } from '../live/live.ts'

/** A line that breaks is usually back before anybody need hear of it (ms). */
const patience = 2_000
/** The very first connection takes longer. */
const firstPatience = 6_000

/**
 * Says, above every page, that new alarms may not show up here, and why: the server knows of something that does not work, or does not speak to this page any more.
 */
export const HealthBanner = () => {
  const { t } = useTranslation()
  const { connection, changedAt, problems } = useConnection()
  const now = useNow()
  const isCut = connection !== 'live' && now - changedAt > (connection === 'connecting' ? firstPatience : patience)
  if (!isCut && problems.length === 0) return null
  const reasons = isCut ? [t(($) => $.health.noConnection)] : problems.map((problem) => t(($) => $.health.problems[problem]))
  return (
    <div className="ew-trouble" role="alert" data-problems={isCut ? 'connection' : problems.join(' ')}>
      <strong>{t(($) => $.health.title)}</strong>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <span>{t(($) => $.health.advice)}</span>
    </div>
  )
}
