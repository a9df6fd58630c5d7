import { pageHref } from '@emberwatch/contract'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../session/me.tsx'
import { placeOf, typeName } from './alarm-labels.ts'
import { useOpenAlarms } from './open-alarms.ts'

/** The most that are named; the others are counted. */
const named = 3

const Banner = () => {
  const { t } = useTranslation('alarm')
  const unreached = (useOpenAlarms().list ?? []).filter(({ unreachedAt }) => unreachedAt !== null)
  const place = document.getElementById('notices')
  if (unreached.length === 0 || !place) return null
  return createPortal(
    <section className="ew-trouble" role="alert" data-unreached={unreached.length}>
      <strong>{t(($) => $.unreachedBanner)}</strong>
      <ul>
        {unreached.slice(0, named).map((alarm) => (
          <li key={alarm.id}>
            <a className="ew-link" href={pageHref('alarmDetail', { id: alarm.id })}>
              {alarm.test && `${t(($) => $.test)} · `}
              {typeName(alarm)} · {placeOf(alarm, t)}
            </a>
          </li>
        ))}
      </ul>
      {unreached.length > named && <span>+{unreached.length - named}</span>}
    </section>,
    place,
  )
}

/** Above every page: alarms about which nobody was reached. */
export function UnreachedBanner() {
  return useCan()('alarm:view') ? <Banner /> : null
}
