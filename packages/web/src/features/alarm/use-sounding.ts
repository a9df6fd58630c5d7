import { endpoints } from '@emberwatch/contract'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { useMe } from '../../session/me.tsx'
import { fireEvery, sound, useSoundState, watchSound } from './alarm-sound.ts'
import { quieten, unquieten, useQueue } from './queue.store.ts'
import { useSoundOn } from './sound-switch.tsx'

/**
 * Why there is, or is no, sound: `quiet`: no fire waits. `muted`: this person has muted those that wait. `ringing`: it sounds. It should, but `off`: this
 * person has switched the sound off; `locked`: the browser waits for a touch; `unavailable`: there is nothing to sound with.
 */
export interface Sounding {
  state: 'quiet' | 'muted' | 'ringing' | 'off' | 'locked' | 'unavailable'
  /** Could a fire sound now? */
  able: 'ready' | 'off' | 'locked' | 'unavailable'
  mute: () => void
}

/** One call takes so many. */
const atOnce = 1_000

/** Whether this person's mutes are kept on the server: not those of whoever has signed in as somebody else. */
export const useMutesKept = (): boolean => useMe().user.issuer === null

/** The sound of fires: on and on, for as long as one waits that this person has not muted. */
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
    const timer = setInterval(() => sound('fire'), fireEvery)
    return () => clearInterval(timer)
  }, [state])
  const mute = () => {
    const ids = [...sounding].slice(0, atOnce)
    quieten(ids)
    // The refusal has been shown, and the fires sound again.
    if (kept) call(endpoints.alarm.mute, { ids }).catch(() => unquieten(ids))
  }
  return { state, able, mute }
}
