import { endpoints } from '@emberwatch/contract'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { useMe } from '../../session/me.tsx'
import { fireIntervalMs, sound, useSoundState, watchSound } from './alarm-sound.ts'
import { muteLocally, undoMute, useQueue } from './queue.store.ts'
import { useSoundOn } from './sound-switch.tsx'

/**
 * Why there is or is not a sound. `quiet`: no fire is waiting. `muted`: this user has muted those that wait. `ringing`: it
 * sounds. It should sound, but `off`: this user has switched the sound off; `locked`: the browser waits for an interaction;
 * `unavailable`: there is no sound output.
 */
export interface Sounding {
  state: 'quiet' | 'muted' | 'ringing' | 'off' | 'locked' | 'unavailable'
  /** Whether a fire could sound now. */
  able: 'ready' | 'off' | 'locked' | 'unavailable'
  mute: () => void
}

/** How many ids one call takes. */
const maxPerCall = 1_000

/** Whether this user's mutes are stored on the server: not for somebody signed in as another user. */
export const useMutesKept = (): boolean => useMe().user.issuer === null

/** The sound of fires: repeats while one is waiting that this user has not muted. */
export const useSounding = (fires: number): Sounding => {
  const { sounding } = useQueue()
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
  const mute = () => {
    const ids = [...sounding].slice(0, maxPerCall)
    muteLocally(ids)
    // The error has been shown, and the fires sound again.
    if (kept) call(endpoints.alarm.mute, { ids }).catch(() => undoMute(ids))
  }
  return { state, able, mute }
}
