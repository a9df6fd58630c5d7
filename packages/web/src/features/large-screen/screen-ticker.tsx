import { endpoints, type AlarmRow } from '@emberwatch/contract'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Clock } from '../../kit/clock.tsx'
import { ExportButton } from '../../kit/list/export-button.tsx'
import { StatusTag, Tag } from '../../kit/status-tag.tsx'
import { alarmTone } from '../../kit/status-styles.ts'
import { ResponseClock } from '../alarm/alarm-cells.tsx'
import { placeOf, typeName } from '../alarm/alarm-labels.ts'
import type { OpenAlarms } from '../alarm/open-alarms.ts'
import { urgencyOf, type QueuedAlarm } from '../alarm/queued-alarm.ts'
import { useWaiting } from '../alarm/use-waiting.ts'

/** More are counted, not listed: nobody reads further on a wall. */
export const mostListed = 60

/** A line of the ticker. `row` is missing until the list of open alarms has been read after the event. */
export interface Line {
  readonly alarm: QueuedAlarm
  readonly row: AlarmRow | undefined
}

/** The open alarms: fires that the stream has just brought stand in front before any list has them. */
export const useLines = (open: OpenAlarms): readonly Line[] => {
  const waiting = useWaiting()
  return useMemo(() => {
    const rows = open.list ?? []
    const listed = new Map(rows.map((row) => [row.id, row]))
    const fresh: Line[] = []
    for (const alarm of waiting.values()) if (!listed.has(alarm.id)) fresh.push({ alarm, row: undefined })
    const lines = [...fresh, ...rows.map((row) => ({ alarm: row, row }))]
    const isWaiting = ({ row }: Line) => row === undefined || row.state === 'unconfirmed'
    return lines.toSorted(
      (a, b) =>
        Number(isWaiting(b)) - Number(isWaiting(a)) ||
        urgencyOf(a.alarm) - urgencyOf(b.alarm) ||
        Date.parse(a.alarm.raisedAt) - Date.parse(b.alarm.raisedAt) ||
        a.alarm.id - b.alarm.id,
    )
  }, [open.list, waiting])
}

const Row = memo(
  ({ line: { alarm, row }, chosen, onChoose }: { line: Line; chosen: boolean; onChoose: (id: number) => void }) => {
    const { t } = useTranslation('alarm')
    const place = placeOf(alarm, t)
    const fire = alarm.level === 'fire' && !row?.test
    const state = row?.state ?? 'unconfirmed'
    return (
      <li data-alarm-id={alarm.id} data-level={alarm.level} data-state={state} data-test={row?.test}>
        <button type="button" aria-pressed={chosen} onClick={() => onChoose(alarm.id)}>
          <span className="ew-screen-what">
            <StatusTag enumeration="alarmLevel" value={alarm.level} tone={row ? alarmTone(row) : undefined} />
            {row?.test && <Tag look={{ tone: 'fault', shape: '⊘' }}>{t(($) => $.test)}</Tag>}
            <strong title={typeName(alarm)}>{typeName(alarm)}</strong>
          </span>
          <span className="ew-screen-where" title={place}>
            {place}
          </span>
          <span className="ew-screen-state">
            <StatusTag enumeration="alarmState" value={state} tone={row ? alarmTone(row) : undefined} />
          </span>
          <span className="ew-screen-time">
            {row ? <ResponseClock alarm={row} /> : <Clock since={alarm.raisedAt} due={alarm.acknowledgeDueAt} fire={fire} />}
          </span>
        </button>
      </li>
    )
  },
)

interface TickerProps {
  readonly open: OpenAlarms
  readonly lines: readonly Line[]
  /** Whether the list can be relied on. */
  readonly live: boolean
  readonly chosen: number | undefined
  readonly onChoose: (id: number) => void
}

export const Ticker = ({ open, lines, live, chosen, onChoose }: TickerProps) => {
  const { t } = useTranslation('large-screen')
  const shown = lines.slice(0, mostListed)
  const total = Math.max(open.total, lines.length)
  return (
    <section className="ew-screen-block ew-screen-ticker" aria-label={t(($) => $.alarms)}>
      <header>
        <h2>{t(($) => $.alarms)}</h2>
        <ExportButton entry={endpoints.largeScreen.exportAlarms} input={{ open: true }} />
      </header>
      {shown.length === 0 ? (
        // Calm is only said while it is known.
        <p className="ew-screen-none">{open.list === undefined ? t(($) => $.loading) : live ? t(($) => $.none) : '—'}</p>
      ) : (
        <ol>
          {shown.map((line) => (
            <Row key={line.alarm.id} line={line} chosen={line.alarm.id === chosen} onChoose={onChoose} />
          ))}
        </ol>
      )}
      {total > shown.length && <p className="ew-screen-more">{t(($) => $.more, { number: total - shown.length })}</p>}
    </section>
  )
}
