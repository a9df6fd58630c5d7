import type { OrderOrigin } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'
import { Time } from '../../../kit/time.tsx'

/** The signals of the devices since the work started. If there are none, it says so, because silence is no passed test. */
export const Heard = ({ heard, startedAt }: Pick<OrderOrigin, 'heard' | 'startedAt'>) => {
  const { t } = useTranslation('repair-story')
  if (heard.length === 0)
    return <p className="ew-muted">{startedAt === null ? t(($) => $.heard.noneYet) : t(($) => $.heard.none)}</p>
  return (
    <>
      <p>{startedAt === null ? t(($) => $.heard.sinceCreated) : t(($) => $.heard.sinceStart)}</p>
      <ul className="ew-story-heard">
        {heard.map(({ id, at, deviceCode, type, format, code }) => (
          <li key={id}>
            <Time value={at} /> {deviceCode} · {enumLabel('reportType', type)} ({[format, code].filter(Boolean).join(' ')})
          </li>
        ))}
      </ul>
    </>
  )
}
