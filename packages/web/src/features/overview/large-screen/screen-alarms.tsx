import { endpoints } from '@emberwatch/contract'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Clock } from '../../../kit/clock.tsx'
import { ExportButton } from '../../../kit/list/export-button.tsx'
import { useHeldRows } from '../../../kit/list/use-held-rows.ts'
import { StatusTag, Tag } from '../../../kit/status-tag.tsx'
import { alarmTone } from '../../../kit/status-styles.ts'
import { ResponseClock } from '../../alarms/alarm/alarm-cells.tsx'
import { placeOf, typeName } from '../../alarms/alarm/alarm-labels.ts'
import type { OpenAlarms } from '../../alarms/alarm/open-alarms.ts'
import { isFire } from '../../alarms/alarm/queued-alarm.ts'
import { useWaiting } from '../../alarms/alarm/use-waiting.ts'
import { isBurning, keyOfLine, linesOf, offLines, type Line } from './lines.ts'

/** More are counted, not listed: nobody reads further on a wall. */
export const mostListed = 60

export const useLines = (open: OpenAlarms): readonly Line[] => {
  const waiting = useWaiting()
  return useMemo(() => linesOf(open.list ?? [], waiting.values()), [open.list, waiting])
}

const noLines: readonly Line[] = []

interface RowProps {
  readonly line: Line
  /** Not open any more; it only keeps its place under the pointer. */
  readonly gone: boolean
  readonly chosen: boolean
  readonly onChoose: (id: number) => void
}

const Row = memo(({ line: { alarm, row }, gone, chosen, onChoose }: RowProps) => {
  const { t } = useTranslation('alarm')
  const place = placeOf(alarm, t)
  const fire = isFire(alarm)
  const state = row?.state ?? 'unconfirmed'
  const tone = alarmTone({ ...alarm, state })
  return (
    <li
      data-row={alarm.id}
      data-alarm-id={alarm.id}
      data-level={alarm.level}
      data-state={state}
      data-test={alarm.test}
      data-gone={gone}
    >
      <button type="button" aria-pressed={chosen} onClick={() => onChoose(alarm.id)} disabled={gone}>
        <span className="ew-screen-what">
          <StatusTag enumeration="alarmLevel" value={alarm.level} tone={tone} />
          {alarm.test && <Tag look={{ tone: 'fault', shape: '⊘' }}>{t(($) => $.test)}</Tag>}
          <strong title={typeName(alarm)}>{typeName(alarm)}</strong>
        </span>
        <span className="ew-screen-where" title={place}>
          {place}
        </span>
        <span className="ew-screen-state">
          <StatusTag enumeration="alarmState" value={state} tone={tone} />
        </span>
        <span className="ew-screen-time">
          {row ? <ResponseClock alarm={row} /> : <Clock since={alarm.raisedAt} due={alarm.acknowledgeDueAt} fire={fire} />}
        </span>
      </button>
    </li>
  )
})

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
  const { held, merge, region } = useHeldRows({
    question: 'lines',
    latest: useMemo(() => lines.slice(0, mostListed), [lines]),
    keyOf: keyOfLine,
    entersAtOnce: isBurning,
  })
  const { rows: shown, gone } = merge(offLines(held ?? noLines, lines))
  const total = Math.max(open.total, lines.length)
  return (
    <section className="ew-screen-block ew-screen-list" aria-label={t(($) => $.alarms)}>
      <header>
        <h2>{t(($) => $.alarms)}</h2>
        <ExportButton entry={endpoints.largeScreen.exportAlarms} input={{ open: true }} />
      </header>
      {shown.length === 0 ? (
        // Calm is only said while it is known.
        <p className="ew-screen-none">{open.list === undefined ? t(($) => $.loading) : live ? t(($) => $.none) : '—'}</p>
      ) : (
        <div className="ew-screen-lines" {...region}>
          <ol data-rows>
            {shown.map((line) => (
              <Row
                key={line.alarm.id}
                line={line}
                gone={gone.has(keyOfLine(line))}
                chosen={line.alarm.id === chosen}
                onChoose={onChoose}
              />
            ))}
          </ol>
        </div>
      )}
      {total > shown.length && <p className="ew-screen-more">{t(($) => $.more, { number: total - shown.length })}</p>}
    </section>
  )
}
