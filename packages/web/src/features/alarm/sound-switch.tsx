import { MutedOutlined, SoundOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import type { Action } from '../../kit/actions.tsx'
import { usePreference } from '../../kit/preference.ts'

/** Whether alarms sound; kept for the person on the server. */
export const useSoundOn = (): [on: boolean, set: (on: boolean) => void] => {
  const [kept, keep] = usePreference('alarmSound')
  return [kept !== 'off', (on) => keep(on ? 'on' : 'off')]
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
