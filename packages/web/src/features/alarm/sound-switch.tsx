import { MutedOutlined, SoundOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import type { Action } from '../../kit/actions.tsx'
import { usePreference } from '../../kit/preference.ts'
import { useMe } from '../../session/me.tsx'

/**
 * The setting of somebody signed in as another user: it applies to this window alone, so that nobody silences another person's
 * fires.
 */
const useBorrowed = create<{ on: boolean }>(() => ({ on: true }))

/** Whether alarms sound. Stored per user on the server. */
export const useSoundOn = (): [on: boolean, set: (on: boolean) => void] => {
  const [kept, keep] = usePreference('alarmSound')
  const borrowed = useMe().user.issuer !== null
  const { on } = useBorrowed()
  return borrowed ? [on, (next) => useBorrowed.setState({ on: next })] : [kept !== 'off', (next) => keep(next ? 'on' : 'off')]
}

/** Turns the sound of alarms on and off, as a page button. */
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

/** The same as a switch without a label. */
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
