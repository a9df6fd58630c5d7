import { expiringDays } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { Tag } from '../../../kit/status-tag.tsx'

/** The last day of a certificate or document and the remaining time: marked when it is near, and with another shape once it has passed. */
export const Expiry = ({ day, daysLeft }: { day: string | null; daysLeft: number | null }) => {
  const { t } = useTranslation('project-person')
  if (day === null || daysLeft === null) return <>—</>
  const words =
    daysLeft > 0
      ? t(($) => $.expiry.left, { count: daysLeft })
      : daysLeft === 0
        ? t(($) => $.expiry.today)
        : t(($) => $.expiry.over, { count: -daysLeft })
  return (
    <TwoLines
      small={daysLeft > expiringDays ? words : <Tag look={{ tone: 'fault', shape: daysLeft < 0 ? '⊘' : '▲' }}>{words}</Tag>}
    >
      <time dateTime={day}>{day}</time>
    </TwoLines>
  )
}

export const isExpiring = ({ daysLeft }: { daysLeft: number | null }): boolean => daysLeft !== null && daysLeft <= expiringDays
