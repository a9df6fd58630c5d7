import { countFires, useQueue } from './queue.store.ts'
import { isFire, type QueuedAlarm } from './queued-alarm.ts'

/** The waiting alarms as this console knows them: each new fire at once, before any list has it. */
export const useWaiting = (): ReadonlyMap<number, QueuedAlarm> => useQueue(({ waiting }) => waiting)

export const useWaitingFires = (): number => useQueue(({ waiting }) => countFires(waiting))

/** The newest fire that nobody has confirmed. */
export const useNewestFire = (): QueuedAlarm | undefined =>
  useQueue(({ waiting }) => {
    let newest: QueuedAlarm | undefined
    for (const alarm of waiting.values()) if (isFire(alarm) && (!newest || alarm.id > newest.id)) newest = alarm
    return newest
  })
