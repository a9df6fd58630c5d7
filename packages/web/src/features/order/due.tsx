import type { OrderRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { Time } from '../../kit/time.tsx'
import { useNow } from '../../kit/use-now.ts'
import { durationInWords } from './duration.ts'
import './order.css'

type Dated = Pick<OrderRow, 'dueAt' | 'finishedAt'>

/** How far an order is past its due time, or was when it was finished. 0 if it is on time. */
export const overdueMs = ({ dueAt, finishedAt }: Dated, now: number): number =>
  dueAt === null ? 0 : Math.max(0, (finishedAt === null ? now : Date.parse(finishedAt)) - Date.parse(dueAt))

/** When an order is due, and as text when it is late. */
export const Due = ({ order }: { order: Dated }) => {
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
    </>
  )
}
