import { orderStatus, type OrderRow } from '@emberwatch/contract'
import { useEffect, useState } from 'react'
import { call, useConnection } from './api.ts'
import { calls } from './calls.ts'
import { label } from './enum-labels.ts'
import { refreshOrders, useOrders } from './orders.ts'
import { isLate, isToday, statusTone } from './order-facts.ts'
import { useQueue } from './offline-queue.ts'
import { t } from './texts.ts'
import { shortTime } from './time.ts'
import { Button, Notice, Tag } from './ui.tsx'
import { withSteps } from './with-steps.ts'
import { linkTo } from './route.ts'

type View = 'today' | 'overdue' | 'open' | 'done'

/** Sent back, or handed in: nothing for the engineer to do. */
const notMine: ReadonlySet<OrderRow['status']> = new Set([orderStatus.unassigned, orderStatus.toVerify])

const Row = ({ row }: { row: OrderRow }) => {
  const kept = useOrders(({ details }) => details.get(row.id))
  const all = useQueue(({ steps }) => steps)
  const steps = all.filter(({ orderId }) => orderId === row.id)
  const order = kept && withSteps(kept.order, steps)
  const status = order?.status ?? row.status
  const late = isLate({ ...row, status })
  const done = order?.devices.filter(({ result }) => result !== null).length
  return (
    <li>
      <a className="m-card" href={linkTo('order', row.id)}>
        <span className="m-card-head">
          <strong>{row.projectName}</strong>
          <Tag tone={statusTone(status)}>{label('orderStatus', status)}</Tag>
        </span>
        <span className="m-card-text">{row.description}</span>
        <span className="m-card-foot">
          <span>
            {label('orderKind', row.kind)} · {row.code}
          </span>
          <span className={late ? 'm-late' : undefined}>
            {row.dueAt === null
              ? t.orders.noDue
              : late
                ? t.orders.late(shortTime(row.dueAt))
                : t.orders.due(shortTime(row.dueAt))}
          </span>
          <span>{done === undefined ? t.orders.deviceCount(row.deviceCount) : t.orders.devices(done, row.deviceCount)}</span>
        </span>
        {(row.priority === 'urgent' || row.priority === 'high') && <Tag tone="fault">{label('orderPriority', row.priority)}</Tag>}
        {steps.some(({ problem }) => problem !== null) ? (
          <Tag tone="danger">{t.orders.refused}</Tag>
        ) : (
          steps.length > 0 && <Tag tone="info">{t.orders.waits(steps.length)}</Tag>
        )}
      </a>
    </li>
  )
}

const contains = (row: OrderRow, keyword: string): boolean =>
  [row.code, row.projectName, row.description, row.customerName].some((text) => text.toLowerCase().includes(keyword))

/** Orders handed in are only on the server. */
const DoneOrders = ({ keyword }: { keyword: string }) => {
  const offline = useConnection(({ offlineSince }) => offlineSince !== null)
  const [rows, setRows] = useState<readonly OrderRow[]>()
  const [more, setMore] = useState(false)
  const [page, setPage] = useState(1)
  const pageSize = 20
  useEffect(() => {
    if (offline) return
    let gone = false
    const wait = setTimeout(() => {
      call(calls.orderApp.list, { stage: 'done', ...(keyword === '' ? {} : { keyword }), pageNum: page, pageSize }).then(
        ({ list }) => {
          if (gone) return
          setRows((old) => (page === 1 ? list : [...(old ?? []), ...list]))
          setMore(list.length === pageSize)
        },
        () => undefined,
      )
    }, 300)
    return () => {
      gone = true
      clearTimeout(wait)
    }
  }, [keyword, page, offline])
  if (rows === undefined)
    return <Notice tone={offline ? 'fault' : 'neutral'}>{offline ? t.orders.doneOffline : t.loading}</Notice>
  if (rows.length === 0) return <p className="m-empty">{keyword === '' ? t.orders.none.done : t.orders.noHit}</p>
  return (
    <>
      <ul className="m-list">
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
      {more && <Button onClick={() => setPage(page + 1)}>{t.orders.more}</Button>}
    </>
  )
}

export const OrderList = () => {
  const { rows, at, loading, problem, details } = useOrders()
  const steps = useQueue(({ steps: all }) => all)
  const [view, setView] = useState<View>('today')
  const [search, setSearch] = useState('')
  const keyword = search.trim().toLowerCase()
  const now = (row: OrderRow): OrderRow => {
    const kept = details.get(row.id)
    return kept ? { ...row, status: withSteps(kept.order, steps).status } : row
  }
  const open = (rows ?? []).filter((row) => !notMine.has(now(row).status))
  const views: Record<Exclude<View, 'done'>, readonly OrderRow[]> = {
    today: open.filter((row) => isToday(now(row))),
    overdue: open.filter((row) => isLate(now(row))),
    open,
  }
  const names: readonly View[] = ['today', 'overdue', 'open', 'done']
  const shown = view === 'done' ? [] : views[view].filter((row) => keyword === '' || contains(row, keyword))
  // Urgent orders first, then by due time; those without one last.
  const rank = ({ priority, dueAt }: OrderRow): string => `${priority === 'urgent' ? 0 : 1} ${dueAt ?? '9'}`
  const byDue = shown.toSorted((one, other) => rank(one).localeCompare(rank(other)))

  return (
    <main className="m-page">
      <h1>{t.nav.orders}</h1>
      <div className="m-chips" role="group" aria-label={t.nav.orders}>
        {names.map((name) => (
          <button key={name} type="button" aria-pressed={view === name} onClick={() => setView(name)}>
            {t.orders[name]}
            {name !== 'done' && (
              <b className={name === 'overdue' && views[name].length > 0 ? 'm-late' : undefined}>{views[name].length}</b>
            )}
          </button>
        ))}
      </div>
      <input
        type="search"
        className="m-search"
        aria-label={t.orders.search}
        placeholder={t.orders.search}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      {view === 'done' ? (
        <DoneOrders key={keyword} keyword={search.trim()} />
      ) : rows === null ? (
        <Notice tone={loading ? 'neutral' : 'fault'}>{loading ? t.loading : t.orders.never}</Notice>
      ) : byDue.length === 0 ? (
        <p className="m-empty">{keyword === '' ? t.orders.none[view] : t.orders.noHit}</p>
      ) : (
        <ul className="m-list">
          {byDue.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ul>
      )}
      <p className="m-as-of">
        {at !== null && t.orders.asOf(shortTime(at))}
        <Button busy={loading} onClick={() => void refreshOrders()}>
          {t.orders.refresh}
        </Button>
      </p>
    </main>
  )
}
