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

/** Browsers keep a page silent until the person has touched it. */
export const useSoundLock = create<{ locked: boolean }>(() => ({ locked: false }))

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

/** Finds out whether the page may sound, and unlocks it at the first touch. Answers how to stop. */
export const watchSoundLock = (): (() => void) => {
  const touched = navigator.userActivation?.hasBeenActive ?? false
  // A kiosk's browser may be allowed to sound untouched: then its output runs at once.
  const audio = touched ? undefined : output()
  const locked = !touched && audio?.state !== 'running'
  useSoundLock.setState({ locked })
  if (!locked) return () => {}
  const stop = () => {
    removeEventListener('pointerdown', unlock, true)
    removeEventListener('keydown', unlock, true)
    audio?.removeEventListener('statechange', begun)
  }
  const unlock = () => {
    void output()?.resume()
    useSoundLock.setState({ locked: false })
    stop()
  }
  const begun = () => {
    if (audio?.state === 'running') unlock()
  }
  audio?.addEventListener('statechange', begun)
  addEventListener('pointerdown', unlock, true)
  addEventListener('keydown', unlock, true)
  return stop
}

/** Sounds a level once. While the page is locked there is no sound, and no queue of sounds that would all come at the first touch. */
export const sound = (level: AlarmRow['level']): void => {
  if (useSoundLock.getState().locked) return
  const audio = output()
  if (!audio) return
  void audio.resume()
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
