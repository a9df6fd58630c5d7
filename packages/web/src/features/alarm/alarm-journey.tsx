import type { AlarmDetail } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../i18n/i18n.ts'
import { formatClock, formatDay, formatWithMs, otherZone, useSiteZone } from '../../kit/time.tsx'
import { formatDelta, formatLength, withDeltas } from './journey.ts'

type Step = AlarmDetail['journey'][number]

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Details of a step besides its name. */
const useDetails = () => {
  const { t } = useTranslation('alarm')
  const zone = useSiteZone()
  return ({ step, actor, detail }: Step): string[] => {
    const { count, deviceTime, orderCode, handleWay, cause, note, closeReason } = detail
    const lines: (string | undefined)[] = [
      actor === null
        ? undefined
        : step === 'shown'
          ? t(($) => $.journey.shownTo, { who: actor })
          : t(($) => $.journey.by, { who: actor }),
      typeof count === 'number' ? t(($) => $.journey.repeat, { count }) : undefined,
      text(deviceTime) && t(($) => $.journey.deviceClock, { time: formatWithMs(String(deviceTime), zone) }),
      text(orderCode) && t(($) => $.journey.order, { code: String(orderCode) }),
      text(handleWay) && enumLabel('handleWay', String(handleWay)),
      text(cause) && enumLabel('misreportCause', String(cause)),
      text(note),
      text(closeReason) && t(($) => $.journey.closeReason, { reason: String(closeReason) }),
    ]
    return lines.filter((line) => line !== undefined)
  }
}

/** What happened to an alarm, from the device's clock to its closing, in milliseconds. */
export const AlarmJourney = ({ alarm: { journey } }: { alarm: AlarmDetail }) => {
  const { t } = useTranslation('alarm')
  const detailsOf = useDetails()
  const zone = useSiteZone()
  const first = journey[0]
  const last = journey.at(-1)
  return (
    <section className="ew-panel">
      <h2>
        {t(($) => $.page.journey)}
        {first && last && journey.length > 1 && (
          <small className="ew-journey-total">
            {t(($) => $.journey.total, { time: formatLength(Date.parse(last.at) - Date.parse(first.at)) })}
          </small>
        )}
      </h2>
      <ol className="ew-journey">
        {withDeltas(journey, zone).map(({ step, delta, newDay }, index) => (
          <li key={index} data-by={step.actor === null || step.step === 'shown' ? 'system' : 'person'}>
            <time dateTime={step.at} title={formatWithMs(step.at)}>
              {newDay && <small>{[formatDay(step.at, zone), otherZone(step.at, zone)].filter(Boolean).join(' ')}</small>}
              {formatClock(step.at, zone)}
            </time>
            <span className="ew-journey-delta">
              {delta !== null && formatDelta(delta)}
              {delta !== null && <span className="ew-visually-hidden"> {t(($) => $.journey.since)}</span>}
            </span>
            <span className="ew-journey-step">
              <strong>{enumLabel('journeyStep', step.step)}</strong>
              {detailsOf(step).map((line) => (
                <small key={line}>{line}</small>
              ))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
