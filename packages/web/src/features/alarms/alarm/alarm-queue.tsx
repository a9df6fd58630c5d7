import { pageHref } from '@emberwatch/contract'
import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons'
import { useDeferredValue, useLayoutEffect, useMemo, useRef, type CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { Clock, LiveText } from '../../../kit/clock.tsx'
import { useHeldRows } from '../../../kit/list/use-held-rows.ts'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { ignoreClicks } from '../../../kit/steady.ts'
import { phoneWidth, useNarrow } from '../../../kit/use-narrow.ts'
import { AlarmCard, VirtualRows } from './queue-rows.tsx'
import { placeOf, typeName } from './alarm-labels.ts'
import { isFire, type QueuedAlarm } from './queued-alarm.ts'
import { entriesOf, isFireEntry, keyOfEntry, offQueue, type QueuedSite, type QueueEntry } from './queue-view.ts'
import { countFires, countTests, foldedAlarm, useQueue } from './queue.store.ts'
import { reportShown } from './shown.ts'
import { SoundNotice } from './sound-notice.tsx'
import type { Sounding } from './use-sounding.ts'
import './alarm-queue.css'

/** The page, dialogs and drawers end above the queue: nothing is hidden under it, and nothing dims it. */
const makeRoom = (section: HTMLElement) => {
  const root = document.documentElement
  const watcher = new ResizeObserver(([entry]) => {
    // It has come up over the page, or has grown: a click there was aimed at what it covers now.
    ignoreClicks(section)
    root.style.setProperty('--ew-queue', `${Math.ceil(entry?.borderBoxSize[0]?.blockSize ?? 0)}px`)
  })
  watcher.observe(section)
  return () => {
    watcher.disconnect()
    root.style.removeProperty('--ew-queue')
  }
}

/** A single row for many lesser alarms of one site, with the clock of the one that has waited longest, and the earliest due time. */
const SiteRow = ({ site, alarms }: { site: QueuedSite; alarms: readonly QueuedAlarm[] }) => {
  const { t } = useTranslation('alarm')
  const place = site.projectName ?? t(($) => $.noProject)
  const [oldest] = alarms.map(({ raisedAt }) => raisedAt).sort()
  const [due = null] = alarms.flatMap(({ acknowledgeDueAt }) => acknowledgeDueAt ?? []).sort()
  const levels = (['warning', 'notice'] as const).filter((level) => alarms.some((alarm) => alarm.level === level))
  return (
    <div className="ew-alarm-card" data-level="storm">
      <span className="ew-alarm-what">
        {levels.map((level) => (
          <StatusTag key={level} enumeration="alarmLevel" value={level} />
        ))}
        <strong>{place}</strong>
        <span className="ew-alarm-where">
          <LiveText>{t(($) => $.queue.storm, { count: alarms.length })}</LiveText>
        </span>
      </span>
      {oldest === undefined ? <span /> : <Clock since={oldest} due={due} />}
      <span className="ew-alarm-do">
        <a
          className="ew-button"
          href={pageHref('alarmList', { state: 'unconfirmed', projectId: site.projectId })}
          aria-label={t(($) => $.queue.openSite, { place })}
        >
          {t(($) => $.open)}
        </a>
      </span>
    </div>
  )
}

const noEntries: readonly QueueEntry[] = []
/** Reports the alarms on the screen as shown; a row that stands for a whole site shows none of its alarms. */
const reportVisible = (entries: readonly QueueEntry[]) => reportShown(entries.flatMap(({ alarm }) => (alarm ? [alarm.id] : [])))

/** Heights of a row (px). */
const rowHeight = { wide: 46, phone: 88 }
/** The rows in sight; the others are counted, and scrolled to. */
const rowsInSight = 3

/** How many are waiting, as text: "7 fires are waiting · Other alarms: 2 · 1 test alarm". */
const Count = ({ fires, others, tests, atLeast }: { fires: number; others: number; tests: number; atLeast: boolean }) => {
  const { t } = useTranslation('alarm')
  const words = [
    fires === 1 ? t(($) => $.queue.fire) : fires > 1 && t(($) => $.queue.fires, { count: fires, more: atLeast ? '+' : '' }),
    others > 0 && t(($) => $.queue.others, { count: others }),
    tests > 0 && t(($) => $.queue.tests, { count: tests }),
  ]
  return (
    <h2 translate="no" data-fire={fires > 0}>
      {fires > 0 && <span aria-hidden>◆ </span>}
      <LiveText>{words.filter(Boolean).join(' · ')}</LiveText>
    </h2>
  )
}

export interface AlarmQueueProps {
  /** There is something to show. Without, it only stays until the pointer has left it. */
  needed: boolean
  /** More alarms are waiting than the console has details of. */
  atLeast: boolean
  /** The waiting alarms could not be read for a while. */
  unread: boolean
  sounding: Sounding
  /** A single line with a link, for people who do not watch. */
  brief: boolean
  onFold: (folded: boolean) => void
}

/** The waiting alarms, docked at the bottom of every page: by level, then oldest first, then tests. */
export const AlarmQueue = ({ needed, atLeast, unread, sounding, brief, onFold }: AlarmQueueProps) => {
  const { t } = useTranslation('alarm')
  const { latest, waiting, folded } = useQueue()
  const phone = useNarrow(phoneWidth)
  // Sorted and rendered at low priority, so that a storm of alarms never delays a click.
  const drawn = useDeferredValue(waiting)
  const entries = useMemo(() => (folded ? noEntries : entriesOf(drawn.values())), [drawn, folded])
  const { held, merge, region } = useHeldRows({
    question: 'queue',
    latest: entries,
    keyOf: keyOfEntry,
    entersAtOnce: isFireEntry,
  })
  const box = useRef<HTMLDivElement>(null)
  const isHeld = held !== null && held.length > 0 && !folded
  const isShown = needed || isHeld
  const { rows, gone } = merge(offQueue(held ?? noEntries, drawn))
  useLayoutEffect(() => {
    // It grows upwards, which would move all rows.
    if (box.current) box.current.style.height = isHeld ? `${box.current.offsetHeight}px` : ''
  }, [isHeld])
  const drawEntry = (entry: QueueEntry) =>
    entry.alarm ? (
      <AlarmCard alarm={entry.alarm} gone={gone.has(entry.key)} />
    ) : (
      <SiteRow site={entry.site} alarms={entry.alarms} />
    )
  const fires = useMemo(() => countFires(waiting), [waiting])
  const tests = useMemo(() => countTests(waiting), [waiting])
  const others = waiting.size - fires - tests
  const empty = waiting.size === 0
  const newest = useMemo(() => foldedAlarm({ waiting, latest }), [waiting, latest])
  const isInSight = rows.slice(0, rowsInSight).some(({ alarm }) => alarm !== undefined && alarm.id === newest?.id)
  // The oldest come first, so the newest fire may be further down than the rows in sight.
  const last = folded || (newest && isFire(newest) && !isInSight) ? newest : undefined
  const more = rows.slice(rowsInSight).reduce((sum, entry) => sum + (entry.alarm ? 1 : entry.alarms.length), 0)
  const label = folded ? t(($) => $.queue.unfold) : t(($) => $.queue.fold)
  if (!isShown) return null
  return (
    <section
      ref={makeRoom}
      className="ew-queue"
      aria-label={t(($) => $.queue.region)}
      data-fires={fires}
      data-sound={sounding.state}
      data-folded={folded || rows.length === 0}
      style={{ '--row': `${phone ? rowHeight.phone : rowHeight.wide}px`, '--rows': rowsInSight } as CSSProperties}
    >
      <header>
        {!empty && <Count fires={fires} others={others} tests={tests} atLeast={atLeast} />}
        {!folded && more > 0 && (
          <a
            className="ew-queue-more"
            translate="no"
            href={pageHref('alarmList', { state: 'unconfirmed' })}
            aria-label={t(($) => $.queue.more, { count: more })}
            title={t(($) => $.queue.more, { count: more })}
          >
            <LiveText>{`+${more}`}</LiveText>
          </a>
        )}
        {last && (
          <span className="ew-queue-latest" data-alarm-id={last.id}>
            <LiveText>
              {t(($) => (last.test ? $.queue.latestTest : $.queue.latest), { type: typeName(last), place: placeOf(last, t) })}
            </LiveText>
          </span>
        )}
        {unread && (
          <strong className="ew-queue-silent" role="alert">
            {t(($) => $.queue.unread)}
          </strong>
        )}
        <span className="ew-spacer" />
        <SoundNotice sounding={sounding} />
        {fires === 0 && !empty && (
          <button
            type="button"
            className="ew-plain"
            aria-label={t(($) => $.queue.dismiss)}
            title={t(($) => $.queue.dismiss)}
            onClick={sounding.dismiss}
          >
            <CloseOutlined aria-hidden />
          </button>
        )}
        {!empty && (
          <>
            <a className="ew-button" href={pageHref('alarmList', { state: 'unconfirmed' })}>
              {t(($) => $.queue.list)}
            </a>
            {!brief && (
              <button
                type="button"
                className="ew-plain ew-queue-fold"
                aria-label={label}
                title={label}
                aria-expanded={!folded}
                onClick={() => onFold(!folded)}
              >
                {folded ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
              </button>
            )}
          </>
        )}
      </header>
      {!folded && rows.length > 0 && (
        <div ref={box} className="ew-queue-rows">
          <div className="ew-queue-rows" {...region}>
            <VirtualRows
              rows={rows}
              height={phone ? rowHeight.phone : rowHeight.wide}
              keyOf={keyOfEntry}
              render={drawEntry}
              onVisible={reportVisible}
            />
          </div>
        </div>
      )}
    </section>
  )
}
