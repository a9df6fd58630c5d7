import type { AlarmRow } from '@emberwatch/contract'
import { create } from 'zustand'
import { reconciled, withAlarm, type Announced } from './announced.ts'
import type { OpenAlarms } from './open-alarms.ts'

interface Popup {
  shown: readonly Announced[]
  /** The last one that came, for screen readers. */
  latest: Announced | null
  folded: boolean
  /** The sound is off until the next alarm. */
  silenced: boolean
}

const empty: Popup = { shown: [], latest: null, folded: false, silenced: false }
export const usePopup = create<Popup>(() => empty)

/** When this console announced an alarm (ms); 0 for those that it found open when it began. */
const heard = new Map<number, number>()
/** Has the list of open alarms been known as a whole? Only then is what stands in it for the first time new. */
let sure = false

/** A list that was on its way when an alarm was announced lacks it for no longer than this. */
const onItsWay = 2_000

/** Puts a new alarm into the pop-up, once; false when it has been there. */
export const announce = (alarm: Announced): boolean => {
  if (heard.get(alarm.id)) return false
  heard.set(alarm.id, Date.now())
  usePopup.setState(({ shown }) => ({ shown: withAlarm(shown, alarm), latest: alarm, folded: false, silenced: false }))
  return true
}

/** Somebody has acted on it. */
export const settle = (id: number): void =>
  usePopup.setState(({ shown }) => ({ shown: shown.filter((alarm) => alarm.id !== id) }))

/** Compares with the list of open alarms, which knows what happened while the line was down. Answers the alarms that were missed. */
export const learn = ({ list = [], complete, updatedAt }: OpenAlarms): readonly AlarmRow[] => {
  const unconfirmed = list.filter(({ state }) => state === 'unconfirmed')
  const unheard = unconfirmed.filter(({ id }) => !heard.has(id))
  const missed = sure && complete ? unheard : []
  if (missed !== unheard) for (const { id } of unheard) heard.set(id, 0)
  sure = complete
  if (complete) {
    const open = new Map(unconfirmed.map((row) => [row.id, row]))
    const isOld = (id: number) => (heard.get(id) ?? 0) + onItsWay < updatedAt
    usePopup.setState(({ shown }) => ({ shown: reconciled(shown, open, isOld) }))
  }
  return missed
}

export const fold = (folded: boolean): void => usePopup.setState({ folded })
export const silence = (): void => usePopup.setState({ silenced: true })
export const dismissAll = (): void => usePopup.setState({ shown: [] })

/** The next person signs in with an empty pop-up. */
export const forgetPopup = (): void => {
  heard.clear()
  sure = false
  usePopup.setState(empty)
}
