import type { AlarmRow } from '@emberwatch/contract'
import { create } from 'zustand'

/** A tone: start, duration (seconds), and pitch (Hz). */
type Tone = readonly [from: number, length: number, pitch: number]

/** The signal of each level, distinguished by rhythm as well as by pitch. */
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

/** How often the sound of a fire repeats. */
export const fireIntervalMs = 2_500
/** The same for lesser alarms. */
export const lesserIntervalMs = { warning: 10_000, notice: 30_000 } as const

const volume = 0.2
/** Tones fade in and out to avoid clicks. */
const ramp = 0.015

/**
 * Whether the page can play sound. Browsers keep it silent until the first user interaction, and some machines have no sound
 * output.
 */
export type SoundState = 'ready' | 'locked' | 'unavailable'
export const useSoundState = create<{ state: SoundState }>(() => ({ state: 'locked' }))

let context: AudioContext | undefined

/** The audio output, created on first use. Undefined if there is none. */
const output = (): AudioContext | undefined => {
  try {
    context ??= new AudioContext()
  } catch {
    return undefined
  }
  return context
}

/** If the output has not started within this time after an interaction (ms), it will not start. */
const unlockTimeoutMs = 2_000

/** A click that unlocks the sound ends within this time (ms). */
const gestureMs = 1_000
let unlockedAt = Number.NEGATIVE_INFINITY

/** Whether the click under way has unlocked the sound, so that the button under the pointer does not switch it off again. */
export const isJustUnlocked = (): boolean => performance.now() - unlockedAt < gestureMs

/** Starts the output, which only works from a click or key press. Reports if it fails. */
export const unlockSound = async (): Promise<void> => {
  const audio = output()
  if (!audio) return useSoundState.setState({ state: 'unavailable' })
  const late = setTimeout(() => useSoundState.setState({ state: 'unavailable' }), unlockTimeoutMs)
  // Chrome resolves a rejected start once it is allowed: a later interaction retries.
  await audio.resume().catch(() => undefined)
  clearTimeout(late)
  useSoundState.setState({ state: audio.state === 'running' ? 'ready' : 'locked' })
}

/**
 * Tracks whether the page may play sound, and unlocks it at the first interaction, or again if the system has taken the output
 * away. Returns the function that stops it.
 */
export const watchSound = (): (() => void) => {
  const audio = output()
  const update = () =>
    useSoundState.setState({ state: audio === undefined ? 'unavailable' : audio.state === 'running' ? 'ready' : 'locked' })
  const unlock = () => {
    const { state } = useSoundState.getState()
    if (state === 'ready') return
    if (state === 'locked') unlockedAt = performance.now()
    void unlockSound()
  }
  const gestures = ['pointerup', 'keydown'] as const
  update()
  // A page with earlier interaction, and a kiosk browser that allows sound, start immediately.
  if (navigator.userActivation?.hasBeenActive) unlock()
  audio?.addEventListener('statechange', update)
  for (const gesture of gestures) addEventListener(gesture, unlock, true)
  return () => {
    audio?.removeEventListener('statechange', update)
    for (const gesture of gestures) removeEventListener(gesture, unlock, true)
  }
}

/** Plays the signal of a level once. While the page is locked nothing plays, and nothing queues up for the first interaction. */
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
