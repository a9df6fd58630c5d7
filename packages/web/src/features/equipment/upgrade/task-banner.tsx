import { underWayOf, type UpgradeTaskDetail } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { enumLabel, listed } from '../../../i18n/i18n.ts'
import { formatDuration, formatTime } from '../../../kit/time.tsx'
import { useNow } from '../../../kit/clock.tsx'
import { useSilence } from './upgrade-cells.tsx'
import './upgrade.css'

const Warning = ({ title, description }: { title: string; description?: string }) => (
  <Alert className="ew-upgrade-alert" type="warning" showIcon title={title} {...(description ? { description } : {})} />
)
const Note = ({ title, description }: { title: string; description?: string }) => (
  <Alert className="ew-upgrade-alert" type="info" showIcon title={title} {...(description ? { description } : {})} />
)

/** For this long after it was enabled, it is normal that nothing has been sent. */
const graceMs = 60_000

/** Why a task makes no progress, whichever tab is open: silence is not progress. */
export const TaskBanner = ({ row }: { row: UpgradeTaskDetail }) => {
  const { t } = useTranslation('upgrade')
  const now = useNow()
  const silence = useSilence(row)
  const at = (instant: string | null) => (instant === null ? '—' : formatTime(instant))
  const { state, approval, stoppedBy, startsAt, frozenAt, held, waiting } = row
  const wave = row.progress[row.wave]
  const isOpen = state === 'enabled' || state === 'suspended'
  const isAhead = startsAt !== null && Date.parse(startsAt) > now
  const decided = row.decidedAt ?? frozenAt
  const isIdle =
    state === 'enabled' &&
    approval !== 'waiting' &&
    !isAhead &&
    waiting > held &&
    row.startedAt === null &&
    underWayOf(row) === 0 &&
    decided !== null &&
    now - Math.max(Date.parse(decided), startsAt === null ? 0 : Date.parse(startsAt)) > graceMs
  return (
    <>
      {state === 'suspended' && stoppedBy !== null && (
        <Warning
          title={t(($) => $.stoppedTitle, { reason: enumLabel('upgradeStop', stoppedBy) })}
          description={
            stoppedBy === 'editionWithdrawn'
              ? t(($) => $.stoppedEdition, { at: at(row.stoppedAt) })
              : t(($) => $.stoppedHint, {
                  at: at(row.stoppedAt),
                  succeeded: wave?.succeeded ?? 0,
                  failed: wave?.failed ?? 0,
                  success: row.successShare,
                  failure: row.failureShare,
                })
          }
        />
      )}
      {isOpen && row.editionState === 'withdrawn' && stoppedBy !== 'editionWithdrawn' && (
        <Warning title={t(($) => $.withdrawnTitle)} />
      )}
      {silence !== undefined && (
        <Warning
          title={t(($) => $.silentTitle, { time: formatDuration(silence) })}
          description={row.heardAt === null ? t(($) => $.silentNever) : t(($) => $.silentHint, { at: at(row.heardAt) })}
        />
      )}
      {isIdle && <Warning title={t(($) => $.idleTitle)} description={t(($) => $.idleHint)} />}
      {state === 'enabled' && approval === 'waiting' && (
        <Note
          title={t(($) => $.waitsTitle)}
          description={t(($) => $.waitsHint, { who: row.requestedBy ?? '—', at: at(row.requestedAt) })}
        />
      )}
      {state === 'disabled' && approval === 'rejected' && (
        <Warning
          title={t(($) => $.rejectedTitle)}
          description={t(($) => $.rejectedHint, { who: row.decidedBy ?? '—', note: row.decisionNote ?? '—' })}
        />
      )}
      {state === 'enabled' && isAhead && <Note title={t(($) => $.scheduledTitle, { at: at(startsAt) })} />}
      {isOpen && held > 0 && (
        <Note
          title={t(($) => $.heldTitle, { count: held })}
          description={listed(
            row.holds.map(({ hold, count }) => t(($) => $.heldBy, { hold: enumLabel('upgradeHold', hold), count })),
          )}
        />
      )}
      {row.allowDowngrade && state !== 'completed' && state !== 'terminated' && <Note title={t(($) => $.downgradeOn)} />}
    </>
  )
}
