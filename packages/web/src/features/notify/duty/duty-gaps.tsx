import { type DutyGap, pageHref } from '@emberwatch/contract'
import { endpoints } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel, listed } from '../../../i18n/i18n.ts'
import { formatTime, otherZone } from '../../../kit/time.tsx'
import './duty.css'

interface GapListProps {
  gaps: readonly DutyGap[]
  zone: string
  /** Maximum number of gaps listed. */
  most?: number
}

/** The times with nobody on duty, and who is on the roster without counting. */
export const GapList = ({ gaps, zone, most = 20 }: GapListProps) => {
  const { t } = useTranslation('duty')
  const minute = (at: string) => formatTime(at, zone).slice(0, 16)
  const [first] = gaps
  return (
    <>
      <ul className="ew-duty-gaps">
        {gaps.slice(0, most).map(({ from, to, people }) => {
          const absent = people.flatMap(({ name, absence }) =>
            absence === null ? [] : [`${name} (${enumLabel('dutyAbsence', absence)})`],
          )
          return (
            <li key={from}>
              {t(($) => $.gaps.from, { from: minute(from), to: minute(to) })}
              {absent.length > 0 && <small>{t(($) => $.gaps.people, { names: listed(absent) })}</small>}
            </li>
          )
        })}
        {gaps.length > most && <li>{t(($) => $.gaps.more, { count: gaps.length - most })}</li>}
      </ul>
      {first && otherZone(first.from, zone) && <small className="ew-muted">{t(($) => $.gaps.zone, { zone })}</small>}
    </>
  )
}

/** Maximum number of teams listed on the home page. */
const teamsShown = 5

/** Teams with a gap, on the home page of users who may manage duty. Empty while there is none. */
export const DutyWarnings = () => {
  const { t } = useTranslation('duty')
  // Gaps also appear as time passes. A live event reports them; polling covers an interrupted connection.
  const { data } = useCall(endpoints.dutyTeam.warnings, {}, { quiet: true, refetchInterval: 300_000 })
  if (!data || data.length === 0) return null
  return (
    <Alert
      className="ew-form-alert"
      type="warning"
      showIcon
      title={t(($) => $.gaps.home)}
      description={
        <ul className="ew-duty-teams">
          {data.slice(0, teamsShown).map(({ id, name, timeZone, gaps }) => (
            <li key={id}>
              <a href={pageHref('dutyDetail', { id })}>{name}</a>
              <GapList gaps={gaps} zone={timeZone} most={3} />
            </li>
          ))}
          {data.length > teamsShown && (
            <li>
              <a href={pageHref('dutyList')}>{t(($) => $.gaps.moreTeams, { count: data.length - teamsShown })}</a>
            </li>
          )}
        </ul>
      }
    />
  )
}
