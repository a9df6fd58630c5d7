import type { OrderDetail } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { enumLabel, listed } from '../../../i18n/i18n.ts'
import { StatusTag, Tag } from '../../../kit/status-tag.tsx'
import { formatInZone, Time } from '../../../kit/time.tsx'
import { useNow } from '../../../kit/clock.tsx'
import { durationInWords } from './duration.ts'
import { Rating } from './rating.tsx'
import { stagesOf, type HistoryEntry } from './stage-durations.ts'
import './order.css'
import '../../../kit/detail/timeline.css'

/** The label of a step, or its name if this console does not know it. */
export const useStepName = (): ((action: string) => string) => {
  const { t } = useTranslation('order')
  const steps: Readonly<Record<string, string>> = t(($) => $.steps, { returnObjects: true })
  return (action) => steps[action] ?? action
}

/** Who took a step, and whether on somebody's behalf. */
export const Actor = ({ step: { actor, onBehalf } }: { step: HistoryEntry }) => {
  const { t } = useTranslation('order')
  return (
    <>
      {actor ?? t(($) => $.system)} {onBehalf && <Tag look={{ tone: 'neutral', shape: '⇄' }}>{t(($) => $.onBehalfTag)}</Tag>}
    </>
  )
}

/** The history of an order, oldest step first: what happened, who did it, and how long the order stayed in the resulting status. */
export const OrderTimeline = ({ order }: { order: Pick<OrderDetail, 'history' | 'rating' | 'timeZone'> }) => {
  const { t } = useTranslation('order')
  const now = useNow()
  const stepName = useStepName()
  return (
    <ol className="ew-panel ew-timeline">
      {stagesOf(order.history, now).map(({ step, duration, assigned }) => (
        <li key={step.id}>
          <div className="ew-timeline-head">
            <strong>{stepName(step.action)}</strong>
            {step.from !== step.to && <StatusTag enumeration="orderStatus" value={step.to} />}
            <span>
              <Actor step={step} />
            </span>
            <Time value={step.at} />
          </div>
          {assigned && <div>{t(($) => $.engineersThen, { names: listed(step.engineers) })}</div>}
          {step.action === 'appraise' && order.rating !== null && (
            <div>
              <Rating value={order.rating} />
            </div>
          )}
          {step.enteredAt !== null && (
            <div className="ew-muted">{t(($) => $.enteredAt, { time: formatInZone(step.enteredAt, order.timeZone) })}</div>
          )}
          {step.note && <blockquote>{step.note}</blockquote>}
          {step.onBehalfReason && step.onBehalfReason !== step.note && (
            <blockquote>{t(($) => $.behalfBecause, { reason: step.onBehalfReason })}</blockquote>
          )}
          {duration && (
            <div className="ew-muted">
              {duration.over
                ? t(($) => $.stayed, { state: enumLabel('orderStatus', step.to), time: durationInWords(duration.length) })
                : t(($) => $.staying, { state: enumLabel('orderStatus', step.to), time: durationInWords(duration.length) })}
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}
