import { enums, isNobodyNotified, notifiedLines, type AlarmDetail } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { enumLabel, listed } from '../../../i18n/i18n.ts'
import { formatClock, formatDay, formatWithMs, otherZone, useSiteZone } from '../../../kit/time.tsx'
import { formatDelta, formatLength, missingSteps, withDeltas } from './journey.ts'

type Step = AlarmDetail['journey'][number]

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Steps of notifying people outside. */
const notificationSteps: ReadonlySet<string> = new Set(enums.journeyStep.filter((step) => step.startsWith('notification')))

/** Details of a step besides its name. */
const useDetails = () => {
  const { t } = useTranslation('alarm')
  const work = useTranslation('alarm-detail').t
  const escalation = useTranslation('alarm-escalation').t
  const zone = useSiteZone()
  const stepOf = (detail: Step['detail']): string => escalation(($) => $.round, { step: Number(detail['step'] ?? 0) })
  return ({ step, actor, detail }: Step): string[] => {
    const {
      count,
      deviceTime,
      orderCode,
      handleWay,
      cause,
      note,
      closeReason,
      name,
      callResult,
      result,
      losses,
      done,
      checkCode,
    } = detail
    const lines: (string | undefined)[] = [
      actor === null
        ? undefined
        : step === 'shown'
          ? t(($) => $.journey.shownTo, { who: actor })
          : t(($) => $.journey.by, { who: actor }),
      typeof count === 'number' ? t(($) => $.journey.repeat, { count }) : undefined,
      text(deviceTime) && t(($) => $.journey.deviceClock, { time: formatWithMs(String(deviceTime), zone) }),
      text(orderCode) && t(($) => $.journey.order, { code: String(orderCode) }),
      text(name) && [String(name), text(callResult) && enumLabel('callOutcome', String(callResult))].filter(Boolean).join(' · '),
      text(detail['text']) &&
        work(done === false ? ($) => $.journey.unticked : ($) => $.journey.ticked, { text: String(detail['text']) }),
      text(checkCode) && work(($) => $.journey.checkCode, { code: String(checkCode) }),
      text(result) && enumLabel('alarmResult', String(result)),
      text(handleWay) && enumLabel('handleWay', String(handleWay)),
      text(cause) && enumLabel('misreportCause', String(cause)),
      text(note),
      text(detail['rule']) && [String(detail['rule']), stepOf(detail)].join(' · '),
      step === 'escalated' ? stepOf(detail) : undefined,
      ...(notificationSteps.has(step) ? notifiedLines(detail, enumLabel) : []),
      detail['again'] === true ? escalation(($) => $.goesOn) : undefined,
      detail['copyOf'] === undefined ? undefined : escalation(($) => $.sentAgain),
      text(losses) && work(($) => $.journey.losses, { losses: String(losses) }),
      Array.isArray(detail['photos']) && detail['photos'].length > 0
        ? work(($) => $.journey.photos, { count: detail['photos'].length })
        : undefined,
      Array.isArray(detail['videos']) && detail['videos'].length > 0
        ? work(($) => $.journey.videos, { count: detail['videos'].length })
        : undefined,
      text(closeReason) && t(($) => $.journey.closeReason, { reason: String(closeReason) }),
    ]
    return lines.filter((line) => line !== undefined)
  }
}

/** What happened to an alarm, from the device's clock to its closing, in milliseconds. */
export const AlarmJourney = ({ alarm }: { alarm: AlarmDetail }) => {
  const { journey } = alarm
  const { t } = useTranslation('alarm')
  const work = useTranslation('alarm-detail').t
  const detailsOf = useDetails()
  const zone = useSiteZone()
  const first = journey[0]
  const last = journey.at(-1)
  const missing = missingSteps(journey)
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
        {withDeltas(journey, zone).map(({ step, delta, newDay, gap }, index) => (
          <li key={index} data-by={step.actor === null || step.step === 'shown' ? 'system' : 'person'} data-gap={gap}>
            <time dateTime={step.at} title={formatWithMs(step.at)}>
              {newDay && <small>{[formatDay(step.at, zone), otherZone(step.at, zone)].filter(Boolean).join(' ')}</small>}
              {formatClock(step.at, zone)}
            </time>
            <span className="ew-journey-delta">
              {delta !== null && formatDelta(delta)}
              {delta !== null && <span className="ew-visually-hidden"> {t(($) => $.journey.since)}</span>}
              {gap && <small>{work(($) => $.journey.gap)}</small>}
            </span>
            <span className="ew-journey-step">
              <strong>
                {isNobodyNotified(step) ? work(($) => $.journey.nobodyNotified) : enumLabel('journeyStep', step.step)}
              </strong>
              {detailsOf(step).map((line, at) => (
                <small key={at}>{line}</small>
              ))}
            </span>
          </li>
        ))}
      </ol>
      {missing.length > 0 && (
        <p className="ew-journey-missing" data-open={alarm.closedAt === null}>
          {work(($) => $.journey.missing, { steps: listed(missing.map((step) => enumLabel('journeyStep', step))) })}
        </p>
      )}
    </section>
  )
}
