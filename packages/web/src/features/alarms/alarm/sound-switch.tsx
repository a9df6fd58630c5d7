import { MutedOutlined, SoundOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import type { Action } from '../../../kit/actions.tsx'
import { usePreference } from '../../../kit/preference.ts'
import { useMe } from '../../../session/me.tsx'
import { isJustUnlocked, unlockSound, useSoundState } from './alarm-sound.ts'

/** The setting of a user signed in as somebody else: it only applies to this window, so that nobody silences another person's fires. */
const useBorrowed = create<{ on: boolean }>(() => ({ on: true }))

/** Whether alarms sound. Stored per user on the server. */
export const useSoundOn = (): [on: boolean, set: (on: boolean) => void] => {
  const [kept, keep] = usePreference('alarmSound')
  const borrowed = useMe().user.issuer !== null
  const { on } = useBorrowed()
  return borrowed ? [on, (next) => useBorrowed.setState({ on: next })] : [kept !== 'off', (next) => keep(next ? 'on' : 'off')]
}

/** Label and action of the sound button. Sound that the browser still blocks is never shown as on: one click allows it. */
const useSoundButton = () => {
  const { t } = useTranslation('alarm')
  const [on, set] = useSoundOn()
  const output = useSoundState(({ state }) => state)
  if (on && output === 'locked')
    return { on, heard: false, label: t(($) => $.sound.allow), why: t(($) => $.sound.locked), press: () => void unlockSound() }
  const broken = on && output === 'unavailable'
  const label = broken ? t(($) => $.sound.none) : on ? t(($) => $.sound.on) : t(($) => $.sound.off)
  const why = broken ? t(($) => $.sound.unavailable) : on ? label : t(($) => $.sound.silent)
  const press = () => (on && isJustUnlocked() ? undefined : set(!on))
  return { on, heard: on && !broken, label, why, press }
}

/** Turns the sound of alarms on and off, as a page button. */
export const useSoundAction = (): Action => {
  const { heard, label, press } = useSoundButton()
  return { key: 'sound', label, icon: heard ? <SoundOutlined aria-hidden /> : <MutedOutlined aria-hidden />, onClick: press }
}

/** The same as a switch, with a text only if alarms would not be heard. */
export const SoundSwitch = () => {
  const { t } = useTranslation('alarm')
  const { on, heard, label, why, press } = useSoundButton()
  return (
    <button
      type="button"
      role="switch"
      className="ew-plain"
      aria-checked={on}
      aria-label={heard ? t(($) => $.sound.name) : `${t(($) => $.sound.name)}: ${label}`}
      title={why}
      onClick={press}
    >
      {heard ? <SoundOutlined aria-hidden /> : <MutedOutlined aria-hidden />} {!heard && label}
    </button>
  )
}
