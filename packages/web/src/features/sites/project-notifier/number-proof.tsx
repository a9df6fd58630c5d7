import type { NumberProof } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'
import { Tag } from '../../../kit/status-tag.tsx'
import { formatTime } from '../../../kit/time.tsx'

const missed = { tone: 'fault', shape: '▲' } as const
const unproved = { tone: 'neutral', shape: '○' } as const

/** Whether a number has ever been reached. It is called in any case. */
export const NumberProved = ({ number: { reachedAt, missedAt, missedFor } }: { number: NumberProof }) => {
  const { t } = useTranslation('project-notifier')
  if (missedAt !== null) {
    const reason = enumLabel('sendFailure', missedFor ?? 'undelivered')
    return <Tag look={missed}>{t(($) => $.number.missed, { reason, time: formatTime(missedAt) })}</Tag>
  }
  if (reachedAt === null) return <Tag look={unproved}>{t(($) => $.number.never)}</Tag>
  return <small className="ew-muted">{t(($) => $.number.reached, { time: formatTime(reachedAt) })}</small>
}
