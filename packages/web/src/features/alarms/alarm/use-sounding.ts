import { endpoints } from '@emberwatch/contract'
import { useEffect } from 'react'
import { call } from '../../../api/call.ts'
import { useMe } from '../../../session/me.tsx'
import { fireIntervalMs, lesserIntervalMs, sound, useSoundState, watchSound } from './alarm-sound.ts'
import { dismissLesser, muteLocally, undoMute, useQueue } from './queue.store.ts'
import { useSoundOn } from './sound-switch.tsx'

/**
 * Why there is or is not a sound. `quiet`: no fire is waiting. `muted`: this user has muted those that wait. `ringing`: it
 * sounds. It should sound, but `off`: this user has switched the sound off; `locked`: the browser waits for an interaction;
 * `unavailable`: there is no sound output.
 */
export interface Sounding {
  readonly state: 'quiet' | 'muted' | 'ringing' | 'off' | 'locked' | 'unavailable'
  /** Whether a fire could sound now. */
  readonly able: 'ready' | 'off' | 'locked' | 'unavailable'
  /** A lesser alarm sounds, at longer intervals. */
  readonly lesser: boolean
  /** Mutes what is sounding, for some minutes or until somebody acts. */
  readonly mute: (minutes?: number) => void
  /** Puts the lesser alarms and tests aside: they are muted until somebody acts. */
  readonly dismiss: () => void
}

/** Maximum number of ids per call. */
const maxPerCall = 1_000

/** Whether this user's mutes are stored on the server: not for somebody signed in as another user. */
export const useMutesKept = (): boolean => useMe().user.issuer === null

/** The sound of alarms: each level repeats in its rhythm while one is waiting that this user has not muted. */
export const useSounding = (fires: number): Sounding => {
  const { sounding, lesser, waiting } = useQueue()
  const [on] = useSoundOn()
  const output = useSoundState((state) => state.state)
  const kept = useMutesKept()
  const able = on ? output : 'off'
  const state = sounding.size > 0 ? (able === 'ready' ? 'ringing' : able) : fires > 0 ? 'muted' : 'quiet'
  useEffect(watchSound, [])
  useEffect(() => {
    if (state !== 'ringing') return
    sound('fire')
    const timer = setInterval(() => sound('fire'), fireIntervalMs)
    return () => clearInterval(timer)
  }, [state])
  // Fires drown out everything else. Of the others, the highest level is heard.
  const level = [...lesser].some((id) => waiting.get(id)?.level === 'warning') ? 'warning' : 'notice'
  const others = state !== 'ringing' && able === 'ready' && lesser.size > 0
  useEffect(() => {
    if (!others) return
    const timer = setInterval(() => sound(level), lesserIntervalMs[level])
    return () => clearInterval(timer)
  }, [others, level])
  const muteThese = (all: readonly number[], minutes?: number) => {
    muteLocally(all, minutes)
    if (!kept) return
    for (let from = 0; from < all.length; from += maxPerCall) {
      const ids = all.slice(from, from + maxPerCall)
      // The error has been shown, and they sound again.
      call(endpoints.alarm.mute, { ids, ...(minutes === undefined ? {} : { minutes }) }).catch(() => undoMute(ids))
    }
  }
  const mute = (minutes?: number) => muteThese(state === 'ringing' ? [...sounding] : [...lesser], minutes)
  const dismiss = () => {
    muteThese([...lesser, ...[...waiting.values()].flatMap(({ id, test }) => (test ? [id] : []))])
    dismissLesser()
  }
  return { state, able, lesser: others, mute, dismiss }
}
