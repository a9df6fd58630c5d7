import { pageHref } from '@emberwatch/contract'
import { memo, useState, useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Clock } from '../../../kit/clock.tsx'
import { StatusTag, Tag } from '../../../kit/status-tag.tsx'
import { useCan } from '../../../session/me.tsx'
import { placeOf, typeName } from './alarm-labels.ts'
import { isFire, type QueuedAlarm } from './queued-alarm.ts'
import { removeAlarm } from './queue.store.ts'
import { useConfirmAlarm } from './use-confirm-alarm.ts'

/** A waiting alarm: what, where, for how long, and the two actions. One that is `gone` only keeps its place. */
export const AlarmCard = memo(({ alarm, gone = false }: { alarm: QueuedAlarm; gone?: boolean }) => {
  const { t } = useTranslation('alarm')
  const can = useCan()
  const confirm = useConfirmAlarm()
  const [busy, setBusy] = useState(false)
  const { id, code, level, test } = alarm
  const confirmIt = async () => {
    if (busy) return
    setBusy(true)
    try {
      if (await confirm(alarm)) removeAlarm(id)
    } catch {
      // The error has been shown. The event of the first user's action removes the row.
    } finally {
      setBusy(false)
    }
  }
  const place = placeOf(alarm, t)
  return (
    <div className="ew-alarm-card" data-alarm-id={id} data-level={test ? 'test' : level} data-gone={gone}>
      <span className="ew-alarm-what">
        {test && <Tag look={{ tone: 'fault', shape: '⊘' }}>{t(($) => $.test)}</Tag>}
        <StatusTag enumeration="alarmLevel" value={level} tone={test ? 'fault' : undefined} />
        <strong>{typeName(alarm)}</strong>
        <span className="ew-alarm-where" title={place}>
          {place}
        </span>
      </span>
      {gone ? (
        <small>{t(($) => $.queue.gone)}</small>
      ) : (
        <Clock since={alarm.raisedAt} due={alarm.acknowledgeDueAt} fire={isFire(alarm)} />
      )}
      <span className="ew-alarm-do">
        <a className="ew-button" href={pageHref('alarmDetail', { id })} aria-label={t(($) => $.queue.openOf, { code })}>
          {t(($) => $.open)}
        </a>
        {can('alarm:confirm') && (
          <button
            type="button"
            className="ew-button ew-primary"
            // Without it, the link would take its place.
            hidden={gone}
            aria-label={t(($) => $.queue.confirmOf, { code })}
            aria-busy={busy}
            onClick={() => void confirmIt()}
          >
            {t(($) => $.confirm)}
          </button>
        )}
      </span>
    </div>
  )
})

/** Rows above and below the visible ones, so that scrolling shows no gap. */
const spare = 4

interface VirtualRowsProps<Row> {
  rows: readonly Row[]
  /** Height of every row (px). */
  height: number
  keyOf: (row: Row) => string
  render: (row: Row) => ReactNode
  /** Called with the rows on the screen. */
  onVisible: (rows: readonly Row[]) => void
}

/** A scrolling list that only renders what is on the screen: ten thousand rows cost no more than ten. */
export const VirtualRows = <Row,>({ rows, height, keyOf, render, onVisible }: VirtualRowsProps<Row>) => {
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ from: 0, to: 12 })
  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => {
      const from = Math.floor(element.scrollTop / height)
      const to = Math.ceil((element.scrollTop + element.clientHeight) / height)
      setView((old) => (old.from === from && old.to === to ? old : { from, to }))
    }
    const watcher = new ResizeObserver(look)
    watcher.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    look()
    return () => {
      watcher.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [height])
  useEffect(() => onVisible(rows.slice(view.from, view.to)), [rows, view, onVisible])
  const first = Math.max(0, Math.min(view.from, rows.length) - spare)
  const drawn = rows.slice(first, view.to + spare)
  return (
    <div ref={box} className="ew-virtual">
      <ul data-rows style={{ height: rows.length * height }}>
        {drawn.map((row, index) => (
          <li
            key={keyOf(row)}
            data-row={keyOf(row)}
            aria-setsize={rows.length}
            aria-posinset={first + index + 1}
            style={{ height, transform: `translateY(${(first + index) * height}px)` }}
          >
            {render(row)}
          </li>
        ))}
      </ul>
    </div>
  )
}
