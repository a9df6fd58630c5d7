import { MutedOutlined, SoundOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import type { Action } from '../../kit/actions.tsx'
import { usePreference } from '../../kit/preference.ts'
import { useMe } from '../../session/me.tsx'

/** The choice of whoever has signed in as somebody else: it is this window's alone, so that nobody turns another person's fires off. */
const useBorrowed = create<{ on: boolean }>(() => ({ on: true }))

/** Whether alarms sound; kept for the person on the server. */
export const useSoundOn = (): [on: boolean, set: (on: boolean) => void] => {
  const [kept, keep] = usePreference('alarmSound')
  const borrowed = useMe().user.issuer !== null
  const { on } = useBorrowed()
  return borrowed ? [on, (next) => useBorrowed.setState({ on: next })] : [kept !== 'off', (next) => keep(next ? 'on' : 'off')]
}

/** Turns the sound of alarms on and off, as a button of a page. */
export const useSoundAction = (): Action => {
  const { t } = useTranslation('alarm')
  const [on, set] = useSoundOn()
  return {
    key: 'sound',
    label: on ? t(($) => $.sound.on) : t(($) => $.sound.off),
    icon: on ? <SoundOutlined /> : <MutedOutlined />,
    onClick: () => set(!on),
  }
}

/** The same as a switch without words. */
export const SoundSwitch = () => {
  const { t } = useTranslation('alarm')
  const [on, set] = useSoundOn()
  const state = on ? t(($) => $.sound.on) : t(($) => $.sound.off)
  return (
    <button
      type="button"
      role="switch"
      className="ew-plain"
      aria-checked={on}
      aria-label={t(($) => $.sound.name)}
      title={state}
      onClick={() => set(!on)}
    >
      {on ? <SoundOutlined /> : <MutedOutlined />}
    </button>
  )
}
