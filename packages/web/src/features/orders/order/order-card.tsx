import { orderStatus, type OrderCard as Card, pageHref } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { formatInZone } from '../../../kit/time.tsx'
import { useNow } from '../../../kit/clock.tsx'
import { overdueMs } from './due.tsx'
import { durationInWords } from './duration.ts'
import { engineerNames } from './order-actions.ts'
import type { OrderKind } from './order-kind.ts'
import './order-views.css'

/** One order on the board or in a day of the calendar. */
export const OrderCard = ({ kind, order, withStatus }: { kind: OrderKind; order: Card; withStatus: boolean }) => {
  const { t } = useTranslation('order')
  const late = overdueMs(order, useNow())
  const time = (instant: string) => formatInZone(instant, order.timeZone)
  const isOpen = order.finishedAt === null
  return (
    <a className="ew-order-card" href={pageHref(`${kind.kind}OrderDetail`, { id: order.id })}>
      <span className="ew-order-card-head">
        <strong>{order.code}</strong>
        {withStatus && <StatusTag enumeration="orderStatus" value={order.status} />}
        {order.priority !== 'normal' && <StatusTag enumeration="orderPriority" value={order.priority} />}
      </span>
      <span>{order.projectName}</span>
      <span className="ew-order-brief">{order.description}</span>
      <span className="ew-muted">{engineerNames(order) || t(($) => $.nobody)}</span>
      {order.scheduledFrom !== null && (
        <span className="ew-muted">{t(($) => $.views.planned, { time: time(order.scheduledFrom) })}</span>
      )}
      {order.dueAt !== null && <span className="ew-muted">{t(($) => $.views.due, { time: time(order.dueAt) })}</span>}
      {late > 0 && isOpen && (
        <small className="ew-order-late" data-open>
          {t(($) => $.overdue, { time: durationInWords(late) })}
        </small>
      )}
      {order.status === orderStatus.onHold && (
        <small className="ew-order-held">
          {order.holdUntil === null ? t(($) => $.heldOpen) : t(($) => $.held, { until: time(order.holdUntil) })}
        </small>
      )}
    </a>
  )
}
