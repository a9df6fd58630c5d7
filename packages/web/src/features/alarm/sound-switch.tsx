import { MutedOutlined, SoundOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { usePreference } from '../../kit/preference.ts'

/** Whether alarms sound; kept for the person on the server. */
export const useSoundOn = (): [on: boolean, set: (on: boolean) => void] => {
  const [kept, keep] = usePreference('alarmSound')
  return [kept !== 'off', (on) => keep(on ? 'on' : 'off')]
}

/** Turns the sound of alarms on and off. */
export const SoundSwitch = () => {
  const { t } = useTranslation('alarm')
  const [on, set] = useSoundOn()
  const label = on ? t(($) => $.sound.on) : t(($) => $.sound.off)
  return (
    <button type="button" role="switch" className="ew-plain" aria-checked={on} aria-label={label} title={label} onClick={() => set(!on)}>
      {on ? <SoundOutlined /> : <MutedOutlined />}
    </button>
  )
}
