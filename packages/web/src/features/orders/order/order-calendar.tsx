import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import type { OrderCalendar as Calendar } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { ListSkeleton, LoadFailed } from '../../../kit/list/list-states.tsx'
import { usePageSearch } from '../../../kit/search-params.ts'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { formatDay } from '../../../kit/time.tsx'
import { useMe } from '../../../session/me.tsx'
import { useNow } from '../../../kit/clock.tsx'
import { phoneWidth, useNarrow } from '../../../kit/use-narrow.ts'
import { monthOf, plusMonths, weeksOf } from './calendar-days.ts'
import { OrderCard } from './order-card.tsx'
import type { OrderKind } from './order-kind.ts'
import type { ViewFilters } from './view-filters.ts'
import '../../../kit/detail/detail.css'

interface CalendarProps {
  kind: OrderKind
  filters: ViewFilters
}

/** Maximum number of orders listed for a chosen day. */
const mostOfDay = 200

/** All orders of one day. */
const DayOrders = ({ kind, filters, day }: CalendarProps & { day: string }) => {
  const { t } = useTranslation('order')
  const asked = useCall(kind.calls.calendar, { ...filters, from: day, days: 1, most: mostOfDay })
  const { data } = asked
  if (asked.isError && !data) return <LoadFailed reason={asked.error.message} onRetry={() => void asked.refetch()} />
  if (!data) return null
  const { total, list } = data.days[0] ?? { total: 0, list: [] }
  return (
    <section className="ew-panel" aria-live="polite">
      <h2>{t(($) => $.calendar.ofDay, { day, count: total })}</h2>
      {list.length === 0 ? (
        <p className="ew-muted">{t(($) => $.views.empty)}</p>
      ) : (
        <ul className="ew-day-orders">
          {list.map((order) => (
            <li key={order.id}>
              <OrderCard kind={kind} order={order} withStatus />
            </li>
          ))}
        </ul>
      )}
      {total > list.length && <p className="ew-muted">{t(($) => $.views.more, { count: total - list.length })}</p>}
    </section>
  )
}

interface DayProps {
  day: string
  found: Calendar['days'][number] | undefined
  inMonth: boolean
  isToday: boolean
  chosen: boolean
  brief: boolean
  onChoose: (day: string) => void
}

/** One day of the month: its first orders and how many there are. */
const Day = ({ day, found, inMonth, isToday, chosen, brief, onChoose }: DayProps) => {
  const { t } = useTranslation('order')
  const total = found?.total ?? 0
  const shown = brief ? [] : (found?.list ?? [])
  return (
    <td data-outside={!inMonth}>
      <button
        type="button"
        className="ew-calendar-day"
        aria-pressed={chosen}
        aria-current={isToday ? 'date' : undefined}
        onClick={() => onChoose(day)}
      >
        <span className="ew-visually-hidden">{t(($) => $.calendar.day, { day, count: total })}</span>
        <span className="ew-calendar-number" aria-hidden>
          {Number(day.slice(8))} {total > 0 && <span className="ew-tab-count">{total}</span>}
        </span>
        {shown.map((order) => (
          <span key={order.id} className="ew-calendar-order">
            <StatusTag enumeration="orderStatus" value={order.status} /> {order.projectName}
          </span>
        ))}
        {!brief && total > shown.length && (
          <small className="ew-muted">{t(($) => $.views.more, { count: total - shown.length })}</small>
        )}
      </button>
    </td>
  )
}

/** The orders of a month, by planned or otherwise due time; those of the chosen day below. Month and day are part of the address. */
export default function OrderCalendar({ kind, filters }: CalendarProps) {
  const { t } = useTranslation('order')
  const search = usePageSearch()
  const navigate = useNavigate()
  const narrow = useNarrow(phoneWidth)
  const now = useNow()
  const { timeZone } = useMe().user
  const { day: chosen } = search
  const month = monthOf(search['month'], chosen ?? formatDay(now, timeZone))
  const weeks = weeksOf(month)
  const query = useCall(
    kind.calls.calendar,
    { ...filters, from: weeks[0]?.[0] ?? month, days: weeks.length * 7 },
    { keepPrevious: true },
  )
  // Today in the time zone of the site or company, like the days of the orders, wherever the reader is.
  const today = formatDay(now, query.data?.timeZone ?? timeZone)
  const go = (patch: { month: string; day?: string }) =>
    void navigate({ to: '.', search: { ...search, day: patch.day ?? '', ...patch } })
  const days = new Map(query.data?.days.map((day) => [day.day, day]))
  const [year = '', number = ''] = month.split('-')
  return (
    <>
      <div className="ew-calendar-head">
        <Button
          icon={<LeftOutlined aria-hidden />}
          aria-label={t(($) => $.calendar.previous)}
          onClick={() => go({ month: plusMonths(month, -1) })}
        />
        <h2 aria-live="polite">{t(($) => $.calendar.month, { year, month: Number(number) })}</h2>
        <Button
          icon={<RightOutlined aria-hidden />}
          aria-label={t(($) => $.calendar.next)}
          onClick={() => go({ month: plusMonths(month, 1) })}
        />
        <Button onClick={() => go({ month: today.slice(0, 7), day: today })}>{t(($) => $.calendar.today)}</Button>
        <span className="ew-muted">{t(($) => $.calendar.hint)}</span>
      </div>
      {query.isError && !query.data ? (
        <LoadFailed reason={query.error.message} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <ListSkeleton rows={6} />
      ) : (
        <table className="ew-calendar" aria-label={t(($) => $.views.calendar)}>
          <thead>
            <tr>
              {t(($) => $.calendar.weekdays, { returnObjects: true }).map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week[0]}>
                {week.map((day) => (
                  <Day
                    key={day}
                    day={day}
                    found={days.get(day)}
                    inMonth={day.startsWith(month)}
                    isToday={day === today}
                    chosen={day === chosen}
                    brief={narrow}
                    onChoose={(next) => go({ month, day: next })}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {query.data && query.data.undated > 0 && (
        <p className="ew-muted">{t(($) => $.calendar.undated, { count: query.data.undated })}</p>
      )}
      {chosen && <DayOrders kind={kind} filters={filters} day={chosen} />}
    </>
  )
}
