import { healthWarnings } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useState } from 'react'
import { LiveText, useNow } from '../kit/clock.tsx'
import { useConnection } from '../live/live.ts'
import { useNewVersion } from './new-version.ts'
import { phoneWidth, useNarrow } from '../kit/use-narrow.ts'
import { useCan } from '../session/me.tsx'
import { phonePageUrl } from './phone-page-url.ts'
import { browserStore } from '../storage.ts'

/** A broken connection is usually back before it needs to be shown (ms). */
const graceMs = 2_000
/** The very first connection takes longer. */
const initialGraceMs = 6_000

/** The warning that is explained, if there are several. */
const warnings = ['delivery', 'commands', 'disk', 'connections', 'clock'] as const

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

/**
 * Announces that the platform has been upgraded. It never reloads by itself. A form with unsaved changes asks before it is left.
 */
export const NewVersionBar = () => {
  const { t } = useTranslation()
  if (!useNewVersion()) return null
  return (
    <div className="ew-bar" role="status">
      {t(($) => $.newVersion.there)}
      <button type="button" className="ew-button" onClick={() => location.reload()}>
        {t(($) => $.newVersion.reload)}
      </button>
    </div>
  )
}

const dismissedKey = 'ew.phoneHint'

/** Tells an engineer on a phone that there is a page for it. */
export const PhoneHint = () => {
  const { t } = useTranslation()
  const can = useCan()
  const narrow = useNarrow(phoneWidth)
  const [dismissed, setDismissed] = useState(() => browserStore.getItem(dismissedKey) !== null)
  if (!narrow || dismissed || !can('order:work')) return null
  const dismiss = () => {
    browserStore.setItem(dismissedKey, 'dismissed')
    setDismissed(true)
  }
  return (
    <div className="ew-bar" role="status">
      {t(($) => $.phonePage.hint)}
      <a className="ew-button" href={phonePageUrl}>
        {t(($) => $.phonePage.open)}
      </a>
      <button type="button" className="ew-button" onClick={dismiss}>
        {t(($) => $.phonePage.stay)}
      </button>
    </div>
  )
}
