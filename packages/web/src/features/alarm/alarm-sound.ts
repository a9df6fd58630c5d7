import type { AlarmRow } from '@emberwatch/contract'
import { create } from 'zustand'

/** A tone: when it begins, how long it lasts (seconds), how high it is (Hz). */
type Tone = readonly [from: number, length: number, pitch: number]

/** One sounding of each level, told apart by rhythm as well as by pitch. */
const tunes: Record<AlarmRow['level'], readonly Tone[]> = {
  fire: [0, 0.5, 1].flatMap((from): Tone[] => [
    [from, 0.25, 960],
    [from + 0.25, 0.25, 770],
  ]),
  warning: [
    [0, 0.18, 660],
    [0.28, 0.18, 660],
  ],
  notice: [[0, 0.22, 520]],
}

/** How often the sound of a fire comes again. */
export const fireEvery = 2_500

const volume = 0.2
/** Tones swell and fade, so that they do not click. */
const ramp = 0.015

/** Can the page sound? Browsers keep it silent until the person has touched it; some machines have nothing to sound with. */
export type SoundState = 'ready' | 'locked' | 'unavailable'
export const useSoundState = create<{ state: SoundState }>(() => ({ state: 'locked' }))

let context: AudioContext | undefined

/** The audio output, made when it is first needed; undefined where there is none. */
const output = (): AudioContext | undefined => {
  try {
    context ??= new AudioContext()
  } catch {
    return undefined
  }
  return context
}

/** An output that a touch has not started by then will not start. */
const patience = 2_000

/** Starts the output, which works from a click or a key only; says when it does not. */
export const unlockSound = async (): Promise<void> => {
  const audio = output()
  if (!audio) return useSoundState.setState({ state: 'unavailable' })
  const late = setTimeout(() => useSoundState.setState({ state: 'unavailable' }), patience)
  // Chrome answers a refused start when it is allowed to: a later touch tries again.
  await audio.resume().catch(() => undefined)
  clearTimeout(late)
  useSoundState.setState({ state: audio.state === 'running' ? 'ready' : 'locked' })
}

/** Follows whether the page may sound, and unlocks it at the first touch, or again when the system has taken the output away. Answers how to stop. */
export const watchSound = (): (() => void) => {
  const audio = output()
  const look = () =>
    useSoundState.setState({ state: audio === undefined ? 'unavailable' : audio.state === 'running' ? 'ready' : 'locked' })
  const touch = () => {
    if (useSoundState.getState().state !== 'ready') void unlockSound()
  }
  const gestures = ['pointerup', 'keydown'] as const
  look()
  // A page that was touched before, and a kiosk's browser that may sound untouched, begin at once.
  if (navigator.userActivation?.hasBeenActive) touch()
  audio?.addEventListener('statechange', look)
  for (const gesture of gestures) addEventListener(gesture, touch, true)
  return () => {
    audio?.removeEventListener('statechange', look)
    for (const gesture of gestures) removeEventListener(gesture, touch, true)
  }
}

/** Sounds a level once. While the page is locked there is no sound, and no queue of sounds that would all come at the first touch. */
export const sound = (level: AlarmRow['level']): void => {
  const audio = output()
  if (audio?.state !== 'running') return
  const start = audio.currentTime + 0.02
  for (const [from, length, pitch] of tunes[level]) {
    const tone = audio.createOscillator()
    const gain = audio.createGain()
    const [begin, end] = [start + from, start + from + length]
    tone.type = 'triangle'
    tone.frequency.value = pitch
    gain.gain.setValueAtTime(0, begin)
    gain.gain.linearRampToValueAtTime(volume, begin + ramp)
    gain.gain.setValueAtTime(volume, end - ramp)
    gain.gain.linearRampToValueAtTime(0, end)
    tone.connect(gain).connect(audio.destination)
    tone.start(begin)
    tone.stop(end)
  }
}
