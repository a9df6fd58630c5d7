import { upgradeSilentSince, type UpgradeTaskRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../../kit/time.tsx'
import { useNow } from '../../../kit/clock.tsx'
import './upgrade.css'

/** Minutes since midnight as a time of day. */
export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** The codes in a pasted text. */
export const codesIn = (text: string): string[] => [...new Set(text.split(/[\s,;，；、]+/).filter(Boolean))]

/** How long the devices under way have been silent, if that is long. */
export const useSilence = (row: UpgradeTaskRow): number | undefined => {
  const now = useNow()
  const since = upgradeSilentSince(row, now)
  return since === null ? undefined : now - Date.parse(since)
}

/** The progress of a task, and a warning if it has stopped. */
export const UpgradeProgress = ({ row }: { row: UpgradeTaskRow }) => {
  const { t } = useTranslation('upgrade')
  const silence = useSilence(row)
  const { total, succeeded, failed, skipped } = row
  if (row.frozenAt === null) return <span className="ew-muted">{t(($) => $.notFrozen)}</span>
  const share = (count: number) => (total === 0 ? 0 : Math.floor((100 * count) / total))
  // A few failures among many devices remain visible.
  const width = (count: number) => (total === 0 || count === 0 ? 0 : `max(3px, ${(100 * count) / total}%)`)
  const words = t(($) => $.progressOf, { succeeded, failed, total })
  return (
    <div className="ew-upgrade-bar">
      <div className="ew-upgrade-parts" role="img" aria-label={words}>
        <span style={{ width: width(succeeded) }} data-part="succeeded" />
        <span style={{ width: width(failed) }} data-part="failed" />
        <span style={{ width: width(skipped) }} data-part="skipped" />
      </div>
      <small>
        {words} · {share(succeeded + failed + skipped)}%
      </small>
      {silence !== undefined && <div className="ew-upgrade-problem">{t(($) => $.silent, { time: formatDuration(silence) })}</div>}
    </div>
  )
}
