import { type DutyNow as Now, endpoints, pageHref } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { LoadFailed } from '../../../kit/list/list-states.tsx'
import { formatInZone } from '../../../kit/time.tsx'
import { DutyPeople, namesOf } from './duty-people.tsx'
import '../../../kit/detail/detail.css'
import './duty.css'

const short = (at: string, zone: string): string => formatInZone(at, zone).replace(/:\d\d( |$)/, '$1')

const Following = ({ until, next, timeZone }: Now) => {
  const { t } = useTranslation('duty')
  if (until === null) return <small>{t(($) => $.stays)}</small>
  const at = short(until, timeZone)
  return <small>{next.length === 0 ? t(($) => $.nextNobody, { at }) : t(($) => $.next, { names: namesOf(next), at })}</small>
}

/** Who is on duty now and next, for each team. */
export const DutyNow = () => {
  const { t } = useTranslation('duty')
  // Changes as time passes, so it is polled.
  const query = useCall(endpoints.dutyTeam.now, {}, { refetchInterval: 60_000 })
  if (query.isError && !query.data) return <LoadFailed reason={query.error.message} onRetry={() => void query.refetch()} />
  if (!query.data) return null
  return (
    <section className="ew-panel" aria-label={t(($) => $.now.title)}>
      <h2>{t(($) => $.now.title)}</h2>
      {query.data.length === 0 ? (
        <p className="ew-muted">{t(($) => $.now.empty)}</p>
      ) : (
        <ul className="ew-duty-now">
          {query.data.map((team) => (
            <li key={team.id} data-empty={team.onDuty.length === 0}>
              <a href={pageHref('dutyDetail', { id: team.id })}>{team.name}</a>
              <strong>
                <DutyPeople people={team.onDuty} />
              </strong>
              <Following {...team} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
