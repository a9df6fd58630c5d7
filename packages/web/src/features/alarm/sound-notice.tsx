import { MutedOutlined, SoundOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { unlockSound } from './alarm-sound.ts'
import { useSoundOn } from './sound-switch.tsx'
import type { Sounding } from './use-sounding.ts'

/** Whether there is sound, why not, and how to change it. */
export const SoundNotice = ({ sounding: { state, able, mute } }: { sounding: Sounding }) => {
  const { t } = useTranslation('alarm')
  const [, set] = useSoundOn()
  const switchOn = () => {
    set(true)
    void unlockSound()
  }
  if (state === 'ringing')
    return (
      <button type="button" className="ew-button" onClick={mute}>
        <MutedOutlined aria-hidden /> {t(($) => $.queue.mute)}
      </button>
    )
  return (
    <>
      {state === 'muted' && able === 'ready' && (
        <span className="ew-queue-muted">
          <MutedOutlined aria-hidden /> {t(($) => $.queue.muted)}
        </span>
      )}
      {able === 'unavailable' && (
        <strong className="ew-queue-silent" role="status">
          {t(($) => $.sound.unavailable)}
        </strong>
      )}
      {(able === 'locked' || able === 'off') && (
        <>
          <strong className="ew-queue-silent" role="status">
            {t(($) => $.sound.silent)}
          </strong>
          <button type="button" className="ew-button ew-primary" onClick={switchOn}>
            <SoundOutlined aria-hidden /> {t(($) => $.sound.switchOn)}
          </button>
        </>
      )}
    </>
  )
}
