import { endpoints, type LiveEvent } from '@emberwatch/contract'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/hooks.ts'
import { enumLabel } from '../../i18n/i18n.ts'
import { useConnection, useLiveEvents } from '../../live/live.ts'
import { refetchStale } from '../../live/refetch-stale.ts'
import { useCan } from '../../session/me.tsx'
import { phoneWidth, useNarrow } from '../../kit/use-narrow.ts'
import { AlarmQueue } from './alarm-queue.tsx'
import { sound } from './alarm-sound.ts'
import { placeOf, typeName } from './alarm-labels.ts'
import { FullRead } from './full-read.ts'
import { isNewAlarm, isRaisedAgain, isSettled, queuedAlarmOf, type QueuedAlarm } from './queued-alarm.ts'
import { useOpenAlarms, useUnread } from './open-alarms.ts'
import {
  changeQueue,
  countFires,
  foldedAlarm,
  setFolded,
  resetQueue,
  syncWithList,
  useQueue,
  type Known,
  type QueueChange,
} from './queue.store.ts'
import { forgetShown, reportShown } from './shown.ts'
import { useDeskPresence } from './use-desk-presence.ts'
import { useTitleBadge } from './title-badge.ts'
import { useMutesKept, useSounding } from './use-sounding.ts'

/** In a storm, lesser alarms sound no more often than this (ms). */
const soundPause = 1_500

const queueChangeOf = (event: LiveEvent): QueueChange[] => {
  if (isNewAlarm(event)) return [{ alarm: queuedAlarmOf(event), again: isRaisedAgain(event) }]
  return isSettled(event) ? [{ settled: Number(event.id) }] : []
}

/** Fills the queue from live events and from the list of open alarms. A lesser alarm sounds once. */
const useAlarmQueue = (rests: boolean) => {
  const open = useOpenAlarms()
  const kept = useMutesKept()
  const lastSound = useRef(-Infinity)
  const announce = (added: readonly QueuedAlarm[]) => {
    if (added.length === 0) return
    if (!rests) setFolded(false)
    const lesser = added.find(({ level }) => level !== 'fire')
    if (!lesser || performance.now() - lastSound.current < soundPause) return
    lastSound.current = performance.now()
    sound(lesser.level)
  }
  useLiveEvents('alarm', (events) => {
    forgetShown(events.filter(isRaisedAgain).map(({ id }) => Number(id)))
    announce(changeQueue(events.flatMap(queueChangeOf)))
  })
  const compare = useEffectEvent((read: Pick<Known, 'list' | 'complete' | 'updatedAt'>) => {
    // Uses the latest short list, which may have been read again in the meantime.
    announce(changeQueue(syncWithList({ ...open, ...read }, kept).map((alarm) => ({ alarm, again: false }))))
  })
  const full = useMemo(() => new FullRead(), [])
  const compareAll = useEffectEvent(async (at: number) => {
    if (at === 0) return
    if (open.complete) {
      full.hadAll()
      return compare(open)
    }
    // The short list is full: shows it first, then reads all waiting alarms, however many there are.
    if (full.isOwed) compare(open)
    if (!full.isDue) return
    const isNewest = full.begin()
    const updatedAt = Date.now()
    const { list, complete } = await call(endpoints.alarmDesk.waiting, {}, { quiet: true })
    compare({
      list: list.map((alarm) => ({ ...alarm, state: 'unconfirmed', test: false })),
      // An older answer must not remove anything that a newer one has added.
      complete: complete && isNewest(),
      updatedAt,
    })
  })
  useEffect(() => void compareAll(open.updatedAt).catch(() => full.failed()), [full, open.updatedAt])
  useLiveEvents('refresh', () => full.missed())
  // Catches up on what arrived while the connection was down, or before the stream started.
  const live = useConnection(({ connection }) => connection === 'live')
  useEffect(() => {
    if (!live) return
    full.missed()
    void refetchStale(queryClient, [endpoints.dataCentre.liveAlarms.path])
  }, [full, live])
  useEffect(() => resetQueue, [])
  return open
}

/** Every waiting fire on every page: docked, sounding, and flashing in the browser tab. */
const Watch = () => {
  const { t } = useTranslation('alarm')
  const onAlarmPage = useLocation({ select: ({ pathname }) => pathname.startsWith('/alarm/') })
  const phone = useNarrow(phoneWidth)
  // On these pages the alarms are visible anyway, or there is only room for a bar.
  const rests = onAlarmPage || phone
  const { waiting, latest, folded, sounding: loud } = useQueue()
  const open = useAlarmQueue(rests)
  const unread = useUnread(open)
  const fires = useMemo(() => countFires(waiting), [waiting])
  useDeskPresence()
  const sounding = useSounding(fires)
  useEffect(() => setFolded(rests), [rests])
  useEffect(() => {
    // An expanded queue reports the rows that are on the screen itself.
    const named = folded ? foldedAlarm({ waiting, latest }) : undefined
    if (named) reportShown([named.id])
  }, [latest, folded, waiting])
  const words = fires === 1 ? t(($) => $.queue.fire) : t(($) => $.queue.fires, { count: fires, more: open.complete ? '' : '+' })
  useTitleBadge(open.unconfirmed, loud.size > 0 ? words : undefined)
  return (
    <>
      <p className="ew-visually-hidden" role="alert">
        {latest && waiting.has(latest.id)
          ? t(($) => $.queue.spoken, {
              level: enumLabel('alarmLevel', latest.level),
              type: typeName(latest),
              place: placeOf(latest, t),
            })
          : fires > 0 && words}
      </p>
      {(waiting.size > 0 || unread || sounding.able === 'locked' || sounding.able === 'unavailable') && (
        <AlarmQueue atLeast={!open.complete} unread={unread} sounding={sounding} />
      )}
    </>
  )
}

/** On every page, for users who may see alarms. */
export default function AlarmWatch() {
  return useCan()('alarm:view') ? <Watch /> : null
}
