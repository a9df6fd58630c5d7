import type { LiveEvent } from '@emberwatch/contract'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { call } from '../../../api/call.ts'
import { queryClient } from '../../../api/hooks.ts'
import { useConnection, useLiveEvents } from '../../../live/live.ts'
import { refetchStale } from '../../../live/refetch-stale.ts'
import { sound } from './alarm-sound.ts'
import { useAlarmSource } from './alarm-source.ts'
import { FullRead } from './full-read.ts'
import { useOpenAlarms } from './open-alarms.ts'
import { isFire, isNewAlarm, isRaisedAgain, isSettled, queuedAlarmOf, type QueuedAlarm } from './queued-alarm.ts'
import { changeQueue, resetQueue, setFolded, syncWithList, type Known, type QueueChange } from './queue.store.ts'
import { forgetShown } from './shown.ts'
import { useMutesKept } from './use-sounding.ts'

/** In a storm, lesser alarms sound no more often than this (ms). */
const soundPause = 1_500

const queueChangeOf = (event: LiveEvent): QueueChange[] => {
  if (isNewAlarm(event)) return [{ alarm: queuedAlarmOf(event), again: isRaisedAgain(event) }]
  return isSettled(event) ? [{ settled: Number(event.id) }] : []
}

/**
 * Fills the queue from live events and from the list of open alarms. A lesser alarm sounds once; a test neither sounds nor unfolds anything.
 * @param rests the queue stays folded when an alarm arrives
 * @param folded whether the person keeps it folded: then only a fire unfolds it
 */
export const useAlarmQueue = (rests: boolean, folded: () => boolean = () => false) => {
  const source = useAlarmSource()
  const open = useOpenAlarms()
  const kept = useMutesKept()
  const lastSound = useRef(-Infinity)
  const announce = (added: readonly QueuedAlarm[]) => {
    const real = added.filter(({ test }) => !test)
    if (real.length === 0) return
    if (!rests && (real.some(isFire) || !folded())) setFolded(false)
    const lesser = real.find((alarm) => !isFire(alarm))
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
    const { list, complete } = await call(source.waiting, {}, { quiet: true })
    compare({
      list: list.map((alarm) => ({ ...alarm, state: 'unconfirmed' })),
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
    void refetchStale(queryClient, ({ queryKey: [path] }) => path === source.open.path)
  }, [full, live, source.open.path])
  useEffect(() => resetQueue, [])
  return open
}
