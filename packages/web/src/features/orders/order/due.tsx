import { orderStatus, isClosedOrder, type OrderRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { formatInZone, Time, useSiteZone } from '../../../kit/time.tsx'
import { useNow } from '../../../kit/clock.tsx'
import { durationInWords } from './duration.ts'
import './order.css'

type Dated = Pick<OrderRow, 'dueAt' | 'finishedAt' | 'status'>

/** How far an order is past its due time, or was when it was finished. 0 if it is on time or was cancelled. */
export const overdueMs = ({ dueAt, finishedAt, status }: Dated, now: number): number => {
  if (dueAt === null || (finishedAt === null && isClosedOrder(status))) return 0
  return Math.max(0, (finishedAt === null ? now : Date.parse(finishedAt)) - Date.parse(dueAt))
}

/** Whether an order is on hold, and until when. Its due time stays, so that it is not forgotten. */
const Held = ({ order: { status, holdUntil } }: { order: Pick<OrderRow, 'status' | 'holdUntil'> }) => {
  const { t } = useTranslation('order')
  const zone = useSiteZone()
  if (status !== orderStatus.onHold) return null
  return (
    <small className="ew-order-held">
      {holdUntil === null ? t(($) => $.heldOpen) : t(($) => $.held, { until: formatInZone(holdUntil, zone) })}
    </small>
  )
}

/** The due time of an order, in words if it is late, and whether it is on hold. */
export const Due = ({ order }: { order: Dated & Pick<OrderRow, 'holdUntil'> }) => {
  const { t } = useTranslation('order')
  const late = overdueMs(order, useNow())
  const time = durationInWords(late)
  return (
    <>
      <Time value={order.dueAt} />
      {late > 0 && (
        <small className="ew-order-late" data-open={order.finishedAt === null}>
          {order.finishedAt === null ? t(($) => $.overdue, { time }) : t(($) => $.finishedLate, { time })}
        </small>
      )}
      <Held order={order} />
    </>
  )
}

/** The planned period of the work. */
export const Schedule = ({
  order: { scheduledFrom, scheduledTo },
}: {
  order: Pick<OrderRow, 'scheduledFrom' | 'scheduledTo'>
}) => {
  if (scheduledFrom === null) return <>—</>
  return (
    <>
      <Time value={scheduledFrom} />
      {scheduledTo !== null && (
        <>
          {' – '}
          <Time value={scheduledTo} />
        </>
      )}
    </>
  )
}
